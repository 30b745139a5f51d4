"""Points as cards come and go, whole piles at the end, bonus cards, winners and ties."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.prompts import Count, Pick, Role
from scoring.contract.scores import Seat
from scoring.games.faction_wars.bonuses import BonusesDisplayed, BonusesScored
from scoring.games.faction_wars.cards import Kind, NamedBonusCard
from scoring.games.faction_wars.counting import CardsCounted, RecruitsCounted
from scoring.games.faction_wars.options import Level, NamedBonus, TieWin
from scoring.games.faction_wars.passes import WarDrawn
from scoring.games.faction_wars.phases import BreakingTie, CountingBonuses, Over
from scoring.games.faction_wars.state import Bonus, State
from scoring.testing.tables import A, B, C
from tests.scoring.faction_wars.cards import PIRATE, typed
from tests.scoring.faction_wars.states import bid, bonuses, counted, opened, own, stocked, take
from tests.scoring.faction_wars.table import GAME, after, assert_refused, kinds, main, points, prompt_for

FINAL = Level.FINAL


def final(*counts: tuple[int, int, int], **options: Any) -> State:
    """A table whose cards were all counted at the end."""
    return counted(opened(len(counts), FINAL, **options), *counts)


@pytest.mark.parametrize(
    ("pile", "worth"),
    [
        ((9, 0, 0), 9),  # FW-061: 3 + 2 + 4; FW-047: conscripts add nothing
        ((0, 1, 0), 1),  # FW-063
        ((0, 2, 0), 4),
        ((0, 3, 0), 9),
        ((0, 4, 0), 16),  # FW-R17
        ((0, 0, 4), -4),  # FW-062
        ((0, 0, -4), -4),
        ((0, 0, 0), 0),
    ],
)
def test_what_a_pile_is_worth(pile: tuple[int, int, int], worth: int) -> None:
    assert points(final(pile, (0, 0, 0))) == (worth, 0)


@pytest.mark.parametrize(("others", "worth"), [(4, 5), (1, 2), (0, 1), (10, 11)])
def test_a_named_card_counts_itself_and_the_others(others: int, worth: int) -> None:  # FW-064, FW-R07
    state = after(final((0, 0, 0), (0, 0, 0)), bonuses(opened(2), owners={NamedBonusCard.ODINS_FAVOR: (B, others)}))
    assert points(state) == (0, worth)


@pytest.mark.parametrize(
    ("event", "rule", "code"),
    [
        (CardsCounted(B, 0, 0, 0), "FW-060", ""),
        (CardsCounted(A, 0, 12, 0), "FW-068", "TOO_MANY_OF_KIND"),
        (CardsCounted(A, -1, 0, 0), "FW-060", "NEGATIVE"),
        (CardsCounted(A, 0, -1, 0), "FW-060", "NEGATIVE"),
        (CardsCounted(A, 200, 0, 0), "FW-060", ""),
        (CardsCounted(A, 0, 0, -200), "FW-060", ""),
    ],
)
def test_a_pile_is_counted_from_nothing_up(event: CardsCounted, rule: str, code: str) -> None:
    assert_refused(opened(2, FINAL), event, rule, code)


def test_berserkers_of_all_players_are_in_the_box() -> None:  # FW-068
    state = after(opened(2, FINAL), CardsCounted(A, 0, 7, 0))
    assert_refused(state, CardsCounted(B, 0, 5, 0), "FW-068", "TOO_MANY_OF_KIND", says="at most 4")
    *_, berserkers = main(state).fields
    assert [n for n, _ in berserkers.barred] == [5, 6, 7, 8, 9, 10, 11]


def test_piles_are_counted_at_the_end_only() -> None:
    assert_refused(opened(2), CardsCounted(A, 0, 0, 0), "FW-060", says="after the last round")
    assert_refused(opened(2), bonuses(opened(2)), "FW-065", says="after the last round")
    for tie_win in TieWin:
        assert_refused(opened(2, tie_win=tie_win), RecruitsCounted(((A, 1), (B, 1))), "FW-R09", says="at the end")


def test_bonuses_fit_the_table_and_the_box() -> None:
    state = final((1, 0, 0), (2, 0, 0))
    plain = bonuses(state)
    fair = ((NamedBonusCard.FAIR_WINDS, ((A, 3),)),)
    for event, rule, code in (
        (BonusesScored(own(gatling_gun=A, fair_winds=B), (), plain.points), "FW-064", ""),
        (BonusesScored(plain.owners[:1], (), plain.points), "FW-064", ""),
        (BonusesScored((), (), plain.points), "FW-064", ""),
        (BonusesScored(own(fair_winds=C), fair, plain.points), "FW-064", ""),
        (BonusesScored(plain.owners, fair, plain.points), "FW-064", ""),
        (bonuses(state, owners={NamedBonusCard.FAIR_WINDS: (A, 11)}), "FW-068", "TOO_MANY_OF_KIND"),
        (bonuses(state, owners={NamedBonusCard.FAIR_WINDS: (A, -1)}), "FW-064", "NEGATIVE"),
        (BonusesScored(plain.owners, (), plain.points[:1]), "FW-065", ""),
        (bonuses(state, -1), "FW-065", "NEGATIVE"),
        (bonuses(state, 200), "FW-065", ""),
    ):
        assert_refused(state, event, rule, code)


def barred_vikings(state: State, owner: Seat) -> dict[int, str]:
    """The numbers of Vikings struck out for the owner of Odin's Favor, with the reasons."""
    _, counts, _ = GAME.form(state, main(state), {"owners": [["odins_favor", owner]]}).fields
    (cell,) = counts.cells
    assert cell.note == "besides Odin's Favor, Berserkers included"
    (inner,) = cell.field.cells
    return dict(inner.field.barred)


