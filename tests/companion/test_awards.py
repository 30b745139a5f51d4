"""Awards: at most one per player, each with its number, always the same, and none that mocks anybody."""

import random
from dataclasses import replace

import pytest

from companion.open_session.telling.awards import Award, _evening, _offered, awards
from scoring.contract.game import COUNTED_ONCE, FINAL_COUNT, AnyGame, Measure, MeasureKind, RoundHead
from scoring.contract.scores import Best, Seat
from scoring.engine.replay import replay
from scoring.games import GAMES
from scoring.testing.walks import random_session
from storage.derived.results import Placing, Result, RoundScore, derive

MET = MeasureKind("met", "Bids met", share=True, main=True, praise="Sharpest eye")
LOOT = MeasureKind("loot", "Coins found", praise="Golden nose")
SLIPS = MeasureKind("slips", "Penalties")
TRICKS = MeasureKind("tricks", "Tricks won", share=True, praise="Busiest hands", common=True)


def evening(
    *rows: tuple[int | None, ...],
    before: tuple[int, ...] = (),
    low: bool = False,
    teams: int = 0,
    kind: str = "",
    **measures: list[tuple[int, int, int, int]],
) -> Result:
    """A result with these points, one row per round of this kind; measures as (round, seat, value, of).

    None stands for a round that somebody did not play. With `teams`, so many sides of players who sit apart.
    """
    seats = range(len(rows[0]))
    side_of = [seat % teams if teams else seat for seat in seats]
    own_sums = [sum(row[seat] or 0 for row in rows) + (before[seat] if before else 0) for seat in seats]
    sums = [sum(own_sums[other] for other in seats if side_of[other] == side_of[seat]) for seat in seats]
    of_sides = [sums[side] for side in sorted(set(side_of))]
    ranks = [1 + sum((other < own) if low else (other > own) for other in of_sides) for own in sums]
    earlier = (RoundScore(0, seat, points) for seat, points in enumerate(before))
    scores = (
        RoundScore(n, seat, points)
        for n, row in enumerate(rows, 1)
        for seat in seats
        if (points := row[seat]) is not None
    )
    counted = (
        Measure(round_, Seat(seat), key, value, of)
        for key, values in measures.items()
        for round_, seat, value, of in values
    )
    return Result(
        "T-1",
        "Because.",
        tuple(Placing(seat, side_of[seat], ranks[seat], sums[seat], ranks[seat] == 1) for seat in seats),
        tuple(RoundHead(n, f"Round {n}", kind) for n in range(1, len(rows) + 1)),
        (*earlier, *scores),
        tuple(counted),
    )


def test_who_climbs_furthest_made_the_comeback() -> None:
    after_one_last_then_first = evening((0, 10, 20), (5, 10, 20), (100, 10, 0))
    assert awards(after_one_last_then_first, ())[0] == Award(0, "Comeback", "From 3rd after round 2 to 1st.")


def test_a_round_whose_title_others_have_is_called_by_its_number() -> None:
    rows = evening((0, 10, 20), (5, 10, 20), (100, 10, 0))
    queens = replace(rows, rounds=tuple(replace(head, title="Queen") for head in rows.rounds))
    comeback = Award(0, "Comeback", "From 3rd after recruit 2 to 1st.")
    assert awards(queens, (), noun="recruit")[0] == comeback


def test_who_left_unranked_gets_no_award_and_stands_in_nobodys_way() -> None:
    rows = evening((5, 4, 6), (None, 3, 2), (None, 1, 5), (None, 2, 7), low=True)
    assert Award(0, "Longest lead", "Led alone at the end of 3 of 4 rounds.") in awards(rows, (), Best.LOW)
    places = tuple(
        replace(place, rank=(3, 1, 2)[place.seat], won=place.seat == 1, ranked=place.seat != 0)
        for place in rows.placings
    )
    left = awards(replace(rows, placings=places), (), Best.LOW)
    assert {award.seat for award in left} <= {1, 2}
    assert left[0] == Award(1, "Most rounds won", "Best score, alone, in 3 of 4 rounds.")


def test_who_left_unranked_led_in_the_rounds_that_they_played() -> None:
    rows = evening((30, 30, 20), (20, 30, 15), (30, -10, 30), (20, None, -10))
    places = tuple(
        replace(place, rank=(1, 3, 2)[place.seat], won=place.seat == 0, ranked=place.seat != 1)
        for place in rows.placings
    )
    given = awards(replace(rows, placings=places), ())
    assert Award(0, "Longest lead", "Led alone at the end of 2 of 4 rounds.") in given, "not after rounds 1 and 2"


def test_who_left_unranked_does_not_make_a_climb_longer() -> None:
    rows = evening((50, 5, 9), (None, 0, 9), (None, 30, 0), (None, 9, 5))
    places = tuple(
        replace(place, rank=(3, 1, 2)[place.seat], won=place.seat == 1, ranked=place.seat != 0)
        for place in rows.placings
    )
    assert "Comeback" not in {award.title for award in awards(replace(rows, placings=places), ())}


