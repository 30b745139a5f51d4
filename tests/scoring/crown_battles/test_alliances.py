"""Alliances: teams of two, the player without an ally, team bids and Secret Notes."""

from typing import Any

import pytest

from scoring.contract.prompts import Role
from scoring.contract.scores import ScoreLine, Seat
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Bid, Groups
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.powers.bishop import BishopPlayed
from scoring.games.crown_battles.rounds.alliances import worth
from scoring.games.crown_battles.rounds.bid_scores import team_hand
from scoring.games.crown_battles.rounds.teams import NoteShown, TeamsFormed
from scoring.games.crown_battles.state import State
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, laid, of_type, opened, taken, witch, with_trump, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, lines, prompt_for, team_facts

ROWS = [  # example of, bids of the team, their tricks, points of each, cited rule, working
    ("CB-336", ((1,), (3,)), (2, 2), 50, "CB-337", "4 x 10 tricks + 10 bonus = 50"),  # the rulebook's
    ("CB-336", ((1,), (3,)), (4, 0), 50, "CB-337", "4 x 10 tricks + 10 bonus = 50"),  # the rulebook's
    ("CB-R47", ((1,), (3,)), (2, 0), -20, "CB-338", "2 x -10 for a trick too few (bid 4, took 2) = -20"),
    ("CB-337", ((2,), (3,)), (2, 3), 60, "CB-337", "5 x 10 tricks + 10 bonus = 60"),  # the rulebook's
    ("CB-337", ((0,), (0,)), (0, 0), 10, "CB-337", "10 bonus = 10"),
    ("CB-337", ((0,), (1,)), (1, 0), 20, "CB-337", "10 for the trick + 10 bonus = 20"),
    # the rulebook's
    ("CB-338", ((2,), (3,)), (3, 4), -20, "CB-338", "2 x -10 for a trick too many (bid 5, took 7) = -20"),
    ("CB-339", ((2,),), (2,), 50, "CB-339", "2 x 20 tricks + 10 bonus = 50"),  # the rulebook's
    ("CB-339", ((0,),), (0,), 10, "CB-339", "10 bonus = 10"),
    ("CB-340", ((3,),), (1,), -20, "CB-340", "2 x -10 for a trick too few (bid 3, took 1) = -20"),
    ("CB-341", ((0, 1), (1,)), (1, 1), 15, "CB-341", "2 x 5 tricks + 5 bonus = 15"),
    ("CB-341", ((1, 2), (2,)), (3, 0), 20, "CB-341", "3 x 5 tricks + 5 bonus = 20"),  # the rulebook's
    ("CB-341", ((2,), (1, 2)), (2, 2), 25, "CB-341", "4 x 5 tricks + 5 bonus = 25"),
    ("CB-342", ((1, 2), (2,)), (3, 3), -20, "CB-342", "2 x -10 for a trick too many (bid 3–4, took 6) = -20"),
    ("CB-342", ((1, 2), (2,)), (2, 0), -10, "CB-342", "-10 for a trick too few (bid 3–4, took 2) = -10"),
    ("CB-343", ((1, 2),), (2,), 25, "CB-343", "2 x 10 tricks + 5 bonus = 25"),
    ("CB-343", ((1, 2),), (4,), -20, "CB-343", "2 x -10 for a trick too many (bid 1–2, took 4) = -20"),
]


@pytest.mark.parametrize(("example", "bids", "won", "points", "rule", "working"), ROWS)
def test_a_team_bid_is_worth_to_each(
    example: str, bids: tuple[Bid, ...], won: tuple[int, ...], points: int, rule: str, working: str
) -> None:
    team = tuple(map(Seat, range(len(bids))))
    line = ScoreLine(1, Seat(0), *worth(team, bids, won))
    assert (line.points, line.rule.id, line.working) == (points, rule, working)


@pytest.mark.parametrize(
    ("bids", "sum"),
    [(((1,), (3,)), (4,)), (((0, 1), (1,)), (1, 2)), (((1, 2), (2,)), (3, 4)), (((1, 2), (3,)), (4, 5))],
)
def test_both_bids_of_a_team_are_added(bids: tuple[Bid, ...], sum: Bid) -> None:  # CB-333, CB-336, CB-341
    assert team_hand((A, B), bids, (0, 0))[0] == sum


# The round ---------------------------------------------------------------------------------------------------------

TEAMS = ((A, C), (B, D))


def allied(players: int = 4, teams: Groups = TEAMS, **options: Any) -> State:
    """A round of Alliances that waits for its first bid."""
    return after(of_type(RoundType.ALLIANCES, players, **options), TeamsFormed(teams))


def played(*numbers: Bid | int, level: Level = Level.COUNTS, teams: Groups = TEAMS, **options: Any) -> State:
    """A round of Alliances with all bids placed; as many players as bids."""
    state = after(with_trump(of_type(RoundType.ALLIANCES, len(numbers), level=level, **options)), TeamsFormed(teams))
    return after(state, *bids(state, *numbers))


def test_a_round_pays_every_member_of_a_team() -> None:  # CB-332: Ana 2 and Cleo 3 without talking: team bid 5
    state = after(played(2, 1, 3, 0, cards=6), taken(4, 0, 1, 1))
    assert [(line.seat, line.points, line.rule.id) for line in lines(state)] == [
        (A, 60, "CB-337"),
        (C, 60, "CB-337"),
        (B, 20, "CB-337"),
        (D, 20, "CB-337"),
    ]
    assert state.totals == (60, 20, 60, 20)


def test_who_plays_alone_is_paid_alone() -> None:  # CB-339
    state = after(played(2, 1, 1, teams=((A,), (B, C))), taken(2, 2, 0))
    assert state.totals == (50, 30, 30)


