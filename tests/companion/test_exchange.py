"""Import and export on the screen: a preview, then all or nothing, and undo."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from errno import ENOSPC
from functools import partial
from pathlib import Path
from typing import Any

import flet as ft
import httpx
import pytest
from starlette.requests import ClientDisconnect

from companion.device.native_window import OwnWindow
from companion.device.served_page import ServedPage
from companion.device.uploads import INBOX, Inbox
from companion.exchange import exchange_screen
from companion.exchange.importing import details, facts, import_file, preview_file, summary
from companion.server.serving import application
from companion.testing.accessibility import pressed_names
from companion.testing.headless import Page, headless
from companion.window import hooks
from scoring.contract.game import Adjusted
from scoring.contract.scores import Seat
from scoring.engine.installed_games import guard
from scoring.engine.journal import Record
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.errors import TransferError
from storage.file.database import MEMORY
from storage.file.file_io import write_lines
from storage.store import Store
from storage.transfer.card_file import export_cards
from storage.transfer.session_export import export_sessions
from storage.transfer.session_import import import_sessions
from storage.upkeep.backups import backup
from tests.companion.broken_games import raise_error
from tests.companion.pages import assert_drawn, visit
from tests.companion.pages import at as open_at
from tests.companion.tables import GAMES, Browser, open_store, played
from tests.companion.tables import opened as opened_table
from tests.companion.test_share_screen import fetched
from tests.storage.tiny import TINY
from tests.storage.worlds import play, player, read, score, uuid, world

REAL = Path(__file__).parents[1] / "exchange" / "bgstats_79_plays.json"
at = partial(open_at, device=OwnWindow())
SIZES = ({}, {"width": 1280, "height": 800})


async def choose_file(page: Page, path: Path) -> None:
    """Choose a file, as on a device that gives its path."""
    page.client.answers["pick_files"] = [{"id": 0, "name": path.name, "size": 1, "path": str(path)}]
    await page.go("/exchange")
    await page.tap("exchange.choose")
    await page.until(lambda: page.has("import.status"))


async def until_shown(page: Page, words: str) -> None:
    await page.until(lambda: any(words in text for text in page.texts()))


def read_status(page: Page) -> str:
    return " ".join(page.texts(page.id("import.status")))


def written(folder: Path, data: Any, name: str = "plays.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_the_sessions_of_a_file_are_told_by_day_game_and_players(store: Store, tmp_path: Path) -> None:
    played(store, GAMES[0], 2, names=("Ana", "Ben"))
    file = tmp_path / "ours.jsonl"
    write_lines(file, export_sessions(store))
    with open_store() as other:
        other.players.create("Ben")
        preview = preview_file(other, file)
    assert list(details(preview)) == [
        ("Players matched", ("Ben counts as Ben",)),
        ("New players", ("Ana, 1 game",)),
        ("Games", (f"Fri 2 Jan 2026  {GAMES[0].box.title}: Ana and Ben",)),
    ]
    assert facts(preview) == (
        ("Played", "Fri 2 Jan 2026"),
        ("Players", "1 matched, 1 new"),
        ("Different games", "1"),
    )


def test_a_file_with_nothing_but_a_new_note_is_worth_importing(store: Store, tmp_path: Path) -> None:
    file, session_id = tmp_path / "ours.jsonl", played(store, GAMES[0], 2)
    write_lines(file, export_sessions(store))
    with open_store() as other:
        import_sessions(other, export_sessions(store))
        assert preview_file(other, file).is_empty
        store.sessions.set_details(session_id, note="the long one")
        write_lines(file, export_sessions(store))
        assert not preview_file(other, file).is_empty


def merge_players(store: Store) -> None:
    ids = {player.name: player.id for player in store.players.list_recent()}
    store.merges.merge(ids["Ana M"], ids["Ana"])


def part_players(store: Store) -> None:
    for merge in store.merges.list_active():
        store.merges.undo(merge.id)


def remember_card(store: Store) -> None:
    store.cards.remember("faction_wars", "cards", "Ace", [("points", 1)])


def add_player(store: Store) -> None:
    store.players.create("Zoe")


@pytest.mark.parametrize(
    ("change", "counted", "line"),
    [
        (merge_players, "1 other change", "Ana M counts as Ana"),
        (part_players, "1 other change", "Ana M no longer counts as Ana"),
        (remember_card, "1 other change", "The card Ace"),
        (add_player, "1 player changed", "Zoe: new here"),
    ],
)
def test_a_file_that_changes_only_players_or_cards_is_worth_importing(
    change: Callable[[Store], None], counted: str, line: str, store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "ours.jsonl"
    for names in (("Ana", "Ben"), ("Ana M", "Ben")):
        played(store, GAMES[0], 2, names=names)
    if change is part_players:
        merge_players(store)
    with open_store() as other:
        import_sessions(other, export_sessions(store))
        change(store)
        write_lines(file, export_sessions(store))
        preview = preview_file(other, file)
        assert not preview.is_empty
        assert summary(preview, done=False) == f"2 already here, {counted}."
        assert [lines for title, lines in details(preview) if title in ("Also", "Players changed")] == [(line,)]
        import_file(other, file)
        assert preview_file(other, file).is_empty
        assert sorted(player.name for player in other.players.list_recent()) == sorted(
            player.name for player in store.players.list_recent()
        )


def test_the_file_that_the_app_uses_is_not_read_as_an_import(path: Path) -> None:
    with open_store(path) as opened, pytest.raises(TransferError, match="the app uses it now"):
        preview_file(opened, path)


def test_a_file_that_only_corrects_who_wins_a_game_is_worth_importing(store: Store, tmp_path: Path) -> None:
    later = world()
    file = written(tmp_path, later)
    import_file(store, file)
    assert preview_file(store, file).is_empty
    later["games"][0] |= {"highestWins": False, "modificationDate": "2026-02-02 10:00:00"}
    preview = preview_file(store, written(tmp_path, later))
    assert not preview.is_empty
    assert summary(preview, done=False) == "1 already here, 1 name or rule changed."
    assert ("Names and rules changed", ("Tichu: the lowest points win",)) in details(preview)


def test_an_import_is_remembered_by_the_name_that_its_file_had(store: Store, tmp_path: Path) -> None:
    session_id, upload = played(store, GAMES[0], 2), tmp_path / "upload-7"
    write_lines(upload, export_sessions(store))
    with open_store() as other:
        import_file(other, upload, "evening.jsonl")
        origin = other.imports.find(session_id)
        assert origin.file == "evening.jsonl"


def test_a_file_that_only_corrects_a_card_brings_something(store: Store, tmp_path: Path) -> None:
    game, file = GAMES[0], tmp_path / "cards.json"
    store.cards.remember(game.key, "x", "Ada", [("Gold", 3)])
    file.write_text(export_cards(store, game.key))
    with open_store() as other:
        other.cards.remember(game.key, "x", "Ada", [("Gold", 4)])
        assert not preview_file(other, file).is_empty
        import_file(other, file, file.name)
        assert preview_file(other, file).is_empty


@pytest.mark.long
async def test_each_line_of_a_report_is_read_out_by_itself(store: Store) -> None:
    async with at(store, "/") as page:
        await choose_file(page, REAL)
        lines = [control for control in page.all(ft.Semantics) if page.texts(control)[:1] == ["7 Wonders"]]
        assert lines
        assert all(line.container for line in lines)


@pytest.mark.long
async def test_a_file_is_looked_at_then_taken_in_then_put_into_the_bin(store: Store) -> None:
    async with at(store, "/") as page:
        await choose_file(page, REAL)
        assert read_status(page) == "79 games to import."
        assert "16 new" in page.texts()
        games = len({play["gameRefId"] for play in json.loads(REAL.read_bytes())["plays"]})
        assert f"{games}; 34 new here" in page.texts()
        assert store.history.count() == 0
        assert pressed_names(page)[-1] == "import.start"  # after what is to be checked
        await page.tap("import.all[Games new here]")
        assert "Wavelength" in page.texts()
        await page.tap("import.start")
        await until_shown(page, "79 games imported.")
        assert store.history.count() == 79
        await page.tap("import.undo")
        await until_shown(page, "79 games moved to the bin")
        assert not page.has("import.undo")
        assert store.history.count() == 0
        await page.tap("import.history")


def test_an_import_is_known_by_what_it_brought_not_by_what_was_here(tmp_path: Path, store: Store) -> None:
    first = import_file(store, written(tmp_path, world(), "first.json"))
    both = world(play(1, score(1, "12", winner=True), score(2, "7"), locationRefId=1), play(2, score(1, "3")))
    second = import_file(store, written(tmp_path, both, "second.json"))
    assert len(second.session_ids) == 2
    assert second.imported_at != first.imported_at
    assert store.imports.undo(second.imported_at) == 1
    assert [head.id for head in store.history.list_sessions().sessions] == [uuid(901)]


@pytest.mark.long
@pytest.mark.parametrize("noun", ["play", "session"])
async def test_whom_a_player_counts_as_is_chosen_before(tmp_path: Path, noun: str, store: Store) -> None:
    if noun == "play":
        file, ids, session_id = written(tmp_path, world()), (uuid(101), uuid(102)), uuid(901)
    else:
        file = tmp_path / "evenings.jsonl"
        with open_store() as other:
            session_id = played(other, GAMES[0], 2, names=("Ana", "Ben"))
            write_lines(file, export_sessions(other))
            ids = tuple(seat.player.id for seat in other.sessions.load_head(session_id).seats)
    ana, eve = store.players.create("Ana"), store.players.create("Eve")
    async with at(store, "/") as page:
        await choose_file(page, file)
        assert f"counts as {ana.name} · 1 game" in page.texts()
        await page.tap(f"import.player[{ids[0]}]", "match.new")
        await page.until(lambda: page.texts().count("a new player · 1 game") == 2)
        await page.tap(f"import.player[{ids[1]}]", f"match[{eve.id}]")
        await until_shown(page, "counts as Eve")
        await page.tap(f"import.player[{ids[0]}]", f"match[{eve.id}]")  # two who sat together
        await until_shown(page, "1 left out.")
        await page.tap(f"import.player[{ids[0]}]", "match.new")
        await page.until(lambda: "left out" not in read_status(page))
        await page.tap("import.start")
        await until_shown(page, "1 game imported." if noun == "play" else "1 game added.")
    assert [seat.player.id for seat in store.sessions.load_head(session_id).seats] == [ids[0], eve.id]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "bad.json is empty."),
        (b"\x89PNG", "bad.json cannot be imported"),
        (b"<plays>", "bad.json is damaged at line 1, column 8"),
        (b'{"plays": [', "bad.json is damaged at line 1"),
        (b"SQLite format 3\0rubbish", "bad.json is"),
        (b'{"app":"table-companion","format":9}', "a newer version of the app wrote this file"),
        (b'{"app": "table-companion",\n "cards": 1', "this is not a list of cards, or it is damaged"),
    ],
)
async def test_a_file_of_no_use_is_refused_with_a_sentence(
    tmp_path: Path, content: bytes, fault: str, store: Store
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    async with at(store, "/") as page:
        await choose_file(page, path)
        assert fault in " ".join(page.texts())
        assert str(tmp_path) not in " ".join(page.texts())
        assert not page.has("import.start")
    assert store.history.count() == 0


@pytest.mark.long
async def test_a_backup_is_restored_and_what_was_there_comes_back(tmp_path: Path) -> None:
    with Store(tmp_path / "old.sqlite") as old:
        old.players.create("Zoë")
        backup(old, tmp_path / "safe.sqlite")
    with Store(tmp_path / "new.sqlite") as store:
        store.players.create("Ana")
        async with at(store, "/") as page, at(store, "/history") as other:
            await choose_file(page, tmp_path / "safe.sqlite")
            assert "Restore this backup?" in page.texts()
            assert page.texts(page.id("import.current")) == ["There are no games here now."]
            await page.tap("import.restore")
            await until_shown(page, "Your data from before is kept in")
            assert [player.name for player in store.players.list_recent()] == ["Zoë"]
            await other.settle(1.0)
            await page.tap("import.undo")
            await until_shown(page, "Everything is as it was before.")
            assert [player.name for player in store.players.list_recent()] == ["Ana"]


async def test_the_row_of_a_file_shows_that_it_is_being_made(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    is_made = asyncio.Event()

    async def wait(*_: object) -> None:
        await is_made.wait()

    monkeypatch.setattr(exchange_screen, "_export", wait)
    async with at(store, "/exchange") as page:
        await page.tap("exchange.out.results")
        assert ft.ProgressRing in map(type, page.walk(page.id("exchange.out.results")))
        is_made.set()
        await page.until(lambda: not page.all(ft.ProgressRing))


@pytest.mark.long
@pytest.mark.parametrize("way", ["backup", "sessions", "bgstats", "results", "lines"])
async def test_everything_leaves_as_a_file(tmp_path: Path, way: str) -> None:
    with Store(tmp_path / "x.sqlite") as store:
        import_plays(store, read(world()))
        played(store, GAMES[0], 3)
        async with at(store, "/exchange", device=ServedPage()) as page:
            await page.tap(f"exchange.out.{way}")
            await page.until(lambda: any(name == "launch_url" for name, _ in page.client.calls), 10)
            file = fetched(page)
            assert file.name.startswith(f"table-companion-{way}-")
            assert len(file.content) > 100
            if way == "bgstats":
                assert file.content == export_plays(store).content


@pytest.mark.long
async def test_all_sessions_are_sent_as_text_where_there_is_a_share_sheet(tmp_path: Path) -> None:
    with Store(tmp_path / "x.sqlite") as store:
        played(store, GAMES[0], 3)
        async with at(store, "/exchange", device=Browser(has_share_sheet=True)) as page:
            page.client.answers["share_files"] = {"status": "success", "raw": ""}
            await page.tap("exchange.out.send")
            await page.until(lambda: any(name == "share_files" for name, _ in page.client.calls), 10)
            (file,) = next(args["files"] for name, args in page.client.calls if name == "share_files")
            assert file.name.endswith(".txt")
            assert file.data.decode().splitlines()[1:] == list(export_sessions(store))[1:]
        async with at(store, "/exchange", device=Browser(has_share_sheet=False)) as page:
            assert not page.has("exchange.out.send")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_long_texts_of_a_file_can_be_read_and_reached(
    tmp_path: Path, size: dict[str, float], theme: str, store: Store
) -> None:
    long = "Maximiliane Henriette von und zu Hofen " * 3
    data = world(play(1, *(score(n, "3+6", winner=True, role=long) for n in (1, 2, 3)), comments=long, board=long))
    data["players"] = [player(n, f"{n} {long}") for n in (1, 2, 3)]
    store.settings.put("theme", theme)
    async with at(store, "/exchange", **size) as page:
        await choose_file(page, written(tmp_path, data))
        assert_drawn(page)
        await page.tap("import.start")
        await until_shown(page, "1 game imported.")
        assert_drawn(page)
        await visit(page, f"/session/{uuid(901)}", "/history", "/")


# A session that came -----------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_play_that_came_has_its_score_sheet_and_says_where_its_log_is_missed(store: Store) -> None:
    sheet = {"rounds": [{"rows": [{"label": "Round 1", "scores": {"A": "4", "0": "5"}}]}], "groups": [None]}
    scores = score(1, "9", winner=True, metaData='{"scoreUuid":"a"}'), score(2, "long ago", metaData="{")
    import_plays(store, read(world(play(1, *scores, ignored=True, scoresheet=json.dumps(sheet)))))
    async with at(store, f"/session/{uuid(901)}") as page:
        assert {"long ago", "Round 1: Ana 4, side 0 5"} <= set(page.texts())
        await page.go("/history")
        assert "Tichu · Does not count" in page.texts()
        for route in (f"/table/{uuid(901)}", f"/result/{uuid(901)}", f"/session/{uuid(901)}/share"):
            await page.go(route)
            assert any("it has a result, but no log" in text for text in page.texts()), route


@pytest.mark.parametrize("sheet", ["[", "[]", '{"rounds": 5}', '{"rounds": [{"rows": [{"scores": []}]}]}', "[" * 5000])
async def test_a_score_sheet_nobody_can_read_is_left_out(sheet: str, store: Store) -> None:
    import_plays(store, read(world(play(1, score(1, None), score(2, ""), scoresheet=sheet))))
    async with at(store, f"/session/{uuid(901)}") as page:
        assert "Nobody won." in page.texts()
        assert "Score sheet" not in page.texts()


async def test_whoever_the_file_says_has_won_wears_the_cup(store: Store) -> None:
    import_plays(store, read(world(play(1, score(1, "12", rank=1), score(2, "7", rank=2, winner=True)))))
    async with at(store, f"/session/{uuid(901)}") as page:
        assert "Ben won." in page.texts()
        (cup,) = (row for row in page.all(ft.Row) if ft.Icons.EMOJI_EVENTS_ROUNDED in icons_of(page, row))
        assert page.texts(cup) == ["2.", "Ben", "7"]


def icons_of(page: Page, row: ft.Row) -> list[Any]:
    return [part.icon for part in page.walk(row) if isinstance(part, ft.Icon)]


# The way in --------------------------------------------------------------------------------------------------------


async def put(path: str, content: bytes, **headers: str) -> int:
    transport = httpx.ASGITransport(app=application(lambda page: None))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as browser:
        return (await browser.put(path, content=content, headers=headers)).status_code


async def test_a_file_is_uploaded_once_where_it_was_asked_for() -> None:
    file = INBOX.expect_upload("plays.json")
    assert await put("/upload/guessed", b"x") == 404
    assert await put(f"/upload/{file.token}", b"x", origin="http://evil.example") == 403
    assert await put(f"/upload/{file.token}", b"abc") == 200
    assert file.arrived.is_set()
    assert file.path.read_bytes() == b"abc"
    assert await put(f"/upload/{file.token}", b"other") == 404
    assert file.path.read_bytes() == b"abc"
    INBOX.remove(file.token)
    assert not file.path.exists()
    assert INBOX.get(file.token) is None


async def parts(content: bytes) -> AsyncIterator[bytes]:
    """An upload that comes in one part."""
    yield content


async def test_what_does_not_arrive_whole_is_told_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def cut() -> AsyncIterator[bytes]:
        yield b"abc"
        raise lost

    box = Inbox()
    lost: Exception = ConnectionResetError()
    file = box.expect_upload("plays.json")
    assert file.token != box.expect_upload("plays.json").token
    assert await box.receive(file.token, cut()) == 507
    assert file.error == "The upload was incomplete; try it again."
    lost = ClientDisconnect()
    file = box.expect_upload("plays.json")
    with pytest.raises(ClientDisconnect):
        await box.receive(file.token, cut())
    assert file.error == "The upload was incomplete; try it again."
    monkeypatch.setattr("companion.device.uploads.MAX_BYTES", 5)
    large = box.expect_upload("large.json")
    assert await box.receive(large.token, parts(b"abcdef")) == 507
    assert "too large to import" in large.error
    folder = file.path.parent
    assert list(folder.iterdir()) == []
    box.close()
    assert not folder.exists()


async def test_a_full_disk_is_told_when_a_file_is_brought() -> None:
    box = Inbox()
    file = box.expect_upload("plays.json")
    file.path = file.path / "nowhere" / "x"
    assert await box.receive(file.token, parts(b"abc")) == 507
    assert file.error.startswith("There is no room for the file")
    box.close()


def test_a_file_without_room_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(path: Path, content: bytes) -> int:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", is_full)
    with pytest.raises(TransferError, match=r"There is no room for a\.json: No space left on device\."):
        Inbox().add_content("a.json", b"{}")


async def test_nothing_is_uploaded_over_a_file_of_this_device(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_bytes(b"mine")
    box = Inbox()
    file = box.add_local("mine.json", mine)
    for has_arrived in (True, False):
        (file.arrived.set if has_arrived else file.arrived.clear)()
        assert await box.receive(file.token, parts(b"abc")) == 404
        assert mine.read_bytes() == b"mine"


def test_a_file_of_this_device_stays_where_it_is_and_the_oldest_makes_room(tmp_path: Path) -> None:
    box = Inbox(room=2)
    mine = tmp_path / "mine.json"
    mine.write_text("x")
    first = box.add_local("mine.json", mine)
    copy = box.expect_upload("copy")
    copy.path.write_text("y")
    box.expect_upload("third")
    assert box.get(first.token) is None
    assert mine.exists()
    box.expect_upload("fourth")
    assert not copy.path.exists()
    box.close()


def test_an_inbox_keeps_the_last_eight_files(tmp_path: Path) -> None:
    box = Inbox()
    files = [box.add_local(f"{n}.json", tmp_path / f"{n}.json") for n in range(10)]
    assert [box.get(file.token) is not None for file in files] == [False] * 2 + [True] * 8


async def test_choosing_nothing_changes_nothing_and_a_failed_upload_is_told(store: Store) -> None:
    async with at(store, "/exchange", device=ServedPage()) as page:
        page.client.answers["pick_files"] = []
        await page.tap("exchange.choose")
        await page.settle(0.05)
        assert "Choose a file" in page.texts()
        page.client.answers["pick_files"] = [{"id": 0, "name": "plays.json", "size": 1}]
        await page.tap("exchange.choose")
        await page.until(lambda: any(name == "upload" for name, _ in page.client.calls))
        *_, newest = (control for control in page.walk(page.page._services) if isinstance(control, ft.FilePicker))
        await page.fire(newest, "upload", {"file_name": "plays.json", "error": "lost"})
        await until_shown(page, "plays.json was not uploaded (lost); try it again.")


@pytest.mark.long
async def test_a_table_in_another_window_follows_a_backup_that_knows_less_of_it(tmp_path: Path) -> None:
    with Store(tmp_path / "new.sqlite") as store:
        desk = opened_table(store, GAMES[0], 3)
        backup(store, tmp_path / "safe.sqlite")
        store.sessions.append(desk.session_id, 1, GAMES[0], Record(Adjusted(Seat(0), 5, "=late=")))
        async with at(store, f"/table/{desk.session_id}/log") as other, at(store, "/") as page:
            assert any("=late=" in words for words in other.texts())
            await choose_file(page, tmp_path / "safe.sqlite")
            await page.tap("import.restore")
            await until_shown(page, "Your data from before is kept in")
            other.use()
            await other.until(lambda: not any("=late=" in words for words in other.texts()))
            page.use()
            await page.tap("import.undo")
            await until_shown(page, "Everything is as it was before.")
            other.use()
            await other.until(lambda: any("=late=" in words for words in other.texts()))


@pytest.mark.long
async def test_a_table_that_a_backup_does_not_know_is_gone_until_it_is_back(tmp_path: Path) -> None:
    with Store(tmp_path / "old.sqlite") as old:
        backup(old, tmp_path / "safe.sqlite")
    with Store(tmp_path / "new.sqlite") as store:
        session_id = opened_table(store, GAMES[0], 3).session_id
        async with at(store, f"/table/{session_id}") as other, at(store, "/") as page:
            await choose_file(page, tmp_path / "safe.sqlite")
            (here,) = page.texts(page.id("import.current"))
            assert here.startswith("Current data, kept as a copy: 1 game and 3 players, the latest game on ")
            await page.tap("import.restore")
            await until_shown(page, "Your data from before is kept in")
            other.use()
            await other.settle(1.0)
            await other.go("/history")
            assert "Every game you play is listed here, with its score sheet." in other.texts()
            page.use()
            await page.tap("import.undo")
            await until_shown(page, "Everything is as it was before.")
            await page.go(f"/table/{session_id}")
            assert "Ana" in page.texts()


@pytest.mark.long
@pytest.mark.parametrize("button", ["mine", "theirs", "both"])
def test_a_session_continued_on_both_devices_is_asked_about(tmp_path: Path, button: str) -> None:
    file = tmp_path / "evenings.jsonl"
    with open_store(tmp_path / "mine.sqlite") as store, open_store() as other:  # the import reads in a thread
        session_id = played(store, GAMES[0], 2)
        import_sessions(other, export_sessions(store))
        for device, seat in ((store, 0), (other, 1)):
            loaded = device.sessions.load(session_id)
            device.sessions.append(
                session_id, len(loaded.journal), loaded.game, Record(Adjusted(Seat(seat), 5, "fair"))
            )
        write_lines(file, export_sessions(other))

        @headless
        async def answer(store: Store) -> None:
            async with at(store, "/") as page:
                await choose_file(page, file)
                assert read_status(page) == "1 game continued on both devices."
                assert any("; in the file " in text for text in page.texts())
                assert not page.has("import.start")
                await page.tap(f"import.diverged[{button}]")
                await page.until(lambda: page.has("import.start"))
                await page.tap("import.start")
                await page.until(lambda: page.has("import.history"))

        answer(store)
        binned = store.history.list_sessions(binned=True).sessions
        assert (store.history.count(), len(binned)) == ((2, 0) if button == "both" else (1, 1))


def test_a_game_in_the_bin_says_so_and_whether_it_stays_there(store: Store, tmp_path: Path) -> None:
    file, desk = tmp_path / "evenings.jsonl", opened_table(store, GAMES[0], 2)
    with open_store() as other:
        import_sessions(other, export_sessions(store))
        loaded = other.sessions.load(desk.session_id)
        entry = Record(Adjusted(Seat(0), 5, "fair"))
        other.sessions.append(desk.session_id, len(loaded.journal), loaded.game, entry)
        store.bin.add(desk.session_id)
        for words in ("(in the bin), 1 new line", "(in the bin), 1 new line, taken out of the bin"):
            write_lines(file, export_sessions(other))
            (line,) = dict(details(preview_file(store, file)))["Games"]
            assert line.endswith(words)
            import_sessions(other, export_sessions(store))
            other.bin.restore(desk.session_id)
    (line,) = dict(details(import_file(store, file)))["Games"]
    assert line.endswith("Ben, 1 new line, taken out of the bin")


@pytest.mark.long
async def test_what_else_a_device_changed_comes_in_and_what_was_deleted_here_comes_back(
    store: Store, tmp_path: Path
) -> None:
    theirs, older, gone = tmp_path / "theirs.jsonl", tmp_path / "older.jsonl", played(store, GAMES[4], 2)
    with open_store() as other:
        import_sessions(other, export_sessions(store))
        write_lines(older, export_sessions(other))
        other.sessions.set_details(gone, note="It rained")
        write_lines(theirs, export_sessions(other))
    played(store, GAMES[1], 3)
    async with at(store, "/") as page:
        await choose_file(page, theirs)
        for words in ("1 with changed details", "note “It rained”", "It does not have 1 game of yours"):
            assert words in " ".join(page.texts())
        await page.tap("import.start")
        await page.until(lambda: page.has("import.history"))
        assert store.sessions.load_head(gone).note == "It rained"
        store.bin.add(gone)
        store.bin.empty([gone])
        await choose_file(page, older)
        assert read_status(page).startswith("1 game deleted here. ")
        await page.tap("import.undelete")
        await page.until(lambda: page.has("import.start"))
        await page.tap("import.start")
        await until_shown(page, "1 game added.")
    assert store.sessions.load_head(gone).note == ""


async def test_a_file_of_cards_is_taken_in_or_refused_in_a_sentence(store: Store) -> None:
    game = GAMES[0]
    store.cards.remember(game.key, "x", "Ada", [("Gold", 3)])
    good = export_cards(store, game.key).encode()
    async with at(store, "/settings") as page:
        for content, words in (
            (good, f"{game.box.title}: 0 new, 0 corrected, 1 already known."),
            (b"{}", "This is not a Table Companion list of cards."),
        ):
            page.client.answers["pick_files"] = [{"id": 0, "name": "cards.json", "size": 1, "bytes": content}]
            await page.tap("cards.add")
            await until_shown(page, words)


async def test_a_second_tap_folds_the_remembered_cards(store: Store) -> None:
    store.cards.remember(GAMES[0].key, "x", "Ada", [("Gold", 3)])
    async with at(store, "/settings") as page:
        for is_open in (True, False):
            await page.tap(f"cards.show.{GAMES[0].key}")
            assert ("Ada" in page.texts()) == is_open


@pytest.mark.parametrize(
    ("game", "shelf", "numbers", "words"),
    [
        ("loot_and_recruit", "power", {"kind": 1, "attack": 4}, "Kind of card: Action, Attack power: 4"),
        ("loot_and_recruit", "event", {"flip": 1, "kind": 9}, "Flip effect: Has one, kind 9"),
        ("faction_wars", "recruit", {"kind": 4, "points": 3}, "Kind of card: Bystander, Penalty: −3"),
        ("faction_wars", "recruit", {"kind": 9, "points": 0}, "Kind of card: 9, Points: 0"),
    ],
)
async def test_remembered_numbers_are_shown_in_the_words_of_their_game(
    game: str, shelf: str, numbers: dict[str, int], words: str, store: Store
) -> None:
    store.cards.remember(game, shelf, "Somebody", list(numbers.items()))
    async with at(store, "/settings") as page:
        await page.tap(f"cards.show.{game}")
        assert words in page.texts()


async def test_remembered_cards_are_listed_also_where_their_game_fails_to_name_the_numbers() -> None:
    with Store(MEMORY, [guard(replace(TINY, card_numbers=raise_error))]) as store:
        store.cards.remember(TINY.key, "power", "Somebody", [("vp", 3)])
        async with at(store, "/settings") as page:
            await page.tap(f"cards.show.{TINY.key}")
            assert {"Somebody", "vp 3"} <= set(page.texts())


@pytest.mark.parametrize("screen", ["/exchange", "/session/{}"])
async def test_what_another_window_did_to_an_import_is_shown(
    screen: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "_LOOK_EVERY", 0.02)
    import_file(store, written(tmp_path, world()))
    (head,) = store.history.list_sessions().sessions
    async with at(store, screen.format(head.id)) as page:
        before = page.texts()
        store.bin.add(head.id)
        await page.until(lambda: page.texts() != before)