def test_who_left_makes_no_comeback_by_what_the_others_score_later() -> None:
    given = awards(evening((1, 4, 6), (1, 6, 2), (1, None, 20), (9, None, 2), low=True), (), Best.LOW)
    assert 1 not in {award.seat for award in given}


def test_nobody_wins_a_round_without_others() -> None:
    given = awards(evening((10, 4), (None, 1), (None, 1)), ())
    assert "Most rounds won" not in {award.title for award in given}


def test_who_came_late_climbs_from_their_first_round_on() -> None:
    """With 5 points less than nothing, Dov would have been last before he came."""
    with_newcomer = evening((1, 2, 3, None), (1, 2, 3, None), (1, 2, 3, 50), (1, 2, 3, 50), before=(0, 0, 0, -5))
    given = {award.seat: award.title for award in awards(with_newcomer, ())}
    assert given[3] not in ("Comeback", "Steady hand")
    climbs = evening((9, 8, 7, None), (9, 8, 7, None), (9, 8, 7, 0), (1, 1, 1, 50), before=(0, 0, 0, -5))
    assert Award(3, "Comeback", "From 4th after round 3 to 1st.") in awards(climbs, ())


def test_nothing_is_said_of_the_order_of_categories() -> None:
    rows = ((0, 10, 20), (5, 10, 20), (100, 10, 0))
    assert [award.title for award in awards(evening(*rows), ())] == ["Comeback", "Longest run", "Most rounds won"]
    assert awards(evening(*rows, kind=COUNTED_ONCE), ()) == ()


def test_the_final_count_is_no_round() -> None:
    result = evening((0, 1, 9), (9, 1, 0), (0, 9, 1), (0, 0, 5))
    assert "Most rounds won" in {award.title for award in awards(result, ())}
    *rounds, last = result.rounds
    counted = replace(result, rounds=(*rounds, replace(last, type=FINAL_COUNT)))
    assert "Most rounds won" not in {award.title for award in awards(counted, ())}


def test_one_place_is_a_comeback_only_between_two() -> None:
    assert awards(evening((0, 10), (50, 0)), ())[0] == Award(0, "Comeback", "From 2nd after round 1 to 1st.")
    assert not [award for award in awards(evening((0, 10, 0), (50, 0, 0)), ()) if award.title == "Comeback"]


@pytest.mark.parametrize(
    ("kind", "counted", "praised"),
    [
        pytest.param(MET, [(1, 0, 2, 3), (1, 1, 3, 4)], (1, "3 of 4 bids met."), id="the greatest share"),
        pytest.param(MET, [(1, 0, 3, 4), (1, 1, 4, 8)], (0, "3 of 4 bids met."), id="not the greatest number"),
        pytest.param(MET, [(1, 0, 2, 2), (1, 1, 1, 4)], (1, "1 of 4 bids met."), id="no share of next to nothing"),
        pytest.param(LOOT, [(1, 0, 2, 0), (1, 1, 1, 0)], (0, "2 coins found."), id="the most of a plain number"),
        pytest.param(LOOT, [(1, 0, 2, 0), (1, 1, 2, 0)], None, id="nobody who did equally well"),
        pytest.param(SLIPS, [(1, 0, 9, 0)], None, id="nothing to be proud of"),
    ],
)
def test_what_the_game_counts_is_praised_with_its_numbers(
    kind: MeasureKind, counted: list[tuple[int, int, int, int]], praised: tuple[int, str] | None
) -> None:
    result = evening((1, 1), **{kind.key: counted})  # type: ignore[arg-type]  # no option has the name of a measure
    assert awards(result, (kind,)) == ((Award(praised[0], kind.praise, praised[1]),) if praised else ())


def test_partners_earn_their_awards_together() -> None:
    """What one of them did alone is added to what the other did."""
    result = evening((60, 20, 0, 20), (0, 20, 0, 20), (0, 20, 5, 20), (5, 20, 5, 20), teams=2)
    assert awards(result, ()) == (
        Award(0, "Biggest round", "60 points in round 1."),
        Award(1, "Comeback", "From 2nd after round 1 to 1st."),
    )
    result = evening((30, 20, 0, 20), (0, 20, 30, 20), (30, 21, 0, 20), teams=2)
    assert Award(1, "Biggest round", "41 points in round 3.") in awards(result, ())


def test_partners_share_what_all_players_have_in_common() -> None:
    """Of thirteen tricks Ana and Cleo won seven together; of eight bids they met five."""
    tricks = [(1, 0, 4, 13), (1, 1, 5, 13), (1, 2, 3, 13), (1, 3, 1, 13)]
    met = [(1, 0, 3, 4), (1, 1, 2, 4), (1, 2, 2, 4), (1, 3, 1, 4)]
    result = evening((1, 1, 1, 1), teams=2, tricks=tricks, met=met)
    assert awards(result, (TRICKS,)) == (Award(0, "Busiest hands", "7 of 13 tricks won."),)
    assert awards(result, (MET,)) == (Award(0, "Sharpest eye", "5 of 8 bids met."),)


