"""The rules at hand: our own words, searchable, the rule of the moment on top."""

from functools import partial
from itertools import groupby
from urllib.parse import unquote

import flet as ft

from companion.desk import Desk
from companion.parts.box import text_box
from companion.parts.navigation import with_navigation
from companion.parts.panel import card, cloth, empty, heading, page
from companion.parts.press import identified, press
from companion.rules_text import Section, sections
from companion.theme import TEXT, Look
from companion.window import go, use_desk, use_house, use_look, use_view, use_window
from scoring.game import AnyGame
from scoring.games import find_game


@ft.component
def RulesShelfScreen() -> ft.View:
    """Which game's rules?"""
    house, window, look = use_house(), use_window(), use_look()
    tiles = [
        press(
            f"rules.{game.key}",
            ft.Text(game.title, style=look.figure(19)),
            partial(go, f"/rules/{game.key}"),
            padding=18,
            border_radius=18,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        )
        for game in house.store.games
    ]
    body = page(tiles, min(window.width, 900))
    return with_navigation(look, window, "/rules", "Rules", "In our own words", body)


@ft.component
def RulesScreen() -> ft.View:
    """The rules of one game."""
    game = find_game(unquote(ft.use_route_params()["game"]), use_house().store.games)
    return _rules_view(game, None, "/rules")


@ft.component
def TableRulesScreen() -> ft.View:
    """The rules of the game on the table, beginning with the one that matters now."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    return _rules_view(desk.game, desk, f"/table/{session_id}")


def _rules_view(game: AnyGame, desk: Desk | None, back: str) -> ft.View:
    window, look = use_window(), use_look(game.colour)
    sought, seek = ft.use_state("")
    found = [section for section in sections(game.key) if section.tells_of(sought)]
    rows: list[ft.Control] = [
        text_box(look, "rules.search", "Search the rules", sought, seek, icon=ft.Icons.SEARCH_ROUNDED)
    ]
    now = desk.main.rule.id if desk and desk.main and desk.main.rule else ""
    moment = next((section for section in sections(game.key) if section.id == now), None)
    if moment and not sought:
        rows += [heading(look, "Right now"), _section(look, moment)]
    for chapter, group in groupby(found, key=lambda section: section.chapter):
        rows += [heading(look, chapter), *(_section(look, section) for section in group)]
    if not found:
        rows.append(empty(look, ft.Icons.SEARCH_OFF_ROUNDED, "No rule says that. Try fewer or other words."))
    listing = ft.ListView(
        [ft.Container(row, width=min(window.width, 760)) for row in rows], expand=True, spacing=10, padding=16
    )
    return use_view(
        [
            cloth(look, f"Rules: {game.title}", back=lambda: go(back)),
            ft.Container(listing, expand=True, alignment=ft.Alignment.TOP_CENTER),
        ]
    )


def _section(look: Look, section: Section) -> ft.Control:
    style = ft.MarkdownStyleSheet(
        p_text_style=look.text(15), list_bullet_text_style=look.text(15), code_text_style=look.text(14)
    )
    head = ft.Row(
        [
            ft.Text(section.title, style=look.text(16, bold=True), expand=True),
            ft.Text(
                section.id, style=ft.TextStyle(size=look.size(12), font_family=TEXT, color=ft.Colors.ON_SURFACE_VARIANT)
            ),
        ]
    )
    return identified(
        f"section.{section.id}",
        card(ft.Column([head, ft.Markdown(section.text, md_style_sheet=style)], spacing=4, tight=True)),
    )
