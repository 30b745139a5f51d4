"""The cards a table has typed, as a small file that a group can share: one game, its shelves, JSON."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from scoring.cards import KnownCard
from scoring.game import AnyGame
from scoring.games import GAMES, UnknownGame, find_game
from scoring.names import name_key
from storage.errors import TransferError
from storage.file.file_io import LARGEST
from storage.store import Store
from storage.transfer.session_file import APP

FORMAT: Final = 1
MOST: Final = 5000
"""Cards a file may hold; the largest game here has some two hundred."""


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class CardLine(_Part):
    """One card: its name and its [label, number] pairs."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]
    numbers: list[tuple[Annotated[str, StringConstraints(min_length=1, max_length=40)], int]] = Field(max_length=20)


class CardFile(_Part):
    """The whole file."""

    app: Literal["table-companion"]
    cards: Literal[1]  # the format of such files
    game: str
    shelves: dict[str, list[CardLine]]


@dataclass(frozen=True, slots=True)
class CardReport:
    """What taking a file in changes, told before it is applied and after."""

    game: str
    new: int
    corrected: int
    known: int  # already there with the same numbers


def write_cards(store: Store, game: str) -> str:
    """Every remembered card of a game; the same cards give the same bytes."""
    shelves = {
        shelf: [{"name": card.name, "numbers": [list(pair) for pair in card.numbers]} for card in cards]
        for shelf, cards in store.all_cards(game).items()
    }
    file = {"app": APP, "cards": FORMAT, "game": game, "shelves": shelves}
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def read_cards(text: str, games: Iterable[AnyGame] = GAMES) -> CardFile:
    """The file as it stands; TransferError says in one sentence why it is none."""
    if len(text.encode()) > LARGEST:
        raise TransferError("This file is larger than 64 MB; it cannot be a list of cards.")
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise TransferError("This file is nested too deeply to be a list of cards.") from error
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise TransferError(f"Line {line} cannot be read: this is no list of cards, or it is damaged.") from error
    if not isinstance(data, dict) or data.get("app") != APP or "cards" not in data:
        raise TransferError("This is not a list of cards of Table Companion.")
    if isinstance(data["cards"], int) and data["cards"] > FORMAT:
        raise TransferError("A newer version of the app wrote this list of cards; update this one first.")
    try:
        file = CardFile.model_validate_json(json.dumps(data), strict=True)
    except RecursionError as error:
        raise TransferError("This file is nested too deeply to be a list of cards.") from error
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        place = f" at {where}" if where else ""
        raise TransferError(f"The list of cards is damaged{place}; nothing was taken in.") from error
    if sum(map(len, file.shelves.values())) > MOST:
        raise TransferError(f"This list has more than {MOST:,} cards; no game has as many.")
    try:
        find_game(file.game, games)
    except UnknownGame as error:
        raise TransferError(str(error)) from error
    return file


def look_through(store: Store, file: CardFile) -> CardReport:
    """What taking the file in would change."""
    new = corrected = known = 0
    here = store.all_cards(file.game)
    for shelf, cards in file.shelves.items():
        there = {name_key(card.name): card.numbers for card in here.get(shelf, ())}
        for card in cards:
            numbers = there.get(name_key(card.name))
            new += numbers is None
            known += numbers == tuple(card.numbers)
            corrected += numbers is not None and numbers != tuple(card.numbers)
    return CardReport(file.game, new, corrected, known)


def import_cards(store: Store, text: str) -> CardReport:
    """Take a file in, whole or not at all; taking it in twice changes nothing."""
    file = read_cards(text, store.games)
    report = look_through(store, file)
    shelves = {
        shelf: [KnownCard(card.name, tuple(card.numbers)) for card in cards] for shelf, cards in file.shelves.items()
    }
    store.remember_cards(file.game, shelves)
    return report
