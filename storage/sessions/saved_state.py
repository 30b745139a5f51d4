"""State that survives a restart: drafts of forms, remembered cards and settings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import IntegrityError

from scoring.contract.cards import KnownCard
from scoring.contract.names import name_key, tidy
from scoring.contract.prompts import Draft
from storage.clock import later_than
from storage.errors import StorageError, UnknownSession
from storage.file.database import OnDatabase
from storage.models import DRAFT, KNOWN_CARD, SETTING
from storage.valid_values import find_card_error


class SavedStateStore(OnDatabase):
    """The part of the store for drafts, remembered cards and settings."""

    def load_draft(self, session_id: str, number: int, kind: str) -> dict[str, Any]:
        """The saved draft of a form for entry `number`; {} if there is none."""
        query = select(DRAFT.c.answers).where(*_match_draft(session_id, number, kind))
        with self.database.reading() as db:
            answers: dict[str, Any] | None = db.execute(query).scalar_one_or_none()
        return answers or {}

    def save_draft(self, session_id: str, number: int, kind: str, draft: Draft) -> None:
        """Save the draft of a form for entry `number`, and delete drafts for earlier entries.

        Raises UnknownSession if the session was deleted.
        """
        key = {"session_id": session_id, "entry_number": number, "kind": kind}
        earlier = (DRAFT.c.session_id == session_id, DRAFT.c.entry_number < number)
        try:
            with self.database.writing() as db:
                db.execute(delete(DRAFT).where(*earlier))
                upsert(db, DRAFT, key, {"answers": dict(draft), "changed_at": self.now()})
        except IntegrityError as error:
            raise UnknownSession("This game no longer exists; it may have been deleted in another window.") from error

    def remember_card(self, game: str, shelf: str, name: str, numbers: Iterable[Sequence[Any]]) -> None:
        """Remember a card with its (label, number) pairs, as `remember_cards`."""
        self.remember_cards(game, {shelf: [KnownCard(name, tuple((label, number) for label, number in numbers))]})

    def known_cards(self, game: str, shelf: str, prefix: str = "", limit: int = 50) -> tuple[KnownCard, ...]:
        """The cards whose names start with `prefix`, ignoring case, in alphabetical order."""
        table = KNOWN_CARD.c
        query = select(table.name, table.numbers).where(
            table.game == game, table.shelf == shelf, table.name_key.startswith(name_key(prefix), autoescape=True)
        )
        with self.database.reading() as db:
            rows = db.execute(query.order_by(table.name_key).limit(limit)).all()
        return tuple(KnownCard(row.name, tuple((label, number) for label, number in row.numbers)) for row in rows)

    def card_counts(self) -> dict[str, int]:
        """The number of remembered cards by game; games without cards are left out."""
        query = select(KNOWN_CARD.c.game, func.count()).group_by(KNOWN_CARD.c.game).order_by(KNOWN_CARD.c.game)
        with self.database.reading() as db:
            rows = db.execute(query).all()
        return {row[0]: row[1] for row in rows}

    def all_cards(self, game: str) -> dict[str, tuple[KnownCard, ...]]:
        """Every card of a game by shelf, both in alphabetical order."""
        table = KNOWN_CARD.c
        query = select(table.shelf, table.name, table.numbers).where(table.game == game)
        shelves: dict[str, list[KnownCard]] = {}
        with self.database.reading() as db:
            for row in db.execute(query.order_by(table.shelf, table.name_key)):
                card = KnownCard(row.name, tuple((label, number) for label, number in row.numbers))
                shelves.setdefault(row.shelf, []).append(card)
        return {shelf: tuple(cards) for shelf, cards in shelves.items()}

    def remember_cards(self, game: str, shelves: Mapping[str, Sequence[KnownCard]]) -> None:
        """Remember many cards in one transaction; replaces cards of the same name. Raises StorageError."""
        for card in (card for cards in shelves.values() for card in cards):
            if error := find_card_error(card.name, card.numbers):
                raise StorageError(error)
        with self.database.reading() as db:
            last = db.execute(select(func.max(KNOWN_CARD.c.changed_at))).scalar_one()
        at = later_than(last, self.now())
        rows = [
            {
                "game": game,
                "shelf": shelf,
                "name_key": name_key(card.name),
                "name": tidy(card.name),
                "numbers": [list(pair) for pair in card.numbers],
                "changed_at": at,
            }
            for shelf, cards in shelves.items()
            for card in cards
        ]
        statement = sqlite_insert(KNOWN_CARD)
        values = {name: statement.excluded[name] for name in ("name", "numbers", "changed_at")}
        if rows:
            with self.database.writing() as db:
                db.execute(statement.on_conflict_do_update(index_elements=KNOWN_CARD.primary_key, set_=values), rows)

    def setting(self, key: str, default: Any = None) -> Any:
        """The value of a setting, or the default if it was never set."""
        with self.database.reading() as db:
            row = db.execute(select(SETTING.c.value).where(SETTING.c.key == key)).one_or_none()
        return default if row is None else row.value

    def put_setting(self, key: str, value: Any) -> None:
        """Set a setting to any JSON value."""
        with self.database.writing() as db:
            upsert(db, SETTING, {"key": key}, {"value": value})

    def settings(self) -> dict[str, Any]:
        """All settings by key."""
        with self.database.reading() as db:
            return {row.key: row.value for row in db.execute(select(SETTING).order_by(SETTING.c.key))}


def _match_draft(session_id: str, number: int, kind: str | None = None) -> list[Any]:
    key: dict[str, Any] = {"session_id": session_id, "entry_number": number}
    return _match(DRAFT, key if kind is None else key | {"kind": kind})


def _match(table: Any, key: dict[str, Any]) -> list[Any]:
    return [table.c[name] == value for name, value in key.items()]


def upsert(db: Connection, table: Any, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Update the row with this key, or insert it."""
    updated = db.execute(update(table).where(*_match(table, key)).values(values))
    if not updated.rowcount:
        db.execute(insert(table).values(key | values))
