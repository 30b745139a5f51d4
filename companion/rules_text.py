"""The rules in our own words, as sections that can be searched and cited, and the cards to see at a glance."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).resolve().parent.parent / "assets"

_HEADING: Final = re.compile(r"^## (\S+) (.*?)(?: \[(\w+)\])?$")
_WORD: Final = re.compile(r"[^\W_]+")

_LIKE: Final = 0.75
"""How alike a word of the rules must be to stand for one that nobody wrote."""
_SHORTEST: Final = 4
"""Shorter words are taken as they are typed."""

_WHOLE_ID: Final = 1000
_WHOLE_TITLE: Final = 100
_ID, _TITLE_WORD, _TITLE, _TEXT_WORD, _TEXT, _CHAPTER, _INSIDE = 60, 40, 30, 12, 8, 5, 1


@dataclass(frozen=True, slots=True)
class Section:
    """One rule: its chapter, its number, its name and what it says, in Markdown.

    On a card to see at a glance `kind` is the kind of round it belongs to (`RoundHead.kind`), empty for any other.
    """

    chapter: str
    id: str
    title: str
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """What was found, the best first; `words` are those looked for, as they were understood."""

    words: tuple[str, ...]
    found: tuple[Section, ...]


@cache
def sections(game: str) -> tuple[Section, ...]:
    """The sections of `assets/<game>/rules.md`, in order; none where the file is missing."""
    return _file(game, "rules.md")


@cache
def glance(game: str) -> tuple[Section, ...]:
    """The cards of `assets/<game>/glance.md` whose rule stands in the rules: a kind of round, a special card."""
    known = {section.id for section in sections(game)}
    return tuple(card for card in _file(game, "glance.md") if card.id in known)


def section_of(game: str, rule: str) -> Section | None:
    """The section with this number."""
    return next((section for section in sections(game) if section.id == rule), None)


def card_of(game: str, kind: str) -> Section | None:
    """The card of a kind of round; None where it has none, and for a round of no kind."""
    return next((card for card in glance(game) if kind and card.kind == kind), None)


def search(among: Iterable[Section], sought: str) -> Search:
    """The sections in which every word occurs by its beginning, the best first.

    A number finds its own section before all others, then names count, then what is said. A word
    that occurs nowhere stands for the one most like it.
    """
    shelf = tuple(among)
    words = tuple(_WORD.findall(plain(sought)))
    found = _ranked(shelf, words, sought)
    if not found and words:
        words = _meant(shelf, words)
        found = _ranked(shelf, words, sought)
    return Search(words, found)


def pieces(text: str, words: Iterable[str]) -> tuple[tuple[str, bool], ...]:
    """The text in pieces, each with whether it is a word that was looked for."""
    wanted = tuple(words)
    cut: list[tuple[str, bool]] = []
    end = 0
    for match in _WORD.finditer(text):
        if wanted and plain(match[0]).startswith(wanted):
            cut += [(text[end : match.start()], False), (match[0], True)]
            end = match.end()
    return tuple(piece for piece in (*cut, (text[end:], False)) if piece[0])


def plain(text: str) -> str:
    """Letters without accents and without regard to case, as words are compared."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _ranked(shelf: tuple[Section, ...], words: tuple[str, ...], sought: str) -> tuple[Section, ...]:
    worth = [(_worth(section, words, sought), place, section) for place, section in enumerate(shelf)]
    return tuple(section for points, _, section in sorted(worth, key=lambda each: (-each[0], each[1])) if points)


def _worth(section: Section, words: tuple[str, ...], sought: str) -> int:
    """How well a section answers; 0: a word does not occur."""
    found = [_hit(section, word) for word in words]
    if not all(found):
        return 0
    whole = plain(sought).strip()
    exact = _WHOLE_ID if whole and whole in _spellings(section.id) else 0
    named = _WHOLE_TITLE if whole and whole == plain(section.title) else 0
    return 1 + sum(found) + exact + named


def _hit(section: Section, word: str) -> int:
    """The best place in which a word occurs; 0: in none."""
    id_, title, text, chapter = _indexed(section)
    if word in title:
        return _TITLE_WORD
    if any(each.startswith(word) for each in id_):
        return _ID if any(sign.isdigit() for sign in word) else _CHAPTER
    if any(each.startswith(word) for each in title):
        return _TITLE
    if word in text:
        return _TEXT_WORD
    if any(each.startswith(word) for each in text):
        return _TEXT
    if any(each.startswith(word) for each in chapter):
        return _CHAPTER
    return _INSIDE if len(word) >= _SHORTEST and any(word in each for each in (*title, *text)) else 0


@cache
def _indexed(section: Section) -> tuple[frozenset[str], ...]:
    """The words of number, name, text and chapter."""
    number = frozenset((*_WORD.findall(plain(section.id)), *_spellings(section.id)))
    said = (frozenset(_WORD.findall(plain(text))) for text in (section.title, section.text, section.chapter))
    return (number, *said)


@cache
def _spellings(number: str) -> tuple[str, ...]:
    """The ways to type a number: "cb-160", "cb160", "cb 160", "160"."""
    low = plain(number)
    return low, low.replace("-", ""), low.replace("-", " "), low.split("-")[-1]


def _meant(shelf: tuple[Section, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, each that occurs nowhere replaced by the one most like it."""
    known = sorted({word for section in shelf for part in _indexed(section) for word in part})

    def meant(word: str) -> str:
        if len(word) < _SHORTEST or any(each.startswith(word) for each in known):
            return word
        return next(iter(get_close_matches(word, known, 1, _LIKE)), word)

    return tuple(map(meant, words))


def _file(game: str, name: str) -> tuple[Section, ...]:
    path = ASSETS / game / name
    return tuple(_parsed(path.read_text(encoding="utf-8"))) if path.is_file() else ()


def _parsed(text: str) -> list[Section]:
    found: list[Section] = []
    chapter = rule = title = kind = ""
    lines: list[str] = []

    def close() -> None:
        if rule:
            found.append(Section(chapter, rule, title, "\n".join(lines).strip(), kind))

    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading or line.startswith("# "):
            close()
            rule, title, kind = (heading[1], heading[2], heading[3] or "") if heading else ("", "", "")
            chapter = chapter if heading else line[2:].strip()
            lines = []
        else:
            lines.append(line)
    close()
    return found
