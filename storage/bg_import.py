"""A file of BG Stats taken in: what that would change, told first, then all of it or nothing.

Whoever and whatever has an id is known by it; a new player of a known name counts as that player, until that merge
is taken back. A play that cannot be understood is left out and named; the others do not wait for it.

`bg_file.py` reads the file, `bg_stats.py` knows what a play says; `bg_plan.py` holds it against what is here,
`bg_write.py` writes what was planned, `bg_report.py` has the words for both.
"""

from collections.abc import Mapping

from storage.arrivals import App, Arrival
from storage.bg_plan import planned, told
from storage.bg_report import Report
from storage.bg_stats import Thing
from storage.bg_write import write
from storage.store import Store


def look_through(store: Store, data: Thing, choices: Mapping[str, str] | None = None) -> Report:
    """What taking the file in would change; nothing is changed yet.

    `choices` says for players of the file whom they count as: the id of a player here, or `APART`.
    """
    with store.database.reading() as db:
        return told(planned(db, data, choices or {}))


def take_in(store: Store, data: Thing, choices: Mapping[str, str] | None = None, name: str = "") -> Report:
    """Take the file in, whole or, with a StorageError, not at all; a second time adds nothing. `name` is the file's."""
    seen = store.version()
    with store.database.reading() as db:
        plan = planned(db, data, choices or {})
    with (
        store.database.writing() as db
    ):  # nobody else can write from here on, so it is not held for longer than need be
        if store.version() != seen:
            plan = planned(db, data, choices or {})
        write(db, plan, data, Arrival(store.now(), App.BG_STATS, name))
    return told(plan)
