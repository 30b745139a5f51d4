"""Commands print sentences or JSON, and exit with 2 if a file or the database cannot be used."""

import io
import json
import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from companion.cli import command_line as cli
from companion.cli import console
from companion.cli.command_line import AppOptions
from companion.device.paths import VARIABLE
from companion.testing.random_sessions import keep_journal, played
from scoring.contract.game import Adjusted, Opened, Stopped
from scoring.contract.scores import Seat
from scoring.engine.journal import Record
from scoring.games import GAMES
from storage import migrations
from storage.bg_stats.importing import import_plays
from storage.file import file_io
from storage.file.file_io import write_lines
from storage.migrations.first import TRIGGERS
from storage.store import Store
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_import import import_sessions
from tests.storage import worlds

ROOT = Path(__file__).parents[2]
GAME = GAMES[0]
OTHERS = {f"scoring.games.{game.key}" for game in GAMES if game is not GAME}
OPENED = Opened(("Ana", "Ben", "Cleo"), GAME.presets(3)[0].options)
EVENING = (
    Record(OPENED),
    Record(Adjusted(Seat(1), 20, "a forgotten bonus")),
    Record(Stopped("the last train", counts=True)),
)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with one stopped session, which Ben won; commands use it by default."""
    path = tmp_path / "sessions.db"
    monkeypatch.setenv(VARIABLE, str(path))
    with Store(path) as store:
        keep_evening(store)
    return path


def keep_evening(store: Store) -> str:
    return keep_journal(store, GAME, EVENING, place="Kitchen")


@pytest.fixture
def session_file(database: Path, tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    assert cli.run(["export", only_session(database), str(path)], never) == 0
    return path


def only_session(database: Path) -> str:
    with Store(database) as store:
        return store.history.list_sessions().sessions[0].id


def never(options: AppOptions) -> int:
    raise AssertionError("the app was opened")


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    """Run a command line; returns its exit code, stdout and stderr."""
    capsys.readouterr()
    code = cli.run([str(arg) for arg in argv], never)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answer(capsys: pytest.CaptureFixture[str], *argv: object) -> Any:
    code, out, err = run(capsys, *argv)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_without_a_command_the_app_opens_with_its_options() -> None:
    opened: list[AppOptions] = []

    def open_app(options: AppOptions) -> int:
        opened.append(options)
        return 7

    assert cli.run([], open_app) == 7
    assert cli.run(["--database", "x.db", "--web", "--port", "8123"], open_app) == 7
    assert cli.run(["--window"], open_app) == 7
    assert cli.run(["--phones"], open_app) == 7
    assert cli.run(["--phones", "192.0.2.7"], open_app) == 7
    assert opened == [
        AppOptions(),
        AppOptions("x.db", web=True, port=8123),
        AppOptions(window=True),
        AppOptions(phones=""),  # at the address that the app finds
        AppOptions(phones="192.0.2.7"),
    ]


@pytest.mark.parametrize(
    "argv", [["fly"], ["export"], ["--port", "x"], ["import"], ["replay"], ["doctor", "--fast"], ["sessions", "all"]]
)
def test_an_invalid_command_line_is_exit_code_2(argv: list[str], capsys: Any) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.run(argv, never)
    assert stopped.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_sessions_are_listed_in_lines_and_in_json(database: Path, capsys: Any) -> None:
    session_id = only_session(database)
    code, out, err = run(capsys, "sessions")
    assert (code, err) == (0, "")
    assert out.startswith(session_id[:8])
    assert out.endswith(f"{GAME.box.title}  stopped  Ana 0, Ben 20 (won), Cleo 0\n")
    (head,) = answer(capsys, "sessions", "--json", "--database", database)
    assert (head["session"], head["game"], head["place"], head["status"]) == (
        session_id,
        GAME.key,
        "Kitchen",
        "stopped",
    )
    assert head["players"][1] == {"name": "Ben", "rank": 1, "points": 20, "won": True}


def test_sessions_can_be_limited_and_filtered_by_game(database: Path, capsys: Any) -> None:
    with Store(database) as store:
        newest = store.sessions.open(GAME, OPENED)
    heads = answer(capsys, "sessions", "--json", "--limit", "1")
    assert [head["session"] for head in heads] == [newest]
    assert len(answer(capsys, "sessions", "--json", "--game", GAME.box.title.lower())) == 2
    assert answer(capsys, "sessions", "--json", "--game", GAMES[1].key) == []
    assert run(capsys, "sessions", "--game", "chess") == (2, "", "This app does not know the game 'chess'.\n")


def test_an_export_goes_to_stdout_or_a_file(database: Path, tmp_path: Path, capsys: Any) -> None:
    session_id = only_session(database)
    with Store(database) as store:
        lines = export_session(store, session_id)
    assert run(capsys, "export", session_id[:6]) == (0, "\n".join(lines) + "\n", "")
    target = tmp_path / "out.jsonl"
    assert run(capsys, "export", session_id, target)[1] == f"3 entries were exported to {target}.\n"
    assert target.read_text(encoding="utf-8") == "\n".join(lines) + "\n"
    done = answer(capsys, "export", "--json", "--force", session_id, target)
    assert done == {"session": session_id, "file": str(target), "entries": 3}


@pytest.mark.long
def test_a_file_is_imported_once(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    other = tmp_path / "other.db"
    assert run(capsys, "--database", other, "import", session_file) == (0, f"{session_file}: added, 3 entries.\n", "")
    (done,) = answer(capsys, "--database", other, "import", "--json", session_file)
    assert (done["change"], done["added"]) == ("nothing", 0)
    assert "already stored; nothing was imported" in run(capsys, "--database", other, "import", session_file)[1]
    again = tmp_path / "again.jsonl"
    assert cli.run(["--database", str(other), "export", done["session"], str(again)], never) == 0
    assert again.read_bytes() == session_file.read_bytes()


def test_a_file_of_one_known_game_tells_what_else_it_changes(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "all.jsonl"
    with Store(tmp_path / "ours.db") as ours, Store(tmp_path / "other.db") as other:
        played(ours, GAME, 2, names=("Ana", "Ben"))
        import_sessions(other, export_sessions(ours))
        ours.players.rename(next(one.id for one in ours.players.list_recent() if one.name == "Ana"), "Anna")
        write_lines(file, export_sessions(ours))
    out = run(capsys, "--database", tmp_path / "other.db", "import", file)[1]
    assert out.splitlines() == [
        f"{file}: 1 already here, 1 player changed.",
        "  Players changed: Ana: now called Anna",
    ]


def test_a_longer_file_adds_to_the_session(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    other, short = tmp_path / "other.db", tmp_path / "short.jsonl"
    short.write_bytes(b"".join(session_file.read_bytes().splitlines(keepends=True)[:-1]))
    run(capsys, "--database", other, "import", short)
    assert "1 new entry added" in run(capsys, "--database", other, "import", session_file)[1]


def test_a_session_continued_on_both_devices_needs_an_answer(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    other, theirs = tmp_path / "other.db", tmp_path / "theirs.jsonl"
    lines = session_file.read_text().splitlines()
    theirs.write_text("\n".join([*lines[:-1], lines[-1].replace('"at":"20', '"at":"21')]) + "\n")
    run(capsys, "--database", other, "import", session_file)
    out = run(capsys, "--database", other, "import", theirs)[1]
    assert "continued on both devices; --diverged mine, theirs or both takes it in." in out
    assert "added, 3 entries" in run(capsys, "--database", other, "import", "--diverged", "both", theirs)[1]
    assert "already stored" in run(capsys, "--database", other, "import", theirs)[1]
    with Store(other) as store:
        assert store.history.count() == 2


def test_a_deleted_session_comes_again_only_if_it_is_asked_for(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    other = tmp_path / "other.db"
    run(capsys, "--database", other, "import", session_file)
    with Store(other) as store:
        store.bin.add(store.history.list_sessions().sessions[0].id)
        store.bin.empty(store.bin.list_ids())
    assert "deleted here; --bring-back imports it again." in run(capsys, "--database", other, "import", session_file)[1]
    assert "added, 3 entries" in run(capsys, "--database", other, "import", "--bring-back", session_file)[1]


def test_a_damaged_file_does_not_stop_the_others(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    other, broken = tmp_path / "other.db", tmp_path / "broken.jsonl"
    broken.write_text(session_file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    code, out, err = run(capsys, "--database", other, "import", broken, tmp_path / "no.jsonl", session_file)
    assert code == 2
    assert out == f"{session_file}: added, 3 entries.\n"
    first, second = err.splitlines()
    assert first.startswith(f"{broken}: Line 4: ")
    assert "cannot be read: No such file" in second


def test_a_file_is_replayed_in_words_and_in_json(session_file: Path, capsys: Any) -> None:
    code, out, err = run(capsys, "replay", session_file)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"{GAME.box.title}: Ana, Ben, Cleo"
    assert "Ben +20 by agreement: a forgotten bonus" in out
    assert out.splitlines()[-1].startswith("Ben won.")
    values = answer(capsys, "replay", "--json", session_file)
    assert values["lines"] == out.splitlines()
    assert values["outcome"]["winners"] == [1]
    assert values["standings"][0] == {"rank": 1, "side": [1], "points": 20, "because": ""}
    assert (values["refused"], values["waiting"]) == (None, [])


def test_a_replay_reads_from_a_pipe(session_file: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(session_file.read_bytes())))
    assert run(capsys, "replay", "-")[1] == run(capsys, "replay", session_file)[1]


def test_an_app_without_an_input_says_so(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run(capsys, "replay", "-")[2] == "The input cannot be read: there is none.\n"


def test_a_pipe_that_gives_too_much_is_refused(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(file_io, "MAX_BYTES", 4)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"12345")))
    assert "is larger than" in run(capsys, "replay", "-")[2]


def test_a_replay_says_which_entry_is_refused(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    lines = session_file.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2].replace('"points":20', '"points":0')
    bent = tmp_path / "bent.jsonl"
    bent.write_text("\n".join(lines), encoding="utf-8")
    values = answer(capsys, "replay", "--json", bent)
    assert values["refused"]["rule"] == "TABLE-1"
    assert values["waiting"] == [1, 2]


def test_other_files_cannot_be_replayed(tmp_path: Path, capsys: Any) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("Ana 12, Ben 30\n")
    sentence = "Line 1: this is not a Table Companion session file.\n"
    assert run(capsys, "replay", other) == (2, "", sentence)


def test_a_file_of_several_sessions_is_not_replayed(session_file: Path, tmp_path: Path, capsys: Any) -> None:
    run(capsys, "export-all", "sessions", tmp_path / "all")
    sentence = "Only a file with a single session can be replayed; `companion export` writes one.\n"
    assert run(capsys, "replay", tmp_path / "all") == (2, "", sentence)


def test_a_backup_is_not_overwritten(database: Path, tmp_path: Path, capsys: Any) -> None:
    target = tmp_path / "safe.db"
    assert run(capsys, "backup", target) == (0, f"Everything was copied to {target}.\n", "")
    code, out, err = run(capsys, "backup", target)
    assert (code, out) == (2, "")
    assert "already exists" in err
    other = tmp_path / "safe2.db"
    assert answer(capsys, "backup", "--json", other) == {"file": str(other)}
    assert only_session(other) == only_session(database)


@pytest.mark.long
def test_the_doctor_reports_a_healthy_database(database: Path, capsys: Any) -> None:
    code, out, err = run(capsys, "doctor")
    assert (code, err) == (0, "")
    assert out == f"{database}: 1 session, 3 entries, schema {migrations.NEWEST}\nNo problems found.\n"
    report = answer(capsys, "doctor", "--json")
    assert (report["healthy"], report["sessions"], report["entries"], report["fault"]) == (True, 1, 3, "")


@pytest.mark.long
def test_the_doctor_reports_problems(database: Path, capsys: Any) -> None:
    with sqlite3.connect(database) as db:
        db.execute("UPDATE placing SET points = 99 WHERE seat = 0")
    db.close()
    code, out, _ = run(capsys, "doctor")
    assert code == 2
    assert "Outdated results:" in out
    assert out.endswith("All entries are intact: companion doctor --rebuild repairs the rest.\n")
    assert cli.run(["doctor", "--json"], never) == 2
    code, out, _ = run(capsys, "doctor", "--rebuild")
    assert (code, out.splitlines()[1:]) == (0, ["No problems found."])


@pytest.mark.parametrize(("encoding", "printed"), [("UTF-8", "Zoë"), ("utf8", "Zoë"), ("cp1252", "Zo\\u00eb")])
def test_json_has_letters_that_every_terminal_can_show(encoding: str, printed: str, monkeypatch: Any) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    console.print_json("Zoë")
    out.flush()
    assert out.buffer.getvalue().decode(encoding) == f'"{printed}"\n'


def test_an_unknown_session_is_exit_code_2(database: Path, capsys: Any) -> None:
    code, out, err = run(capsys, "export", "zzz")
    assert (code, out, err) == (2, "", "There is no session zzz.\n")


def modules_after(*argv: object) -> set[str]:
    """The modules a command line loads beyond those of Python itself."""
    script = (
        "import sys; before = set(sys.modules); from companion.__main__ import main; sys.argv[0] = 'companion'\n"
        "try: main()\n"
        "finally: print(*sorted(set(sys.modules) - before))"
    )
    command = [sys.executable, "-c", script, *map(str, argv)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1].split())


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_load_few_modules(argument: str) -> None:
    loaded = modules_after(argument)
    assert {name for name in loaded if name.startswith(("companion", "scoring", "storage"))} == {
        *(
            "companion",
            "companion.__main__",
            "companion.cli.command_line",
            "companion.cli",
            "companion.cli.arguments",
            "companion.cli.console",
            "companion.lazy_modules",
            "companion.ui",
            "companion.ui.typed_numbers",
            "scoring",
            "scoring.contract",
            "scoring.contract.errors",
            "storage",
            "storage.errors",
        ),
    }
    assert len(loaded) < 40


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "unneeded"),
    [
        (["replay", "{file}"], {"sqlalchemy", "sqlmodel", "alembic", "openskill", "flet"}),
        (["sessions", "--database", "{database}"], {"alembic", "openskill", "flet", *OTHERS}),
        (["export", "--database", "{database}", "{session}"], {"alembic", "openskill", "flet", *OTHERS}),
        (["backup", "--database", "{database}", "{copy}"], {"alembic", "openskill", "flet", *OTHERS}),
        (["import", "--dry-run", "--database", "{database}", "{file}"], {"alembic", "openskill", "flet", *OTHERS}),
        (["doctor", "--database", "{database}"], {"alembic", "flet", *OTHERS}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_loads_only_what_it_needs(
    command: list[str], unneeded: set[str], database: Path, session_file: Path, tmp_path: Path
) -> None:
    paths = {"file": session_file, "database": database, "session": only_session(database), "copy": tmp_path / "copy"}
    assert not modules_after(*(word.format(**paths) for word in command)) & unneeded


def test_the_printed_version_is_that_of_the_package(capsys: Any) -> None:
    packaged = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    with pytest.raises(SystemExit):
        cli.run(["--version"], never)
    assert capsys.readouterr().out == f"Table Companion {packaged}\n"


def test_remembered_cards_are_exported_and_imported(database: Path, tmp_path: Path, capsys: Any) -> None:
    with Store(database) as store:
        store.cards.remember(GAMES[0].key, "goblin", "Snatcher", [["vp", 2]])
    file, other = tmp_path / "cards.json", tmp_path / "other.sqlite"
    code, output, _ = run(capsys, "export-cards", GAMES[0].key, file)
    assert (code, output.strip()) == (0, f"1 card of {GAMES[0].box.title} was exported to {file}.")
    _, shown, _ = run(capsys, "export-cards", GAMES[0].key)
    assert shown.strip() == file.read_text(encoding="utf-8").strip()
    code, output, _ = run(capsys, "import-cards", file, "--database", other)
    assert (code, output.strip()) == (0, f"{GAMES[0].box.title}: 1 new, 0 corrected, 0 already known.")
    assert answer(capsys, "import-cards", file, "--database", other, "--json")["known"] == 1
    (done,) = answer(capsys, "import", file, "--database", other, "--json")
    assert done["cards"]["known"] == 1


def test_cards_of_an_unknown_game_or_a_file_without_cards_are_refused(session_file: Path, capsys: Any) -> None:
    assert run(capsys, "export-cards", "chess")[0] == 2
    code, _, error = run(capsys, "import-cards", session_file, "--database", session_file.with_name("new.sqlite"))
    assert code == 2
    assert "cannot be read" in error


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("DELETE FROM player WHERE name = 'Ana'", "Broken: a row of seat refers to a missing row."),
        ("DROP TRIGGER entry_no_delete", "Broken: the trigger entry_no_delete is missing."),
        ("UPDATE session SET opened_at = 'soon'", "Broken: opened_at of session is damaged in 1 row."),
        (
            f"DROP TRIGGER entry_no_update; UPDATE entry SET payload = '[]' WHERE number = 1; {TRIGGERS[0]}",
            "Cannot be read:",
        ),
    ],
)
def test_damage_that_cannot_be_rebuilt_is_reported(script: str, line: str, database: Path, capsys: Any) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.executescript(script)
    for more in ((), ("--rebuild",)):
        code, out, _ = run(capsys, "doctor", *more)
        assert code == 2
        assert line in out.splitlines()
        assert out.endswith("The database is damaged; restore a backup or ask for help.\n")


# Export and import all ---------------------------------------------------------------------------------------------


def only_plays(tmp_path: Path, **more: Any) -> Path:
    file = tmp_path / "plays.json"
    file.write_text(json.dumps(worlds.world(**more)), encoding="utf-8")
    return file


@pytest.mark.long
def test_export_all_writes_every_format(database: Path, tmp_path: Path, capsys: Any) -> None:
    for sort in ("sessions", "bgstats", "results", "lines"):
        target = tmp_path / sort
        assert run(capsys, "export-all", sort, target) == (
            0,
            f"1 session was exported to {target}.\n",
            "",
        )
        done = answer(capsys, "export-all", sort, target, "--json", "--force")
        assert done == {"file": str(target), "sort": sort, "sessions": 1}
    assert (tmp_path / "sessions").read_text(encoding="utf-8").startswith('{"app":"table-companion"')
    assert [row["score"] for row in json.loads((tmp_path / "bgstats").read_bytes())["plays"][0]["playerScores"]] == [
        "0",
        "20",
        "0",
    ]
    assert b",Ben," in (tmp_path / "results").read_bytes()
    assert (tmp_path / "lines").read_bytes().count(b"\r\n") == 2
    with Store(database) as store:
        store.sessions.open(GAME, OPENED)
    assert run(capsys, "export-all", "results", "--force", tmp_path / "results")[1].startswith("1 session was exported")
    _, said, _ = run(capsys, "export-all", "bgstats", tmp_path / "bgstats", "--force")
    assert said.endswith("bgstats. Left out: 1 session, open or not counted.\n")
    assert run(capsys, "export-all", "results", tmp_path / "s", "--separator", "semicolon")[0] == 0
    assert b";Ben;" in (tmp_path / "s").read_bytes()
    code, _, error = run(capsys, "export-all", "lines", tmp_path / "nowhere" / "x.csv")
    assert code == 2
    assert "cannot be written" in error


def test_an_export_counts_what_it_has_and_names_what_it_leaves_out(database: Path, tmp_path: Path, capsys: Any) -> None:
    with Store(database) as store:
        session_id = keep_evening(store)
    with sqlite3.connect(database) as db:
        db.execute("UPDATE session SET rules = 'gone' WHERE id = ?", (session_id,))
    db.close()
    _, said, _ = run(capsys, "export-all", "lines", tmp_path / "lines")
    assert said.startswith(f"1 session was exported to {tmp_path / 'lines'}. Left out: {GAME.box.title}, ")
    done = answer(capsys, "export-all", "lines", tmp_path / "again", "--json")
    assert (done["sessions"], len(done["left_out"])) == (1, 1)


@pytest.mark.parametrize(("sort", "left_out"), [("sessions", True), ("lines", True), ("results", False)])
def test_an_export_of_logs_leaves_out_imported_plays(
    sort: str, left_out: bool, database: Path, tmp_path: Path, capsys: Any
) -> None:
    with Store(database) as store:
        import_plays(store, worlds.read(worlds.world()))
    _, said, _ = run(capsys, "export-all", sort, tmp_path / "out")
    assert said.endswith(" Left out: 1 session, imported from another app.\n") == left_out
    assert ("left_out" in answer(capsys, "export-all", sort, tmp_path / "again", "--json")) == left_out


@pytest.mark.long
def test_a_file_of_many_sessions_is_imported_without_the_damaged_one(
    database: Path, tmp_path: Path, capsys: Any
) -> None:
    with Store(database) as store:
        keep_evening(store)
    everything, other = tmp_path / "all.jsonl", tmp_path / "other.sqlite"
    run(capsys, "export-all", "sessions", everything)
    with everything.open("a", encoding="utf-8") as file:
        file.write('{"app":"table-companion","format":1}\n')
    code, out, err = run(capsys, "--database", other, "import", everything)
    assert (code, out) == (2, f"{everything}: 2 games added, 1 left out.\n")
    assert "The game that starts at line 10: Line 1: " in err
    (done,) = json.loads(run(capsys, "--database", other, "import", "--json", everything)[1])
    assert {change: number for change, number in done["sessions"].items() if number} == {"nothing": 2}


def test_a_dry_run_changes_nothing_and_reports_everything(tmp_path: Path, capsys: Any) -> None:
    file, other = only_plays(tmp_path), tmp_path / "other.sqlite"
    _, unkept, _ = run(capsys, "--database", other, "import", "--dry-run", file)
    assert not other.exists()
    Store(other).close()
    code, out, err = run(capsys, "--database", other, "import", "--dry-run", file)
    assert (code, err) == (0, "")
    assert unkept == f"{other} does not exist yet, so everything is new.\n{out}"
    assert out.splitlines() == [
        f"{file}: 1 game to import.",
        "  New players: Ana, 1 game",
        "  New players: Ben, 1 game",
        "  Games new here: Golf",
        "  Games new here: Tichu",
        "  New places: Club",
        "  New places: Kitchen",
        "  Games: Fri 2 Jan 2026  Tichu: Ana and Ben; Ana won",
    ]
    assert run(capsys, "--database", other, "import", file)[1] == f"{file}: 1 game imported.\n"
    assert run(capsys, "--database", other, "import", file)[1] == f"{file}: 1 already here.\n"
    assert "Tichu  finished  Ana 12 (won), Ben 7" in run(capsys, "--database", other, "sessions")[1]


@pytest.mark.long
def test_players_can_be_kept_separate_from_their_namesakes(tmp_path: Path, capsys: Any) -> None:
    ours = tmp_path / "ours.jsonl"
    with Store(tmp_path / "theirs.sqlite") as store:
        played(store, GAMES[0], 2, names=("Ana", "Ben"))
        write_lines(ours, export_sessions(store))
    for number, file in enumerate((only_plays(tmp_path), ours)):
        other = tmp_path / f"{number}.sqlite"
        with Store(other) as store:
            store.players.create("Ana")
        (looked,) = answer(capsys, "--database", other, "import", "--dry-run", "--json", file)
        players = [(player["name"], player["action"], player["as"]) for player in looked["players"]]
        assert players == [("Ana", "merged", "Ana"), ("Ben", "new", "")]
        line = "  Players matched: Ana counts as Ana"
        assert line in run(capsys, "--database", other, "import", "--dry-run", file)[1].splitlines()
        (apart,) = answer(capsys, "--database", other, "import", "--dry-run", "--separate", "--json", file)
        assert {player["action"] for player in apart["players"]} == {"new"}
        run(capsys, "--database", other, "import", "--separate", file)
        with Store(other) as store:
            assert (store.merges.list_active(), store.history.count()) == ((), 1)


def test_an_import_says_whom_its_players_count_as(tmp_path: Path, capsys: Any) -> None:
    file, other = only_plays(tmp_path), tmp_path / "other.sqlite"
    with Store(other) as store:
        store.players.create("Ana")
    out = run(capsys, "--database", other, "import", file)[1]
    assert out.splitlines() == [f"{file}: 1 game imported.", "  Players matched: Ana counts as Ana"]


@pytest.mark.long
def test_an_import_says_which_merges_it_undoes(tmp_path: Path, capsys: Any) -> None:
    other, file = tmp_path / "other.sqlite", tmp_path / "evenings.jsonl"
    with Store(tmp_path / "theirs.sqlite") as theirs, Store(other) as store:
        for names in (("Ben", "Zed"), ("Benjamin", "Zed")):
            played(theirs, GAMES[0], 2, names=names)
        import_sessions(store, export_sessions(theirs))
        ids = {player.name: player.id for player in store.players.list_recent()}
        store.merges.merge(ids["Ben"], ids["Benjamin"])
        played(theirs, GAMES[0], 2, names=("Ben", "Benjamin"))
        write_lines(file, export_sessions(theirs))
    code, out, _ = run(capsys, "--database", other, "import", file)
    assert (code, out.splitlines()) == (
        0,
        [
            f"{file}: 1 game added, 2 already here, 1 merge of players undone.",
            "  No longer merged: Ben and Benjamin sat at one table, so they count as two people again.",
        ],
    )


@pytest.mark.long
@pytest.mark.parametrize("kind", ["plays", "sessions"])
def test_an_import_says_what_lies_in_the_bin_and_brings_it_back(tmp_path: Path, capsys: Any, kind: str) -> None:
    file, other = only_plays(tmp_path), tmp_path / "other.sqlite"
    if kind == "sessions":
        file = tmp_path / "evenings.jsonl"
        with Store(tmp_path / "theirs.sqlite") as theirs:
            for names in (("Ana", "Ben"), ("Ana", "Cleo")):
                played(theirs, GAMES[0], 2, names=names)
            write_lines(file, export_sessions(theirs))
    run(capsys, "--database", other, "import", file)
    with Store(other) as store:
        ((arrival, number),) = store.imports.list_latest()
        store.imports.undo(arrival.at)
    lies = f"{number} of these games {'lies' if number == 1 else 'lie'} in the bin."
    out = run(capsys, "--database", other, "import", file)[1].splitlines()
    assert out[0] == f"{file}: {number} already here. {lies}"
    assert out[1].endswith("in the bin: --bring-back brings them back.")
    run(capsys, "--database", other, "import", "--dry-run", "--bring-back", file)
    with Store(other) as store:
        assert store.history.count() == 0
    (done,) = answer(capsys, "--database", other, "import", "--bring-back", "--json", file)
    assert done["binned"] == number
    with Store(other) as store:
        assert store.history.count() == number
    assert run(capsys, "--database", other, "import", file)[1] == f"{file}: {number} already here.\n"


def test_a_skipped_play_is_exit_code_2_and_the_others_are_imported(tmp_path: Path, capsys: Any) -> None:
    file = only_plays(tmp_path, plays=[worlds.play(1, worlds.score(1, "5")), worlds.play(2)])
    code, out, err = run(capsys, "--database", tmp_path / "other.sqlite", "import", file)
    assert (code, out) == (2, f"{file}: 1 game imported, 1 left out.\n")
    assert err == f"{file}: Play 2 (Tichu, 2 Jan 2026): it has no players.\n"


@pytest.mark.long
def test_a_backup_is_restored_and_the_current_data_are_saved(database: Path, tmp_path: Path, capsys: Any) -> None:
    safe = tmp_path / "safe.sqlite"
    run(capsys, "backup", safe)
    with Store(database) as store:
        keep_evening(store)
    code, out, _ = run(capsys, "restore", safe)
    assert code == 0
    assert out.startswith(f"{safe} was restored. The data before that were saved as ")
    with Store(database) as store:
        assert len(store.history.list_sessions().sessions) == 1
    kept = Path(answer(capsys, "restore", safe, "--json")["kept"])
    with Store(kept) as store:
        assert len(store.history.list_sessions().sessions) == 1
    anew = tmp_path / "anew" / "sessions.sqlite"
    assert run(capsys, "--database", anew, "restore", safe) == (0, f"{safe} was restored.\n", "")
    assert [file.name for file in anew.parent.glob("*before*")] == []
    code, _, error = run(capsys, "import", safe)
    assert (code, error) == (
        2,
        f"{safe}: {safe} is a backup: restoring it brings everything back as it was then.\n",
    )
    with sqlite3.connect(safe) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    code, _, error = run(capsys, "restore", safe)
    assert code == 2
    assert "was written by a newer version of this app" in error
    with Store(database) as store:
        assert len(store.history.list_sessions().sessions) == 1


def test_a_damaged_database_is_set_aside_when_a_backup_is_restored(database: Path, tmp_path: Path, capsys: Any) -> None:
    safe, aside = tmp_path / "safe.sqlite", database.with_name("sessions.set-aside.db")
    run(capsys, "backup", safe)
    half = database.read_bytes()[:9000]
    database.write_bytes(half)
    sentence = f"{safe} was restored. The damaged data were set aside as {aside}.\n"
    assert run(capsys, "restore", safe) == (0, sentence, "")
    assert aside.read_bytes() == half
    assert only_session(database)


@pytest.mark.parametrize(
    "command",
    [
        ["sessions"],
        ["backup", "x.sqlite"],
        ["export-cards", GAME.key, "x.json"],
        ["export-all", "lines", "x"],
    ],
    ids=lambda command: command[0],
)
def test_a_mistyped_file_is_told_and_not_made(command: list[str], tmp_path: Path, capsys: Any) -> None:
    wrong = tmp_path / "wrong.sqlite"
    code, out, err = run(capsys, "--database", wrong, *command)
    assert (code, out) == (2, "")
    assert err == f"{wrong} does not exist; choose another file with --database, or open the app once.\n"
    assert not wrong.exists()


# Export targets ----------------------------------------------------------------------------------------------------


def exports(database: Path) -> dict[str, list[object]]:
    """Every command that writes a file, without the name of the file."""
    return {
        "export": ["export", only_session(database)],
        "export-cards": ["export-cards", GAME.key],
        **{sort: ["export-all", sort] for sort in ("sessions", "bgstats", "results", "lines")},
    }


EXPORTS = ("export", "export-cards", "sessions", "bgstats", "results", "lines")


@pytest.mark.long
@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_never_overwrites_a_database(name: str, database: Path, tmp_path: Path, capsys: Any) -> None:
    run(capsys, "backup", tmp_path / "safe.sqlite")
    link = tmp_path / "link.sqlite"
    link.symlink_to(database)
    hold = sqlite3.connect(database)
    hold.execute("SELECT * FROM session").fetchall()  # while it is open there are files beside the database
    command = exports(database)[name]
    for target in (database, tmp_path / "safe.sqlite", link):
        before = target.read_bytes()
        code, out, err = run(capsys, *command, target, "--force")
        assert (code, out) == (2, "")
        assert err.startswith(f"{target} ")
        assert err.count("\n") == 1
        assert target.read_bytes() == before
    for target in (Path(f"{database}{end}") for end in ("-wal", "-shm", "-journal")):
        there = target.exists()
        code, out, err = run(capsys, *command, target, "--force")
        assert (code, out, target.exists()) == (2, "", there)
        assert err == f"{target} belongs to a database of this app; choose another file.\n"
    hold.close()
    assert len(only_session(database)) == 36


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_replaces_a_file_only_with_force(name: str, database: Path, tmp_path: Path, capsys: Any) -> None:
    target, command = tmp_path / "mine.txt", exports(database)[name]
    target.write_text("Ana 12, Ben 30\n")
    code, out, err = run(capsys, *command, target)
    assert (code, out) == (2, "")
    assert err == f"{target} already exists; choose another name, or replace it with --force.\n"
    assert target.read_text() == "Ana 12, Ben 30\n"
    assert run(capsys, *command, target, "--force")[0] == 0
    assert "Ana 12, Ben 30" not in target.read_text(encoding="utf-8")


def test_special_files_are_never_replaced(database: Path, tmp_path: Path, capsys: Any) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, tmp_path):
        code, _, err = run(capsys, "export-all", "results", "--force", target)
        assert (code, err) == (2, f"{target} is not a file that can be replaced; choose another name.\n")
    assert pipe.is_fifo()


def test_an_export_does_not_touch_other_files(database: Path, tmp_path: Path, capsys: Any) -> None:
    beside = tmp_path / "plays.csv.partial"
    beside.write_text("Ana 12, Ben 30\n")
    assert run(capsys, "export-all", "results", tmp_path / "plays.csv")[0] == 0
    assert beside.read_text() == "Ana 12, Ben 30\n"
