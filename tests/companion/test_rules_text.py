"""The rules in our own words can be cited and found."""

from pathlib import Path

import pytest

from companion import rules_text
from companion.rules_text import Section, sections
from scoring.games import GAMES

TEXT = """# Aim

Nobody reads this line.

## AB-001 The crown goes to one

The **highest** total
wins.

## AB-R02 Equal totals

- share it

# Bids

## AB-010 A bid is secret

Say it aloud."""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf with one game on it."""
    (tmp_path / "sections_of_a_test").mkdir()
    (tmp_path / "sections_of_a_test" / "rules.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(rules_text, "ASSETS", tmp_path)
    sections.cache_clear()
    return tmp_path


def test_a_rule_has_its_chapter_its_number_its_name_and_its_words(shelf: Path) -> None:
    assert sections("sections_of_a_test") == (
        Section("Aim", "AB-001", "The crown goes to one", "The **highest** total\nwins."),
        Section("Aim", "AB-R02", "Equal totals", "- share it"),
        Section("Bids", "AB-010", "A bid is secret", "Say it aloud."),
    )
    sections.cache_clear()


def test_a_game_without_rules_has_none() -> None:
    assert sections("no_such_game") == ()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", True),
        ("crown", True),
        ("CROWN highest", True),
        ("highest crown", True),
        ("ab-001", True),
        ("crown lowest", False),
        ("zebra", False),
    ],
)
def test_a_rule_is_found_by_all_of_the_words(words: str, found: bool) -> None:
    assert Section("Aim", "AB-001", "The crown goes to one", "The **highest** total wins.").tells_of(words) is found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_of_a_game_stands_under_one_heading(game: object) -> None:
    found = [section.id for section in sections(game.key)]  # type: ignore[attr-defined]
    assert len(set(found)) == len(found)
    assert all(section.chapter and section.title and section.text for section in sections(game.key))  # type: ignore[attr-defined]
