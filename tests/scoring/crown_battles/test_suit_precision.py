"""Suit Precision, alone and with allies: bids on suits, piles and scores; sections 16, 22 and 27."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.board import Shape
from scoring.contract.prompts import Count, Prompt, Subset
from scoring.contract.scores import Seat
from scoring.engine.drafts import collect_answers, find_gaps
from scoring.games.crown_battles.cards import TrickRuled
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import CrownSuit, Special, Trump
from scoring.games.crown_battles.events import Bid, Spinner
from scoring.games.crown_battles.options import (
    AllianceSoloExpansion,
    Options,
    RoundType,
    ScrewDoubleMode,
    SpaFailPartial,
    SuitPartialCredit,
    SuitZeroDoubleBonus,
)
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.rounds.suit_precision import SuitBidsPlaced, TrickLaid
from scoring.games.crown_battles.rounds.suit_scores import Rates, SuitHand, worth
from scoring.games.crown_battles.rounds.teams import TeamsFormed
from scoring.games.crown_battles.state import ByCounts, State
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import laid, of_type, opened, scored, taken, with_trump, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for, state_main, team_facts

YELLOW, BLUE, RED, GREEN = CrownSuit

REGULAR = Rates(Options())
MATCHED = Rates(Options(suit_partial_credit=SuitPartialCredit.MATCHED_TRICKS))
LOSS_ONLY = Rates(Options(), beside=False)
ALONE = Rates(Options(), times=2)

Suits = tuple[tuple[Bid | int, int], ...]
"""What was bid and won in red, blue, green and yellow."""


def gained(suits: Suits, rates: Rates = REGULAR) -> tuple[int, set[str]]:
    """The points for these suits, and the rules that are cited."""
    hands = tuple(
        SuitHand(label, (bid,) if isinstance(bid, int) else bid, tricks)
        for label, (bid, tricks) in zip(("red", "blue", "green", "yellow"), suits, strict=False)
    )
    result = list(worth(hands, rates))
    return sum(term.points * term.times for _, terms in result for term in terms), {rule.id for rule, _ in result}


@pytest.mark.parametrize(
    ("rule", "suits", "total", "cited"),
    [
        ("CB-237", ((1, 1), (1, 1), (1, 1), (0, 0)), 60, {"CB-237"}),  # the rulebook's
        ("CB-237", ((5, 5), (0, 0), (0, 0), (0, 0)), 60, {"CB-237"}),
        ("CB-230", ((2, 2), (1, 1), (0, 0), (0, 0)), 50, {"CB-237"}),  # the rulebook's bids
        ("CB-238", ((0, 0), (0, 0), (0, 0), (0, 0)), 10, {"CB-238"}),
        ("CB-R33", ((0, 0), ((0, 1), 0), (0, 0), (0, 0)), 5, {"CB-R33"}),
        ("CB-239", ((0, 0), (0, 0), (0, 0), (0, 1)), -10, {"CB-239"}),  # the rulebook's situation
        ("CB-240", ((2, 2), (1, 1), (0, 0), (1, 2)), 20, {"CB-239", "CB-240"}),  # CB-R32
        ("CB-240", ((2, 0), (0, 2), (0, 0), (0, 0)), -40, {"CB-239"}),
        ("CB-241", (((1, 2), 2), (1, 1), (0, 0), (0, 0)), 35, {"CB-241"}),
        ("CB-241", (((0, 1), 0), (1, 1), (0, 0), (0, 0)), 20, {"CB-237"}),
        ("CB-242", ((1, 1), (1, 2), ((0, 1), 2), ((1, 2), 2)), 0, {"CB-239", "CB-240", "CB-242"}),
        ("CB-R36", (((1, 2), 1), ((0, 1), 1), ((2, 3), 3), (0, 0)), 40, {"CB-241"}),
        ("CB-R36", (((1, 2), 3), ((0, 1), 1), (0, 0), (0, 0)), -5, {"CB-242"}),
    ],
)
def test_suits_are_worth(rule: str, suits: Suits, total: int, cited: set[str]) -> None:
    assert gained(suits) == (total, cited)


@pytest.mark.parametrize(
    ("rule", "suits", "rates", "total"),
    [
        ("CB-R32", ((2, 2), (1, 1), (0, 0), (1, 2)), MATCHED, 30),
        ("CB-R32", ((2, 1), (0, 1), (0, 0), (0, 0)), MATCHED, -20 + 10),
        ("CB-R32", (((1, 2), 3), (0, 0), (0, 0), (0, 0)), MATCHED, -10 + 10),
        ("CB-R33", (((0, 1), 0), (0, 0)), Rates(Options(suit_zero_double_bonus=SuitZeroDoubleBonus.NONE)), 0),
        ("CB-R33", (((0, 1), 0), (0, 0)), Rates(Options(suit_zero_double_bonus=SuitZeroDoubleBonus.TEN)), 10),
        ("CB-365", ((1, 1), (1, 1), (0, 0), (0, 0)), ALONE, 60),
        ("CB-365", ((1, 1), (1, 2), (0, 0), (0, 0)), ALONE, 20 - 10),
        ("CB-R50", ((3, 4), (2, 2), (0, 0), (0, 0)), LOSS_ONLY, -10),
        ("CB-R50", ((3, 4), (2, 2), (0, 0), (0, 0)), replace(MATCHED, beside=False), -10),
        ("CB-362", ((3, 4), (2, 2), (0, 0), (0, 0)), REGULAR, 10),
    ],
)
def test_a_table_may_pay_otherwise(rule: str, suits: Suits, rates: Rates, total: int) -> None:
    assert gained(suits, rates)[0] == total


def place(seat: Seat, *bids: Bid | int) -> SuitBidsPlaced:
    """Bids on yellow, blue, red and green."""
    lows = tuple(bid if isinstance(bid, int) else bid[0] for bid in bids)
    doubles = tuple(suit for suit, bid in zip(CrownSuit, bids, strict=False) if not isinstance(bid, int))
    return SuitBidsPlaced(seat, tuple(zip(CrownSuit, lows, strict=False)), doubles)


def begun(
    players: int = 4,
    cards: int = 4,
    kind: RoundType = RoundType.SUIT_PRECISION,
    spun: Spinner = Spinner.YELLOW,
    **options: Any,
) -> State:
    return with_trump(of_type(kind, players, cards, **options), spun)


def bid_nothing(state: State) -> State:
    """The state after everybody has bid 0 everywhere."""
    return after(state, *(place(seat, *(0,) * len(state.deal.parts)) for seat in state.deal.order))


def played(state: State, *piles: tuple[int, ...]) -> State:
    """The piles of yellow, blue, red and green, by seat."""
    return after(state, *(taken(*pile) for pile in piles))


@pytest.mark.parametrize(
    ("draft", "button"),
    [
        ({}, "Bid 0 in every suit"),
        ({"bids": [["blue", 2], ["red", 0]]}, "Bid 2 blue: 2 of 4"),
        (
            {"bids": [["yellow", 1], ["red", 2]], "doubles": ["red", "green"]},
            "Bid 1 yellow, 2–3 red, 0–1 green: 3 to 5 of 4",
        ),
    ],
)
@pytest.mark.parametrize("kind", [RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES])
def test_the_button_says_what_is_bid_so_far(kind: RoundType, draft: dict[str, Any], button: str) -> None:  # CB-230
    state = begun(kind=kind)
    if kind is RoundType.SUIT_PRECISION_ALLIANCES:
        state = after(state, TeamsFormed(((A, B), (C, D))))
    prompt = state_main(state)
    assert GAME.form(state, prompt, draft).confirm == button
    (_, doubles) = GAME.form(state, prompt, draft).fields
    numbers = dict(map(tuple, draft.get("bids", ())))
    assert [choice.label for choice in doubles.choices] == [
        f"{numbers.get(suit, 0)}–{numbers.get(suit, 0) + 1}" for suit in ("yellow", "blue", "red", "green")
    ]
    spinner = prompt_for(state, TrumpSpun.kind)
    assert GAME.form(state, spinner, draft) == spinner


def test_a_round_by_counts() -> None:  # CB-230, CB-243
    state = after(begun(), place(A, 0, 1, 1, 0), place(B, 0, 0, 0, 1), place(C, 0, 0, 0, 0), place(D, 1, 0, 0, 0))
    assert isinstance(state.phase, ByCounts)
    titles, suits = [], ("yellow", "blue", "red", "green")
    for suit, pile in zip(suits, ((0, 0, 0, 1), (1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)), strict=True):
        titles.append(state_main(state).title)
        as_bid = [[seat, n] for seat, n in enumerate(pile)]
        assert collect_answers(state_main(state), {}) == {"part": suit, "tricks": as_bid}
        state = after(state, taken(*pile))
    assert titles == [f"Count the {suit} suit" for suit in suits]
    assert state.totals == (40, 20, 10, 20)


def test_bids_on_suits_are_met_all_together() -> None:  # CB-237
    state = after(begun(), place(A, 0, 1, 1, 0), place(B, 0, 0, 0, 1), place(C, 0, 0, 0, 0), place(D, 1, 0, 0, 0))
    state = played(state, (0, 0, 0, 1), (1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0))
    assert [(m.value, m.of) for m in GAME.measures.of(state) if m.key == "bid_met"] == [(0, 1), (0, 1), (1, 1), (1, 1)]
    assert [one.text for one in GAME.view(state).notes] == ["1 off", "1 off", "met", "met"]


def test_the_piles_of_all_suits_add_up_to_the_tricks() -> None:  # CB-243
    state = bid_nothing(begun())
    assert_refused(state, taken(3, 2, 0, 0), "CB-114", "E_TRICKS_SUM", "5")
    state = played(state, (1, 0, 0, 0), (0, 1, 0, 0))
    assert_refused(state, taken(1, 1, 1, 0), "CB-114", "E_TRICKS_SUM", "2 are left after the other suits")
    state = played(state, (0, 0, 1, 0))
    assert_refused(state, taken(0, 0, 0, 0), "CB-114", "E_TRICKS_SUM", "1 is left after the other suits")
    assert played(state, (0, 0, 0, 1)).totals == (-10, -10, -10, -10)


def test_a_bomb_takes_one_trick_of_all_suits() -> None:  # CB-243
    state = after(begun(specials=(Special.BOMB,)), place(A, 0, 0, 1, 0))
    state = after(state, place(B, 0, 0, 0, 2), place(C, 0, 0, 0, 0), place(D, 0, 0, 0, 0))
    state = after(state, BombPlayed(C, None, False))
    state = played(state, (0, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0))
    assert_refused(state, taken(0, 3, 0, 0), "CB-114", "E_TRICKS_SUM")
    assert played(state, (0, 2, 0, 0)).totals == (20, 30, 10, 10)


def test_each_bids_on_all_suits_at_once_left_of_the_dealer_first() -> None:  # CB-244, CB-230
    state = begun()
    form = state_main(state)
    assert (form.kind, form.seat) == ("suit_bids_placed", A)
    field, doubles = form.fields
    assert isinstance(doubles, Subset)
    assert [cell.key for cell in field.cells] == ["yellow", "blue", "red", "green"]
    draft = {"bids": [["blue", 1]]}
    assert collect_answers(GAME.form(state, form, draft), draft) == {
        "seat": 0,
        "bids": [["yellow", 0], ["blue", 1], ["red", 0], ["green", 0]],
        "doubles": [],
    }
    assert state_main(after(state, place(A, 1, 0, 0, 0))).seat == B


@pytest.mark.parametrize(
    ("draft", "is_open"),
    [
        ({}, True),
        ({"bids": []}, True),
        ({"doubles": []}, True),
        ({"bids": [["red", 0]]}, False),
        ({"doubles": ["green"]}, False),
    ],
)
def test_suits_are_filled_in_with_0_once_one_of_them_is_bid_on(draft: dict[str, Any], is_open: bool) -> None:  # CB-230
    state = begun()
    form = GAME.form(state, state_main(state), draft)
    assert bool(find_gaps(form, draft)) is is_open


def test_0_in_every_suit_is_shown_without_a_suit() -> None:
    state = after(begun(), place(B, 0, 0, 0, 0), place(C, 0, 2, 0, 0))
    tokens = [tile for zone in GAME.view(state).board.zones for tile in zone.tiles if tile.shape is Shape.TOKEN]
    assert [(tile.owner, tile.name, tile.suit, tile.badge) for tile in tokens] == [
        (B, "0", "", "bid"),
        (C, "2", "blue", "blue suit"),
    ]


def test_a_single_trick_has_no_double_bids() -> None:  # CB-230, CB-022
    state = begun(4, 1)
    assert [field.name for field in state_main(state).fields] == ["bids"]
    assert state_main(state).help == "1 trick in all; once you bid on a suit, the others are 0."
    assert_refused(state, place(A, (0, 1), 0, 0, 0), "CB-022", "E_DOUBLE_ONE_TRICK")
    assert_refused(state, place(A, 1, 1, 0, 0), "CB-231", "E_SUIT_OVERBID", "add up to 2, but only 1 trick is played.")


def test_every_suit_needs_a_number() -> None:  # CB-230
    state = begun()
    assert_refused(state, place(A, 1, 1, 1), "CB-230", "E_SUIT_BIDS_FOUR", "0 included")
    twice = SuitBidsPlaced(A, ((YELLOW, 0), (YELLOW, 1), (RED, 0), (GREEN, 0)), ())
    assert_refused(state, twice, "CB-230", "E_SUIT_BIDS_FOUR")
    again = SuitBidsPlaced(A, ((YELLOW, 0), (BLUE, 1), (RED, 0), (GREEN, 0)), (BLUE, BLUE))
    assert_refused(state, again, "CB-230", "E_SUIT_BIDS_FOUR", "once at most")
    state = after(state, place(A, 0, 0, 0, 0))
    assert_refused(state, place(A, 0, 0, 0, 0), "CB-079", says="has already bid")


@pytest.mark.parametrize(
    ("bids", "rule", "code"),
    [
        ((2, 2, 1, 0), "CB-231", "E_SUIT_OVERBID"),
        ((5, 0, 0, 0), "CB-074", "E_BID_RANGE"),
        (((4, 5), 0, 0, 0), "CB-074", "E_BID_RANGE"),
        (((2, 3), (2, 3), (1, 2), 0), "CB-231", "E_SUIT_OVERBID"),
    ],
)
def test_bids_stay_within_the_tricks(bids: tuple[Bid | int, ...], rule: str, code: str) -> None:
    assert_refused(begun(), place(A, *bids), rule, code)


def test_a_table_may_bid_beyond_the_tricks() -> None:  # CB-R34
    state = begun(suit_bid_sum_cap=False)
    state = after(state, place(A, 2, 2, 1, 0), *(place(seat, 0, 0, 0, 0) for seat in (B, C, D)))
    state = played(state, (4, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    assert state.totals[A] == -20 - 20 - 10
    assert {m.value for m in GAME.measures.of(state) if m.key == "bid"} == {4, 0}


@pytest.mark.parametrize(
    ("mode", "ana", "bids", "rule"),
    [
        (ScrewDoubleMode.LOW, 1, (1, 0, 0, 0), "CB-076"),
        (ScrewDoubleMode.LOW, 1, (0, 1, 1, 0), ""),
        (ScrewDoubleMode.LOW, 1, ((1, 2), 0, 0, 0), "CB-077"),
        (ScrewDoubleMode.LOW, 1, ((0, 1), 0, 0, 0), "CB-077"),
        (ScrewDoubleMode.LOW, 1, ((2, 3), 0, 0, 0), ""),
        (ScrewDoubleMode.LOW, 0, ((1, 2), 0, 0, 0), "CB-077"),  # the closed sum is 2
        (ScrewDoubleMode.LOW, 0, ((0, 1), (0, 1), 0, 0), "CB-077"),
        (ScrewDoubleMode.LOW, 0, ((0, 1), (0, 1), (0, 1), 0), "CB-077"),
        (ScrewDoubleMode.LOW, 0, ((0, 1), 0, 0, 0), ""),
        (ScrewDoubleMode.LOW, 0, (0, 1, 1, 0), "CB-076"),
        (ScrewDoubleMode.LOW, (1, 2), (1, 0, 0, 0), "CB-076"),
        (ScrewDoubleMode.LOW, (1, 2), (0, 0, 0, 0), ""),
        (ScrewDoubleMode.ANY_OVERLAP, 1, ((0, 1), 0, 0, 0), "CB-077"),
        (ScrewDoubleMode.ANY_OVERLAP, (1, 2), (0, 0, 0, 0), "CB-076"),
        (ScrewDoubleMode.IGNORE_DOUBLES, 1, ((1, 2), 0, 0, 0), ""),
        (ScrewDoubleMode.IGNORE_DOUBLES, 1, (1, (0, 1), 0, 0), "CB-076"),
    ],
)
@pytest.mark.parametrize("kind", [RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES])
def test_a_screwed_dealer_looks_at_the_sum_over_all_suits(
    kind: RoundType, mode: ScrewDoubleMode, ana: Bid | int, bids: tuple[Bid | int, ...], rule: str
) -> None:  # CB-244, CB-077: a double bid may not touch the closed sum
    state = begun(screw_the_dealer=True, screw_double_mode=mode, kind=kind)
    if kind is RoundType.SUIT_PRECISION_ALLIANCES:
        state = after(state, TeamsFormed(((A, B), (C, D))))
    state = after(state, place(A, ana, 0, 0, 0), place(B, 0, 1, 0, 0), place(C, 0, 0, 1, 0))
    if rule:
        assert_refused(state, place(D, *bids), rule, "E_BID_FORBIDDEN_DEALER", "may not make 4")
    else:
        assert isinstance(after(state, place(D, *bids)).phase, ByCounts)


@pytest.mark.parametrize(("capped", "refused"), [(True, False), (False, True)])
def test_a_screwed_dealer_who_could_bid_nothing_else_is_free(capped: bool, refused: bool) -> None:  # CB-R07, CB-244
    options = {"screw_the_dealer": True, "screw_double_mode": ScrewDoubleMode.ANY_OVERLAP}
    state = begun(suit_bid_sum_cap=capped, **options)
    doubled = place(A, (0, 1), (0, 1), (0, 1), (0, 1))
    state = after(state, doubled, place(B, 0, 0, 0, 0), place(C, 0, 0, 0, 0))
    if refused:
        assert_refused(state, place(D, 1, 0, 0, 0), "CB-076", "E_BID_FORBIDDEN_DEALER", "may not make 4")
        state = after(state, place(D, 4, 1, 0, 0))
    else:
        state = after(state, place(D, 1, 0, 0, 0))
    assert isinstance(state.phase, ByCounts)


def by_cards(spun: Spinner, cards: str, **options: Any) -> State:
    """A trick of four cards, Ana leading, at a table that bid nothing."""
    return laid(bid_nothing(begun(level=Level.CARDS, cards=2, spun=spun, **options)), cards)


@pytest.mark.parametrize(
    ("rule", "spun", "cards", "open_to"),
    [
        ("CB-232", Spinner.NONE, "b5 b9 r7 g2", {"blue"}),  # the rulebook's
        ("CB-232", Spinner.RED, "P b5 b9 g7", {"blue"}),
        ("CB-233", Spinner.RED, "b5 r2 b9 g3", {"blue", "red"}),
        ("CB-233", Spinner.RED, "r5 r9 b9 g3", {"red"}),
        ("CB-234", Spinner.RED, "b5 G b9 g3", {"yellow", "blue", "red", "green"}),
        ("CB-234", Spinner.RED, "b5 D b9 g3", {"yellow", "blue", "red", "green"}),
        ("CB-235", Spinner.RED, "P P P P", {"yellow", "blue", "red", "green"}),
    ],
)
def test_the_cards_say_where_a_trick_may_go(rule: str, spun: Spinner, cards: str, open_to: set[str]) -> None:
    state = by_cards(spun, cards)
    if len(open_to) == 1:
        assert state_main(state).kind == "card_played"
        (part,) = [n for n, pile in enumerate(state.phase.owned) if any(pile)]
        assert {state.deal.parts[part].key} == open_to
        return
    (field,) = state_main(state).fields
    assert {choice.value for choice in field.choices if not choice.why_not} == open_to


def test_a_third_suit_is_refused() -> None:  # CB-233
    state = by_cards(Spinner.RED, "b5 r2 b9 g3")
    assert_refused(state, TrickLaid(GREEN), "CB-233", "E_TRICK_SUIT_CHOICE", "blue or red")
    state = after(state, TrickLaid(BLUE))
    assert state_main(state).kind == "card_played"


def test_a_trick_goes_to_the_trump_it_was_played_under() -> None:  # CB-120, CB-233
    state = by_cards(Spinner.RED, "b5 r2 b9 g3")
    state = replace(state, deal=replace(state.deal, trump=Trump.GREEN))  # an Alchemist in a later trick
    (field,) = state_main(state).fields
    assert {choice.value for choice in field.choices if not choice.why_not} == {"blue", "red"}


def piles(state: State) -> tuple[tuple[int, ...], ...]:
    return state.phase.owned


NONE = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("rule", "spun", "cards", "laid_first"),
    [
        ("CB-232", Spinner.NONE, "b5 b9 r7 g2", ()),
        ("CB-233", Spinner.RED, "b5 r2 b9 g3", (TrickLaid(BLUE),)),
        ("CB-234", Spinner.RED, "b5 G b9 g3", (TrickLaid(YELLOW),)),
        ("CB-235", Spinner.RED, "P P P P", (TrickLaid(RED),)),
    ],
)
@pytest.mark.parametrize("suit", [YELLOW, GREEN])
def test_who_is_given_a_trick_says_to_which_suit_it_goes(
    rule: str, spun: Spinner, cards: str, laid_first: tuple[TrickLaid, ...], suit: CrownSuit
) -> None:  # CB-111
    state = after(by_cards(spun, cards), *laid_first)
    state = after(state, TrickRuled(D, "a card was misread"))
    assert piles(state) == (NONE, NONE, NONE, NONE)
    form = state_main(state)
    assert (form.kind, form.seat, form.title) == ("trick_laid", D, "Dov puts the trick under")
    assert form.rule.id == "CB-111"
    (field,) = form.fields
    assert [choice.value for choice in field.choices if not choice.why_not] == ["yellow", "blue", "red", "green"]
    state = after(state, TrickLaid(suit))
    part = [part.key for part in state.deal.parts].index(suit.value)
    assert piles(state) == tuple((0, 0, 0, 1) if n == part else NONE for n in range(4))
    assert (state_main(state).kind, state_main(state).seat) == ("card_played", D)


def test_a_trick_given_back_to_who_won_it_goes_where_its_cards_say() -> None:  # CB-111, CB-232, CB-233
    state = after(by_cards(Spinner.NONE, "b5 b9 r7 g2"), TrickRuled(A, "misread"), TrickLaid(GREEN))
    state = after(state, TrickRuled(B, "it was right after all"))
    assert piles(state) == (NONE, (0, 1, 0, 0), NONE, NONE)
    assert state_main(state).kind == "card_played"
    trumped = after(by_cards(Spinner.RED, "b5 r2 b9 g3"), TrickLaid(RED), TrickRuled(A, "misread"), TrickLaid(GREEN))
    trumped = after(trumped, TrickRuled(B, "it was right after all"))
    assert_refused(trumped, TrickLaid(GREEN), "CB-233", "E_TRICK_SUIT_CHOICE", "blue or red")
    assert piles(after(trumped, TrickLaid(BLUE))) == (NONE, (0, 1, 0, 0), NONE, NONE)


def test_a_bombed_trick_that_is_given_to_somebody_is_asked_for_its_suit() -> None:  # CB-111, CB-123
    state = laid(bid_nothing(begun(level=Level.CARDS, cards=2, specials=(Special.BOMB,))), "b5 bomb")
    state = laid(after(state, BombPlayed(B, D, False)), "b9 g3")
    assert (state_main(state).kind, piles(state)) == ("card_played", (NONE, NONE, NONE, NONE))
    state = after(state, TrickRuled(C, "the Bomb lay on the table by mistake"))
    assert (state_main(state).kind, piles(state)) == ("trick_laid", (NONE, NONE, NONE, NONE))
    assert_refused(state, TrickRuled(None, "no"), "CB-111", says="Choose the suit")
    state = after(state, TrickLaid(BLUE))
    assert piles(state) == (NONE, (0, 0, 1, 0), NONE, NONE)
    assert piles(after(state, TrickRuled(None, "a Bomb it was"))) == (NONE, NONE, NONE, NONE)


@pytest.mark.parametrize("kind", [RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES])
def test_a_thief_may_take_the_trick_that_still_waits_for_its_suit(kind: RoundType) -> None:  # CB-131, CB-R16
    state = begun(3, 2, kind=kind, level=Level.CARDS, spun=Spinner.RED, specials=(Special.THIEF,))
    if kind is RoundType.SUIT_PRECISION_ALLIANCES:
        state = after(state, TeamsFormed(((A, C), (B,))))
    state = laid(bid_nothing(state), "b5 thief r3")
    assert (state_main(state).kind, state_main(state).seat) == ("trick_laid", C)
    assert_refused(state, ThiefPlayed(B, C, False, "red"), "CB-233", says="Choose the suit")
    state = after(state, TrickLaid(RED))
    assert (state_main(state).kind, state_main(state).seat) == ("thief_played", B)
    state = after(state, ThiefPlayed(B, C, False, "red"))
    assert state.phase.owned == ((0, 0, 0), (0, 0, 0), (0, 1, 0), (0, 0, 0))
    assert state_main(state).kind == "card_played"


def piles_offered(state: State, prompt: Prompt, **draft: Any) -> dict[Any, str]:
    """Why each pile of the Thief's form is closed; empty: it is open."""
    (field,) = (field for field in GAME.form(state, prompt, draft).fields if field.name == "part")
    return {choice.value: choice.why_not for choice in field.choices}