def test_the_berserkers_counted_before_strike_out_vikings_nobody_can_have() -> None:  # FW-066, FW-068
    state = final((0, 3, 0), (0, 2, 0))
    barred = barred_vikings(state, A)
    assert barred == {
        **dict.fromkeys(range(3), "Ana has 3 Berserkers, and every Berserker is a Viking."),
        **dict.fromkeys((9, 10), "The box has 11 Vikings, and the others have 2 Berserkers."),
    }
    for cards, reason in barred.items():
        refused = bonuses(state, owners={NamedBonusCard.ODINS_FAVOR: (A, cards)})
        assert_refused(state, refused, "FW-066", says=reason)
    assert points(after(state, bonuses(state, owners={NamedBonusCard.ODINS_FAVOR: (A, 8)}))) == (9 + 9, 4)
    assert barred_vikings(final((0, 0, 0), (0, 1, 0)), B) == {
        0: "Ben has one Berserker, and every Berserker is a Viking."
    }


def test_nobody_can_own_a_card_that_the_box_has_no_room_for() -> None:  # FW-066, FW-068
    owners, *_ = main(final((0, 9, 0), (0, 2, 0))).fields
    closed = {cell.key: [choice.why_not for choice in cell.field.choices] for cell in owners.cells}
    reason = "All 11 Vikings of the box were counted as Berserkers, and Odin's Favor is one more."
    assert closed.pop("odins_favor") == [reason, reason, ""]
    assert set(map(tuple, closed.values())) == {("", "", "")}


def test_berserkers_count_for_everybody_where_the_card_is_displayed() -> None:  # FW-066, FW-R07
    state = final((1, 2, 0), (2, 0, 0), named_bonus=NamedBonus.DISPLAYED)
    state = after(state, displayed("Feast", "Raid", "Odin's Favor"))
    none = tuple((seat, 0) for seat in state.table.seats)
    few = BonusesScored((), ((NamedBonusCard.ODINS_FAVOR, ((A, 1), (B, 3))),), none)
    assert_refused(state, few, "FW-066", says="Ana has 2 Berserkers")
    many = BonusesScored((), ((NamedBonusCard.ODINS_FAVOR, ((A, 2), (B, 10))),), none)
    assert_refused(state, many, "FW-068", "TOO_MANY_OF_KIND")


