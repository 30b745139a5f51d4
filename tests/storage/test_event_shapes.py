"""Payloads are stored without field names, and load unchanged."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.codec import FormatError
from storage.errors import Unreadable
from storage.sessions import journals
from storage.sessions.entry_rows import StoredEntry
from storage.sessions.event_shapes import join_payload, split_payload
from storage.store import Store
from tests.storage.conftest import open_store, play

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@pytest.mark.long
@given(st.dictionaries(st.text(), VALUES))
def test_a_payload_comes_out_as_it_went_in(payload: dict[str, Any]) -> None:
    shape, values = split_payload(payload)
    joined = join_payload(shape, values)
    assert json.dumps(joined) == json.dumps(payload)  # in the same order, too


@pytest.mark.parametrize("values", [[], [1, 2, 3], {"seat": 1}, 7, None])
def test_values_that_do_not_fit_their_shape_are_refused(values: object) -> None:
    shape, _ = split_payload({"seat": 1, "bid": {"suit": "red"}})
    with pytest.raises(FormatError, match=r"stands where 2 values should"):
        join_payload(shape, values)


def test_a_shape_lies_in_the_file_once_for_all_sessions(path) -> None:
    with open_store(path) as store:
        play(store, 0, 1, 2)
    with open_store(path) as store:
        session_id = play(store, 0, 1)
        with store.database.writing() as db:
            older = StoredEntry(
                3, "record", None, "scored", 1, {"seat": 1, "score": 7}, (), datetime(2026, 1, 2, tzinfo=UTC)
            )
            journals.insert_entries(db, session_id, [older, older._replace(number=4)])
        assert _shapes(store) == [
            ("opened", 2, '{"names":null,"options":{"rounds":null}}'),
            ("scored", 1, '{"seat":null,"score":null}'),
            ("scored", 2, '{"seat":null,"points":null}'),
        ]


def test_an_event_whose_shape_is_damaged_makes_its_session_unreadable(store) -> None:
    session_id = play(store, 0, 1)
    for damage in ("fields = '[]'", "fields = '{'", "kind = 'x'", "format = 99"):
        with store.database.writing() as db:
            before = db.exec_driver_sql("SELECT * FROM event_shape").all()
            db.exec_driver_sql(f"UPDATE event_shape SET {damage} WHERE kind = 'scored'")
        with pytest.raises(Unreadable, match=r"it was not changed"):
            store.load(session_id)
        with store.database.writing() as db:
            for key, kind, format_, fields in before:
                db.exec_driver_sql(
                    "UPDATE event_shape SET kind = ?, format = ?, fields = ? WHERE key = ?",
                    (kind, format_, fields, key),
                )
    assert len(store.load(session_id).journal) == 3


def _shapes(store: Store) -> list[tuple[Any, ...]]:
    with store.database.reading() as db:
        return [tuple(row) for row in db.exec_driver_sql("SELECT kind, format, fields FROM event_shape ORDER BY 1, 2")]