def test_a_thief_is_offered_the_piles_of_the_victim() -> None:  # CB-236, CB-131
    state = bid_nothing(begun(level=Level.TRICKS, cards=4, specials=(Special.THIEF,)))
    for winner, suit in ((A, YELLOW), (A, RED), (B, RED), (C, GREEN)):
        state = after(state, won(winner)[0], TrickLaid(suit))
    thief = prompt_for(state, ThiefPlayed.kind)
    assert [suit for suit, why in piles_offered(state, thief).items() if why] == ["blue"]
    assert [suit for suit, why in piles_offered(state, thief, seat=C).items() if why] == ["blue", "green"]
    chosen = piles_offered(state, thief, seat=C, victim=B)
    assert [suit for suit, why in chosen.items() if not why] == ["red"]
    assert chosen["yellow"] == "Ben has no trick in the yellow suit."
    assert [suit for suit, why in piles_offered(state, thief, victim=A).items() if not why] == ["yellow", "red"]
    assert [suit for suit, why in piles_offered(state, thief, seat=C, victim=None).items() if not why] == [None]
    assert_refused(state, ThiefPlayed(C, A, copied=False, part="green"), "CB-131", "E_THIEF_NO_TRICK", "to take")
    narrowed = GAME.form(state, thief, {"seat": C, "victim": B})
    assert collect_answers(narrowed, {"seat": C, "victim": B})["part"] == "red"  # the only one
    nothing = GAME.form(state, thief, {"seat": C, "victim": None})
    assert collect_answers(nothing, {"seat": C, "victim": None})["part"] is None


