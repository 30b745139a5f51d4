"""Run Alembic without configuration files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

_FOLDER: Final = Path(__file__).parent
VERSIONS: Final = (_FOLDER / "versions",)
"""The folders of the migration scripts."""


def known() -> frozenset[str]:
    """The revisions that this version of the app knows."""
    return frozenset(script.revision for script in _scripts().walk_revisions())


def upgrade(db: Connection, target: str) -> None:
    """Apply all pending migrations, inside the caller's transaction."""
    scripts = _scripts()

    def pending(current: Any, _: MigrationContext) -> Sequence[Any]:
        steps: Sequence[Any] = scripts._upgrade_revs(target, current)
        return steps

    context = MigrationContext.configure(
        db, opts={"fn": pending, "script": scripts, "render_as_batch": True, "transactional_ddl": True}
    )
    with Operations.context(context):
        context.run_migrations()


def _scripts() -> ScriptDirectory:
    """The migration scripts; a packaged app may have them as .pyc only."""
    return ScriptDirectory(str(_FOLDER), version_locations=[str(folder) for folder in VERSIONS], sourceless=True)
