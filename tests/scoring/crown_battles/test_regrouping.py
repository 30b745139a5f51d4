"""Players who leave Crown Battles or come late (CB-R64)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.game import Adjusted, CameBack, CameLate, Left, Stopped
from scoring.contract.prompts import find_prompt
from scoring.contract.scores import Seat, totals
from scoring.engine import agreements, regrouping
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import FinalTieEligible, RoundType, ShieldDuration
from scoring.games.crown_battles.shield import ShieldBought
from scoring.testing.tables import A, B, C, D, E, row
from scoring.testing.walks import NAMES
from tests.scoring.crown_battles.states import bids, by_tricks, opened, play_round, scored, witch, won
from tests.scoring.crown_battles.table import GAME, after, refusal

LEAVES = Left(C, ranked=False)


def played(players: int = 4, rounds: int = 1, **options: Any) -> Any:
    """A game after some rounds of two cards in which everybody bid 0 and Ana took all tricks."""
    state = opened(players, **({"schedule": (2, 2, 2, 2)} | options))
    for _ in range(rounds):
        state = play_round(state, (0,) * players, (2, *(0,) * (players - 1)))
    return state


def test_the_others_play_on_and_the_points_stay() -> None:
    before = played()
    state = after(before, LEAVES)
    assert state.table.names == NAMES[:4]
    assert regrouping.list_playing(state) == (A, B, D)
    assert totals(state.ledger, state.table.seats) == totals(before.ledger, before.table.seats)
    state = after(state, BidPlaced(B, (0,)), BidPlaced(D, (0,)), BidPlaced(A, (0,)))
    state = after(state, TricksTaken(((A, 2), (B, 0), (D, 0))))
    assert state.round == 3
    assert {line.seat for line in state.ledger if line.round == 2} == {A, B, D}
    (last,) = (place for place in GAME.standings(state) if place.side == (C,))
    assert (last.rank, last.points, last.because) == (4, 20, "left early")


def test_the_notes_of_the_sheet_stay_with_their_players() -> None:
    """Also the note of a round before they left, and none of a round that was begun again."""
    state = after(played(), BidPlaced(B, (1,)), LEAVES)
    assert [(one.round, one.seat, one.text) for one in GAME.view(state).notes] == [
        (1, A, "2/0"),
        (1, B, "0/0"),
        (1, C, "0/0"),
        (1, D, "0/0"),
    ]
    state = after(state, BidPlaced(B, (0,)), BidPlaced(D, (1,)), BidPlaced(A, (2,)))
    state = after(state, TricksTaken(((A, 1), (B, 0), (D, 1))))
    assert [(one.seat, one.text) for one in GAME.view(state).notes if one.round == 2] == [
        (A, "1/2"),
        (B, "0/0"),
        (D, "1/1"),
    ]


def test_a_round_that_was_begun_is_dealt_anew() -> None:
    """Bids, shields and the type that was drawn go back; points by agreement stay."""
    options = {"pool": (RoundType.NORMAL, RoundType.WAGERING), "specials": (Special.THIEF,), "schedule": (4, 4)}
    drawn = after(played(rounds=0, **options), TypeDrawn(RoundType.NORMAL))
    begun = after(drawn, *bids(drawn, 0, 0), ShieldBought(B), Adjusted(C, 5, "the song"))
    again = after(begun, LEAVES)
    assert (again.own.drawn, again.own.shields, again.round) == ((), (), 1)
    assert agreements.prompts(GAME, again)[0].kind == TypeDrawn.kind
    assert totals(again.ledger, again.table.seats) == {A: 0, B: 0, C: 5, D: 0}


def test_a_shield_of_an_earlier_round_lasts_when_players_leave_and_come_back() -> None:  # CB-137, CB-R19
    """Ben's is broken in a round that is dealt anew, Cleo takes hers along."""
    options = {"schedule": (4, 4, 4), "specials": (Special.WITCH,), "shield_duration": ShieldDuration.ONE_THEFT}
    state = after(opened(4, **options), ShieldBought(B), ShieldBought(C))
    state = play_round(state, (0, 0, 0, 0), (4, 0, 0, 0))
    state = after(state, *bids(state, 0, 0, 0, 0), witch(A, {B: 20}), LEAVES)
    assert state.own.shields == (B,)
    assert after(state, CameBack(C)).own.shields == (B, C)


@pytest.mark.parametrize(
    ("event", "wearer"), [(CameLate(D, NAMES[D], C, 50), B), (Left(A, False), A), (Left(B, False), None)]
)
def test_the_crown_waits_for_the_end_of_a_round(event: CameLate | Left, wearer: Seat | None) -> None:  # CB-152, CB-153
    """Ben leads alone; a newcomer with more points takes the crown only after a round."""
    state = after(play_round(opened(3, schedule=(2, 2)), (0, 1, 0), (0, 1, 1)), event)
    assert state.own.crown == wearer


def test_who_left_comes_back_and_is_no_newcomer_of_the_same_name() -> None:
    left = after(played(), LEAVES)
    who = NAMES[C]
    assert refusal(left, CameLate(E, who, B, 0)).message == f"{who} was here before: take “Somebody comes back”."
    assert refusal(left, CameLate(E, NAMES[B], B, 0)).message == f"{NAMES[B]} is already here; add an initial."


def test_a_type_that_fewer_cannot_play_comes_back_with_another_player() -> None:  # CB-173, CB-308
    chosen = (RoundType.NORMAL, RoundType.DUEL_FIGHTS)
    state = opened(3, pool=chosen, schedule=(4, 4))
    assert state.options.pool == (RoundType.NORMAL,)
    state = after(state, CameLate(D, "Dov", C, 0))
    assert state.own.options.pool == chosen
    assert after(state, Left(A, ranked=False)).own.options.pool == (RoundType.NORMAL,)