def test_card_by_card_a_thief_is_offered_the_piles_of_the_victim() -> None:  # CB-236, CB-131
    state = begun(level=Level.CARDS, cards=3, spun=Spinner.NONE, specials=(Special.THIEF,))
    state = laid(bid_nothing(state), "b5 b9 b2 b1 r1 r9 thief r2")
    thief = state_main(state)
    assert (thief.kind, thief.seat) == (ThiefPlayed.kind, D)
    assert [suit for suit, why in piles_offered(state, thief).items() if why] == ["yellow", "green"]
    assert [suit for suit, why in piles_offered(state, thief, victim=C).items() if not why] == ["red"]
    after(state, ThiefPlayed(D, C, False, "red"))


def test_a_deck_of_three_suits_has_three_bids() -> None:  # CB-R35
    suits = (CrownSuit.YELLOW, CrownSuit.BLUE, CrownSuit.RED)
    state = of_type(RoundType.SUIT_PRECISION, 2, 5, suits=suits)
    (prompt, _) = state_main(state).fields
    assert [cell.key for cell in prompt.cells] == ["yellow", "blue", "red"]
    assert all(isinstance(cell.field, Count) for cell in prompt.cells)


# Allies ------------------------------------------------------------------------------------------------------------


def allied(players: int = 4, cards: int = 10, **options: Any) -> State:
    """A round with Ana and Cleo against Ben and Dov; a third or fifth player alone."""
    state = begun(players, cards, kind=RoundType.SUIT_PRECISION_ALLIANCES, **options)
    teams = {3: ((A, C), (B,)), 4: ((A, C), (B, D)), 5: ((A, C), (B, D), (Seat(4),))}[players]
    return after(state, TeamsFormed(teams))


