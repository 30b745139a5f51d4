"""Cards that are remembered by name, with their numbers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlmodel import col, func, select

from scoring.contract.cards import KnownCard
from scoring.contract.names import name_key, tidy
from storage.clock import later_than
from storage.file.store_part import StorePart
from storage.models import KnownCardRow
from storage.valid_values import check_card

_MOST: Final = 50  # cards offered for what is typed


class CardStore(StorePart):
    def remember(self, game: str, shelf: str, name: str, numbers: Iterable[Sequence[Any]]) -> None:
        """Remember a card with its (label, number) pairs, as `remember_all`."""
        self.remember_all(game, {shelf: [KnownCard(name, tuple((label, number) for label, number in numbers))]})

    def find(self, game: str, shelf: str, prefix: str = "") -> tuple[KnownCard, ...]:
        """The cards whose names start with `prefix`, ignoring case, in alphabetical order."""
        query = select(KnownCardRow).where(
            KnownCardRow.game == game,
            KnownCardRow.shelf == shelf,
            col(KnownCardRow.name_key).startswith(name_key(prefix), autoescape=True),
        )
        with self.database.reading() as db:
            return tuple(map(_make_card, db.exec(query.order_by(col(KnownCardRow.name_key)).limit(_MOST))))

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
        """Remember many cards in one transaction; replaces cards of the same name. Raises InvalidValue.

        A card that is known as it is keeps its time, so that it does not count as a later correction.
        """
        for card in (card for cards in shelves.values() for card in cards):
            check_card(card.name, card.numbers)
        with self.database.writing() as db:
            at = later_than(db.exec(select(func.max(KnownCardRow.changed_at))).one(), self.now())
            for shelf, cards in shelves.items():
                for card in cards:
                    key = {"game": game, "shelf": shelf, "name_key": name_key(card.name)}
                    name, numbers = tidy(card.name), [list(pair) for pair in card.numbers]
                    row = db.get(KnownCardRow, tuple(key.values()))
                    if row is None or (row.name, row.numbers) != (name, numbers):
                        db.merge(KnownCardRow(**key, name=name, numbers=numbers, changed_at=at))

    def forget(self, game: str, shelf: str, name: str) -> None:
        """Delete a card; the file of another device that has it brings it back."""
        with self.database.writing() as db:
            row = db.get(KnownCardRow, (game, shelf, name_key(name)))
            if row is not None:
                db.delete(row)


def _make_card(row: KnownCardRow) -> KnownCard:
    return KnownCard(row.name, tuple((label, number) for label, number in row.numbers))