@pytest.mark.parametrize(
    ("players", "drawn", "event", "still_out"),
    [
        (4, "normal duel_fights", LEAVES, ["normal"]),
        (4, "duel_fights normal wagering", LEAVES, []),
        (3, "normal wagering", CameLate(D, NAMES[D], C, 0), []),
        (3, "normal", CameLate(D, NAMES[D], C, 0), ["normal"]),
    ],
)
def test_the_cards_drawn_since_the_last_reshuffle_stay_out_with_other_players(
    players: int, drawn: str, event: Left | CameLate, still_out: list[str]
) -> None:  # CB-171, CB-R54
    state = opened(players, schedule=(2,) * 6, pool=(RoundType.NORMAL, RoundType.DUEL_FIGHTS, RoundType.WAGERING))
    state = after(replace(state, drawn=tuple(map(RoundType, drawn.split()))), event)
    (pick,) = agreements.prompts(GAME, state)[0].fields
    assert [choice.value for choice in pick.choices if choice.why_not] == still_out


def test_a_deal_is_as_large_as_planned_where_the_deck_has_as_many_cards() -> None:
    state = after(opened(4, schedule=(15, 15)), CameLate(E, "Emil", A, 0))
    assert state.own.deal.cards == 12
    assert [notice.text for notice in GAME.view(state).notices] == [
        "The list says 15 cards; for 5 players the deck has 12 each."
    ]
    state = after(state, LEAVES)
    assert state.own.deal.cards == 15
    assert not GAME.view(state).notices


def test_nobody_leaves_where_two_play_or_in_a_tie_break() -> None:
    violation = refusal(played(2), Left(A, ranked=False))
    expected = "Crown Battles is for 2 to 8 players. Stop the game instead."
    assert (violation.rule, violation.message) == (regrouping.LEAVING, expected)
    tied = opened(3, schedule=(2,))
    tied = play_round(tied, (0, 0, 0), (2, 0, 0))
    assert tied.is_tie_break
    assert refusal(tied, Left(A, ranked=False)).message.startswith("A tie-break is played by those who played")


def test_a_round_with_all_its_tricks_is_scored_before_anybody_leaves() -> None:
    state = after(by_tricks(2, 0, 0, cards=2), *won(A, A))
    assert refusal(state, LEAVES).message.startswith("Score this round first.")
    assert totals(after(scored(state), LEAVES).ledger, state.table.seats) == {A: 40, B: 20, C: 20}


def test_where_two_play_the_offer_to_stop_says_why_nobody_can_leave() -> None:
    for players, why in (
        (2, "Nobody can leave while the others play on. Crown Battles is for 2 to 8 players."),
        (3, ""),
    ):
        stop = find_prompt(agreements.prompts(GAME, played(players)), Stopped.kind)
        assert stop.help.partition("Nobody")[1:] == why.partition("Nobody")[1:]


def test_who_left_shares_the_rank_of_whoever_has_as_many_points() -> None:
    state = after(played(3), Left(C, ranked=True))
    assert {place.side: place.rank for place in GAME.standings(state)} == {(B,): 1, (C,): 1, (A,): 3}


def test_who_left_ranks_behind_whoever_has_more_points_also_in_a_tie_break_of_the_tied_alone() -> None:
    """Cleo has 40 points but cannot win any more; Ben won the tie-break with 10, Ana lost it with -30."""
    for dov, ranks in ((5, (2, 1, 3, 4)), (20, (3, 2, 4, 1))):
        state = after(played(schedule=(2, 2), final_tie_eligible=FinalTieEligible.TIED_ONLY), Adjusted(A, 40, "x"))
        state = after(state, Adjusted(D, dov, "x"), Adjusted(C, -20, "x"), Left(D, ranked=True))
        state = after(state, *(BidPlaced(seat, (0,)) for seat in (B, C, A)), TricksTaken(row(0, 0, 2)))
        state = after(state, *(Adjusted(seat, points, "x") for seat, points in row(-60, -60, 40)))
        state = after(state, *(BidPlaced(seat, (bid,)) for seat, bid in ((C, 0), (A, 2), (B, 1))))
        places = GAME.standings(after(state, TricksTaken(row(1, 1, 0))))
        assert tuple(place.rank for place in sorted(places, key=lambda place: place.side)) == ranks


@pytest.mark.parametrize(("points", "is_over"), [(100, True), (-10, False)])
def test_nobody_plays_a_tie_break_behind_who_left_with_more(points: int, is_over: bool) -> None:  # CB-155
    state = after(played(3, schedule=(2, 2)), Adjusted(C, points, "x"), Left(C, ranked=True), Adjusted(A, 40, "x"))
    state = after(state, BidPlaced(B, (0,)), BidPlaced(A, (0,)), TricksTaken(((A, 1), (B, 1))))
    assert (GAME.outcome(state) is not None) == is_over
    assert not is_over or GAME.outcome(state).because == "Cleo left early and has the best total, 120."


def test_the_winner_is_one_of_those_who_play_unless_the_table_ranks_by_points() -> None:
    """Cleo leaves with the best total."""
    start = after(played(3, schedule=(2, 2)), Adjusted(C, 100, "the song"))
    for ranked, winner, because in (
        (False, B, "Ben leads alone after the last round, 40 to -40. Cleo left early with 120."),
        (True, C, "Cleo left early and has the best total, 120."),
    ):
        state = after(start, Left(C, ranked))
        state = after(state, BidPlaced(B, (0,)), BidPlaced(A, (0,)), TricksTaken(((A, 2), (B, 0))))
        outcome = GAME.outcome(state)
        assert (outcome.winners, outcome.because) == ((winner,), because)