def team_round(state: State, bids: dict[Seat, tuple[Bid | int, ...]], *piles: tuple[int, ...]) -> State:
    placed = (place(seat, *bids.get(seat, (0, 0, 0, 0))) for seat in state.deal.order)
    return played(after(state, *placed), *piles)


@pytest.mark.parametrize(
    ("rule", "options", "ana", "cleo", "piles", "item"),
    [
        ("CB-361", {}, (0, 1, 1, 1), (0, 1, 1, 1), ((0, 0, 0, 0), (2, 0, 0, 0), (1, 0, 1, 0), (0, 0, 2, 0)), 90),
        ("CB-362", {}, (0, 0, 2, 0), (0, 0, 1, 0), ((0, 0, 0, 0), (0, 0, 0, 0), (4, 0, 0, 0), (0, 0, 0, 0)), -10),
        ("CB-362", {}, (0, 1, 2, 0), (0, 1, 1, 0), ((0, 0, 0, 0), (1, 0, 1, 0), (4, 0, 0, 0), (0, 0, 0, 0)), 10),
        (
            "CB-R50",
            {"spa_fail_partial": SpaFailPartial.LOSS_ONLY},
            (0, 1, 2, 0),
            (0, 1, 1, 0),
            ((0, 0, 0, 0), (1, 0, 1, 0), (4, 0, 0, 0), (0, 0, 0, 0)),
            -10,
        ),
        ("CB-363", {}, (0, 0, (1, 2), 0), (0, 0, 1, 1), ((0, 0, 0, 0), (0, 0, 0, 0), (2, 0, 0, 0), (1, 0, 0, 0)), 35),
        ("CB-364", {}, (0, 0, 0, 0), (0, 0, 0, 0), ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)), 10),
    ],
)
def test_allies_share_what_their_suits_are_worth(
    rule: str,
    options: dict[str, Any],
    ana: tuple[Bid | int, ...],
    cleo: tuple[Bid | int, ...],
    piles: tuple[tuple[int, ...], ...],
    item: int,
) -> None:
    left = 10 - sum(map(sum, piles))
    green = piles[3]
    rest = (*piles[:3], (green[0], green[1] + left, green[2], green[3]))
    state = team_round(allied(**options), {A: ana, C: cleo}, *rest)
    assert state.totals[A] == state.totals[C] == item


