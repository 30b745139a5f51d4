"""How the set-up form asks for an option: a pick among words, or yes and no."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.game import OptionField
from scoring.contract.prompts import Choice, Flag, Pick
from scoring.contract.rulebook import Rule

GAME: Final = "Game"


@dataclass(frozen=True, slots=True)
class Ruling:
    """An option a table may decide: `words` are its values and their labels; without words it is a yes or no."""

    name: str  # of the field in the game's `Options`
    label: str
    words: Mapping[StrEnum, str]
    rule: Rule
    group: str = ""  # the heading under which the set-up asks for it


def ruling_field(ruling: Ruling, options: object) -> Pick | Flag:
    """The question, with what the options say now as the likely answer."""
    chosen = getattr(options, ruling.name)
    if not ruling.words:
        return Flag(ruling.name, ruling.label, chosen)
    choices = tuple(Choice(value.value, word) for value, word in ruling.words.items())
    return Pick(ruling.name, ruling.label, choices, chosen.value)


def ask_option(ruling: Ruling, options: object, text: str = "", *, seals: bool = False) -> OptionField:
    """An option of the set-up's main section; without a `text` the rule explains it."""
    return OptionField(ruling_field(ruling, options), text or ruling.rule.text, ruling.rule, GAME, seals=seals)


def ask_house_rulings(rulings: Iterable[Ruling], options: object) -> Iterator[OptionField]:
    """The house rulings, which the set-up folds away."""
    for ruling in rulings:
        yield OptionField(ruling_field(ruling, options), ruling.rule.text, ruling.rule, ruling.group, house=True)
