"""The rules in our own words: every rule the game can cite has its paragraph."""

import re

from companion.rules_text import sections
from scoring.faction_wars import GAME

SECTIONS = sections(GAME.key)


def test_every_rule_of_the_game_has_one_paragraph_and_every_paragraph_a_rule() -> None:
    assert sorted(section.id for section in SECTIONS) == sorted(rule.id for rule in GAME.rules)


def test_paragraphs_are_whole_short_and_plain() -> None:
    assert [section.id for section in SECTIONS if not section.title or not section.text.endswith(".")] == []
    assert [section.id for section in SECTIONS if len(section.text) > 480] == []
    assert [section.id for section in SECTIONS if re.search(r"[<>^{}_`]|\.py|\.md", section.text)] == []


def test_chapters_follow_the_evening() -> None:
    chapters = list(dict.fromkeys(section.chapter for section in SECTIONS))
    assert chapters == [
        *("Cards and set-up", "A round", "Battles", "Collecting", "The end", "Scoring", "Variation", "Rulings")
    ]