@pytest.mark.parametrize(
    ("ruling", "gain"), [(AllianceSoloExpansion.DOUBLE_ON_SUCCESS, 60), (AllianceSoloExpansion.PLAIN, 40)], ids=str
)
def test_a_player_alone_is_paid_twice_for_tricks(ruling: AllianceSoloExpansion, gain: int) -> None:  # CB-365, CB-R48
    state = allied(3, 4, alliance_solo_expansion=ruling)
    state = team_round(state, {B: (0, 1, 1, 0)}, (0, 0, 0), (0, 1, 0), (0, 1, 0), (2, 0, 0))
    assert state.totals[B] == gain


@pytest.mark.parametrize("solo", AllianceSoloExpansion)
def test_what_allies_lose_beside_a_missed_suit_a_player_alone_keeps(solo: AllianceSoloExpansion) -> None:
    # CB-R50, CB-365: the ruling is about teams, and every text of it says so
    state = allied(3, 4, spa_fail_partial=SpaFailPartial.LOSS_ONLY, alliance_solo_expansion=solo)
    bids = {A: (1, 0, 0, 0), B: (0, 1, 1, 0)}
    state = team_round(state, bids, (1, 0, 0), (0, 2, 0), (0, 1, 0), (0, 0, 0))
    assert state.totals[B] == -10 + (20 if solo is AllianceSoloExpansion.DOUBLE_ON_SUCCESS else 10)
    pool = (RoundType.SUIT_PRECISION_ALLIANCES,)
    fields = GAME.option_fields(state.table, Options(pool=pool))
    (ruling,) = (field for field in fields if field.field.name == "spa_fail_partial")
    assert [choice.label for choice in ruling.field.choices] == [
        "Earn as in Suit Precision",
        "Earn nothing, except for a player alone",
    ]
    assert ruling.text == "Allies who miss a suit still earn points for the suits they meet; so does a player alone."