# Displayed for everybody --------------------------------------------------------------------------------------------


def displayed(*names: str) -> BonusesDisplayed:
    """These cards above the line-up."""
    return BonusesDisplayed(tuple(Bonus(name, "") for name in names))


def test_displayed_bonus_cards_pay_everybody() -> None:  # FW-R07
    state = final((1, 0, 0), (2, 0, 0), named_bonus=NamedBonus.DISPLAYED)
    assert (main(state).kind, kinds(state, Role.ASIDE)) == ("bonuses_displayed", [])
    none = tuple((seat, 0) for seat in state.table.seats)
    assert_refused(state, BonusesScored((), (), none), "FW-065")
    state = after(state, displayed("Feast", "fair winds", "Odin's Favor"))
    assert [field.name for field in main(state).fields] == ["counts", "points"]
    pirates = (NamedBonusCard.FAIR_WINDS, ((A, 7), (B, 5)))
    vikings = (NamedBonusCard.ODINS_FAVOR, ((A, 0), (B, 1)))
    refused = BonusesScored((), (pirates, vikings), none)
    owned = BonusesScored(own(fair_winds=A), (pirates, vikings), none)
    assert_refused(state, owned, "FW-064", says="have no owner")
    assert_refused(state, refused, "FW-068", "TOO_MANY_OF_KIND", says="11 Pirates; 12")
    state = after(state, BonusesScored((), ((NamedBonusCard.FAIR_WINDS, ((A, 6), (B, 5))), vikings), none))
    assert points(state) == (7, 8)
    assert [line.working for line in state.ledger if line.rule.id == "FW-064"] == [
        "6 x 1 for Pirates = 6",
        "5 x 1 for Pirates = 5",
        "1 for a Viking = 1",
    ]


# Rounds: points as they come ----------------------------------------------------------------------------------------


def last_round() -> State:
    """The last round of two, bids turned over."""
    return bid(after(stocked(2, recruit_deck=9, passes=2), WarDrawn(1)), 1, 2)


@pytest.mark.parametrize(
    "name",
    ["Odin's Favor", "Odin\u2019s Favor", " ODIN\u2018S  favor", "Odin\u00b4s Favor", "Odins favor", "Odin's Favour"],
)
def test_a_named_card_pays_however_its_apostrophe_was_typed(name: str) -> None:  # FW-064, FW-R07
    state = take(bid(opened(2), 1, 2), A, typed(name, Kind.VIKING, 1, 0))
    assert GAME.view(state).board
    collected = CountingBonuses()
    state = replace(state, phase=collected)
    owners, *_ = main(state).fields
    assert [cell.field.likely for cell in owners.cells if isinstance(cell.field, Pick)] == [None, None, None, A]
    shown = after(final((1, 0, 0), (2, 0, 0), named_bonus=NamedBonus.DISPLAYED), displayed("Feast", "Raid", name))
    counts, _ = main(shown).fields
    assert [cell.key for cell in counts.cells] == ["odins_favor"]


def test_displayed_cards_pay_however_their_blanks_and_hyphens_were_typed() -> None:  # FW-064, FW-R07
    names = displayed("Kuji Kiri", "Gatling-Gun", "Fairwinds")
    counts, _ = main(after(final((1, 0, 0), (2, 0, 0), named_bonus=NamedBonus.DISPLAYED), names)).fields
    assert [cell.key for cell in counts.cells] == ["gatling_gun", "kuji_kiri", "fair_winds"]


def test_a_bonus_card_displayed_twice_is_refused_however_it_was_typed() -> None:  # FW-009
    for again in ("Odin\u2019s favor", "Odins Favor"):
        assert_refused(opened(2), displayed("Odin's Favor", "Feast", again), "FW-009", says="each bonus card once")


