"""The search in the rules: words, questions, rule numbers, words of other card players, spelling mistakes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Final

from companion.ui.rulebooks import Section
from storage.file.text_search import TextIndex
from storage.text_folding import fold

_WORD: Final = re.compile(r"[^\W_]+")

_SIMILARITY: Final = 0.75  # least similarity (0 to 1) of a rules word that replaces an unknown search word
_MIN_LENGTH: Final = 4  # shorter words are never corrected, nor searched inside other words

_WHOLE_ID: Final = 1000
_WHOLE_TITLE: Final = 100
_ID, _TITLE_WORD, _TITLE, _TEXT_WORD, _TEXT, _CHAPTER, _INSIDE = 60, 40, 30, 12, 8, 5, 1


_ASKING: Final = frozenset({
    "a", "am", "an", "and", "any", "are", "at", "be", "been", "by", "can", "could", "did", "do", "does", "even",
    "for", "from", "get", "gets", "had", "happen", "happens", "has", "have", "how", "i", "if", "in", "is", "it",
    "its", "many", "may", "me", "might", "much", "must", "my", "not", "of", "on", "one", "or", "our", "shall",
    "should", "so", "some", "somebody", "someone", "than", "that", "the", "their", "them", "then", "there", "they",
    "this", "to", "us", "was", "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "why",
    "will", "with", "would", "you", "your",
})  # fmt: skip
"""Words of a question that say nothing about a rule."""

_SYNONYMS: Final = {
    "renege": "follow suit",
    "reneges": "follow suit",
    "reneged": "follow suit",
    "revoke": "follow suit",
    "revoked": "follow suit",
    "misdeal": "deal",
    "redeal": "deal",
    "discard": "lay aside",
    "atout": "trump",
    "equal": "tie",
    "same": "tie",
    "goes": "first lead begin",
    "wrong": "miss",
    "deadlock": "tie",
}
"""Words of other card players, and those of the rules."""

_TIE: Final = "tie end win share equal"  # "what if we tie" asks who wins on equal totals


@dataclass(frozen=True, slots=True)
class Search:
    """Search results, best first; `words` are the search words after spelling correction."""

    words: tuple[str, ...]
    hits: tuple[Section, ...]


def search(among: Iterable[Section], query: str) -> Search:
    """The sections that contain every search word as the beginning of a word, best first.

    Words that only ask count where there are no others. A rule number ranks its own section first; then titles count
    most, then the text. In a question, and if no section has every word, a word that occurs nowhere is replaced by the
    most similar one of the rules, and sections with any of the words or their stems are found, those with the most and
    rarest first.
    """
    candidates = tuple(among)
    typed = tuple(_WORD.findall(fold(query)))
    words = tuple(word for word in typed if word not in _ASKING) or typed
    hits = _rank(candidates, words, query) if words or not query.strip() else ()
    asked = _asked_words(typed)
    if words and (not hits or (len(asked) > 1 and typed[0] in _ASKING)):
        words = _correct_spelling(candidates, asked)
        found = _find_any(candidates, words)
        hits = found + tuple(section for section in hits if section not in found)
    return Search(words, hits)


def _asked_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """The search words of a question, in the words of the rules."""
    meant = [_SYNONYMS.get(word, word) for word in words if word not in _ASKING]
    if meant == ["tie"] and "we" in words:
        meant = [_TIE]
    return tuple(dict.fromkeys(part for word in meant for part in word.split()))


def _find_any(candidates: tuple[Section, ...], words: tuple[str, ...]) -> tuple[Section, ...]:
    return tuple(candidates[place] for place in _index(candidates).find(words))


@lru_cache(maxsize=12)
def _index(candidates: tuple[Section, ...]) -> TextIndex:
    return TextIndex([(section.title, section.chapter, section.text) for section in candidates])


def _rank(candidates: tuple[Section, ...], words: tuple[str, ...], query: str) -> tuple[Section, ...]:
    scored = [(_score(section, words, query), place, section) for place, section in enumerate(candidates)]
    return tuple(section for points, _, section in sorted(scored, key=lambda entry: (-entry[0], entry[1])) if points)


def _score(section: Section, words: tuple[str, ...], query: str) -> int:
    scores = [_score_word(section, word) for word in words]
    if not all(scores):
        return 0
    full_query = fold(query)
    exact = _WHOLE_ID if full_query and full_query in _spellings(section.id) else 0
    named = _WHOLE_TITLE if full_query and full_query == fold(section.title) else 0
    return 1 + sum(scores) + exact + named


def _score_word(section: Section, word: str) -> int:
    id_, title, text, chapter = _word_sets(section)
    if word in title:
        return _TITLE_WORD
    if any(part.startswith(word) for part in id_):
        return _ID if any(sign.isdigit() for sign in word) else _CHAPTER
    if any(other.startswith(word) for other in title):
        return _TITLE
    if word in text:
        return _TEXT_WORD
    if any(other.startswith(word) for other in text):
        return _TEXT
    if any(other.startswith(word) for other in chapter):
        return _CHAPTER
    return _INSIDE if len(word) >= _MIN_LENGTH and any(word in other for other in (*title, *text)) else 0


@cache
def _word_sets(section: Section) -> tuple[frozenset[str], ...]:
    number = frozenset((*_WORD.findall(fold(section.id)), *_spellings(section.id)))
    words = (frozenset(_WORD.findall(fold(text))) for text in (section.title, section.text, section.chapter))
    return (number, *words)


@cache
def _spellings(number: str) -> tuple[str, ...]:
    """The ways to type a rule number: "cb-160", "cb160", "cb 160", "160"."""
    low = fold(number)
    return low, low.replace("-", ""), low.replace("-", " "), low.split("-")[-1]


def _correct_spelling(candidates: tuple[Section, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """Replace each word that occurs nowhere by the most similar one."""
    known = sorted({word for section in candidates for part in _word_sets(section) for word in part})

    def correct(word: str) -> str:
        if len(word) < _MIN_LENGTH or any(other.startswith(word) for other in known) or _find_any(candidates, (word,)):
            return word
        return next(iter(get_close_matches(word, known, 1, _SIMILARITY)), word)

    return tuple(map(correct, words))
