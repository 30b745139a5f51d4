"""Import and export of the remembered cards of one game, as a small JSON file that groups can share."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import ValidationError

from scoring.contract.cards import KnownCard
from scoring.contract.game import AnyGame
from scoring.contract.names import name_key
from scoring.games import GAMES, UnknownGame, find_game
from storage.errors import TransferError
from storage.file.file_io import MAX_BYTES
from storage.store import Store
from storage.transfer.session_file import APP, CardLine, Line

FORMAT: Final = 1
MAX_CARDS: Final = 5000
"""Cards a file may hold. Our largest game has about two hundred."""


class CardFile(Line):
    """The whole file."""

    app: Literal["table-companion"]
    cards: Literal[1]  # the format version
    game: str
    shelves: dict[str, list[CardLine]]


@dataclass(frozen=True, slots=True)
class CardReport:
    """What importing a file changes, counted in cards. A preview and the import itself return the same report."""

    game: str
    new: int
    corrected: int
    known: int  # already remembered with the same numbers


def export_cards(store: Store, game: str) -> str:
    """Encode every remembered card of a game. The same cards give the same text."""
    shelves = {
        shelf: [{"name": card.name, "numbers": [list(pair) for pair in card.numbers]} for card in cards]
        for shelf, cards in store.cards.load_all(game).items()
    }
    file = {"app": APP, "cards": FORMAT, "game": game, "shelves": shelves}
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def parse_cards(text: str, games: Iterable[AnyGame] = GAMES) -> CardFile:
    """Parse a file; raises TransferError with one sentence if it is not a valid card file of a known game."""
    if len(text.encode()) > MAX_BYTES:
        raise TransferError("This file is larger than 64 MB, too large for a list of cards.")
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise TransferError("This file is nested too deeply to be a list of cards.") from error
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise TransferError(f"Line {line} cannot be read: this is not a list of cards, or it is damaged.") from error
    if not isinstance(data, dict) or data.get("app") != APP or "cards" not in data:
        raise TransferError("This is not a Table Companion list of cards.")
    if isinstance(data["cards"], int) and data["cards"] > FORMAT:
        raise TransferError("A newer version of the app wrote this list of cards; update the app first.")
    try:
        file = CardFile.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        place = f" at {where}" if where else ""
        raise TransferError(f"The list of cards is damaged{place}; nothing was imported.") from error
    if sum(map(len, file.shelves.values())) > MAX_CARDS:
        raise TransferError(f"This list has more than {MAX_CARDS:,} cards, too many to import.")
    try:
        find_game(file.game, games)
    except UnknownGame as error:
        raise TransferError(str(error)) from error
    return file


def preview_cards(store: Store, file: CardFile) -> CardReport:
    """What importing the file would change; nothing is written."""
    new = corrected = known = 0
    remembered = store.cards.load_all(file.game)
    for shelf, cards in file.shelves.items():
        numbers_by_name = {name_key(card.name): card.numbers for card in remembered.get(shelf, ())}
        for card in {name_key(card.name): card for card in cards}.values():  # the last of equal names counts
            numbers = numbers_by_name.get(name_key(card.name))
            new += numbers is None
            known += numbers == card.numbers
            corrected += numbers is not None and numbers != card.numbers
    return CardReport(file.game, new, corrected, known)


def import_cards(store: Store, text: str) -> CardReport:
    """Import a file in one transaction; importing it again changes nothing. Raises TransferError as `parse_cards`."""
    file = parse_cards(text, store.games)
    report = preview_cards(store, file)
    shelves = {shelf: [KnownCard(card.name, card.numbers) for card in cards] for shelf, cards in file.shelves.items()}
    store.cards.remember_all(file.game, shelves)
    return report
