"""Session files: export and import give the same bytes, and a damaged line is reported with its number."""

import json
from collections.abc import Callable

import pytest

from scoring.contract.game import Opened, Stopped
from scoring.engine.journal import Amend, Record, Redo, Remove, Undo
from storage.errors import StorageFull, TransferError
from storage.history.session_filter import SessionFilter
from storage.sessions.entry_rows import StoredEntry
from storage.store import Store
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_file import encode_session, parse_session
from storage.transfer.session_import import import_sessions
from storage.transfer.session_join import SessionChange, SessionImport
from tests.storage.conftest import insert, nearly_full, open_store, play, record, scored, sql
from tests.storage.tiny import TINY, Options

GAMES = (TINY,)


def import_one(store, lines) -> SessionImport:
    (report,) = import_sessions(store, lines).sessions
    return report.result


def everything(store) -> str:
    """A session with every action, an older format, a waived rule, a rename, a note and a result."""
    session_id = store.sessions.open(TINY, Opened(("Ana", "Ben", "Zoë"), Options()), place="Küche", note='"quoted"\n2')
    waived = Record(scored(0).event, None, ("TINY-1",))
    record(store, session_id, waived, scored(1), Remove(2), Undo(3), Redo(3), Undo(3), Amend(1, scored(2, 9).event))
    older = StoredEntry(8, "record", None, "scored", 1, {"seat": 1, "score": 7}, (), store.now())
    insert(store, session_id, older)
    record(store, session_id, Record(Stopped("late", counts=True)))
    store.players.rename(store.sessions.load_head(session_id).seats[0].player.id, "Ana Maria")
    return session_id


def test_export_import_export_gives_the_same_bytes(store, other) -> None:
    first = export_session(store, everything(store))
    done = import_one(other, first)
    assert (done.change, done.added_entries) == (SessionChange.NEW, 10)
    assert export_session(other, done.session_id) == first
    assert other.sessions.load(done.session_id) == store.sessions.load(done.session_id)
    theirs, ours = other.sessions.load_head(done.session_id), store.sessions.load_head(done.session_id)
    assert [(seat.player.name, seat.rank, seat.points) for seat in theirs.seats] == [
        (seat.player.name, seat.rank, seat.points) for seat in ours.seats
    ]
    assert (theirs.status, theirs.closed_totals) == (ours.status, ours.closed_totals)


def test_an_open_session_of_an_unknown_game_is_exported_whole(store, path) -> None:
    session_id = play(store, 0, 1)
    lines = export_session(store, session_id)
    with Store(path, ()) as without:
        assert export_session(without, session_id) == lines


def test_a_new_player_of_a_session_file_is_merged_with_their_namesake(store, other) -> None:
    mine = play(store, 0)
    theirs = play(other, 1)
    lines = export_session(other, theirs)
    import_one(store, lines)
    ana = store.sessions.load_head(mine).seats[0].player
    assert store.sessions.load_head(theirs).seats[0].player == ana
    assert {head.id for head in store.history.search(SessionFilter(players=(ana.id,))).sessions} == {mine, theirs}
    assert export_session(store, theirs) == lines
    store.merges.undo(next(merge.id for merge in store.merges.list_active() if merge.target.name == "Ana"))
    assert [head.id for head in store.history.search(SessionFilter(players=(ana.id,))).sessions] == [mine]


def test_a_new_player_is_not_merged_with_a_namesake_at_the_same_table(store, other) -> None:
    ana = store.sessions.load_head(play(store, 0)).seats[0].player
    theirs = play(other, 1)
    lines = export_session(other, theirs)
    first, second, *others = json.loads(lines[0])["players"]
    players = [first | {"uuid": ana.id}, second | {"name": "Ana"}, *others]
    import_one(store, change(0, players=players)(lines))
    seats = store.sessions.load_head(theirs).seats
    assert [seats[0].player.id, seats[1].player.id] == [ana.id, second["uuid"]]


def test_totals_at_closing_are_exported_even_if_the_rules_changed(store, other) -> None:
    session_id = play(store, 0, 1, 2)
    sql(store, "UPDATE session SET closed_totals = '[[0, 50], [1, 5], [2, 5]]'")
    lines = export_session(store, session_id)
    import_one(other, lines)
    assert other.sessions.load_head(session_id).closed_totals == (50, 5, 5)
    assert export_session(other, session_id) == lines


