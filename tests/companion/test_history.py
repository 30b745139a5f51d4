"""The history: search, filter, open, describe, correct, bin and restore sessions."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import flet as ft
import pytest

from companion.history import bin_screen
from companion.history.history_state import HistoryState, between, labels, month_of, parse_day, span_title
from companion.open_session.desks import MOST_IDLE, Desks
from companion.testing.accessibility import out_of_reach
from companion.testing.headless import Page
from companion.window import hooks
from scoring.contract.scores import Seat
from scoring.engine.journal import Record
from scoring.games import GAMES as SHELF
from storage.bg_stats.importing import import_plays
from storage.clock import utc_now
from storage.derived.results import Status
from storage.file.database import MEMORY
from storage.history.session_filter import SessionFilter
from storage.play_file import reading
from storage.store import Store
from tests.companion import tables
from tests.companion.pages import DESK, assert_drawn, at, has, visit
from tests.companion.tables import enter, finished, open_store
from tests.storage.conftest import named
from tests.storage.tiny import TINY, Scored

REAL = Path(__file__).parents[1] / "exchange" / "bgstats_79_plays.json"


def unbroken(*players: str) -> str:
    """Players with their points, as a row has them: a line breaks only between two of them."""
    return "\N{NO-BREAK SPACE}· ".join(player.replace(" ", "\N{NO-BREAK SPACE}") for player in players)


def shown(page: Page) -> list[str]:
    """The sessions in the list, from the top."""
    return [name[8:-1] for name in page.names("session[")]


def under(page: Page) -> str:
    """The number of sessions, below the title."""
    return next(word for word in page.texts() if re.match(r"[\d,]+ games?", word))


async def look_for(page: Page, words: str) -> None:
    """Type into the search box and wait for the hits."""
    await page.fill("Search", words)
    await page.settle(0.3)


# The list ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_history_goes_page_by_page_and_month_by_month(store: Store) -> None:
    ids = [finished(store, 0) for _ in range(35)]
    async with at(store, "/history") as page:
        assert shown(page) == ids[:4:-1]
        assert has(page, "January 2026", "35 games", "Tiny · Ana won", unbroken("Ana 5", "Ben 0", "Cleo 0"))
        await page.tap("history.more")
        assert shown(page) == ids[::-1]
        assert not page.has("history.more")


@pytest.mark.long
async def test_the_end_of_the_list_reads_on_by_itself(store: Store) -> None:
    ids = [finished(store, 0) for _ in range(70)]
    async with at(store, "/history") as page:
        for _ in range(2):  # the second comes before the list has grown
            await _scroll(page, 2500)
        assert shown(page) == ids[:9:-1]
        await _scroll(page, 5000)
        assert shown(page) == ids[::-1]
        assert "scroll_to" not in [name for name, _ in page.client.calls]
        await page.tap(f"session[{ids[0]}]", "back")
        assert shown(page) == ids[::-1]
        assert [arguments["offset"] for name, arguments in page.client.calls if name == "scroll_to"] == [4900]


async def _scroll(page: Page, end: float) -> None:
    spot = {"pixels": end - 100, "min_scroll_extent": 0, "max_scroll_extent": end, "viewport_dimension": 700}
    await page.fire(page.one(ft.ListView), "scroll", {"event_type": "update", **spot})


async def test_a_filter_is_replaced_by_another_value_and_dropped_by_a_second_tap(store: Store) -> None:
    three, two = finished(store, 0), finished(store, 0, names=("Ana", "Dov"))
    async with at(store, "/history") as page:
        await page.tap("history.filter")
        for taps, left in (
            (("seats:2", "seats:3"), [three]),
            (("seats:3", "players:Dov"), [two]),
            (("players:Dov", "players:Ben", "players:Cleo", "players:Ben"), [three]),
            (("players:Cleo", "winner:Dov"), []),
            (("winner:Dov", "game:tiny"), [two, three]),
        ):
            await page.tap(*taps)
            assert shown(page) == left, taps
            assert_drawn(page)


async def test_other_statuses_than_those_of_the_games_to_continue_find_what_they_say(store: Store) -> None:
    over, stopped = finished(store, 0), tables.tiny(store, (0, 5))
    tables.enter(stopped, "stopped", reason="", counts=True)
    going = [tables.tiny(store, (1, 5)).session_id for _ in range(4)]
    async with at(store, "/") as page:
        await page.tap("home.more", "history.filter")
        assert shown(page) == going[::-1]
        await page.tap("status:open")
        assert shown(page) == [stopped.session_id]
        await page.tap("status:stopped")
        assert shown(page) == [*going[::-1], stopped.session_id, over]


@pytest.mark.long
async def test_what_was_looked_for_is_marked_where_it_stands(store: Store) -> None:
    players = ("Ana", "Ben", "Zoë-Maria", "Cleo")
    session_id = finished(store, 0, names=players, place="Garten am Süd-Café")
    long = "We began late, the cake was gone before the first deal, and then\nDov dropped a whole crème brûlée."
    store.sessions.set_details(session_id, note=long)
    for words, marked in (
        ("zoe", ["Zoë"]),
        ("tin", ["Tin"]),
        ("art", ["art"]),
        ("CAFE brulee", ["Café", "brûlée"]),
    ):
        async with at(store, "/history") as page:
            await look_for(page, words)
            assert marks(page) == marked, words
    async with at(store, "/history") as page:
        await look_for(page, "brulee")
        note = next(word for word in page.texts() if word.startswith("…"))
        assert note == "…a whole crème brûlée."
        await look_for(page, "")
        assert marks(page) == []


def marks(page: Page) -> list[str]:
    """The highlighted texts in the rows."""
    return [span.text or "" for span in page.all(ft.TextSpan) if span.style and span.style.bgcolor]


@pytest.mark.long
async def test_a_session_found_by_the_name_of_a_merged_player_says_so(store: Store) -> None:
    session_id = finished(store, 0, names=("Bernd", "Cleo"))
    finished(store, 0, names=("Ben", "Dov"))
    store.merges.merge(named(store, "Bernd"), named(store, "Ben"))
    async with at(store, "/history") as page:
        await look_for(page, "bernd")
        assert shown(page) == [session_id]
        assert marks(page) == ["bernd"]
        assert has(page, "“bernd”: an earlier name of a player")


@pytest.mark.long
async def test_many_imported_games_are_folded_away_and_found_by_a_few_letters(store: Store) -> None:
    finished(store, 0)
    import_plays(store, reading.parse_file(REAL.read_bytes(), REAL.name))
    named = {title: f"game:{key}" for key, title in store.titles.load().items() if key in store.history.count_by_game()}
    async with at(store, "/history") as page:
        await page.tap("history.filter")
        assert page.names("game:") == ["game:tiny"]
        await page.tap("games.imported")
        assert len(page.names("game:")) == 13
        assert named["Splendor"] not in page.names("game:")
        await page.fill("Find an imported game", "SPLEND")
        assert page.names("game:") == ["game:tiny", named["Splendor"]]
        assert out_of_reach(page) == []
        await page.fill("Find an imported game", "nothing of the kind")
        assert has(page, "There is no imported game of that name.")
        await page.fill("Find an imported game", "splend")
        await page.tap(named["Splendor"], "games.imported")
        assert page.names("game:") == ["game:tiny", named["Splendor"]]  # what is chosen stays in sight
        assert under(page) == "1 game found"
        assert any(word.startswith("Imported · ") for word in page.texts())
        await page.tap(named["Splendor"])
        assert page.names("game:") == ["game:tiny"]


async def test_years_without_a_game_are_not_offered() -> None:
    times = [datetime(2021, 5, 1, tzinfo=UTC)]
    with Store(MEMORY, tables.GAMES, now=lambda: times[-1]) as store:
        finished(store, 0)
        times.append(datetime(2024, 5, 1, tzinfo=UTC))
        finished(store, 1)
        async with at(store, "/history") as page:
            await page.tap("history.filter")
            years = [name for name in page.names() if re.match(r"date:\d+$", name)]
            assert years == [f"date:{utc_now().year}", "date:2024", "date:2021"]


@pytest.mark.long
async def test_one_of_the_two_days_may_be_left_out(store: Store) -> None:
    session_id = finished(store, 0)
    for label, before, after in (("To", "1.1.2026", "2.1.2026"), ("From", "3.1.2026", "2.1.2026")):
        async with at(store, "/history") as page:
            await page.tap("history.filter", "date.own")
            for day, left in ((before, []), (after, [session_id])):
                await page.fill(label, day)
                await page.tap("date.apply")
                assert shown(page) == left, (label, day)
            assert not page.names("date:2026-")  # no year is chosen


async def test_a_place_that_is_filtered_by_can_be_tapped_off_when_others_were_played_at_since(store: Store) -> None:
    garden = finished(store, 0, place="Garden")
    async with at(store, "/history") as page:
        await page.tap("history.filter", "place:Garden", "filter.show")
        assert shown(page) == [garden]
        for number in range(12):
            finished(store, 0, place=f"Café {number}")
        await page.tap("history.filter", "place:Garden", "filter.show")
        assert len(shown(page)) == 13


async def test_where_dropping_a_single_filter_does_not_help_every_game_is_offered(store: Store) -> None:
    ids = [finished(store, 0), finished(store, 1, names=("Ben", "Dov"))]
    async with at(store, "/history") as page:
        await page.tap("history.filter", "winner:Cleo", "filter.show")
        await look_for(page, "nowhere")
        assert has(page, "Removing a single filter does not help.")
        assert out_of_reach(page) == []
        await page.tap("history.all")
        assert shown(page) == ids[::-1]


@pytest.mark.long
async def test_whoever_opens_a_session_finds_the_list_as_they_left_it(store: Store) -> None:
    garden = finished(store, 0, place="Garden")
    finished(store, 0)
    async with at(store, "/history") as page:
        await look_for(page, "garden")
        await page.tap(f"session[{garden}]")
        assert page.page.route == f"/session/{garden}"
        await page.tap("back")
        assert shown(page) == [garden]
        assert page.one(ft.TextField, label="Search").value == "garden"


@pytest.mark.long
async def test_what_another_window_writes_comes_into_the_list(store: Store) -> None:
    async with at(store, "/history") as page:
        assert has(page, "Every game you play is listed here")
        session_id = finished(store, 0)
        await page.until(lambda: shown(page) == [session_id])


# One session -------------------------------------------------------------------------------------------------------


async def test_a_session_of_a_moment_was_played_for_less_than_a_minute(store: Store) -> None:
    going = tables.tiny(store, (0, 5))
    async with at(store, f"/session/{going.session_id}") as page:
        assert has(page, "Not finished.", "played for less than a minute")


@pytest.mark.parametrize(
    ("lines", "words"), [(0, "The whole log"), (1, "Correct this line"), (2, "All 2 lines; correct one")]
)
async def test_the_way_to_the_log_counts_its_lines(lines: int, words: str, store: Store) -> None:
    desk = tables.opened(store, TINY, 2)
    for _ in range(lines):
        enter(desk, "scored", seat=0, points=1)
    async with at(store, f"/session/{desk.session_id}") as page:
        assert page.texts(page.id("session.log")) == [words]


async def test_entries_that_todays_rules_refuse_are_told(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    store.sessions.append(desk.session_id, 2, TINY, Record(Scored(Seat(0), 99)))
    async with at(store, f"/session/{desk.session_id}") as page:
        assert has(
            page,
            "Today's rules refuse part of the log: Nobody scores more than 9 points. 1 line is on hold; see the log.",
        )


@pytest.mark.long
async def test_a_finished_session_is_corrected_with_the_change_of_result_shown_first(store: Store) -> None:
    session_id = finished(store, 0, 0, 1)
    async with at(store, f"/session/{session_id}") as page:
        await page.tap("session.log", "entry[2]", "scored.seat=1", "entry.check")
        assert has(page, "Ana won → Ben won", "1st → 2nd", "2nd → 1st", "5 → 10")
        assert store.sessions.load_head(session_id).winners == ("Ana",)
        await page.tap("preview.save")
        assert store.sessions.load_head(session_id).winners == ("Ben",)
        await page.tap("back")
        assert page.page.route == f"/session/{session_id}"
        assert has(page, "Ben won. Most points after the last round.")
        await page.tap("session.log", "log.setup")
        assert page.page.route == f"/session/{session_id}/setup"
        await page.tap("back")
        assert page.page.route == f"/session/{session_id}/log"
        await page.tap("entry[3]", "entry.remove")
        assert has(page, "Ben won → the game goes on")


# The bin -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("screen", ["/session/{}", "/session/{}/log", "/table/{}", "/table/{}/sheet", "/result/{}"])
async def test_a_session_in_the_bin_says_so_wherever_it_is_opened(screen: str, store: Store) -> None:
    session_id = finished(store, 0)
    store.bin.add(session_id)
    async with at(store, screen.format(session_id)) as page:
        assert has(page, "In the bin: deleted for ever on 1 Feb.")
        assert_drawn(page)
        await page.tap("bin.restore")
        assert not has(page, "In the bin")
        assert store.sessions.load_head(session_id).binned_at is None


@pytest.mark.long
async def test_a_session_that_another_window_throws_away_says_so(store: Store) -> None:
    session_id = finished(store, 0)
    async with at(store, f"/table/{session_id}") as page:
        assert not has(page, "In the bin")
        store.bin.add(session_id)
        await page.until(lambda: has(page, "In the bin"))


async def test_a_long_bin_is_shown_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bin_screen, "PAGE", 1)
    for _ in range(3):
        store.bin.add(finished(store, 0))
    async with at(store, "/bin") as page:
        assert len(shown(page)) == 1
        await page.tap("bin.more", "bin.more")
        assert len(shown(page)) == 3
        assert not page.has("bin.more")


async def test_a_session_that_is_gone_already_is_told(store: Store) -> None:
    session_id = finished(store, 0)
    store.bin.add(session_id)
    async with at(store, "/bin") as page:
        await page.tap(f"purge[{session_id}]")
        store.bin.empty([session_id])
        await page.tap("delete.now")
        assert has(page, "0 games deleted for ever.", "The bin is empty.")


async def test_a_session_deleted_for_ever_no_longer_exists(store: Store) -> None:
    session_id = finished(store, 0)
    async with at(store, f"/session/{session_id}") as page:
        await page.tap("session.bin")
        await page.go("/bin")
        await page.tap(f"purge[{session_id}]")
        assert page.texts(page.id("delete.now")) == ["Delete this game for ever"]
        await page.tap("delete.now")
        for screen in (f"/session/{session_id}", f"/table/{session_id}", f"/session/{session_id}/share"):
            await page.go(screen)
            assert has(page, "This game no longer exists")


@pytest.mark.parametrize("screen", ["/session/{}", "/session/{}/log", "/table/{}", "/result/{}"])
async def test_a_session_deleted_for_ever_elsewhere_no_longer_exists_where_it_is_open(
    screen: str, store: Store
) -> None:
    session_id = finished(store, 0)
    async with at(store, screen.format(session_id)) as page:
        store.bin.add(session_id)
        store.bin.empty([session_id])
        await page.until(lambda: has(page, "This game no longer exists"))
        await page.tap("home")
        assert page.page.route == "/"


async def test_what_comes_into_the_bin_meanwhile_is_not_deleted_with_it(store: Store) -> None:
    first, second = (finished(store, 0) for _ in range(2))
    store.bin.add(first)
    async with at(store, "/bin") as page:
        await page.tap("bin.empty")
        store.bin.add(second)
        await page.tap("delete.now")
        assert has(page, "1 game deleted for ever.")
    assert [head.id for head in store.history.search(SessionFilter(binned=True)).sessions] == [second]


async def test_what_was_deleted_for_ever_elsewhere_cannot_be_restored(store: Store) -> None:
    session_id = finished(store, 0)
    store.bin.add(session_id)
    async with at(store, "/bin") as page:
        store.bin.empty([session_id])
        await page.tap(f"restore[{session_id}]")
        assert has(page, "This game no longer exists", "The bin is empty.")


@pytest.mark.parametrize(
    "screen", ["/", "/history", "/bin", "/players", "/player/{player}", "/games", "/games/tiny", "/evening/{day}"]
)
async def test_a_screen_is_redrawn_after_another_window_wrote(
    screen: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "_LOOK_EVERY", 0.02)
    finished(store, 0)
    head = store.sessions.load_head(finished(store, 0))
    player, day = head.seats[0].player.id, head.opened_at.date().isoformat()
    async with at(store, screen.format(player=player, day=day)) as page:
        before = page.texts()
        store.bin.add(head.id)
        await page.until(lambda: page.texts() != before)


def test_a_day_whose_midnight_is_skipped_begins_an_hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Africa/Cairo")
    time.tzset()
    day = between(SessionFilter(), date(2026, 4, 24), date(2026, 4, 24))
    assert span_title(day.since, day.until) == "24 Apr 2026 to 24 Apr 2026"
    monkeypatch.undo()
    time.tzset()


# What a window looks for, without a screen -------------------------------------------------------------------------


@pytest.fixture
def abroad(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A device in a time zone half a day from Greenwich, with summer time."""
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("abroad")
def test_months_and_days_are_those_of_this_device() -> None:
    late = datetime(2026, 10, 31, 12, tzinfo=UTC)  # the first of November there
    since, until = month_of(late)
    assert (since, until) == (datetime(2026, 10, 31, 11, tzinfo=UTC), datetime(2026, 11, 30, 11, tzinfo=UTC))
    first = datetime(2026, 9, 27).date()  # the day on which an hour is left out
    wanted = between(SessionFilter(), first, first)
    assert wanted.until.astimezone(UTC) - wanted.since.astimezone(UTC) == timedelta(hours=23)
    assert span_title(wanted.since, wanted.until) == "27 Sep 2026 to 27 Sep 2026"