def test_only_one_of_a_team_doubles() -> None:  # CB-333, CB-363
    state = after(allied(), place(A, 0, 0, (1, 2), 0), place(B, 0, 0, 0, (0, 1)))
    assert_refused(state, place(C, 0, 0, (0, 1), 0), "CB-333", "E_DOUBLE_BOTH_TEAMMATES")
    assert [field.name for field in state_main(state).fields] == ["bids"]
    assert "Cleo plays with Ana" in state_main(state).help
    assert after(state, place(C, 0, 0, 1, 0)) != state
    assert_refused(state, SuitBidsPlaced(Seat(9), (), ()), "CB-070")


def test_teams_come_first_and_are_shown() -> None:  # CB-334
    state = begun(4, 4, kind=RoundType.SUIT_PRECISION_ALLIANCES)
    assert state_main(state).kind == "teams_formed"
    assert not team_facts(state)
    labels = [label for label, _ in team_facts(allied())]
    assert labels == ["Ana + Cleo", "Ben + Dov"]
    both = (RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES)
    other = after(opened(4, schedule=(4, 4), pool=both), TypeDrawn(RoundType.SUIT_PRECISION))
    assert not team_facts(other)


def test_the_teams_stand_at_the_top_with_what_they_bid_and_won() -> None:  # CB-360
    state = allied(3, 4, level=Level.TRICKS)
    assert team_facts(state) == [("Ana + Cleo", ""), ("Ben alone", "")]
    state = after(state, place(A, 0, 1, 2, 0), place(B, 0, 0, 0, (0, 1)))
    assert team_facts(state) == [("Ana + Cleo", ""), ("Ben alone", "")]
    state = after(state, place(C, 0, 0, 1, 0))
    assert team_facts(state) == [("Ana + Cleo", "0 of 1 blue, 0 of 3 red"), ("Ben alone", "0 of 0–1 green")]
    state = after(state, won(C)[0], TrickLaid(RED), won(B)[0], TrickLaid(YELLOW))
    expected = [("Ana + Cleo", "0 of 1 blue, 1 of 3 red"), ("Ben alone", "1 of 0 yellow, 0 of 0–1 green")]
    assert team_facts(state) == expected