def test_a_double_may_come_second_and_a_single_leaves_it_open() -> None:  # CB-333
    state = allied()
    state = after(state, *bids(state, 1, (0, 1)), BidPlaced(C, (1, 2)))
    assert_refused(state, BidPlaced(D, (0, 1)), "CB-333", "E_DOUBLE_BOTH_TEAMMATES", "Ben has already bid a double")


def test_who_plays_alone_may_double() -> None:  # CB-343
    state = played((1, 2), (0, 1), 1, teams=((A,), (B, C)))
    assert after(state, taken(2, 1, 1)).totals == (25, 15, 15)


def test_the_teams_stand_at_the_top_with_what_they_bid() -> None:
    teams = ((A, C), (B,))
    state = allied(3, teams)
    assert team_facts(state) == [("Ana + Cleo", ""), ("Ben alone", "")]
    assert team_facts(played(1, 2, (0, 1), teams=teams)) == [("Ana + Cleo", "bid 1–2"), ("Ben alone", "bid 2")]
    by_tricks = after(played(1, 2, 1, teams=teams, level=Level.TRICKS), *won(A, B, C))
    assert team_facts(by_tricks) == [("Ana + Cleo", "2 of 2"), ("Ben alone", "1 of 2")]
    assert team_facts(laid(played(1, 2, 1, teams=teams, level=Level.CARDS), "b1"))[0][1] == "0 of 2"
    assert team_facts(of_type(RoundType.ALLIANCES, 3)) == []
    two_kinds = opened(3, pool=(RoundType.NORMAL, RoundType.ALLIANCES))
    assert team_facts(after(two_kinds, TypeDrawn(RoundType.NORMAL))) == []


# Secret Notes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
def test_each_ally_shows_one_card_a_round(level: Level) -> None:  # CB-330: A shows C a card, C's note is still unused
    state = after(played(1, 1, 1, 1, level=level), NoteShown(A))
    assert_refused(state, NoteShown(A), "CB-330", says="Ana has already used this round's Secret Note.")
    assert [sign.seat for sign in GAME.view(state).board.markers if sign.key == "note"] == [A]
    field = prompt_for(state, NoteShown.kind).fields[0]
    assert [bool(choice.why_not) for choice in field.choices] == [True, False, False, False]
    assert NoteShown.kind in kinds(state, Role.ASIDE)
    all_shown = after(state, NoteShown(B), NoteShown(C), NoteShown(D))
    assert NoteShown.kind not in kinds(all_shown, Role.ASIDE)


def test_nobody_shows_a_card_alone_unknown_or_before_the_play() -> None:  # CB-330, CB-332
    state = played(1, 1, 1, teams=((A,), (B, C)))
    assert_refused(state, NoteShown(A), "CB-330", says="Ana plays alone and has nobody to show a card to.")
    assert_refused(state, NoteShown(Seat(7)), "CB-330", says="at this table")
    assert_refused(allied(), NoteShown(A), "CB-336", says="that does not belong here")
    assert NoteShown.kind not in kinds(allied(), Role.ASIDE)
    assert_refused(of_type(RoundType.NORMAL), NoteShown(A), "CB-180", says="that does not belong here")


# Special cards -----------------------------------------------------------------------------------------------------


def test_an_ally_is_no_opponent_of_a_witch_or_bishop() -> None:  # CB-R18
    state = played(1, 1, 1, 1, specials=(Special.WITCH, Special.BISHOP))
    assert_refused(state, witch(A, {C: 20}), "CB-R18", says="Cleo")
    assert_refused(state, BishopPlayed(A, C, copied=False), "CB-122", says="Cleo")
    form = GAME.form(state, prompt_for(state, "witch_played"), {"seat": A})
    shares = form.fields[1]
    assert [cell.key for cell in shares.cells] == [B, D]
    taken_from = after(state, type(witch(A, {}))(A, ((B, 15), (D, 5)), copied=False))
    assert taken_from.totals == (20, -15, 0, -5)


# Measures ----------------------------------------------------------------------------------------------------------


def test_the_team_meets_the_bid_and_each_has_the_own_tricks() -> None:
    state = after(played(2, 1, 1, 0), taken(0, 1, 3, 0))
    measured = {(measure.key, measure.seat): (measure.value, measure.of) for measure in GAME.measures.of(state)}
    assert [measured["bid_met", seat] for seat in state.table.seats] == [(1, 1)] * 4
    assert [measured["tricks", seat] for seat in state.table.seats] == [(0, 4), (1, 4), (3, 4), (0, 4)]
    assert [measured["bid", seat] for seat in state.table.seats] == [(2, 4), (1, 4), (1, 4), (0, 4)]
    missed = after(played(2, 1, 1, 1), taken(0, 4, 0, 0))
    assert [measure.value for measure in GAME.measures.of(missed) if measure.key == "miss"] == [3, 2, 3, 2]


def test_the_sheet_notes_tricks_and_bid_of_the_team() -> None:
    state = after(played(2, 1, 1, 0), taken(0, 1, 3, 0))
    assert [one.text for one in GAME.view(state).notes] == ["team 3/3", "team 1/1", "team 3/3", "team 1/1"]


def test_the_dealer_is_screwed_by_all_bids_whoever_plays_with_whom() -> None:  # CB-R08
    state = allied(screw_the_dealer=True)
    state = after(state, *bids(state, 1, 1, 1))
    assert_refused(state, BidPlaced(D, (1,)), "CB-076", "E_BID_FORBIDDEN_DEALER", "Dov deals and may not bid 1")
    assert after(state, BidPlaced(D, (2,)), taken(1, 1, 1, 1)).totals == (30, -10, 30, -10)
