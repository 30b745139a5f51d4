"""The rules in our own words, as sections that can be searched and cited."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).resolve().parent.parent / "assets"

_HEADING: Final = re.compile(r"^## (\S+) (.*)$")


@dataclass(frozen=True, slots=True)
class Section:
    """One rule: its chapter, its number, its name and what it says, in Markdown."""

    chapter: str
    id: str
    title: str
    text: str

    def tells_of(self, words: str) -> bool:
        """Whether every one of the words occurs somewhere in it."""
        whole = f"{self.id} {self.title} {self.text}".lower()
        return all(word in whole for word in words.lower().split())


@cache
def sections(game: str) -> tuple[Section, ...]:
    """The sections of `assets/<game>/rules.md`, in order; none where the file is missing."""
    path = ASSETS / game / "rules.md"
    return tuple(_parsed(path.read_text(encoding="utf-8"))) if path.is_file() else ()


def _parsed(text: str) -> list[Section]:
    found: list[Section] = []
    chapter = rule = title = ""
    lines: list[str] = []

    def close() -> None:
        if rule:
            found.append(Section(chapter, rule, title, "\n".join(lines).strip()))

    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading or line.startswith("# "):
            close()
            rule, title = (heading[1], heading[2]) if heading else ("", "")
            chapter = chapter if heading else line[2:].strip()
            lines = []
        else:
            lines.append(line)
    close()
    return found
