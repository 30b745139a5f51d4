"""Settings of the app, and its own notes about the file: JSON values by key."""

from typing import Any

from sqlmodel import Session, select

from storage.file.store_part import StorePart
from storage.models import SettingRow


class SettingStore(StorePart):
    def get(self, key: str, default: Any = None) -> Any:
        """The value of a setting, or the default if it was never set."""
        with self.database.reading() as db:
            return load_setting(db, key, default)

    def put(self, key: str, value: Any) -> None:
        """Set a setting to any JSON value."""
        with self.database.writing() as db:
            db.merge(SettingRow(key=key, value=value))

    def load_all(self) -> dict[str, Any]:
        """All settings by key."""
        with self.database.reading() as db:
            return {row.key: row.value for row in db.exec(select(SettingRow).order_by(SettingRow.key))}


def load_setting(db: Session, key: str, default: Any = None) -> Any:
    """The value of a setting, inside the caller's transaction; the default if it was never set."""
    row = db.get(SettingRow, key)
    return row.value if row else default


def delete_setting(db: Session, key: str) -> None:
    """Delete a setting, inside the caller's transaction."""
    if row := db.get(SettingRow, key):
        db.delete(row)
