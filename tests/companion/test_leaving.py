"""Players who leave a running session and players who come late: desk, phones, results, and files in and out."""

import json
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Recorded
from companion.open_session.telling.awaiting import describe_waiting, find_awaited_seats
from companion.phones.invitation import Invitation, Right
from companion.phones.phone_table import PhoneTable
from companion.setup.start_session import plan_rematch
from companion.sharing import result_text
from companion.sharing.story import build_story
from companion.table.rows.seats import seat_facts
from scoring.contract.game import CameLate
from scoring.contract.scores import Best, Seat, totals
from scoring.engine import agreements
from scoring.engine.journal import Remove
from scoring.engine.regrouping import list_playing
from scoring.games import find_game
from scoring.games.crown_battles.options import Options
from scoring.games.faction_wars.options import Bids, Level, TieWin
from scoring.games.faction_wars.options import Options as FactionOptions
from scoring.games.recruits.options import Level as RecruitsLevel
from scoring.games.recruits.options import Options as RecruitsOptions
from scoring.games.recruits.options import WinTie
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.games.score_pad import Ending
from scoring.games.score_pad import Options as PadOptions
from scoring.testing.walks import fill
from storage.bg_stats.exporting import export_plays
from storage.derived import results
from storage.statistics.games import load_game_page
from storage.statistics.profile import load_overview
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from storage.upkeep.backups import backup
from storage.upkeep.doctor import doctor
from tests.companion.pages import at, has
from tests.companion.tables import bid_all, enter, open_store, opened
from tests.companion.test_board_screen import board

CROWN = find_game("crown_battles")
FACTION_WARS = find_game("faction_wars")


@pytest.fixture
def desk(store: Store) -> Desk:
    """Three players in a game of three rounds of two cards."""
    return opened(store, CROWN, 3, Options(schedule=(2, 2, 2)))


def play(desk: Desk) -> None:
    """A round: everybody bids 0, and the first of those who play takes both tricks."""
    number = desk.state.round
    while desk.main is not None and desk.main.kind == "bid_placed" and desk.state.round == number:
        enter(desk, "bid_placed", bid=[0])
    seats = sorted(list_playing(desk.state))
    enter(desk, "tricks_taken", tricks=[[seat, 2 * (seat == seats[0])] for seat in list_playing(desk.state)])


@pytest.fixture
def evening(desk: Desk) -> Desk:
    """Cleo leaves after the first round, Dov comes before the third; the session is played to its end."""
    play(desk)
    enter(desk, "left", seat=2, ranked=False)
    play(desk)
    enter(desk, "came_late", name=" Dov ", after=0, points=5)
    play(desk)
    return desk


def test_the_points_of_a_player_who_left_are_no_record_and_in_no_average(store: Store) -> None:
    desk = opened(store, CROWN, 3, Options(schedule=(2, 2)))
    play(desk)
    enter(desk, "left", seat=0, ranked=False)
    play(desk)
    assert totals(desk.state.ledger, desk.state.table.seats) == {0: -20, 1: 0, 2: 40}
    page = load_game_page(store.database, CROWN.key)
    records = {record.key: record for record in page.records}
    lowest, highest = records["least_points"], records["most_points"]
    assert (lowest.value, lowest.names) == (0, ("Ben",))
    assert (highest.value, highest.names) == (40, ("Cleo",))
    assert [(count.points, count.won) for count in page.scores] == [(0, False), (40, True)]
    ana, ben = (load_overview(store.database, player.id).record.total for player in store.players.list_recent()[:2])
    assert (ana.plays, ana.score) == (1, None)
    assert (ben.plays, ben.score) == (1, 0)


async def test_the_sheet_shows_whose_total_is_best_among_those_who_are_ranked(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3, PadOptions(best=Best.LOW))
    enter(desk, "round_entered", scores=[[0, 7], [1, 20], [2, 30]])
    enter(desk, "left", seat=0, ranked=False)
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        totals_shown = {semantics.label: semantics.content for semantics in page.all(ft.Semantics) if semantics.label}
        bold = {name for name in ("Ana", "Ben", "Cleo") if totals_shown[name].style.weight == ft.FontWeight.W_700}
        assert bold == {"Ben"}


