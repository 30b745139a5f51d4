"""The score pad: worked examples of every rule."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from scoring.contract.game import Adjusted, CameLate, Left, Table
from scoring.contract.prompts import UNSET, Count, Role, Text, find_prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Best, Seat
from scoring.contract.tapes import PointsTape
from scoring.engine import agreements
from scoring.engine.codec import decode, encode
from scoring.games import find_game
from scoring.games.score_pad import LARGEST, Ending, GameEnded, Options, RoundEntered, Sheet, State, TieDecided, Ties
from scoring.testing.laws import LAWS, Law
from scoring.testing.tables import Tables
from scoring.testing.walks import NAMES, play_on, rolled, start, step, table_of
from tests.seeds import one_short

GAME = find_game("score_pad")
pad = Tables(GAME)

ANA, BEN, CLEO, DOV = map(Seat, range(4))
END = GameEnded()


def opened(players: int = 3, **options: Any) -> State:
    return GAME.open(table_of(players), Options(**options))


def row(*tapes: PointsTape) -> RoundEntered:
    return RoundEntered(tuple((Seat(seat), tape) for seat, tape in enumerate(tapes)))


def after(state: State, *rows: Sequence[PointsTape]) -> State:
    return pad.after(state, *(row(*tapes) for tapes in rows))


def test_the_numbers_of_a_row_add_up_to_zero_where_the_table_agreed_on_it() -> None:
    """SP-014: what one wins is what the others lose; the last number follows."""
    state = opened(3, zero_sum=True)
    pad.assert_refused(state, row(30, -12, -17), "SP-014", says="The sum is 1, not zero.")
    assert totals_of(after(state, ((20, 10), -12, -18))) == {ANA: 30, BEN: -12, CLEO: -18}
    (grid,) = GAME.prompts(state)[0].fields
    values = dict(grid.get_cells({"scores": [[0, [20, 10]], [2, -18]]}))
    assert [value.answer for value in values.values()] == [[20, 10], -12, -18]
    assert GAME.prompts(opened(3))[0].fields[0] != grid, "any sum without that agreement"
    alone = opened(1, zero_sum=True)
    assert totals_of(after(alone, (7,))) == {ANA: 7}
    assert GAME.prompts(alone) == GAME.prompts(opened(1))


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1 point = 1"), (0, "0 points = 0"), (-1, "-1 points = -1"), ((2, 1), "2 + 1 points = 3")]
)
def test_one_point_is_told_as_one(number: PointsTape, words: str) -> None:
    assert after(opened(2), (number, 5)).ledger[0].working == words


def totals_of(state: State) -> dict[int, float]:
    return {seat: place.points for place in GAME.standings(state) for seat in place.side}


def test_sp_015_halves_count_exactly_and_whole_sums_stay_whole() -> None:
    state = after(opened(3, halves=True), (2.5, (3, 6.5, 2), -0.5), (2.5, 0.5, (2.5, 2.5, -1)))
    assert state.ledger[1].working == "3 + 6.5 + 2 points = 11.5"
    assert state.ledger[5].working == "2 x 2.5 - 1 points = 4"
    assert {seat: repr(points) for seat, points in totals_of(state).items()} == {0: "5", 1: "12", 2: "3.5"}
    assert row(2.5, (2, -2.5)).sentence(state.table, frozenset()) == "Points: Ana 2.5, Ben -0.5"


@pytest.mark.parametrize(
    "number", [2.25, 2.0, -1e-9, 1e18 + 0.5, float("nan"), float("inf"), 10**400, (10**400, 0.5), (2, 2.25), (1, 2.0)]
)
def test_sp_015_nothing_between_whole_and_half_is_taken(number: PointsTape) -> None:
    state, says = opened(2, halves=True, zero_sum=True), "A number is whole or ends in .5."
    pad.assert_refused(state, row(number, 1), "SP-015", says=says)
    (grid,) = GAME.prompts(state)[0].fields
    answer = list(number) if isinstance(number, tuple) else number
    assert grid.find_error([[0, answer], [1, 0.5]]) == says


@pytest.mark.parametrize("number", [2.5, (1, 2.5), 2.25])
def test_sp_015_halves_are_agreed_on_in_the_set_up(number: PointsTape) -> None:
    says = "Numbers are whole here; the set-up can allow half points."
    pad.assert_refused(opened(2), row(number, 1), "SP-015", says=says)


def test_sp_015_the_codec_keeps_a_half_and_no_whole_number_becomes_a_float() -> None:
    event = row(2.5, (3, 0.5), 12)
    stored = encode(GAME, event)
    assert json.dumps(stored.payload) == '{"scores": [[0, 2.5], [1, [3, 0.5]], [2, 12]]}'
    assert repr(decode(GAME, stored)) == repr(event)


def test_sp_015_the_last_number_of_a_zero_sum_follows_exactly() -> None:
    (grid,) = GAME.prompts(opened(3, zero_sum=True, halves=True))[0].fields
    solved = [value.answer for _, value in grid.get_cells({"scores": [[0, 2.5], [1, [3, 0.5]]]})]
    assert repr(solved) == "[2.5, [3, 0.5], -6]"
    assert [gap.text for gap in grid.find_gaps({"scores": [[0, 2.5], [1, 1], [2, 1]]}, "scores")] == [
        "4.5 points too many."
    ]
    pad.assert_refused(opened(2, zero_sum=True, halves=True), row(2.5, -2), "SP-014", says="The sum is 0.5, not zero.")


def test_sp_015_ties_and_a_target_are_exact() -> None:
    state = after(opened(2, halves=True, ending=Ending.TARGET, target=5), (2.5, 4.5), (2.5, 0.5))
    outcome = GAME.outcome(state)
    assert outcome.because == "Ana and Ben reached 5. Ana and Ben have the most points, 5 each."


def test_sp_015_points_by_agreement_and_of_a_newcomer_may_be_halves_too() -> None:
    state = after(opened(2, halves=True), (2.5, 4))
    late, spilt = CameLate(CLEO, "Cleo", after=BEN, points=2.5), Adjusted(ANA, -0.5, "spilt")
    later = pad.after(state, late, spilt)
    assert totals_of(later) == {ANA: 2, BEN: 4, CLEO: 2.5}
    for at, kind in ((state, "came_late"), (state, "adjusted"), (later, "adjusted")):
        asked = find_prompt(agreements.prompts(GAME, at), kind)
        (points,) = (field for field in asked.fields if isinstance(field, Count))
        assert (points.step, points.likely) == (0.5, 2.5 if kind == "came_late" else UNSET)
    assert pad.refusal(opened(2), late).message == "Between -1000 and 1000 whole points."
    assert pad.refusal(opened(2), spilt).message == "Numbers are whole here."


def winners_of(state: State) -> tuple[int, ...]:
    outcome = GAME.outcome(state)
    return outcome.winners


def refused_set_up(rule: str, field: str | None, players: int = 3, **options: Any) -> None:
    with pytest.raises(RuleViolation) as refusal:
        opened(players, **options)
    assert (refusal.value.rule.id, refusal.value.field) == (rule, field)


# The set-up ---------------------------------------------------------------------------------------------------------


def test_sp_001_thirteen_are_too_many() -> None:
    with pytest.raises(RuleViolation) as refusal:
        GAME.open(Table(tuple(f"P{n}" for n in range(13))), Options())
    assert refusal.value.rule.id == "SP-001"


@pytest.mark.parametrize(("players", "teams"), [(3, 2), (4, 3), (5, 2), (4, 1), (2, 2)])
def test_sp_002_teams_have_the_same_number_of_players(players: int, teams: int) -> None:
    refused_set_up("SP-002", "teams", players, teams=teams)


def test_sp_002_the_number_of_a_team_is_not_asked_of_its_other_members() -> None:
    pad.assert_refused(opened(4, teams=2), row(1, 2, 3, 4), "SP-010", says="Every team has one number.")


def test_sp_002_the_number_of_a_team_may_be_that_of_any_member() -> None:
    before, says = opened(4, teams=2, ties=Ties.TABLE), "Every team has one number."
    state = pad.after(before, RoundEntered(((BEN, 5), (CLEO, 5))), END)
    assert [line.seat for line in state.ledger] == [BEN, ANA]
    assert winners_of(pad.after(state, TieDecided(DOV))) == (BEN, DOV)
    pad.assert_refused(before, RoundEntered(((ANA, 5), (CLEO, 5))), "SP-010", says=says)


def test_sp_003_a_name_has_an_end() -> None:
    refused_set_up("SP-003", "name", name="x" * 61)


def test_the_titles_of_games_in_the_history_are_offered() -> None:
    texts = [option.field for option in GAME.option_fields(table_of(2), Options()) if isinstance(option.field, Text)]
    assert [(text.name, text.shelf) for text in texts] == [("name", "game_titles")]


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, ["name", "best", "halves", "sheet", "ending", "dealer"]),
        ({"ending": Ending.ROUNDS}, ["name", "best", "halves", "sheet", "ending", "rounds", "dealer"]),
        ({"ending": Ending.TARGET}, ["name", "best", "halves", "sheet", "ending", "target", "dealer"]),
        ({"sheet": Sheet.CATEGORIES}, ["name", "best", "halves", "sheet", "categories"]),
    ],
)
def test_the_set_up_asks_only_what_matters(options: dict[str, Any], asked: list[str]) -> None:
    fields = GAME.option_fields(table_of(3), Options(**options))
    assert [option.field.name for option in fields] == [*asked, "zero_sum", "ties"]


# The rows -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tape", [LARGEST + 1, -LARGEST - 1, (LARGEST, 1), (), (3, 0), (1,) * 61])
def test_sp_010_too_large_a_number_and_a_broken_tape_are_refused(tape: PointsTape) -> None:
    pad.assert_refused(opened(1), row(tape), "SP-010")


def test_sp_010_everybody_has_one_number() -> None:
    pad.assert_refused(opened(), row(1, 2), "SP-010", says="Everybody has one number.")


def test_sp_020_every_category_is_a_row_and_the_last_one_ends_the_game() -> None:
    state = opened(2, sheet=Sheet.CATEGORIES, categories="birds,  eggs, ,food")
    assert [head.title for head in GAME.rounds(state)] == ["birds", "eggs", "food"]
    assert [GAME.prompts(state)[0].title, GAME.prompts(state)[0].confirm] == ["birds", "Score birds"]
    state = after(state, (30, 28), (4, 9), (6, 0))
    assert state.ledger[2].working == "4 eggs = 4"
    assert winners_of(state) == (ANA,)
    assert GAME.prompts(state) == ()


@pytest.mark.parametrize("categories", ["eggs, birds, EGGS", ",".join(f"c{n}" for n in range(21))])
def test_sp_020_categories_differ_and_fit_on_a_sheet(categories: str) -> None:
    refused_set_up("SP-020", "categories", categories=categories)


# The end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 51])
def test_sp_011_there_are_so_many_rounds(rounds: int) -> None:
    refused_set_up("SP-011", "rounds", rounds=rounds)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ((5, 50, 30), "Ana and Ben reached 100. Ben has the most points, 110 to 104."),
        ((0, 0, 80), "Cleo reached 100. Cleo has the most points, 100 to 99."),
    ],
)
def test_sp_012_the_result_says_who_reached_the_target(row: tuple[int, ...], says: str) -> None:
    outcome = GAME.outcome(after(opened(ending=Ending.TARGET, target=100), (99, 60, 20), row))
    assert outcome.because == says


def test_sp_012_points_by_agreement_after_the_end_reach_no_target() -> None:
    state = after(opened(2, ending=Ending.TARGET, target=100), (100, 95))
    even = pad.after(state, Adjusted(BEN, 5, "a bet"))
    assert GAME.outcome(even).because == "Ana reached 100. Ana and Ben have the most points, 100 each."
    behind = pad.after(state, Adjusted(ANA, -20, "a bet"))
    assert GAME.outcome(behind).because == "Ana reached 100. Ben has the most points, 95 to 80."


@pytest.mark.parametrize("target", [0, LARGEST + 1])
def test_sp_012_the_target_can_be_reached(target: int) -> None:
    refused_set_up("SP-012", "target", target=target)


def test_sp_013_the_table_ends_the_game_after_a_round() -> None:
    state = opened(2)
    pad.assert_refused(state, END, "SP-013", says="First play a round.")
    assert [prompt.role for prompt in GAME.prompts(state)] == [Role.MAIN]
    state = after(state, (5, 1))
    assert [(prompt.kind, prompt.role) for prompt in GAME.prompts(state)][1] == ("game_ended", Role.BESIDE)
    state = pad.after(state, END)
    assert winners_of(state) == (ANA,)
    pad.assert_refused(state, END, "SP-013")
    pad.assert_refused(state, row(1, 1), "SP-010", says="The game is over")


def test_sp_013_a_game_that_ends_by_itself_is_not_ended_by_the_table() -> None:
    state = after(opened(2, ending=Ending.ROUNDS), (5, 1))
    pad.assert_refused(state, END, "SP-013", says="ends by itself")
    over = after(opened(2, ending=Ending.ROUNDS, rounds=1), (5, 1))
    assert pad.refusal(over, row(1, 1)).message == "The game is over."


# The table ----------------------------------------------------------------------------------------------------------


def test_sp_030_nobody_deals_unless_the_table_says_so() -> None:
    assert (opened().dealer, GAME.starter(opened()), GAME.view(opened()).board.markers) == (None, None, ())


def test_sp_030_who_deals_sits_at_the_table() -> None:
    refused_set_up("SP-030", "dealer", dealer=Seat(3))


@pytest.mark.parametrize(("best", "winner", "says"), [(Best.HIGH, CLEO, "most"), (Best.LOW, BEN, "fewest")])
def test_sp_040_most_points_win_or_fewest(best: Best, winner: Seat, says: str) -> None:
    state = pad.after(opened(best=best), row(12, 7, 30), END)
    outcome = GAME.outcome(state)
    assert (outcome.rule.id, outcome.winners) == ("SP-040", (winner,))
    assert outcome.because.startswith(f"{NAMES[winner]} has the {says} points, ")
    assert GAME.best(state) is best


def test_sp_041_the_table_says_who_wins() -> None:
    state = pad.after(opened(ties=Ties.TABLE), row(9, 9, 3), END)
    assert GAME.outcome(state) is None
    pad.assert_refused(state, TieDecided(CLEO), "SP-041", says="best total")
    won = pad.after(state, TieDecided(BEN))
    assert [(place.rank, place.side, place.because) for place in GAME.standings(won)] == [
        (1, (BEN,), "by the table's word"),
        (2, (ANA,), ""),
        (3, (CLEO,), ""),
    ]
    assert winners_of(won) == (BEN,)
    pad.assert_refused(won, TieDecided(ANA), "SP-041", says="no tie")


@pytest.mark.parametrize("later", [(0, 0, 1), (0, 1, 2), (-1, 0, 0)])
def test_sp_041_a_tie_that_comes_after_the_word_is_decided_too(later: tuple[int, ...]) -> None:
    given = [Adjusted(Seat(seat), points, "a bet") for seat, points in enumerate(later) if points]
    state = pad.after(opened(4, ties=Ties.TABLE), row(5, 5, 4, 5), END, TieDecided(ANA), *given)
    assert GAME.outcome(state) is None
    assert winners_of(pad.after(state, TieDecided(CLEO if later[CLEO] else BEN))) == (CLEO if later[CLEO] else BEN,)


# The laws -----------------------------------------------------------------------------------------------------------

SET_UPS = {
    "halves": (4, {"halves": True, "ending": Ending.ROUNDS, "rounds": 3}),
    "zero_sum": (3, {"halves": True, "zero_sum": True, "ending": Ending.ROUNDS, "rounds": 3}),
    "categories": (3, {"sheet": Sheet.CATEGORIES, "categories": "birds, eggs, food"}),
    "teams": (6, {"teams": 3, "ending": Ending.ROUNDS, "rounds": 3}),
    "lowest": (4, {"best": Best.LOW, "ending": Ending.TARGET, "target": 50, "dealer": BEN}),
    "twelve": (12, {"ties": Ties.TABLE, "ending": Ending.ROUNDS, "rounds": 2}),
    "alone": (1, {"ending": Ending.ROUNDS, "rounds": 4}),
}


@pytest.mark.parametrize("check", LAWS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", one_short(list(SET_UPS)))
def test_the_laws_hold_for_every_kind_of_sheet(name: str, check: Law) -> None:
    players, options = SET_UPS[name]
    for seed in range(4):
        below = rolled(random.Random(seed))
        trail = start(GAME, players, Options(**options))
        for _ in range(8):
            step(trail, below)
        check(play_on(trail, below) if seed % 2 else trail)


# Players who leave or come late -------------------------------------------------------------------------------------


def test_sp_050_the_others_play_on_and_a_newcomer_is_asked_from_the_next_row_on() -> None:
    """SP-050."""
    state = pad.after(opened(3), row(10, 20, 30), Left(BEN, ranked=False), CameLate(DOV, "Dov", after=CLEO, points=10))
    (scores,) = pad.main(state).fields
    assert [cell.key for cell in scores.cells] == [ANA, CLEO, DOV]
    entered = RoundEntered(((ANA, 1), (CLEO, 2), (DOV, 30)))
    assert totals_of(pad.after(state, entered)) == {ANA: 11, CLEO: 32, DOV: 40, BEN: 20}
    assert winners_of(pad.after(state, entered, END)) == (DOV,)


def test_sp_050_who_left_with_a_better_total_is_named_in_the_reason() -> None:
    state = pad.after(opened(3, best=Best.LOW), row(7, 20, 30), Left(ANA, ranked=False))
    outcome = GAME.outcome(pad.after(state, RoundEntered(((BEN, 1), (CLEO, 2))), END))
    assert outcome is not None
    assert outcome.winners == (BEN,)
    assert outcome.because.endswith(" Ana left early with 7.")


def test_sp_050_a_target_is_reached_with_the_numbers_from_before() -> None:
    state = pad.after(opened(3, ending=Ending.TARGET, target=50), row(40, 45, 30), Left(BEN, ranked=False))
    assert GAME.outcome(state) is None
    assert winners_of(pad.after(state, RoundEntered(((ANA, 9), (CLEO, 20))))) == (CLEO,)


def test_sp_050_the_next_one_clockwise_deals_where_the_dealer_left() -> None:
    state = pad.after(opened(4, dealer=ANA), row(1, 2, 3, 4), Left(BEN, ranked=False))
    later = pad.after(state, RoundEntered(((ANA, 1), (CLEO, 2), (DOV, 3))))
    assert [pad.fact(at, "dealer") for at in (state, later)] == ["Cleo", "Dov"]


def test_sp_050_teams_and_an_open_tie_play_on_as_they_are() -> None:
    leaves = Left(ANA, ranked=False)
    assert pad.refusal(opened(4, teams=2), leaves).message.startswith("Teams stay as they are.")
    tied = pad.after(opened(2, ties=Ties.TABLE), row(5, 5), END)
    assert pad.refusal(tied, leaves).message.startswith("Only the tie is left to be decided.")


def test_sp_050_who_left_with_the_best_total_shares_the_first_place_of_a_decided_tie() -> None:
    state = pad.after(opened(4, ties=Ties.TABLE), row(15, 10, 10, 2), Left(ANA, ranked=True))
    state = pad.after(state, RoundEntered(((BEN, 5), (CLEO, 5), (DOV, 5))), END, TieDecided(BEN))
    assert [(place.rank, place.side) for place in GAME.standings(state)] == [
        (1, (BEN,)),
        (1, (ANA,)),
        (3, (CLEO,)),
        (4, (DOV,)),
    ]


def test_sp_050_no_tie_is_decided_behind_a_player_who_left() -> None:
    state = pad.after(opened(3, ties=Ties.TABLE), row(50, 10, 10), Left(ANA, ranked=True))
    state = pad.after(state, RoundEntered(((BEN, 5), (CLEO, 5))), END)
    assert winners_of(state) == (ANA,)
    assert GAME.prompts(state) == ()
    assert GAME.outcome(pad.after(state, Adjusted(ANA, -40, "a bet"))) is None