def change(number: int, **values: object) -> Callable[[tuple[str, ...]], list[str]]:
    """Change values of one line; None removes a value."""

    def changed(lines: tuple[str, ...]) -> list[str]:
        line = json.loads(lines[number]) | values
        kept = {key: value for key, value in line.items() if value is not None}
        return [*lines[:number], json.dumps(kept), *lines[number + 1 :]]

    return changed


ANOTHER = "12345678-1234-1234-1234-123456789abc"

DAMAGES = {
    "an empty file": (lambda lines: [], r"^Line 1: this is not a Table Companion session file\.$"),
    "another app's file": (lambda lines: ['{"plays": []}'], r"^Line 1: this is not a Table Companion session file"),
    "another app's header": (change(0, app="other"), r"^Line 1: this is not a Table Companion session file"),
    "no JSON": (lambda lines: ["PK\x03\x04", *lines[1:]], r"^Line 1: this is not a Table Companion session file"),
    "a list": (lambda lines: ["[]", *lines[1:]], r"^Line 1: this is not a Table Companion session file"),
    "a newer file": (change(0, format=2), r"^Line 1: a newer version of the app"),
    "a format of no sense": (change(0, format="1"), r"^Line 1: format"),
    "an unknown game": (change(0, game="chess"), r"^The game 'chess' is not installed"),
    "no session id": (change(0, session="1; DROP"), r"^Line 1: session"),
    "no moment": (change(0, opened_at="yesterday"), r"^Line 1: opened_at"),
    "a moment without zone": (change(0, opened_at="2026-01-02T20:00:00"), r"^Line 1: opened_at"),
    "a moment long ago": (change(0, opened_at="0001-01-01T00:00:00+05:00"), r"^Line 1: opened"),
    "an unknown word": (change(0, colour="red"), r"^Line 1: colour"),
    "too few players": (change(0, players=[]), r"^Line 1: the file lists 0 players, but 3 have a seat"),
    "a player twice": (
        change(0, players=[{"uuid": ANOTHER, "name": name} for name in "ABC"]),
        r"^Line 1: one player has two seats",
    ),
    "a player without a name": (
        change(0, players=[{"uuid": ANOTHER}]),
        r"^Line 1: players\.0\.name: Field required\.$",
    ),
    "no entries": (lambda lines: lines[:1], r"^Line 2: the session has no entries\.$"),
    "a gap": (lambda lines: [*lines[:2], *lines[3:]], r"^Line 3: it should be entry 1\.$"),
    "a line twice": (lambda lines: [*lines[:3], lines[2], *lines[3:]], r"^Line 4: it should be entry 2\.$"),
    "an empty line": (lambda lines: [*lines[:2], "", *lines[2:]], r"^Line 3: "),
    "half a line": (lambda lines: [*lines[:-1], lines[-1][:40]], r"^Line 4: "),
    "an unknown action": (change(2, action="forge"), r"^Line 3: 'forge' is not a kind of entry\.$"),
    "an unknown kind": (change(2, kind="forged"), r"^Line 3: .*no entry of the kind 'forged'"),
    "a newer entry": (change(2, format=3), r"^Line 3: a newer version of the app"),
    "format 0": (change(2, format=0), r"^Line 3: .*no format 0"),
    "a text for a number": (change(2, payload={"seat": "0", "points": 5}), r"^Line 3: .*seat"),
    "a field too many": (change(2, payload={"seat": 0, "points": 5, "x": 1}), r"^Line 3: .*x"),
    "no payload": (change(2, payload=None), r"^Line 3: the event is missing\.$"),
    "a bent payload": (change(2, payload=[1]), r"^Line 3: payload"),
    "a second opening": (lambda lines: [*lines[:2], lines[1].replace('r":0', 'r":1'), *lines[3:]], r"^Line 3: .*fit"),
    "no opening": (lambda lines: [lines[0], lines[2].replace('r":1', 'r":0')], r"^Line 2: .*does not fit"),
    "before the opening": (change(2, target=0), r"^Line 3: it does not fit"),
    "a target to come": (change(2, action="remove", target=2), r"^Line 3: it does not fit"),
    "an undone opening": (change(2, action="undo", target=0), r"^Line 3: it does not fit"),
    "no target": (change(2, action="undo", target=None), r"^Line 3: .*is unknown to this app"),
    "a huge number": (change(2, target=10**30), r"^Line 3: target"),
    "a lone surrogate": (lambda lines: [*lines[:2], lines[2].replace("scored", "\\ud800")], r"^Line 3: "),
    "too deep": (lambda lines: [*lines[:2], '{"number":1,"payload":' + "[" * 9999], r"^Line 3: "),
    "an opening against the rules": (
        lambda lines: [
            change(0, players=[{"uuid": ANOTHER, "name": "Ana"}])(lines)[0],
            change(1, payload={"names": ["Ana"], "options": {"rounds": 3}})(lines)[1],
        ],
        r"^Line 2: Two to four people play\.$",
    ),
}