def names_of(desk: Desk) -> list[str]:
    return [player.name for player in desk.players]


def test_a_newcomer_gets_a_seat_and_keeps_it_through_undo_and_redo(store: Store, desk: Desk) -> None:
    play(desk)
    enter(desk, "came_late", name="Dov", after=0, points=-20)
    assert names_of(desk) == ["Ana", "Ben", "Cleo", "Dov"]
    assert desk.undoable == "Dov comes late, with −20 points"
    assert isinstance(desk.undo(desk.number), Recorded)
    assert names_of(desk) == ["Ana", "Ben", "Cleo"]
    assert isinstance(desk.redo(desk.number), Recorded)
    assert names_of(desk) == ["Ana", "Ben", "Cleo", "Dov"]
    again = Desk(store, desk.session_id)
    assert (again.run, again.state.table.names) == (desk.run, desk.state.table.names)


def test_a_newcomer_may_be_renamed_and_the_set_up_corrected(store: Store, desk: Desk) -> None:
    enter(desk, "came_late", name="Dov", after=2, points=0)
    store.players.rename(desk.players[3].id, "Dora")
    desk.refresh()
    assert desk.state.table.names == ("Ana", "Ben", "Cleo", "Dora")
    assert desk.setup_names == ("Ana", "Ben", "Cleo")
    correction = desk.amendment(0, {"names": ["Ana", "Bea", "Cleo"], "options": desk.payload(0)["options"]})
    assert isinstance(desk.write(correction), Recorded)
    assert desk.state.table.names == ("Ana", "Bea", "Cleo", "Dora")
    assert names_of(desk) == ["Ana", "Bea", "Cleo", "Dora"]


def test_who_comes_late_may_be_removed_with_a_preview(desk: Desk) -> None:
    late = enter(desk, "came_late", name="Dov", after=2, points=10)
    play(desk)
    preview: Any = desk.preview(Remove(late))
    assert not preview.fits
    assert isinstance(desk.write(Remove(late)), Recorded)
    assert names_of(desk) == ["Ana", "Ben", "Cleo"]
    assert desk.run.waiting


def test_rows_show_those_who_play_in_playing_order_and_then_those_who_left(evening: Desk) -> None:
    rows = seat_facts(evening, None)
    assert [row.name for row in rows] == ["Ana", "Dov", "Ben", "Cleo"]
    assert [sign.label for sign in rows[3].signs] == ["Left"]


async def test_the_first_picture_of_the_next_start_has_them_in_the_same_order(store: Store, evening: Desk) -> None:
    async with at(store, f"/result/{evening.session_id}") as page:

        def pictures() -> list[Any]:
            kept = [json.loads(args["value"]) for name, args in page.client.calls if name == "set"]
            return [rows for title, _, rows in kept if title == evening.title]

        await page.until(lambda: bool(pictures()))
        assert [row[0] for row in pictures()[-1]] == ["Ana", "Dov", "Ben", "Cleo"]


def test_the_table_waits_for_nobody_who_left(desk: Desk) -> None:
    play(desk)
    enter(desk, "left", seat=1, ranked=False)
    assert find_awaited_seats(CROWN, desk.state) == {0}
    enter(desk, "bid_placed", bid=[0])
    assert find_awaited_seats(CROWN, desk.state) == {2}


def test_those_who_left_are_not_counted_among_those_who_choose(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 4, FactionOptions(bids=Bids.SEALED, level=Level.ROUNDS))
    assert describe_waiting(FACTION_WARS, desk.state).startswith("0 of 4 have chosen")
    enter(desk, "left", seat=3, ranked=False)
    assert describe_waiting(FACTION_WARS, desk.state).startswith("0 of 3 have chosen")
    enter(desk, "bid_sealed", bid=1)
    assert describe_waiting(FACTION_WARS, desk.state).startswith("1 of 3 have chosen")


