"""The rules: search in one game or all, the rules that matter now, cards at a glance."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.open_session.desk_hooks import use_table
from companion.open_session.table_session import TableSession
from companion.rules.rule_search import search
from companion.ui.box import search_box
from companion.ui.chips_and_buttons import Act, choice_chip, identified, press
from companion.ui.cited_rules import Cited, number, section_text, title
from companion.ui.panel import card, card_button, cloth, empty, flow, heading, note, page
from companion.ui.rulebooks import Section, card_of, glance, section_of, sections
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.navigation import with_navigation
from companion.window.view import use_view
from scoring.contract.game import AnyGame, Fact
from scoring.contract.rulebook import Rule
from scoring.games import find_game

_MOST: Final = 20
"""Most hits shown."""

_CARD: Final = 340
"""Least width of a card if several are side by side."""

_PAGE: Final = 760
_CARDS: Final = 1100
"""Widths of a page of text and of a page of cards."""


@ft.component
def RulesShelfScreen() -> ft.View:
    """The games, and a search in all their rules."""
    house, window, look = use_house(), use_window(), use_look()
    query, search_for = ft.use_state("")
    inside: list[ft.Control] = [_box(look, "Search the rules of all games", query, search_for)]
    if query.strip():
        inside.append(_wide(_hits(look, house.store.games, query, titled=True), 10, key="found"))
    else:
        inside.append(_wide([_shelf_tile(look, game) for game in house.store.games], 14, key="shelf"))
    body = page(inside, min(window.width, 900))
    return with_navigation(look, window, "/rules", "Rules", "In our own words", body)


@ft.component
def RulesScreen() -> ft.View:
    game = find_game(unquote(ft.use_route_params()["game"]), use_house().store.games)
    return _rules_view(game, None, "/rules")


@ft.component
def TableRulesScreen() -> ft.View:
    """The rules of the game on the table, those that matter now first."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_table(session_id)
    return _rules_view(desk.game, desk, f"/table/{session_id}")


def _rules_view(game: AnyGame, desk: TableSession | None, back: str) -> ft.View:
    window, look = use_window(), use_look(game.box.colour)
    query, search_for = ft.use_state("")
    chapter, turn = ft.use_state("")
    unfolded, unfold = ft.use_state("")
    width = min(window.width, _CARDS if chapter else _PAGE)
    rows: list[ft.Control] = [_box(look, "Search the rules", query, search_for)]
    if query.strip():
        rows += _hits(look, [game], query)
    else:
        rows += _chapters(look, game, chapter, turn)
        if chapter:
            rows += _cards(look, game, chapter, width)
        else:
            rows += [*_moment(look, desk), *_contents(look, game, unfolded, unfold)]
    listing = ft.Container(ft.ListView(rows, expand=True, spacing=10, padding=16), width=width)
    return use_view(
        [
            cloth(look, f"Rules: {game.box.title}", back=lambda: go(back)),
            ft.Container(listing, expand=True, alignment=ft.Alignment.TOP_CENTER),
        ]
    )


def _box(look: Look, label: str, query: str, search_for: Callable[[str], None]) -> ft.Control:
    return ft.Row([search_box(look, "rules.search", label, query, search_for, expand=True)])


def _moment(look: Look, desk: TableSession | None) -> list[ft.Control]:
    """At a table: the rule of the question, the card of the type of round, and the rules of the facts."""
    if desk is None:
        return []
    rule = desk.main.rule.id if desk.main and desk.main.rule else ""
    heads = desk.shown.rounds
    rule_section = section_of(desk.game.key, rule)
    kind = card_of(desk.game.key, heads[-1].type) if heads else None
    now = [_section(look, rule_section)] if rule_section else []
    now += [_glance(look, kind)] if kind else []
    facts = desk.shown.view.facts
    now += [_shown(look, desk.game, fact, fact.rule) for fact in facts if fact.rule and fact.rule.id != rule]
    return [heading(look, "Right now"), *now] if now else []


def _shown(look: Look, game: AnyGame, fact: Fact, rule: Rule) -> ft.Control:
    """A fact at the top of the table; a tap opens its rule below it."""
    words = ft.Row(
        [
            ft.Text(fact.text, style=look.text(15, bold=True), expand=True),
            ft.Icon(ft.Icons.MENU_BOOK_OUTLINED, size=20, color=look.accent),
        ]
    )
    return Cited(look, game, rule, ft.Container(words, padding=14), key=f"fact.{fact.key}")


