"""The sample: made-up evenings in a file of their own, that shows what the pages about the past will be.

It never touches the file of the users: it lies in a temporary folder, and is deleted when it is closed.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scoring.contract.game import AnyGame
from storage.clock import format_utc, utc_now
from storage.history import import_log
from storage.store import Store
from storage.transfer.session_import import import_sessions

_TIMES: Final = ("at", "opened_at")


class Sample:
    """An open sample: its store, and its folder.

    `path` is a session file. Its times are moved by whole days, so that the last evening was yesterday.
    """

    def __init__(self, games: Sequence[AnyGame], path: Path, today: datetime | None = None) -> None:
        self._folder = TemporaryDirectory(prefix="table-companion-sample-", ignore_cleanup_errors=True)
        self.store = Store(Path(self._folder.name) / "sample.sqlite", games)
        lines = path.read_text("utf-8").splitlines()
        import_sessions(self.store, _move(lines, today or utc_now()))
        with self.store.database.writing() as db:
            import_log.forget_imports(db)  # nobody brought these sessions here

    def close(self) -> None:
        """Close the file and delete it."""
        self.store.close()
        self._folder.cleanup()


def _move(lines: Sequence[str], today: datetime) -> Iterator[str]:
    """Move all times by whole days, so that the last evening was yesterday."""
    parsed = [json.loads(line) for line in lines]
    last = max(datetime.fromisoformat(line["opened_at"]) for line in parsed if "opened_at" in line)
    days = timedelta(days=(today.date() - last.date()).days - 1)
    for line in parsed:
        for name in _TIMES:
            if name in line:
                line[name] = format_utc(datetime.fromisoformat(line[name]) + days)
        yield json.dumps(line)