@pytest.mark.parametrize("right", Right)
def test_the_phone_of_who_left_says_so_and_asks_nothing_until_they_come_back(right: Right, desk: Desk) -> None:
    play(desk)
    invitation = Invitation(desk, right=right)
    cleo = PhoneTable(desk, invitation, Seat(2))
    enter(desk, "left", seat=2, ranked=False)
    assert (cleo.prompts, cleo.undoable, cleo.is_turn) == ((), "", False)
    assert cleo.status == (
        "You have left the game, Cleo. Your points stay; the host brings you back when you want to play on."
    )
    play(desk)
    assert cleo.prompts == ()
    enter(desk, "came_back", seat=2)
    assert not cleo.has_left
    while desk.main is not None and desk.main.seat != 2:
        enter(desk, "bid_placed", bid=[0])
    assert bool(cleo.prompts) == (right is not Right.HOST)
    enter(desk, "left", seat=2, ranked=False)
    play(desk)
    assert cleo.status == "You have left the game, Cleo. Your points stay."


@pytest.mark.long
async def test_what_each_player_needs_is_told_of_those_who_play(store: Store, desk: Desk) -> None:
    play(desk)
    enter(desk, "left", seat=2, ranked=False)
    bid_all(desk, 0)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("needs")
        await page.until(lambda: has(page, "Ana shares the lead only with 0 tricks."))
        assert has(page, "Ben leads with at most 1 trick; shares the lead with 2 tricks.")
        assert not has(page, "Cleo cannot")


def test_no_square_of_a_round_is_theirs_who_did_not_play_it(evening: Desk) -> None:
    story = build_story(evening, evening.load_head())
    squares = [result_text.squares(story, seat, None) for seat in story.seats]
    assert [[square != result_text.NOTHING for square in row] for row in squares] == [
        [True, True, True],
        [True, True, True],
        [True, False, False],
        [False, False, True],
    ]


def test_nothing_is_told_of_a_lead_from_the_beginning_where_somebody_left(evening: Desk) -> None:
    assert not [sentence for sentence in evening.shown.tell_rounds() if "from the first" in sentence]


def test_the_result_ranks_who_left_last_and_counts_only_the_rounds_they_played(store: Store, evening: Desk) -> None:
    derived = results.derive(evening.game, evening.run)
    placings = {placing.seat: (placing.rank, placing.points) for placing in derived.result.placings}
    assert placings == {0: (3, -60), 1: (1, 60), 2: (4, 20), 3: (2, 25)}
    played = {(score.number, score.seat) for score in derived.result.scores}
    assert played == {(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0), (3, 1), (3, 3), (0, 3)}
    assert derived.result.starters == ()
    assert [seated.rank for seated in store.sessions.load_head(evening.session_id).seats] == [3, 1, 4, 2]


def test_a_session_with_other_players_is_exported_and_imported(store: Store, evening: Desk) -> None:
    lines = export_session(store, evening.session_id)
    with open_store() as other:
        import_sessions(other, lines)
        assert export_session(other, evening.session_id) == lines
        theirs = Desk(other, evening.session_id)
        assert theirs.state == evening.state


@pytest.mark.usefixtures("evening")
def test_the_doctor_and_bg_stats_agree_with_the_result(store: Store, path: Path) -> None:
    (play_,) = json.loads(export_plays(store).content)["plays"]
    scores = {(score["seatOrder"], score["score"], score["winner"]) for score in play_["playerScores"]}
    assert scores == {(1, "-60", False), (2, "60", True), (3, "20", False), (4, "25", False)}
    backup(store, path)
    report = doctor(path, (CROWN,))
    assert (report.outdated, report.lost, report.strays) == ((), False, ())