def test_nobody_holds_two_awards() -> None:
    result = evening((30, 1, 2), (30, 1, 2), (30, 1, 2), loot=[(1, 0, 5, 0)])
    assert [award for award in awards(result, (LOOT,)) if award.seat == 0] == [
        Award(0, "Golden nose", "5 coins found.")
    ]


@pytest.mark.parametrize(
    ("rows", "award"),
    [
        (((0, 9), (0, 0), (40, 1), (0, 39)), Award(0, "Biggest round", "40 points in round 3.")),
        (((5, 4), (0, 6), (5, 6), (3, 3)), Award(1, "Most rounds won", "Best score, alone, in 2 of 4 rounds.")),
        (((9, 5), (1, 1), (5, 9), (1, 1)), Award(0, "Longest lead", "Led alone at the end of 2 of 4 rounds.")),
        (((5, 5), (5, 5), (5, 5), (5, 0), (0, 5)), Award(0, "Longest run", "Scored in 4 rounds in a row.")),
        (((9, 5), (0, 0), (5, 9), (1, 1)), Award(0, "Longest lead", "Led alone at the end of 2 of 4 rounds.")),
        (((5, 5), (0, 0), (5, 5), (5, 0), (5, 5)), Award(0, "Longest run", "Scored in 3 rounds in a row.")),
        (((9, 8), (8, 9), (8, 9), (9, 7)), Award(0, "Steady hand", "Never fewer than 8 points in a round.")),
        (((9, 1), (1, 9), (0, 0), (9, 9), (1, 1)), Award(0, "Flying start", "9 points in the first round.")),
        (((0, 4), (0, 0), (9, 0), (0, 0), (2, 0), (1, 1)), Award(1, "Flying start", "4 points in the first 2 rounds.")),
        (
            ((1, 5), (5, 1), (5, 5), (1, 1), (0, 0), (2, 2), (1, 9), (9, 1), (5, 1), (2, 5)),
            Award(0, "Strong finish", "16 points in the last 3 rounds."),
        ),
        (((100, 91, 5), (100, 100, 5)), Award(1, "So close", "Only 9 points short.")),
    ],
    ids=lambda value: value.title.replace(" ", "_") if isinstance(value, Award) else "",
)
def test_every_award_is_given_for_what_it_says(rows: tuple[tuple[int, ...], ...], award: Award) -> None:
    claims = dict(offered(rows))
    assert award.title in claims
    assert award.sentence in [sentence for seat, _, sentence in claims[award.title] if seat == award.seat]
    best = max(claims[award.title], key=lambda claim: claim[1])
    assert best[0] == award.seat


def offered(rows: tuple[tuple[int, ...], ...]) -> list[tuple[str, list[tuple[int, float, str]]]]:
    """Every award with its claims, before they are assigned."""
    prepared = _evening(evening(*rows), (), Best.HIGH, "round")
    return list(_offered(prepared, prepared))


def test_points_agreed_before_the_first_round_count_for_the_way_up() -> None:
    given = awards(evening((1, 0), (0, 1), (20, 0), before=(0, 10)), ())
    assert given[0] == Award(0, "Comeback", "From 2nd after round 2 to 1st.")


def test_where_the_fewest_points_win_the_way_up_is_the_way_down() -> None:
    given = awards(evening((30, 10, 0), (0, 20, 30), (0, 20, 30), low=True), (), Best.LOW)
    assert given[0] == Award(0, "Comeback", "From 3rd after round 1 to 1st.")
    assert not {"Biggest round", "Flying start", "Steady hand"} & {award.title for award in given}


def test_where_the_fewest_points_win_second_place_had_more() -> None:
    given = awards(evening((91, 100), (0, 0), low=True), (), Best.LOW)
    assert Award(1, "So close", "Only 9 points more.") in given


def test_an_evening_without_points_has_no_awards() -> None:
    assert awards(evening((0, 0), (0, 0)), ()) == ()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_random_evenings_of_every_game_give_each_player_at_most_one_and_always_the_same(game: AnyGame) -> None:
    for seed in range(3):
        run = replay(game, random_session(game, random.Random(seed), game.box.players[-1]))
        derived = derive(game, run)
        given = awards(derived.result, game.measures.kinds, game.best(run.state))
        assert given == awards(derived.result, game.measures.kinds, game.best(run.state))
        seats = [award.seat for award in given]
        assert seats == sorted(set(seats))
        assert all(any(sign.isdigit() for sign in award.sentence) and award.sentence.endswith(".") for award in given)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_names_at_most_one_share_that_tells_how_a_round_went(game: AnyGame) -> None:
    main = [kind for kind in game.measures.kinds if kind.main]
    assert len(main) <= 1
    assert all(kind.share for kind in main)
    assert len({kind.praise for kind in game.measures.kinds if kind.praise}) == sum(
        bool(kind.praise) for kind in game.measures.kinds
    )
