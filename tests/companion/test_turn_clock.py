"""The turn clock: whose turn counts, what pauses it, what is kept, and what the table shows of it."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Recorded, Unsaved
from companion.open_session.turn_clock import ASLEEP, IDLE
from companion.phones import phone_app
from companion.phones.invitation import WATCHING, Invitation, Phone, Place, Use
from companion.phones.phone_app import guest_main
from companion.setup.setup_plan import Plan, reseat, seat_corrections
from companion.testing.headless import visited
from companion.ui.text import stopwatch
from scoring.contract.scores import Seat
from scoring.engine.codec import options_payload
from scoring.engine.journal import Amend
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options
from scoring.games.score_pad import GAME as SCORE_PAD
from storage.errors import StorageError
from storage.sessions.turn_clocks import ClockState
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.companion.pages import at, has
from tests.companion.tables import GAMES, enter, opened


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def file(watch: Watch, path: Path) -> Iterator[Store]:
    with Store(path, GAMES, now=watch) as store:
        yield store


@pytest.fixture
def desk(file: Store) -> Desk:
    """Three players bid one after the other, Ben first; then all tricks are asked at once. The clock is on."""
    desk = opened(file, CROWN, 3, Options(schedule=(2, 2, 2)))
    assert desk.switch_clock() == ""
    return desk


def wait(watch: Watch, desk: Desk, seconds: int) -> None:
    """So many seconds with the app in view."""
    for _ in range(seconds):
        watch.now += timedelta(seconds=1)
        desk.beat_clock()


def sums(desk: Desk) -> list[int]:
    """The whole seconds of Ana, Ben, Cleo and the table."""
    counted = desk.clock.count_sums()
    return [counted.get(key, 0) // 1000 for key in (*desk.clock.players, "")]


def test_a_table_has_no_clock_until_it_is_switched_on(file: Store, watch: Watch) -> None:
    desk = opened(file, CROWN, 3)
    wait(watch, desk, 20)
    enter(desk, "bid_placed", bid=[0])
    assert (desk.shows_clock, desk.clock.clock, file.clocks.load(desk.session_id)) == (False, None, None)


def test_each_turn_counts_for_the_player_the_table_waits_for(desk: Desk, watch: Watch) -> None:
    for seconds in (10, 20, 30):
        wait(watch, desk, seconds)
        enter(desk, "bid_placed", bid=[0])
    assert desk.main.seat is None
    wait(watch, desk, 40)
    assert sums(desk) == [30, 10, 20, 40]
    assert desk.clock.count_turn() == 40_000
    enter(desk, "tricks_taken", tricks=[[0, 2], [1, 0], [2, 0]])
    wait(watch, desk, 5)
    assert sorted(sums(desk)) == [10, 25, 30, 40]


def test_an_entry_that_leaves_the_turn_where_it_is_does_not_start_it_again(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    enter(desk, "adjusted", seat=0, points=5, reason="the song")
    wait(watch, desk, 10)
    assert desk.clock.count_turn() == 20_000
    assert sums(desk) == [0, 20, 0, 0]


def test_one_tap_pauses_and_one_goes_on(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    assert desk.toggle_clock() == ""
    wait(watch, desk, 600)
    enter(desk, "adjusted", seat=0, points=5, reason="the song")
    assert not desk.clock.is_running
    assert desk.toggle_clock() == ""
    wait(watch, desk, 5)
    assert (desk.clock.count_turn(), sums(desk)) == (15_000, [0, 15, 0, 0])


def test_a_pause_ends_with_the_next_turn(desk: Desk, watch: Watch) -> None:
    desk.toggle_clock()
    wait(watch, desk, 60)
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 7)
    assert sums(desk) == [0, 0, 7, 0]


def test_an_app_out_of_view_counts_for_nobody_and_says_so(file: Store, watch: Watch, desk: Desk) -> None:
    wait(watch, desk, 12)
    watch.now += timedelta(hours=9)
    assert (desk.clock.count_turn(), desk.clock.is_running) == (12_000, False)  # before anything is written
    woken: list[bool] = []
    desk.watch(lambda: woken.append(True))
    desk.beat_clock()
    assert woken == [True]
    kept = file.clocks.load(desk.session_id)
    assert (kept.clock.state, kept.clock.since, sums(desk)) == (ClockState.ASLEEP, None, [0, 12, 0, 0])
    wait(watch, desk, 10)
    assert sums(desk) == [0, 12, 0, 0]
    desk.toggle_clock()
    wait(watch, desk, 3)
    assert sums(desk) == [0, 15, 0, 0]


def test_a_short_look_elsewhere_is_no_pause(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 12)
    watch.now += ASLEEP
    desk.beat_clock()
    assert sums(desk) == [0, 42, 0, 0]


def test_a_page_left_in_view_for_the_night_adds_nothing(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 12)
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, int(IDLE.total_seconds()) + 1)
    clock, _ = desk.clock.look()
    assert (clock.state, sums(desk)) == (ClockState.IDLE, [0, 12, 0, 0])
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 4)
    assert sums(desk) == [4, 12, 0, 0]


def test_an_entry_after_a_sleep_starts_the_next_turn(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 12)
    watch.now += timedelta(hours=1)
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 3)
    assert sums(desk) == [0, 12, 3, 0]


def test_undo_and_redo_pass_the_turn_back_and_forth(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 5)
    assert isinstance(desk.undo(desk.number), Recorded)
    wait(watch, desk, 2)
    assert (desk.clock.count_turn(), sums(desk)) == (2_000, [0, 12, 5, 0])
    assert isinstance(desk.redo(desk.number), Recorded)
    wait(watch, desk, 1)
    assert sums(desk) == [0, 12, 6, 0]


def test_a_correction_leaves_the_turn_that_runs(desk: Desk, watch: Watch) -> None:
    bid = enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 10)
    assert isinstance(desk.write(Amend(bid, desk.amendment(bid, {"seat": 1, "bid": [1]}).event)), Recorded)
    wait(watch, desk, 10)
    assert (desk.clock.count_turn(), sums(desk)) == (20_000, [0, 0, 20, 0])


def test_times_stay_with_the_player_when_seats_are_corrected(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    before = {player.name: desk.clock.count_sums().get(player.id, 0) for player in desk.players}
    answers = {"names": ["Ben", "Ana", "Cleo"], "options": desk.payload(0)["options"]}
    assert isinstance(desk.write(desk.amendment(0, answers)), Recorded)
    assert [player.name for player in desk.players] == ["Ben", "Ana", "Cleo"]
    assert {player.name: desk.clock.count_sums().get(player.id, 0) for player in desk.players} == before


def test_a_turn_and_a_pause_go_on_when_the_players_sat_in_another_order(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)  # for Ben
    desk.toggle_clock()
    before = Plan(desk.setup_names, options_payload(CROWN, desk.run.opened.options), own=True)
    moved = seat_corrections(CROWN, before, reseat(CROWN, before, ("Cleo", "Ana", "Ben"))).moved
    assert isinstance(desk.write(desk.amendment(0, moved)), Recorded)
    assert (desk.clock.count_turn(), desk.clock.is_running) == (10_000, False)
    desk.toggle_clock()
    wait(watch, desk, 5)
    assert {player.name: desk.clock.count_sums().get(player.id, 0) for player in desk.players}["Ben"] == 15_000


def test_a_newcomer_has_a_time_of_their_own(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    enter(desk, "came_late", name="Dov", after=0, points=0)
    wait(watch, desk, 3)
    assert desk.clock.count_sums()[desk.players[3].id] == 3_000


def test_the_end_stops_it_and_undo_goes_on(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    enter(desk, "stopped", reason="late", counts=True)
    wait(watch, desk, 100)
    assert (desk.shows_clock, sums(desk)) == (False, [0, 10, 0, 0])
    desk.undo(desk.number)
    wait(watch, desk, 1)
    assert (desk.shows_clock, sums(desk)) == (True, [0, 11, 0, 0])


def test_switched_off_it_counts_nothing_and_keeps_what_it_has(desk: Desk, watch: Watch) -> None:
    wait(watch, desk, 10)
    desk.switch_clock()
    wait(watch, desk, 10)
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 10)
    assert (desk.shows_clock, sums(desk)) == (False, [0, 10, 0, 0])
    desk.switch_clock()
    wait(watch, desk, 4)
    assert sums(desk) == [0, 10, 4, 0]


def test_a_restart_shows_the_same_times(desk: Desk, watch: Watch, path: Path) -> None:
    wait(watch, desk, 10)
    enter(desk, "bid_placed", bid=[0])
    wait(watch, desk, 25)
    with Store(path, GAMES, now=watch) as again:
        other = Desk(again, desk.session_id)
        assert (sums(other), other.clock.count_turn()) == (sums(desk), desk.clock.count_turn())
        watch.now += timedelta(minutes=5)
        assert 20 <= sums(Desk(again, desk.session_id))[2] <= 25, "what was shown is kept, the time between is not"
    assert doctor(path, GAMES).strays == ()


def test_two_programs_show_the_same_clock(desk: Desk, watch: Watch, path: Path) -> None:
    with Store(path, GAMES, now=watch) as elsewhere:
        other = Desk(elsewhere, desk.session_id)
        wait(watch, desk, 10)
        assert other.toggle_clock() == ""
        assert desk.refresh()
        wait(watch, desk, 10)
        assert not desk.clock.is_running
        enter(desk, "bid_placed", bid=[0])
        wait(watch, desk, 20)
        assert other.refresh()
        assert sums(other) == sums(desk) == [0, 10, 20, 0]


def test_seats_that_another_program_corrected_have_their_players_times(desk: Desk, watch: Watch, path: Path) -> None:
    wait(watch, desk, 10)
    with Store(path, GAMES, now=watch) as elsewhere:
        other = Desk(elsewhere, desk.session_id)
        answers = {"names": ["Ben", "Ana", "Cleo"], "options": desk.payload(0)["options"]}
        assert isinstance(other.write(other.amendment(0, answers)), Recorded)
        assert desk.refresh()
        assert desk.clock.players == other.clock.players
        assert sums(desk) == [10, 0, 0, 0]


def test_a_refused_or_unsaved_entry_moves_no_turn(
    file: Store, watch: Watch, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    wait(watch, desk, 10)
    before = file.clocks.load(desk.session_id)

    def fail(*_: Any) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr("storage.sessions.journals.insert_entries", fail)
    prompt = desk.main
    assert isinstance(desk.record(prompt, {"seat": 1, "bid": [0]}, desk.number), Unsaved)
    assert file.clocks.load(desk.session_id) == before
    assert sums(desk) == [0, 10, 0, 0]


def test_the_journal_and_the_points_know_nothing_of_it(file: Store, watch: Watch, desk: Desk) -> None:
    plain = opened(file, CROWN, 3, Options(schedule=(2, 2, 2)))
    for one in (desk, plain):
        wait(watch, one, 5)
        enter(one, "bid_placed", bid=[0])
    assert desk.journal == plain.journal
    assert desk.state == plain.state


def test_a_clock_that_cannot_be_read_counts_as_none(file: Store, watch: Watch, desk: Desk) -> None:
    with file.database.writing() as db:
        db.connection().exec_driver_sql("UPDATE session SET clock = json_set(clock, '$.sums', json('[1]'))")
    assert Desk(file, desk.session_id).clock.clock is None


def test_a_session_deleted_for_ever_takes_its_clock_along(file: Store, desk: Desk) -> None:
    file.bin.add(desk.session_id)
    file.bin.empty([desk.session_id])
    with file.database.reading() as db:
        assert db.connection().exec_driver_sql("SELECT COUNT(clock) FROM session").scalar_one() == 0


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (42, "0:42"), (725, "12:05"), (3600, "1:00:00"), (3753, "1:02:33")]
)
def test_times_are_written_as_on_a_stopwatch(seconds: int, words: str) -> None:
    assert stopwatch(seconds * 1000 + 999) == words


# The screen ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_second_changes_one_text_and_only_while_the_page_is_in_view(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.clock")
        shown = page.texts(page.id("clock"))
        page.client.patches.clear()
        await page.until(lambda: page.texts(page.id("clock")) != shown)
        assert page.client.patches
        assert all(len(str(patch)) < 600 for patch in page.client.patches), page.client.patches
        await page.fire(page.page, "app_lifecycle_state_change", {"state": "hide"})
        page.client.patches.clear()
        await page.settle(2.2)
        assert not page.client.patches
        await page.fire(page.page, "app_lifecycle_state_change", {"state": "show"})
        await page.until(lambda: bool(page.client.patches))
        await page.tap("clock.pause")
        await page.go("/")
        await page.go(f"/table/{desk.session_id}")
        await page.tap("clock.pause")  # it goes on
        shown = page.texts(page.id("clock"))
        await page.until(lambda: page.texts(page.id("clock")) != shown)


@pytest.mark.long
async def test_the_result_tells_the_time_per_player(file: Store, watch: Watch, desk: Desk) -> None:
    wait(watch, desk, 75)
    enter(desk, "stopped", reason="late", counts=True)
    async with at(file, f"/result/{desk.session_id}") as page:
        assert has(page, "Time per player: Ana 0:00, Ben 1:15, Cleo 0:00.")
        await page.go(f"/session/{desk.session_id}")
        assert has(page, "Time per player: Ana 0:00, Ben 1:15, Cleo 0:00.")


async def test_the_result_says_nothing_where_only_the_table_took_time(file: Store, watch: Watch) -> None:
    desk = opened(file, SCORE_PAD, 3)
    assert desk.switch_clock() == ""
    wait(watch, desk, 75)
    enter(desk, "round_entered", scores=[[0, [7]], [1, [8]], [2, [9]]])
    enter(desk, "stopped", reason="late", counts=True)
    assert desk.clock.count_sums()[""] == 75_000
    async with at(file, f"/result/{desk.session_id}") as page:
        assert not has(page, "Time per player")


@pytest.mark.long
async def test_a_phone_at_the_table_shows_the_clock_and_keeps_it_going(desk: Desk, watch: Watch) -> None:
    phone = Phone("a", "Phone", watch.now, watch.now, place=Place(Use.SEAT, Seat(1)))

    def main(page: ft.Page) -> None:
        guest_main(Invitation(desk), phone, page)

    async with visited(main) as page:
        await page.until(lambda: "Ben 0:00" in " ".join(page.texts(page.id("clock"))))
        assert not page.has("clock.pause")
        wait(watch, desk, 7)
        enter(desk, "bid_placed", bid=[0])
        await page.until(lambda: "Cleo 0:00" in " ".join(page.texts(page.id("clock"))))
        assert "Ben\u00a00:07" in " ".join(page.texts(page.id("clock")))
        await page.tap("clock")
        assert has(page, "Time per player")
        assert not page.has("clock.off")
        desk.toggle_clock()
        await page.until(lambda: "Paused: Cleo" in " ".join(page.texts(page.id("clock"))))


@pytest.mark.parametrize("place", [None, WATCHING])
async def test_only_a_phone_that_was_let_in_keeps_the_clock_going(
    desk: Desk, watch: Watch, place: Place | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_app, "_BEAT_SECONDS", 0.01)
    phone = Phone("a", "Phone", watch.now, watch.now, place=place)
    async with visited(partial(guest_main, Invitation(desk), phone)):
        watch.now += 0.7 * ASLEEP
        await asyncio.sleep(0.1)
        watch.now += 0.7 * ASLEEP
        assert desk.clock.is_running == (place is not None)


async def test_the_strip_is_as_high_as_the_lines_of_its_sums(store: Store) -> None:
    names = ("Wilhelmina", "Maximilian", "Bernadette", "Constantin", "Friederike", "Christoph")
    heights = []
    for players in (2, 4, 6):
        desk = opened(store, CROWN, players, Options(), names[:players])
        assert desk.switch_clock() is not None
        async with at(store, f"/table/{desk.session_id}") as page:
            heights.append(page.id("clock").content.height)
    assert heights[0] < heights[1] < heights[2]