def test_a_named_card_among_the_collected_is_known() -> None:  # FW-064, FW-068
    state = take(take(last_round(), A, typed("Fair Winds", Kind.PIRATE, 1, 0)), B, PIRATE)
    owners, counts, _ = main(state).fields
    assert [cell.field.likely for cell in owners.cells if isinstance(cell.field, Pick)] == [None, None, A, None]
    (cell,) = counts.cells
    assert [inner.field.likely for inner in cell.field.cells if isinstance(inner.field, Count)] == [0]


# Who wins -----------------------------------------------------------------------------------------------------------


def test_equal_totals_share_the_win() -> None:  # FW-067, FW-R09
    state = after(final((20, 0, 0), (20, 0, 0), (17, 0, 0)), bonuses(opened(3)))
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.rule.id) == ((A, B), "FW-R09")
    assert outcome.because == "Ana and Ben have 20 points each and share the win."


def tied(recruits: tuple[int, ...]) -> State:
    """Ana and Ben level, and their recruits counted."""
    state = after(final((20, 0, 0), (20, 0, 0), (17, 0, 0), tie_win=TieWin.MOST_RECRUITS), bonuses(opened(3)))
    assert state.phase == BreakingTie((A, B))
    assert GAME.outcome(state) is None
    assert kinds(state, Role.ASIDE) == []
    return after(state, RecruitsCounted(tuple(zip((A, B), recruits, strict=True))))


def test_most_recruits_may_decide() -> None:  # FW-R09
    state = tied((5, 7))
    assert state.phase == Over()
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.because) == ((B,), "Ben wins the tie at 20 points with the most recruits.")
    assert [(place.rank, place.side, place.because) for place in GAME.standings(state)] == [
        (1, (B,), "7 recruits"),
        (2, (A,), "5 recruits"),
        (3, (C,), ""),
    ]


def test_equal_recruits_still_share() -> None:  # FW-R09
    outcome = GAME.outcome(tied((6, 6)))
    assert outcome.winners == (A, B)


def test_recruits_may_be_counted_ahead() -> None:  # FW-R09
    state = final((20, 0, 0), (20, 0, 0), tie_win=TieWin.MOST_RECRUITS)
    ahead = after(state, RecruitsCounted(((A, 4), (B, 3))))
    assert "recruits_counted" not in kinds(ahead, Role.ASIDE)
    decided = after(ahead, bonuses(ahead))
    assert decided.phase == Over()
    assert [place.side for place in GAME.standings(decided)] == [(A,), (B,)]
    clear = after(ahead, bonuses(ahead, 1))
    assert [place.because for place in GAME.standings(clear)] == ["", ""]
    (field,) = GAME.form(state, prompt_for(state, "recruits_counted"), {"recruits": [[A, 40]]}).fields
    assert [cell.field.high for cell in field.cells if isinstance(cell.field, Count)] == [44, 4]


@pytest.mark.parametrize(
    ("recruits", "rule", "code"),
    [
        (((A, 4),), "FW-R09", ""),
        (((A, 40), (B, 5)), "FW-068", "TOO_MANY_OF_KIND"),
        (((A, -1), (B, 5)), "FW-R09", "NEGATIVE"),
    ],
)
def test_recruits_are_counted_for_those_who_are_tied(recruits: Any, rule: str, code: str) -> None:  # FW-R09
    state = final((20, 0, 0), (20, 0, 0), tie_win=TieWin.MOST_RECRUITS)
    assert_refused(state, RecruitsCounted(recruits), rule, code)


def test_when_it_is_over_nothing_is_asked() -> None:  # FW-053
    state = after(final((1, 0, 0), (2, 0, 0)), bonuses(opened(2)))
    assert GAME.prompts(state) == ()
    assert_refused(state, bonuses(state), "FW-053", "GAME_OVER", says="everything is scored")
