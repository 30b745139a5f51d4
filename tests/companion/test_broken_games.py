"""Games of other packages with one thing broken: all sessions go out, and those of other games are read and shown."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest

from companion.app import main_for
from companion.cli.command_line import run
from companion.flet_guard.guard import APOLOGY
from companion.testing.headless import visited
from scoring.engine.installed_games import guard
from scoring.games import GAMES, find_game
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from tests.companion.broken_games import BROKEN, ERROR, WAYS, WHOLE, install
from tests.companion.tables import enter, played
from tests.companion.tables import opened as open_desk
from tests.storage.tiny import TINY


class Evening:
    """A database and a session file with a session of one of our games, and an open and a finished one of each game
    that is broken later, in its first format.
    """

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.database, self.file = folder / "evening.sqlite", folder / "evening.jsonl"
        games = [WHOLE[name] for name in names]
        with Store(self.database, [TINY, *games, *GAMES]) as store:
            self.other = played(store, find_game("recruits"), 3, seed=1)
            open_, finished = played(store, TINY, 3, seed=1, events=2), played(store, TINY, 3, seed=2)
            self.sessions = [export_session(store, self.other)]
            for game in games:
                for tiny in (open_, finished):
                    self.sessions.append(tuple(as_first_version(game.key, export_session(store, tiny))))
            for tiny in (open_, finished):
                store.bin.add(tiny)
                store.bin.empty([tiny])
            self.lines = [line for session in self.sessions for line in session]
            import_sessions(store, self.lines)
        self.file.write_text("".join(f"{line}\n" for line in self.lines), encoding="utf-8")


def as_first_version(key: str, lines: tuple[str, ...]) -> Iterator[str]:
    """A session of the tiny game as the first version of this game wrote it."""
    head, *entries = map(json.loads, lines)
    yield encode(head | {"game": key, "session": str(uuid4())})
    for entry in entries:
        payload = entry["payload"]
        if entry["kind"] == "scored":
            payload = {"seat": payload["seat"], "score": payload["points"]}
        yield encode(entry | {"format": 1, "payload": payload})


def encode(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


SHORT: Final = tuple(f"{name} raises" for name in ("apply", "outcome", "counts_as", "measures", "veiled", "upcasts"))
"""What is broken in the short tests."""

EVERY: Final = {way: tuple(name for name in BROKEN if way in name) for way in WAYS}
"""All that can be broken, by what it does then."""


def deep(names: Sequence[str]) -> Any:
    return pytest.param(names, marks=pytest.mark.deep)


@pytest.mark.long
@pytest.mark.parametrize("names", [SHORT, EVERY["raises"], *map(deep, list(EVERY.values())[1:])], ids=["some", *WAYS])
def test_every_command_works_beside_broken_games(
    names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(tmp_path, names)
    install(monkeypatch, [BROKEN[name] for name in names])

    def command(*words: str, database: Path = evening.database) -> tuple[int, str, str]:
        code = run([*words, "--database", str(database)], lambda _: 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    for words in (["doctor", "--json"], ["doctor", "--rebuild"]):
        _, out, err = command(*words)
        assert "is damaged" not in out
        assert not err
    assert command("export", evening.other)[0] == 0
    for form in ("sessions", "bgstats", "results", "lines"):
        assert command("export-all", form, str(tmp_path / form))[0] == 0
        assert (tmp_path / form).stat().st_size
    exported = (tmp_path / "sessions").read_text(encoding="utf-8").splitlines()
    assert sorted(exported[1:]) == sorted(evening.lines)
    assert evening.other in (tmp_path / "lines").read_text(encoding="utf-8")
    assert command("sessions", "--limit", "999")[1].count("\n") == len(evening.sessions)

    new = tmp_path / "new.sqlite"
    _, _, refused = command("import", str(evening.file), database=new)
    taken = command("sessions", "--limit", "999", database=new)[1].count("\n")
    assert taken + refused.count("\n") == len(evening.sessions)
    assert all("The rules of Broken" in line or "This is refused" in line for line in refused.splitlines())
    path = tmp_path / "one.jsonl"
    for lines in evening.sessions[::2]:  # the finished ones
        path.write_text("\n".join(lines), encoding="utf-8")
        code, out, err = command("replay", str(path))
        assert (code, bool(out), err.count("\n")) in ((0, True, 0), (2, False, 1)), lines[0]
    install(monkeypatch, [WHOLE[name] for name in names])
    assert "No problems found" in command("doctor", "--rebuild")[1]


ROUTES: Final = (
    "/",
    "/history",
    "/players",
    "/games",
    "/rules",
    "/settings",
    "/table/{}",
    "/table/{}/sheet",
    "/table/{}/log",
    "/session/{}",
    "/result/{}",
)

DRAWN: Final = tuple(f"{name} raises" for name in ("prompts", "sentence"))
"""What is broken in the short test of the screens."""

BEHIND: Final = tuple(f"{name} raises" for name in ("apply", "open", "rounds", "view", "standings", "outcome", "best"))
"""What is broken in the long test of the screens."""


@pytest.mark.parametrize(
    "names",
    [DRAWN, pytest.param(BEHIND, marks=pytest.mark.long), *map(deep, EVERY.values())],
    ids=["some", "more", *WAYS],
)
async def test_every_screen_names_the_broken_game_and_leads_on(
    names: Sequence[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(tmp_path, names)
    with Store(evening.database, [*map(BROKEN.get, names), *GAMES]) as store:  # type: ignore[list-item]  # all are there
        async with visited(main_for(store)) as page:
            for lines in evening.sessions[1:]:
                session, game = (head := json.loads(lines[0]))["session"], head["game"]
                title = next(game_.box.title for game_ in WHOLE.values() if game_.key == game)
                for route in ROUTES:
                    await page.go(route.format(session))
                    told = " ".join(page.texts())
                    assert APOLOGY not in told or "The rules of Broken" in told, (title, route, told)
                    assert route != "/table/{}/log" or APOLOGY not in told or "which_wins" in title, (title, told)
                await page.go(f"/table/{session}")
                if page.has("failed.log"):
                    await page.tap("failed.log")
                    assert page.page.route.endswith("/log"), title
            await page.go(f"/session/{evening.other}")
            assert APOLOGY not in " ".join(page.texts())
    caplog.clear()


async def test_after_prompts_fail_the_card_takes_the_last_entry_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It fails from the second entry on."""

    def prompts(state: Any) -> Any:
        return TINY.prompts(state) if len(state.ledger) < 2 else {}[ERROR]

    with Store(tmp_path / "table.sqlite", [guard(replace(TINY, prompts=prompts))]) as store:
        desk = open_desk(store, store.games[0])
        enter(desk, "scored", seat=0, points=3)
        enter(desk, "scored", seat=1, points=4)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{desk.session_id}")
            failed = f"The rules of Tiny failed at the next question (KeyError: {ERROR!r})."
            assert any(text.startswith(failed) for text in page.texts()), page.texts()
            assert "Undo: Ben scores 4" in page.texts()
            await page.tap("failed.undo")
            desk.refresh()
            assert desk.undoable == "Ana scores 3"
            assert "Who scores?" in page.texts()
    caplog.clear()


async def test_an_entry_whose_question_fails_is_removed_but_not_changed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The first question fails since the game was changed."""
    is_changed = False

    def prompts(state: Any) -> Any:
        return {}[ERROR] if is_changed and not state.ledger else TINY.prompts(state)

    with Store(tmp_path / "table.sqlite", [guard(replace(TINY, prompts=prompts))]) as store:
        desk = open_desk(store, store.games[0])
        enter(desk, "scored", seat=0, points=3)
        enter(desk, "scored", seat=1, points=4)
        is_changed = True
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{desk.session_id}/log")
            await page.tap("entry[1]")
            assert "This can be removed, but not changed." in page.texts()
            await page.tap("entry.remove")
            assert page.has("preview.save")
    caplog.clear()
