"""Totals with their working, pairs and aces; the rulebook's examples and more."""

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruits import counting
from scoring.games.recruits.bidding import CardShown
from scoring.games.recruits.options import AceTarget, BlindSuit, Reveal, Variant
from scoring.games.recruits.resolving import AceAimed, LeftOut, TotalCounted
from scoring.games.recruits.state import Breaking
from scoring.testing.tables import A, B, C
from tests.scoring.recruits.states import contest, counted, go, opened, resolver
from tests.scoring.recruits.table import GAME, after, assert_refused, main, notices, one_field, points

BOOK = ("9S 9D", "7C AC", "8H 4H")
PAIRS, ACES, BLIND = Variant.PAIRS, Variant.POWERED_ACE, Variant.BLIND_RECRUIT


@pytest.mark.parametrize(
    ("bids", "variants", "totals"),
    [
        (BOOK, (), (9, 8, 12)),  # RS-052, RS-053, rulebook
        (("10H 9H",), (), (19,)),  # RS-052: the most
        (("AH 9C",), (), (1,)),  # the least
        (BOOK, (PAIRS,), (18, 8, 12)),  # RS-086, rulebook
        (("10S 10H", "AS AH"), (PAIRS,), (20, 2)),  # RS-086
        (("9S 8D", "9C 9H"), (PAIRS,), (9, 18)),  # not with the card of another player
    ],
)
def test_totals(bids: tuple[str, ...], variants: tuple[Variant, ...], totals: tuple[int, ...]) -> None:
    assert counted(contest("KD", *bids), *variants) == totals


@pytest.mark.parametrize(
    ("bids", "variants", "aims", "totals"),
    [
        (BOOK, (ACES,), ((B, C),), (9, 7, 4)),  # RS-087, rulebook
        (BOOK, (PAIRS, ACES), ((B, A),), (9, 7, 12)),  # RS-092: pairs before aces; RS-089
        (("9S AS", "8C 2C"), (ACES,), ((A, B),), (9, 2)),  # RS-088
        (("9S 9D", "AC 2C"), (PAIRS, ACES), ((B, A),), (9, 2)),  # RS-089: one card of the pair
        (("AS AD", "8C 2C"), (PAIRS, ACES), ((A, B), (A, B)), (0, 0)),  # RS-089: two powers
        (("AS 2S", "AC 3C", "8H 5H"), (ACES,), ((A, C), (B, C)), (2, 3, 0)),  # RS-088: the two highest
    ],
)
def test_aces_cancel(
    bids: tuple[str, ...], variants: tuple[Variant, ...], aims: tuple[tuple[Seat, Seat], ...], totals: tuple[int, ...]
) -> None:
    assert counted(contest("KD", *bids, aims=aims), *variants) == totals


@pytest.mark.parametrize(
    ("bids", "variants", "options", "powers"),
    [  # RS-088, RS-R06
        (("9S AS", "8C 2C"), (ACES,), {}, (A,)),
        (("AS 9D", "8C 2C"), (ACES,), {}, (A,)),
        (("9S AD", "8C 2C"), (ACES,), {}, ()),
        (("9S AD", "8C 2C"), (ACES,), {"offsuit_ace": True}, (A,)),
        (("AS AD", "8C 2C"), (ACES,), {}, (A,)),
        (("AS AD", "8C 2C"), (ACES, PAIRS), {}, (A, A)),
        (("9S AS", "8C 2C"), (), {}, ()),
    ],
)
def test_which_aces_have_power(
    bids: tuple[str, ...], variants: tuple[Variant, ...], options: dict[str, bool], powers: tuple[Seat, ...]
) -> None:
    state = opened(3, *variants, **options)
    assert counting.acting_aces(state, contest("KD", *bids)) == powers


