"""Small things kept between sittings: half-filled forms, cards typed once, settings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError

from scoring.cards import KnownCard
from scoring.game import Draft
from scoring.names import name_key, tidy
from storage.errors import UnknownSession
from storage.file.database import OnDatabase
from storage.models import HALF_FORM, KNOWN_CARD, SETTING


class Memory(OnDatabase):
    """The part of the store for what is neither a session nor a player."""

    def half_form(self, session_id: str, number: int, kind: str) -> dict[str, Any]:
        """The form for this entry as it was left; empty if nothing was filled in."""
        query = select(HALF_FORM.c.draft).where(*_form(session_id, number, kind))
        with self.database.reading() as db:
            draft: dict[str, Any] | None = db.execute(query).scalar_one_or_none()
        return draft or {}

    def keep_half_form(self, session_id: str, number: int, kind: str, draft: Draft) -> None:
        """Keep a form as it is now; it survives a restart. Forms for entries recorded since go.

        Raises UnknownSession where the session was deleted meanwhile.
        """
        key = {"session_id": session_id, "entry_number": number, "kind": kind}
        past = (HALF_FORM.c.session_id == session_id, HALF_FORM.c.entry_number < number)
        try:
            with self.database.writing() as db:
                db.execute(delete(HALF_FORM).where(*past))
                _put(db, HALF_FORM, key, {"draft": dict(draft), "changed_at": self.now()})
        except IntegrityError as error:
            raise UnknownSession("This session is not here; it may have been deleted in another window.") from error

    def clear_half_form(self, session_id: str, number: int, kind: str | None = None) -> None:
        """Forget a form, or all for this entry: it was recorded or given up."""
        with self.database.writing() as db:
            db.execute(delete(HALF_FORM).where(*_form(session_id, number, kind)))

    def remember_card(self, game: str, shelf: str, name: str, numbers: Iterable[Sequence[Any]]) -> None:
        """Keep a card with its (label, number) pairs, or correct the numbers of one of this name."""
        key = {"game": game, "shelf": shelf, "name_key": name_key(name)}
        values = {"name": tidy(name), "numbers": [list(pair) for pair in numbers], "changed_at": self.now()}
        with self.database.writing() as db:
            _put(db, KNOWN_CARD, key, values)

    def forget_card(self, game: str, shelf: str, name: str) -> None:
        """No longer offer a card."""
        where = _key(KNOWN_CARD, {"game": game, "shelf": shelf, "name_key": name_key(name)})
        with self.database.writing() as db:
            db.execute(delete(KNOWN_CARD).where(*where))

    def known_cards(self, game: str, shelf: str, prefix: str = "", limit: int = 50) -> tuple[KnownCard, ...]:
        """The cards whose names start like this, in alphabetical order; all with an empty prefix."""
        table = KNOWN_CARD.c
        query = select(table.name, table.numbers).where(
            table.game == game, table.shelf == shelf, table.name_key.startswith(name_key(prefix), autoescape=True)
        )
        with self.database.reading() as db:
            rows = db.execute(query.order_by(table.name_key).limit(limit)).all()
        return tuple(KnownCard(row.name, tuple((label, number) for label, number in row.numbers)) for row in rows)

    def card_counts(self) -> dict[str, int]:
        """How many cards are remembered, by game; games without any are absent."""
        query = select(KNOWN_CARD.c.game, func.count()).group_by(KNOWN_CARD.c.game).order_by(KNOWN_CARD.c.game)
        with self.database.reading() as db:
            rows = db.execute(query).all()
        return {row[0]: row[1] for row in rows}

    def all_cards(self, game: str) -> dict[str, tuple[KnownCard, ...]]:
        """Every card of a game by its shelf, both in alphabetical order."""
        table = KNOWN_CARD.c
        query = select(table.shelf, table.name, table.numbers).where(table.game == game)
        shelves: dict[str, list[KnownCard]] = {}
        with self.database.reading() as db:
            for row in db.execute(query.order_by(table.shelf, table.name_key)):
                card = KnownCard(row.name, tuple((label, number) for label, number in row.numbers))
                shelves.setdefault(row.shelf, []).append(card)
        return {shelf: tuple(cards) for shelf, cards in shelves.items()}

    def remember_cards(self, game: str, shelves: Mapping[str, Sequence[KnownCard]]) -> None:
        """Keep many cards at once, or none of them; one of a known name is corrected."""
        at = self.now()
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
        put = upsert(KNOWN_CARD)
        values = {name: put.excluded[name] for name in ("name", "numbers", "changed_at")}
        if rows:
            with self.database.writing() as db:
                db.execute(put.on_conflict_do_update(index_elements=KNOWN_CARD.primary_key, set_=values), rows)

    def setting(self, key: str, default: Any = None) -> Any:
        """The value kept under the key, else the default."""
        with self.database.reading() as db:
            row = db.execute(select(SETTING.c.value).where(SETTING.c.key == key)).one_or_none()
        return default if row is None else row.value

    def put_setting(self, key: str, value: Any) -> None:
        """Keep any JSON value under the key."""
        with self.database.writing() as db:
            _put(db, SETTING, {"key": key}, {"value": value})

    def settings(self) -> dict[str, Any]:
        """Everything that was ever set, by key."""
        with self.database.reading() as db:
            return {row.key: row.value for row in db.execute(select(SETTING).order_by(SETTING.c.key))}


def _form(session_id: str, number: int, kind: str | None = None) -> list[Any]:
    key: dict[str, Any] = {"session_id": session_id, "entry_number": number}
    return _key(HALF_FORM, key if kind is None else key | {"kind": kind})


def _key(table: Any, key: dict[str, Any]) -> list[Any]:
    return [table.c[name] == value for name, value in key.items()]


def _put(db: Connection, table: Any, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Update the row of this key, or insert it."""
    changed = db.execute(update(table).where(*_key(table, key)).values(values))
    if not changed.rowcount:
        db.execute(insert(table).values(key | values))