def test_the_next_game_is_for_those_who_play(evening: Desk) -> None:
    assert plan_rematch(evening).plan.names == ("Ana", "Dov", "Ben")


@pytest.mark.parametrize("name", ["Ana", " ana ", ""])
def test_a_newcomer_needs_a_name_of_their_own(name: str, desk: Desk) -> None:
    event = CameLate(agreements.Seat(3), name, agreements.Seat(0), 0)
    with pytest.raises(agreements.RuleViolation):
        agreements.judge(CROWN, desk.state, event)


def test_points_by_agreement_reach_who_left_too(desk: Desk) -> None:
    play(desk)
    enter(desk, "left", seat=2, ranked=False)
    enter(desk, "adjusted", seat=2, points=5, reason="the song")
    enter(desk, "adjusted", seat=0, points=-5, reason="the song")
    assert totals(desk.state.ledger, desk.state.table.seats) == {0: -25, 1: 20, 2: 25}
    play(desk)
    assert totals(desk.state.ledger, desk.state.table.seats)[2] == 25


def test_who_comes_late_was_not_there_halfway_and_who_left_does_not_count(evening: Desk) -> None:
    derived = results.derive(CROWN, evening.run)
    assert {place.seat: place.halfway for place in derived.result.placings} == {0: 2, 1: 1, 2: None, 3: None}


async def test_somebody_leaves_by_the_menu(store: Store, desk: Desk) -> None:
    play(desk)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.left", "left.seat=2", "aside.confirm")
        desk.refresh()
        assert list_playing(desk.state) == (0, 1)
        assert has(page, "Left")


async def test_a_known_player_comes_late_at_a_tap(store: Store, desk: Desk) -> None:
    for name in ("Zoe", "Zack", "Yan"):
        store.players.create(name)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.came_late")
        named = [str(one.identifier) for one in page.all(ft.Semantics) if "came_late.name:" in str(one.identifier)]
        assert sorted(named) == [f"came_late.name:{name}" for name in ("Yan", "Zack", "Zoe")]  # nobody of the table
        await page.tap("came_late.name:Zoe", "aside.confirm")
    assert Desk(store, desk.session_id).shown.table.names[-1] == "Zoe"


@pytest.mark.parametrize("screen", ["table/{}", "table/{}/sheet", "table/{}/log", "result/{}", "result/{}/share"])
async def test_every_screen_shows_a_session_whose_players_changed(screen: str, store: Store, evening: Desk) -> None:
    async with at(store, f"/{screen.format(evening.session_id)}") as page:
        assert has(page, "Cleo")
        assert has(page, "Dov")


async def test_the_result_says_who_left(store: Store, evening: Desk) -> None:
    async with at(store, f"/result/{evening.session_id}") as page:
        assert has(page, "left early")


async def test_the_board_has_who_left_below_the_podium_whatever_their_points(desk: Desk) -> None:
    play(desk)
    enter(desk, "left", seat=1, ranked=False)
    play(desk)
    play(desk)
    async with board(desk) as page:
        assert "Ben, left early" in page.texts(page.id("board.place[1]"))
        assert page.texts(page.id("board.place[1]"))[0] == "3."
        assert {"Ana", "Cleo"} <= {*page.texts(page.id("board.place[0]")), *page.texts(page.id("board.place[2]"))}


# Several changes in one game ---------------------------------------------------------------------------------------


def pad(store: Store, players: int, *rounds: tuple[int, ...], options: PadOptions | None = None) -> Desk:
    """A score pad with these rounds."""
    desk = opened(store, SCORE_PAD, players, options or PadOptions())
    for row in rounds:
        score(desk, *row)
    return desk


def score(desk: Desk, *points: int) -> None:
    """A round of the pad, for those who play."""
    enter(desk, "round_entered", scores=[list(pair) for pair in zip(list_playing(desk.state), points, strict=True)])


def leave(desk: Desk, *seats: int, ranked: bool = False) -> None:
    for seat in seats:
        enter(desk, "left", seat=seat, ranked=ranked)


