"""The rules texts as sections that can be cited, and the summary cards; `companion/rules/rule_search.py` finds them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.device.paths import assets_of
from storage.text_folding import fold

_BEFORE_A_TITLE: Final = re.compile(r"^(?=# |## \S+ )", re.MULTILINE)
_HEADING: Final = re.compile(r"^## (\S+) (.*?)(?: \[(\w+)\])?$")
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Section:
    """One rule: chapter, number, title and text in Markdown.

    On a summary card `kind` is the kind of round it describes (`RoundHead.type`), empty for other cards.
    """

    chapter: str
    id: str
    title: str
    text: str
    kind: str = ""


@cache
def sections(game: str) -> tuple[Section, ...]:
    """The sections of `assets/<game>/rules.md` in order; none if the file is missing."""
    return _read_sections(game, "rules.md")


@cache
def glance(game: str) -> tuple[Section, ...]:
    """The summary cards of `assets/<game>/glance.md` whose rule is in the rules: kinds of round, special cards."""
    known = {section.id for section in sections(game)}
    return tuple(card for card in _read_sections(game, "glance.md") if card.id in known)


def section_of(game: str, rule: str) -> Section | None:
    """The section with this rule number."""
    return next((section for section in sections(game) if section.id == rule), None)


def card_of(game: str, kind: str) -> Section | None:
    """The summary card of a kind of round; None if there is none."""
    return next((card for card in glance(game) if kind and card.kind == kind), None)


def pieces(text: str, words: Iterable[str]) -> tuple[tuple[str, bool], ...]:
    """Split a text into (piece, is a hit) pairs."""
    wanted = tuple(words)
    cut: list[tuple[str, bool]] = []
    end = 0
    for match in _WORD.finditer(text):
        if wanted and fold(match[0]).startswith(wanted):
            cut += [(text[end : match.start()], False), (match[0], True)]
            end = match.end()
    return tuple(piece for piece in (*cut, (text[end:], False)) if piece[0])


def _read_sections(game: str, name: str) -> tuple[Section, ...]:
    path = assets_of(game) / name
    return tuple(_parse(path.read_text(encoding="utf-8"))) if path.is_file() else ()


def _parse(text: str) -> Iterator[Section]:
    chapter = ""
    for part in _BEFORE_A_TITLE.split(text):
        title, _, below = part.partition("\n")
        if heading := _HEADING.match(title):
            yield Section(chapter, heading[1], heading[2], below.strip(), heading[3] or "")
        elif title.startswith("# "):
            chapter = title[2:].strip()
