"""How SQLite finds the rows of a batch: by the keys of its sessions, so that the file may be as large as it likes."""

import re

import pytest
from sqlalchemy import text

from storage.derived.pipeline import SUMS, Sums
from storage.store import Store

AMONG_ALL = re.compile(r"SCAN (?!fresh\b|sat\b)|ix_session_listed")
"""A step of a plan that reads every session: a table from its first row to its last, or all that lists show."""


@pytest.mark.parametrize("sums", SUMS, ids=[sums.name for sums in SUMS])
def test_the_sums_of_a_batch_read_no_other_sessions(store: Store, sums: Sums) -> None:
    with store.database.reading() as db:
        db.exec_driver_sql(f"CREATE TEMP TABLE {sums.fresh_name} AS SELECT * FROM {sums.name} WHERE 0")
        db.exec_driver_sql(f"CREATE UNIQUE INDEX temp.{sums.fresh_name}_keys ON {sums.fresh_name} ({sums.key_list})")
        batch = {"first": 1, "last": 200}
        plan = [step for *_, step in db.execute(text(f"EXPLAIN QUERY PLAN {sums.add_fresh}"), batch)]
        db.exec_driver_sql(f"DROP TABLE temp.{sums.fresh_name}")
    assert plan
    assert not [step for step in plan if AMONG_ALL.search(step)], plan