@pytest.mark.parametrize(("damage", "sentence"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_line_is_refused_with_its_number(store, damage, sentence) -> None:
    lines = export_session(store, play(store, 0, 1))
    with pytest.raises(TransferError, match=sentence):
        parse_session(damage(lines), GAMES)


def test_a_truncated_file_gives_a_session_or_a_sentence(store) -> None:
    content = "\n".join(export_session(store, everything(store)))
    for length in range(0, len(content), 7):
        try:
            file = parse_session(content[:length].split("\n"), GAMES)
        except TransferError as error:
            assert str(error).startswith("Line ")  # noqa: PT017
        else:
            assert content.startswith("\n".join(encode_session(file.header, file.entries)))


def test_a_refused_file_changes_nothing(store) -> None:
    session_id = play(store, 0, 1)
    lines = change(0, session=ANOTHER)(export_session(store, session_id))
    before = store.version()
    (report,) = import_sessions(store, [*lines[:-1], lines[-1][:30]]).sessions
    assert report.error
    assert store.version() == before
    assert len(store.history.list_sessions().sessions) == 1


# Many sessions in one file -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_all_sessions_survive_export_and_import_in_one_file(store, other) -> None:
    everything(store)
    play(store, 0, 1)
    lines = tuple(export_sessions(store))
    looked = import_sessions(other, lines, dry_run=True).sessions
    assert other.history.list_sessions().sessions == ()
    done: list[int] = []
    sessions = import_sessions(other, lines, on_progress=done.append).sessions
    assert [session.result for session in sessions] == [session.result for session in looked]
    assert [session.line for session in sessions] == [
        2,
        2 + len(export_session(store, sessions[0].result.session_id)),
    ]
    assert done == [2]
    assert tuple(export_sessions(other))[1:] == lines[1:]
    assert {session.result.change for session in import_sessions(other, lines).sessions} == {SessionChange.UNCHANGED}
    assert tuple(export_sessions(other))[1:] == lines[1:]


def test_a_session_is_listed_under_its_date_at_the_table(store, other) -> None:
    lines = change(0, opened_at="2026-01-02T23:30:00Z", utc_offset=60)(export_session(store, play(store, 0)))
    assert [report.day for report in import_sessions(other, lines, dry_run=True).sessions] == ["2026-01-03"]


def test_a_damaged_session_does_not_stop_the_others(store, other, tmp_path) -> None:
    first, second = play(store, 0, 1), play(store, 2)
    lines = list(export_sessions(store))[1:]
    lines[2] = lines[2][:-5]
    bad, good = import_sessions(other, lines).sessions
    assert bad.error.startswith("Line 3: ")
    assert good.result.session_id == second
    assert [head.id for head in other.history.list_sessions().sessions] == [second]
    lines[2] = "{}"
    lines += ["{", *export_session(store, first)]
    with open_store(tmp_path / "third.db") as other:
        sessions = import_sessions(other, lines).sessions
        assert [bool(session.error) for session in sessions] == [True, True, False]
        assert sessions[1].error.startswith("The game that starts at line 5: Line 4: ")


def test_a_small_file_is_imported_atomically(store, other) -> None:
    for winner in range(3):
        play(store, winner)
    lines = tuple(export_sessions(store))
    with nearly_full(other), pytest.raises(StorageFull):
        import_sessions(other, [*lines, *_long(store)])
    assert other.history.list_sessions().sessions == ()
    assert other.players.list_recent() == ()
    assert len(import_sessions(other, lines).sessions) == 3


def _long(store) -> tuple[str, ...]:
    session_id = play(store, 0, opened=Opened(("Ana", "Ben"), Options()))
    store.sessions.set_details(session_id, note="x" * 100_000)
    return export_session(store, session_id)
