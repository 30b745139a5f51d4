"""State that survives a restart: drafts of forms, remembered cards and settings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, func, select

from scoring.contract.cards import KnownCard
from scoring.contract.names import name_key, tidy
from scoring.contract.prompts import Draft
from storage.clock import Clock, later_than
from storage.errors import StorageError, UnknownSession
from storage.file.database import Database
from storage.models import DraftRow, KnownCardRow, SettingRow
from storage.valid_values import find_card_error


class DraftStore:
    """The part of the store for half-filled forms."""

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self.now = now

    def find(self, session_id: str, number: int, kind: str) -> dict[str, Any] | None:
        """The saved draft of a form for entry `number`; None if there is none."""
        with self.database.reading() as db:
            row = db.get(DraftRow, (session_id, number, kind))
            return row.answers if row else None

    def save(self, session_id: str, number: int, kind: str, draft: Draft) -> None:
        """Save the draft of a form for entry `number`, and delete drafts for earlier entries.

        Raises UnknownSession if the session was deleted.
        """
        earlier = col(DraftRow.session_id) == session_id, col(DraftRow.entry_number) < number
        try:
            with self.database.writing() as db:
                db.exec(delete(DraftRow).where(*earlier))
                db.merge(
                    DraftRow(
                        session_id=session_id,
                        entry_number=number,
                        kind=kind,
                        answers=dict(draft),
                        changed_at=self.now(),
                    )
                )
        except IntegrityError as error:
            raise UnknownSession from error


class CardStore:
    """The part of the store for remembered cards."""

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self.now = now

    def remember(self, game: str, shelf: str, name: str, numbers: Iterable[Sequence[Any]]) -> None:
        """Remember a card with its (label, number) pairs, as `remember_all`."""
        self.remember_all(game, {shelf: [KnownCard(name, tuple((label, number) for label, number in numbers))]})

    def find(self, game: str, shelf: str, prefix: str = "", limit: int = 50) -> tuple[KnownCard, ...]:
        """The cards whose names start with `prefix`, ignoring case, in alphabetical order."""
        query = select(KnownCardRow).where(
            KnownCardRow.game == game,
            KnownCardRow.shelf == shelf,
            col(KnownCardRow.name_key).startswith(name_key(prefix), autoescape=True),
        )
        with self.database.reading() as db:
            return tuple(map(_make_card, db.exec(query.order_by(col(KnownCardRow.name_key)).limit(limit))))

    def count_by_game(self) -> dict[str, int]:
        """The number of remembered cards by game; games without cards are left out."""
        query = select(KnownCardRow.game, func.count()).group_by(KnownCardRow.game).order_by(KnownCardRow.game)
        with self.database.reading() as db:
            return dict(db.exec(query).all())

    def load_all(self, game: str) -> dict[str, tuple[KnownCard, ...]]:
        """Every card of a game by shelf, both in alphabetical order."""
        query = select(KnownCardRow).where(KnownCardRow.game == game)
        shelves: dict[str, list[KnownCard]] = {}
        with self.database.reading() as db:
            for row in db.exec(query.order_by(KnownCardRow.shelf, KnownCardRow.name_key)):
                shelves.setdefault(row.shelf, []).append(_make_card(row))
        return {shelf: tuple(cards) for shelf, cards in shelves.items()}

    def remember_all(self, game: str, shelves: Mapping[str, Sequence[KnownCard]]) -> None:
        """Remember many cards in one transaction; replaces cards of the same name. Raises StorageError."""
        for card in (card for cards in shelves.values() for card in cards):
            if error := find_card_error(card.name, card.numbers):
                raise StorageError(error)
        with self.database.writing() as db:
            at = later_than(db.exec(select(func.max(KnownCardRow.changed_at))).one(), self.now())
            for shelf, cards in shelves.items():
                for card in cards:
                    key = {"game": game, "shelf": shelf, "name_key": name_key(card.name)}
                    numbers = [list(pair) for pair in card.numbers]
                    db.merge(KnownCardRow(**key, name=tidy(card.name), numbers=numbers, changed_at=at))

    def forget(self, game: str, shelf: str, name: str) -> None:
        """Delete a card; the file of another device that has it brings it back."""
        with self.database.writing() as db:
            row = db.get(KnownCardRow, (game, shelf, name_key(name)))
            if row is not None:
                db.delete(row)


def _make_card(row: KnownCardRow) -> KnownCard:
    return KnownCard(row.name, tuple((label, number) for label, number in row.numbers))


class SettingStore:
    """The part of the store for settings."""

    def __init__(self, database: Database) -> None:
        self.database = database

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