def _contents(look: Look, game: AnyGame, unfolded: str, unfold: Callable[[str], None]) -> list[ft.Control]:
    """The chapters; a tap unfolds one, another tap folds it again."""
    rows: list[ft.Control] = []
    for place, (chapter, group) in enumerate(groupby(sections(game.key), key=lambda section: section.chapter)):
        inside, shown = tuple(group), chapter == unfolded
        rows.append(_chapter(look, place, chapter, len(inside), shown, partial(unfold, "" if shown else chapter)))
        if shown:
            rows += [_section(look, section) for section in inside]
    return rows


def _chapter(look: Look, place: int, name: str, count: int, shown: bool, act: Act) -> ft.Control:
    words = ft.Row(
        [
            ft.Container(heading(look, name), expand=True),
            ft.Text(str(count), style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)),
            ft.Icon(
                ft.Icons.EXPAND_LESS_ROUNDED if shown else ft.Icons.EXPAND_MORE_ROUNDED,
                color=ft.Colors.ON_SURFACE_VARIANT,
            ),
        ],
        spacing=8,
    )
    return press(
        f"rules.contents[{place}]",
        words,
        act,
        padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        border_radius=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if shown else ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _chapters(look: Look, game: AnyGame, chosen: str, turn: Callable[[str], None]) -> list[ft.Control]:
    names = list(dict.fromkeys(card.chapter for card in glance(game.key)))
    if not names:
        return []
    chips = [
        choice_chip(look, f"rules.chapter[{place}]", name or "All rules", partial(turn, name), chosen=name == chosen)
        for place, name in enumerate(["", *names])
    ]
    return [flow(chips)]


def _cards(look: Look, game: AnyGame, chapter: str, width: float) -> list[ft.Control]:
    drawn = [_glance(look, card) for card in glance(game.key) if card.chapter == chapter]
    beside = max(1, int((width - 32) // _CARD))
    columns = [ft.Column(drawn[n::beside], spacing=10, expand=True) for n in range(beside)]
    return [ft.Row(list(columns), spacing=10, vertical_alignment=ft.CrossAxisAlignment.START)]


def _hits(look: Look, games: Sequence[AnyGame], query: str, *, titled: bool = False) -> list[ft.Control]:
    """The hits by game, best first; `titled` adds a heading for each game."""
    shelf = {section: game for game in games for section in sections(game.key)}
    answer = search(shelf, query)
    if not answer.hits:
        return [empty(look, ft.Icons.SEARCH_OFF_ROUNDED, "No rule found. Try fewer or other words.")]
    by_game: dict[str, list[Section]] = {}
    for section in answer.hits[:_MOST]:
        by_game.setdefault(shelf[section].box.title, []).append(section)
    shown: list[ft.Control] = []
    for game_title, found in by_game.items():
        shown += [heading(look, game_title)] if titled else []
        shown += [_section(look, section, answer.words, under=section.chapter) for section in found]
    left = len(answer.hits) - _MOST
    if left > 0:
        shown.append(note(look, f"{counted(left, 'more rule')} with some of these words."))
    return shown


def _section(look: Look, section: Section, words: tuple[str, ...] = (), *, under: str = "") -> ft.Control:
    head = ft.Row([title(look, section.title, words), *([number(look, section.id)] if _names_number(words) else [])])
    inside: list[ft.Control] = [head, section_text(look, section, words)]
    if under:
        inside.append(ft.Text(under, style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)))
    return identified(f"section.{section.id}", card(ft.Column(inside, spacing=4, tight=True)))


def _glance(look: Look, section: Section) -> ft.Control:
    """A card at a glance, its edge in the game's colour."""
    head = ft.Row([title(look, section.title)])
    body = ft.Column([head, section_text(look, section)], spacing=4, tight=True)
    return identified(
        f"glance.{section.id}",
        ft.Container(
            body,
            padding=14,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
            border=ft.Border(
                left=ft.BorderSide(6, look.accent),
                top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
                right=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
                bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
            ),
        ),
    )


def _wide(rows: list[ft.Control], gap: int, key: str) -> ft.Control:
    return ft.Column(rows, spacing=gap, key=key, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _shelf_tile(look: Look, game: AnyGame) -> ft.Control:
    words = ft.Text(game.box.title, style=look.figure(19))
    return card_button(f"rules.{game.key}", words, partial(go, f"/rules/{game.key}"), padding=18)


def _names_number(words: tuple[str, ...]) -> bool:
    """Whether a search asks for a rule by its number; only then numbers are shown."""
    return any(sign.isdigit() for word in words for sign in word)