async def test_the_result_of_a_game_whose_first_players_are_all_gone(store: Store) -> None:
    desk = pad(store, 2, (5, 6), options=PadOptions(ending=Ending.ROUNDS, rounds=3))
    enter(desk, "came_late", name="Cleo", after=1, points=5)
    enter(desk, "came_late", name="Dov", after=2, points=5)
    leave(desk, 0, 1)
    score(desk, 10, 1)
    score(desk, 10, 1)
    async with at(store, f"/result/{desk.session_id}") as page:
        await page.settle(0.2)  # what is told of the rounds comes later
        assert has(page, "Cleo wins")
    assert desk.shown.tell_rounds() == ()


def test_points_given_in_a_round_that_is_never_played_have_a_row_of_their_own(store: Store) -> None:
    desk = pad(store, 3, (5, 6, 7), (5, 6, 7))
    enter(desk, "adjusted", seat=0, points=20, reason="a bet")
    leave(desk, 0, ranked=True)
    enter(desk, "game_ended")
    assert [(head.number, head.title) for head in desk.shown.rows] == [(n, f"Round {n}") for n in (1, 2, 3)]
    assert [line.totals[-1] for line in desk.shown.course.lines] == [30, 12, 14]


def test_a_game_in_which_nobody_has_points_any_more_can_be_ended(store: Store) -> None:
    desk = pad(store, 2, (5, 0))
    enter(desk, "came_late", name="Cleo", after=1, points=0)
    leave(desk, 0, 1)
    enter(desk, "game_ended")
    assert desk.shown.is_over


def test_recruits_counted_before_somebody_left_stay_with_their_players(store: Store) -> None:
    options = FactionOptions(level=Level.FINAL, tie_win=TieWin.MOST_RECRUITS)
    desk = opened(store, FACTION_WARS, 3, options)
    enter(desk, "recruits_counted", recruits=[[0, 9], [1, 1], [2, 3]])
    leave(desk, 0)
    for _ in range(2):
        enter(desk, "cards_counted", recruits=20, bystanders=0, berserkers=0)
    _, answers = fill(desk.game, desk.state, desk.main, lambda number: 0)
    enter(desk, "bonuses_scored", **answers)
    assert [(place.side, place.because) for place in desk.shown.standings[:2]] == [
        ((2,), "3 recruits"),
        ((1,), "1 recruit"),
    ]


@pytest.mark.parametrize("leaves", [True, False])
def test_kings_of_who_left_and_came_back_count_again(leaves: bool, store: Store) -> None:
    options = RecruitsOptions(level=RecruitsLevel.LEDGER, win_tie=WinTie.KINGS)
    desk = opened(store, find_game("recruits"), 3, options)

    def earn(recruits: str, seats: tuple[int, ...]) -> None:
        for recruit, seat in zip(recruits, seats, strict=True):
            enter(desk, "recruit_named", recruit=recruit)
            enter(desk, "recruit_earned", seat=seat)

    earn("KK", (0, 0))
    if leaves:
        leave(desk, 0, ranked=True)
        enter(desk, "came_back", seat=0)
    earn("JJKQQJKQQJ", (0, 0, 1, 1, 1, 1, 2, 2, 2, 2))
    assert (desk.shown.outcome.winners, desk.shown.standings[0].because) == ((0,), "2 kings")


@pytest.mark.parametrize(
    ("last", "because"),
    [
        ((30, 10), "Ben has the most points, 50 to 20. Ana left early with 40."),
        ((20, 10), "Ana and Ben have the best total, 40; Ana left early."),
        ((10, 10), "Ana left early and has the best total, 40."),
    ],
)
def test_the_reason_names_who_left_near_the_top(last: tuple[int, int], because: str, store: Store) -> None:
    desk = pad(store, 3, (40, 20, 10))
    leave(desk, 0, ranked=True)
    score(desk, *last)
    enter(desk, "game_ended")
    assert desk.shown.outcome.because == because