def test_the_owner_of_an_ace_names_an_opponent_with_a_counting_number() -> None:  # RS-087, RS-R05
    state = resolver(3, ACES, words="KD 9S 9D 7C AC 8H 4H")
    assert (state.phase.seat, state.phase.targets) == (B, (A, C))
    assert main(state).title == "Whose highest card does Ben's ace cancel?"
    assert "Ana 9; the 9 of diamonds does not count. Ben 7; an ace has power. Cleo 12 = 8 + 4." in notices(state)
    assert_refused(state, AceAimed(B, B), "RS-087", "BAD_ACE_TARGET")
    assert_refused(state, AceAimed(B, Seat(3)), "RS-087", "BAD_ACE_TARGET")
    assert_refused(state, AceAimed(A, C), "RS-013", "NOT_YOUR_TURN")
    done = after(state, AceAimed(B, C))
    assert points(done) == (4, 0, 0)
    assert "an ace cancels the 8" in notices(done)


def test_an_ace_without_any_target_cancels_nothing() -> None:  # RS-R06: aces are not cancelled
    state = resolver(2, ACES, words="KD AS 2D AC 3D")
    assert isinstance(state.phase, Breaking)  # RS-R20: totals of nothing tie
    assert state.phase.contest.aims == ((A, None), (B, None))


@pytest.mark.parametrize(
    ("target", "words", "reasons"),
    [
        (
            AceTarget.OWNER,
            "AS 5D 7C 2C 8H 2H AD 2S",
            ["Ana cannot cancel a card of their own.", "", "", "Dov has no card that can be cancelled."],
        ),
        (
            AceTarget.LEADER,
            "AS 5D 7C 2C 6H 3H 8D 2S",
            [
                "Ana cannot cancel a card of their own.",
                "",
                "",
                "Here an ace cancels the leading opponent's card.",
            ],
        ),
    ],
)
def test_a_target_that_is_closed_says_why(target: AceTarget, words: str, reasons: list[str]) -> None:
    state = resolver(4, ACES, BLIND, words=f"covered {words}", ace_target=target)
    field = one_field(state)
    assert [choice.why_not for choice in field.choices] == reasons


@pytest.mark.parametrize(
    ("suit", "total"),
    [(BlindSuit.FREE, 12), (BlindSuit.VOID, 0)],  # RS-R07
)
def test_a_claim_in_the_suit_of_a_covered_recruit(suit: BlindSuit, total: int) -> None:
    bids = contest("KD", "9S 2S", "10D 2D", blind=True)
    assert counted(bids, BLIND, blind_suit=suit) == (11, total)


def test_a_void_claim_is_told() -> None:  # RS-R07
    state = resolver(2, BLIND, words="covered KD 9S 2S 10D 2D", blind_suit=BlindSuit.VOID)
    assert points(state) == (4, 0)
    assert "Ana 11 = 9 + 2. " in notices(state)
    assert "Ben 0; diamonds is the recruit's own suit." in notices(state)
    assert "an ace has power" not in notices(
        resolver(2, BLIND, ACES, words="covered KD 9S 2S 10D AD", blind_suit=BlindSuit.VOID)
    )


def test_a_pair_is_told() -> None:
    assert "Ana 18 = 9 + 9; a pair." in notices(resolver(3, PAIRS, words="KD 9S 9D 7C AC 8H 4H"))


def test_who_took_a_recruit_is_told_until_the_next_one_is_named() -> None:  # RS-054
    state = resolver(3, PAIRS, words="KD 9S 9D 7C AC 8H 4H")
    assert "Ana takes the king of diamonds." in notices(state)
    assert notices(go(state, "QD")) == ""


def test_totals_may_be_counted_by_the_table() -> None:  # RS-052
    state = resolver(3, words="KD", reveal=Reveal.TOTALS)
    assert main(state).title == "What is Ana's bid worth?"
    done = go(state, "9 8 12")
    assert points(done) == (0, 0, 4)
    assert "Ana 9. Ben 8. Cleo 12." in notices(done)
    assert_refused(go(state, "9"), CardShown(B, "9S"), "RS-013", "NOT_COMPLETE")