def test_by_counts_the_teams_stand_with_what_they_bid() -> None:  # CB-360
    for level in (Level.COUNTS, Level.TRICKS):
        state = after(allied(3, 4, level=level), place(A, 0, 0, 0, 0), place(B, 0, 0, 0, 0), place(C, 0, 0, 0, 0))
        assert team_facts(state) == [("Ana + Cleo", "bid 0 in every suit"), ("Ben alone", "bid 0 in every suit")]
    state = after(allied(3, 4), place(A, 0, 1, 2, 0), place(B, 0, 0, 0, 1), place(C, 0, 0, (1, 2), 0))
    assert team_facts(state) == [("Ana + Cleo", "bid 1 blue, 3–4 red"), ("Ben alone", "bid 1 green")]


def test_a_team_meets_its_bids_on_suits_together() -> None:  # CB-360
    state = allied(4, 4, level=Level.TRICKS)
    state = after(state, place(A, 0, 1, 1, 0), place(B, 0, 0, 0, 2), place(C, 0, 0, 1, 0), place(D, 0, 0, 0, 0))
    for seat, suit in ((C, BLUE), (A, RED), (A, RED), (D, GREEN)):
        state = after(state, won(seat)[0], TrickLaid(suit))
    met = scored(state)
    measured = {(measure.key, measure.seat): (measure.value, measure.of) for measure in GAME.measures.of(met)}
    assert [measured["bid_met", seat] for seat in met.table.seats] == [(1, 1), (0, 1), (1, 1), (0, 1)]
    assert [measured["tricks", seat] for seat in met.table.seats] == [(2, 4), (0, 4), (1, 4), (1, 4)]
    assert [measured["bid", seat] for seat in met.table.seats] == [(2, 4), (2, 4), (1, 4), (0, 4)]
    assert [measured["miss", seat] for seat in met.table.seats] == [(0, 0), (1, 0), (0, 0), (1, 0)]
    assert [one.text for one in GAME.view(met).notes] == ["team met", "team 1 off", "team met", "team 1 off"]
