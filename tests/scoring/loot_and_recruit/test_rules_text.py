"""The rules in our own words: every rule the game can cite has its paragraph."""

import re
from pathlib import Path
from typing import Final

from scoring.loot_and_recruit import GAME

TEXT: Final = Path(__file__).parents[3].joinpath("assets", GAME.key, "rules.md").read_text(encoding="utf-8")
SECTIONS: Final = re.split(r"^(#{1,2}) (.+)$", TEXT, flags=re.MULTILINE)[1:]
CHAPTERS: Final = [title for sign, title in zip(SECTIONS[::3], SECTIONS[1::3], strict=True) if sign == "#"]
PARAGRAPHS: Final = [
    (*title.split(maxsplit=1), body.strip())
    for sign, title, body in zip(SECTIONS[::3], SECTIONS[1::3], SECTIONS[2::3], strict=True)
    if sign == "##"
]


def test_every_rule_of_the_game_has_a_heading() -> None:
    told = {id for id, _, _ in PARAGRAPHS}
    assert sorted(rule.id for rule in GAME.rules if rule.id not in told) == []


def test_every_heading_has_a_title_and_a_text() -> None:
    assert [id for id, title, body in PARAGRAPHS if not title or not body.endswith(".")] == []


def test_no_rule_is_told_twice() -> None:
    ids = [id for id, _, _ in PARAGRAPHS]
    assert sorted(id for id in set(ids) if ids.count(id) > 1) == []


def test_rule_ids_have_their_form() -> None:
    assert [id for id, _, _ in PARAGRAPHS if not re.fullmatch(r"LR-(\d{3}|R\d{2})", id)] == []


def test_rules_of_the_game_are_not_declared_twice() -> None:
    ids = [rule.id for rule in GAME.rules]
    assert sorted(id for id in set(ids) if ids.count(id) > 1) == []


def test_chapters_follow_the_evening() -> None:
    assert CHAPTERS == [
        "Aim",
        "The cards",
        "Before the first round",
        "The rounds",
        "Your turn",
        "Attacking",
        "Special cards",
        "The end of a turn",
        "Counting",
    ]


def test_paragraphs_are_short_and_plain() -> None:
    assert [id for id, _, body in PARAGRAPHS if len(body) > 480] == []
    assert [id for id, _, body in PARAGRAPHS if re.search(r"[=<>^{}_`]|\.py|\.md", body)] == []