def test_spans_are_told_in_words() -> None:
    day = datetime(2026, 11, 6, 20).astimezone()
    later = datetime(2026, 12, 6).astimezone()
    assert span_title(*month_of(day)) == "November 2026"
    assert span_title(day, None) == "since 6 Nov 2026"
    assert span_title(None, later) == "until 5 Dec 2026"
    assert span_title(None, None) == "any day"


@pytest.mark.parametrize("text", ["2026-11-06", "6.11.2026", "06/11/2026", " 6  Nov 2026", "6 November 2026"])
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    assert parse_day(text) == datetime(2026, 11, 6).date()


@pytest.mark.parametrize("text", ["", "today", "6.11.", "31.2.2026", "2026"])
def test_what_is_no_day_is_not_taken_for_one(text: str) -> None:
    assert parse_day(text) is None


def test_filters_are_told_in_words() -> None:
    wanted = SessionFilter(
        " rain  fall ", "tiny", ("a", "b"), 4, winner="a", statuses=(Status.OPEN, Status.STOPPED), year=2025
    )
    words = labels(wanted, {"tiny": "Tiny"}, {"a": "Ana", "b": "Ben"}.__getitem__)
    assert words == {
        "words": "“rain fall”",
        "game": "Tiny",
        "players": "Ana and Ben",
        "seats": "4 players",
        "date": "2025",
        "winner": "Ana won",
        "status": "Open or Stopped",
    }


