"""CSV exports of results and score lines."""

import csv
import io

from scoring.contract.game import Adjusted, Opened, Stopped
from scoring.contract.scores import Seat
from scoring.engine.journal import Record
from scoring.engine.replay import replay
from storage.transfer.results_csv import SEPARATOR_SETTING, export_lines, export_results
from tests.storage.conftest import play, record, scored, sql
from tests.storage.tiny import TINY, Options


def table(parts) -> list[dict[str, str]]:
    text = b"".join(parts).decode("utf-8-sig")
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_each_row_has_the_result_of_one_player(store) -> None:
    session_id = store.sessions.open(TINY, Opened(("=Ana", "Ben"), Options()), place="-Kitchen", note="one\ntwo, three")
    record(
        store, session_id, scored(0, 5), Record(Adjusted(Seat(1), -20, "late")), Record(Stopped("late", counts=True))
    )
    first, second = table(export_results(store))
    assert (first["session"], first["game"], first["place"], first["note"]) == (
        session_id,
        TINY.box.title,
        "'-Kitchen",
        "one\ntwo, three",
    )
    assert first["opened_at"][:19] == "2026-01-02T20:00:01"
    assert [first[key] for key in ("seat", "player", "rank", "points", "won")] == ["1", "'=Ana", "1", "5", "1"]
    assert [second[key] for key in ("seat", "player", "rank", "points", "won")] == ["2", "Ben", "2", "-20", "0"]
    assert (first["ranked"], second["ranked"]) == ("1", "1")


def test_every_score_line_has_a_row_with_its_rule(store) -> None:
    session_id = play(store, 0, 1)
    record(store, session_id, scored(0, 0))
    run = replay(TINY, store.sessions.load(session_id).journal)
    rows = table(export_lines(store))
    assert [(int(row["round"]), int(row["seat"]) - 1, row["rule"], int(row["points"])) for row in rows] == sorted(
        (line.round, line.seat, line.rule.id, line.points) for line in run.state.ledger
    )


def test_a_damaged_session_is_left_out_and_those_before_and_after_it_are_not(store) -> None:
    before, damaged, after = (play(store, 0, number) for number in (1, 2, 3))
    sql(store, "UPDATE session SET rules = 'gone' WHERE id = ?", damaged)
    left_out: list[str] = []
    rows = table(export_lines(store, left_out=left_out))
    assert ({row["session"] for row in rows}, len(left_out)) == ({before, after}, 1)


def test_open_and_binned_sessions_have_no_results(store) -> None:
    store.bin.add(play(store, 0, 0, 0))
    store.sessions.open(TINY, Opened(("Ana", "Ben"), Options()))
    assert table(export_results(store)) == []
    assert table(export_lines(store)) == []


def test_cells_are_separated_by_a_semicolon_where_the_settings_say_so(store) -> None:
    play(store, 0, 1, 2)
    store.sessions.set_details(store.history.list_sessions().sessions[0].id, note="Rain; tea, too")
    comma = b"".join(export_results(store)).decode("utf-8-sig")
    store.settings.put(SEPARATOR_SETTING, ";")
    semicolon = b"".join(export_results(store)).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(semicolon), delimiter=";")) == list(csv.reader(io.StringIO(comma)))
    assert b"".join(export_results(store, ",")).decode("utf-8-sig") == comma
    store.settings.put(SEPARATOR_SETTING, "rubbish")
    assert b"".join(export_results(store)).decode("utf-8-sig") == comma