@pytest.mark.parametrize(
    ("variants", "event", "rule", "code"),
    [
        ((), TotalCounted(A, 0), "RS-052", "TOTAL_IMPOSSIBLE"),
        ((), TotalCounted(A, 20), "RS-052", "TOTAL_IMPOSSIBLE"),
        ((PAIRS,), TotalCounted(A, 21), "RS-052", "TOTAL_IMPOSSIBLE"),
        ((ACES,), TotalCounted(A, 1), "RS-052", "TOTAL_IMPOSSIBLE"),
        ((), TotalCounted(Seat(3), 9), "RS-061", "WRONG_CLAIMANTS"),
        ((), TotalCounted(B, 9), "RS-013", "NOT_COMPLETE"),
    ],
)
def test_totals_that_no_bid_has(variants: tuple[Variant, ...], event: TotalCounted, rule: str, code: str) -> None:
    assert_refused(resolver(3, *variants, words="KD", reveal=Reveal.TOTALS), event, rule, code)


@pytest.mark.parametrize(
    ("recruit", "variants", "options", "range_"),
    [
        ("KD", (), {}, (1, 19)),
        ("KD", (PAIRS,), {}, (1, 20)),
        ("KD", (ACES,), {}, (0, 19)),
        ("KD", (BLIND,), {"blind_suit": BlindSuit.VOID}, (1, 19)),
        ("covered KD", (BLIND,), {"blind_suit": BlindSuit.VOID}, (0, 19)),
    ],
)
def test_the_totals_a_bid_can_have(
    recruit: str, variants: tuple[Variant, ...], options: dict[str, BlindSuit], range_: tuple[int, int]
) -> None:
    state = resolver(3, *variants, words=recruit, reveal=Reveal.TOTALS, **options)
    field = one_field(state)
    assert (field.low, field.high) == range_


@pytest.mark.parametrize(
    ("words", "event", "rule", "code"),
    [  # RS-061
        ("KD", CardShown(B, "9S"), "RS-013", "NOT_COMPLETE"),
        ("KD", CardShown(Seat(3), "9S"), "RS-061", "WRONG_CLAIMANTS"),
        ("KD", CardShown(A, "9D"), "RS-019", "RECRUIT_SUIT"),
        ("KD 9S 2S", CardShown(B, "7S"), "RS-020", "SUIT_CLAIMED"),
        ("KD 9S", CardShown(A, "9S"), "RS-025", "DUPLICATE_CARD"),
        ("KD", CardShown(A, "KS"), "RS-001", "NOT_A_BID_CARD"),
        ("KD 9S", TotalCounted(A, 9), "RS-061", "NOT_COMPLETE"),
    ],
)
def test_bids_that_cannot_lie_there(words: str, event: CardShown | TotalCounted, rule: str, code: str) -> None:
    assert_refused(resolver(words=words), event, rule, code)


def test_with_four_players_one_is_left_out() -> None:  # RS-R01
    state = resolver(4, words="KD")
    assert main(state).title == "Who did not bid on the king of diamonds?"
    assert_refused(state, LeftOut(Seat(4)), "RS-R01", "WRONG_CLAIMANTS")
    assert_refused(after(state, LeftOut(B)), CardShown(B, "9S"), "RS-061", "WRONG_CLAIMANTS")
    assert points(go(state, "1 9S 2S 7C 2H 8H 10D")) == (4, 0, 0, 0)


def test_every_bidder_and_the_winner_are_measured() -> None:
    done = resolver(words="KD 9S 9D 7C AC 8H 4H")
    assert [(m.seat, m.key, m.value, m.of) for m in GAME.measures.of(done)] == [
        (C, "kings", 1, 0),
        (A, "bids_won", 0, 1),
        (B, "bids_won", 0, 1),
        (C, "bids_won", 1, 1),
    ]


def test_the_working_of_every_bid_says_that_an_ace_has_power() -> None:
    cards = contest("KD", "AS 9S", "AC 8C")
    state = opened(3, ACES)
    assert [counting.working(state, cards, bid) for bid in cards.bids] == ["9; an ace has power", "8; an ace has power"]