def test_the_past_is_read_again_only_after_somebody_wrote(tmp_path: Path) -> None:
    with open_store(tmp_path / "one.sqlite") as store:
        ids = [finished(store, 0) for _ in range(5)]
        past = HistoryState(store, size=2)
        assert past.refresh()
        assert not past.refresh()
        past.load_more()
        assert [head.id for head in past.heads] == ids[:0:-1]
        assert past.total == 5
        assert past.months == {"January 2026": 5}
        with open_store(tmp_path / "one.sqlite") as other:
            other.bin.add(ids[4])
        assert past.refresh()
        assert [head.id for head in past.heads] == ids[3::-1]  # as many as were read before
        assert (past.total, past.next_page) == (4, None)
        past.load_more()
        assert len(past.heads) == 4


@pytest.mark.long
def test_looking_through_the_past_does_not_fill_the_memory(store: Store) -> None:
    desks = Desks(store)
    ids = [finished(store, 0) for _ in range(MOST_IDLE + 5)]
    watched = desks.desk(ids[0])
    end = watched.watch(lambda: None)
    for session_id in ids:
        desks.desk(session_id)
    assert [session_id for session_id in ids if desks.opened(session_id) is None] == ids[1:4]
    assert desks.desk(ids[0]) is watched
    end()


@pytest.mark.long
@pytest.mark.parametrize("size", [{}, DESK], ids=["phone", "desk"])
async def test_the_pages_of_the_past_can_be_reached_and_read(size: dict[str, float], store: Store) -> None:
    store.settings.put("theme", "dark" if size else "light")
    for game in SHELF:
        binned = tables.played(store, game, game.box.players[-1], seed=3)
        tables.played(store, game, game.box.players[0], seed=4)
    store.bin.add(binned)
    evening, year = "/evening/2026-01-02", "/year/2026"
    routes = ["/history", "/bin", f"/session/{binned}", evening, f"{evening}/share", year, f"{year}/share"]
    routes += ["/games", *(f"/games/{game.key}" for game in SHELF), "/games/nothing", "/exchange", "/exchange/nothing"]
    async with at(store, "/", **size) as page:
        await visit(page, *routes, "/bin")
        await page.tap("bin.empty")
        assert_drawn(page)


async def test_a_stopped_game_is_gone_on_with_from_the_top_of_its_page(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), rounds=3)
    enter(desk, "stopped", reason="", counts=True)
    async with at(store, f"/session/{desk.session_id}") as page:
        texts = page.texts()
        assert texts.index("Go on at the table") < texts.index("Rematch")
        assert "Open at the table" not in texts
        await page.tap("session.open")
        assert page.page.route == f"/table/{desk.session_id}"
