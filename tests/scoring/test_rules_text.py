"""The rules in our own words: every rule a game can cite has its paragraph."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from scoring.contract.game import AnyGame
from scoring.games import GAMES

ASSETS: Final = Path(__file__).parents[2] / "assets"
MARKUP: Final = r"[<>^{}_`]|\.py|\.md"


@dataclass(frozen=True, slots=True)
class Style:
    """How the rules of a game are written: how ids begin, its chapters, and what its paragraphs may hold besides."""

    prefix: str
    chapters: str
    endings: tuple[str, ...] = (".",)
    equations: bool = False


ABOUT_THE_BOX: Final = ("CB-002", "CB-R60", "CB-R61")
"""Paragraphs of which nothing can be played: the minutes on the box, its tokens and its die."""
STYLES: Final = {
    "crown_battles": Style(
        "CB",
        "Aim, Cards, Schedules, A round, Bidding, Tricks, Special cards, Bubble Shield, Scoring, Kinds of rounds,"
        " Blind Bidding, Long Play, Stealth Play, Leaked Suit, The Split, Suit Precision, Missions, Blind Missions,"
        " Wagering, Duel Fights, Alliances, Missions-Alliances, Suit Precision-Alliances, Ties and the end,"
        " House rulings",
        endings=(".", "8"),
    ),
    "faction_wars": Style(
        "FW",
        "Cards and set-up, A round, Battles, Collecting, The end, Scoring, Variation, Rulings",
        equations=True,
    ),
    "loot_and_recruit": Style(
        "LR",
        "Aim, The cards, Before the first round, The rounds, Your turn, Attacking, Special cards, The end of a turn,"
        " Counting",
    ),
    "recruit": Style(
        "RT",
        "Aim, The deal, The swap, The tricks, What the companion checks, Scoring a hand, Variations,"
        " Counting the piles, House rulings",
    ),
    "recruits": Style(
        "RS",
        "Aim, Setting up, A turn, The first card, The second card, When you cannot play, Cards running out, Resolving,"
        " Ties, The end, Variations, The companion, House rulings",
    ),
    "score_pad": Style("SP", "Aim, The sheet, The end, The table"),
}

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def headings(game: AnyGame) -> list[tuple[str, str, str]]:
    text = (ASSETS / game.key / "rules.md").read_text(encoding="utf-8")
    parts = re.split(r"^(#{1,2}) (.+)$", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::3], parts[1::3], map(str.strip, parts[2::3]), strict=True))


def paragraphs(game: AnyGame) -> list[tuple[str, str, str]]:
    return [(*title.split(maxsplit=1), text) for sign, title, text in headings(game) if sign == "##"]


def repeated(ids: list[str]) -> list[str]:
    return sorted(id for id in set(ids) if ids.count(id) > 1)


@every_game
def test_every_rule_has_a_worked_example(game: AnyGame) -> None:
    files = (Path(__file__).parent / game.key).glob("*.py")
    tests = "\n".join(file.read_text(encoding="utf-8") for file in files).upper().replace("_", "-")
    assert [id for id, _, _ in paragraphs(game) if id not in tests and id not in ABOUT_THE_BOX] == []


@every_game
def test_every_heading_has_a_title_and_a_text(game: AnyGame) -> None:
    endings = STYLES[game.key].endings
    assert [id for id, title, text in paragraphs(game) if not title or not text.endswith(endings)] == []


@every_game
def test_no_rule_is_told_or_declared_twice(game: AnyGame) -> None:
    assert repeated([id for id, _, _ in paragraphs(game)]) == []
    assert repeated([rule.id for rule in game.rules]) == []


@every_game
def test_rule_ids_have_their_form(game: AnyGame) -> None:
    form = rf"{STYLES[game.key].prefix}-(\d{{3}}|R\d{{2}})"
    assert [id for id, _, _ in paragraphs(game) if not re.fullmatch(form, id)] == []


@every_game
def test_chapters_follow_the_evening(game: AnyGame) -> None:
    chapters = [title for sign, title, _ in headings(game) if sign == "#"]
    assert chapters == STYLES[game.key].chapters.split(", ")


@every_game
def test_paragraphs_are_short_and_plain(game: AnyGame) -> None:
    markup = MARKUP if STYLES[game.key].equations else f"=|{MARKUP}"
    assert [id for id, _, text in paragraphs(game) if len(text) > 480] == []
    assert [id for id, _, text in paragraphs(game) if re.search(markup, text)] == []
