"""Cited rules: a tap opens the text of the rule below, another one closes it."""

from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import icon_button, identified, press
from companion.ui.fonts import TEXT
from companion.ui.panel import inset, stretched
from companion.ui.rulebooks import Section, pieces, section_of
from companion.ui.theme import Look
from scoring.contract.game import AnyGame
from scoring.contract.rulebook import Rule

_MARK: Final = ("#f3dc9a", "#6d5413")  # background of search hits, light and dark


def section_text(look: Look, section: Section, words: tuple[str, ...] = ()) -> ft.Control:
    """The text of a section with search hits marked."""
    style = ft.MarkdownStyleSheet(
        p_text_style=look.text(15),
        list_bullet_text_style=look.text(15),
        strong_text_style=look.text(15, bold=True),
        code_text_style=marked(look, look.text(15)),
    )
    return ft.Markdown(_marks(section.text, words), md_style_sheet=style)


def title(look: Look, text: str, words: tuple[str, ...] = ()) -> ft.Control:
    """The title of a section with search hits marked."""
    plain_style, marked_style = look.text(16, bold=True), marked(look, look.text(16, bold=True))
    spans = [ft.TextSpan(piece, style=marked_style if hit else plain_style) for piece, hit in pieces(text, words)]
    return ft.Text(spans=spans, expand=True, semantics_label=text)


def number(look: Look, text: str) -> ft.Control:
    """The number of a rule in small print."""
    return ft.Text(text, style=ft.TextStyle(size=look.size(12), font_family=TEXT, color=ft.Colors.ON_SURFACE_VARIANT))


def rule_text(look: Look, game: AnyGame, rule: Rule) -> ft.Control:
    """The text of a rule: its section, or its one sentence if it has no section."""
    section = section_of(game.key, rule.id)
    if section is None:
        inside: list[ft.Control] = [ft.Text(rule.text, style=look.text(15))]
    else:
        inside = [title(look, section.title), section_text(look, section)]
    inside.append(number(look, f"{rule.id} · {rule.source}"))
    return identified(f"text.{rule.id}", inset(ft.Column(inside, spacing=4, tight=True), padding=12))


@ft.component
def Cited(look: Look, game: AnyGame, rule: Rule, words: ft.Control, key: str | None = None) -> ft.Control:
    """Content that cites a rule; a tap opens or closes the rule's text below."""
    opened, put = ft.use_state(False)
    shown: list[ft.Control] = [press(f"rule.{rule.id}", words, lambda: put(not opened), padding=0, border_radius=6)]
    if opened:
        shown.append(rule_text(look, game, rule))
    return stretched(shown, 6)


@ft.component
def Ruled(look: Look, game: AnyGame, rule: Rule, words: ft.Control, key: str | None = None) -> ft.Control:
    """Words with a button that opens the rule below, for content that cannot be tapped itself."""
    opened, put = ft.use_state(False)
    says = "Close the rule" if opened else "The rule"
    book = icon_button(f"rule.{rule.id}", ft.Icons.MENU_BOOK_OUTLINED, says, lambda: put(not opened), color=look.accent)
    shown: list[ft.Control] = [ft.Row([ft.Container(words, expand=True), book], spacing=4)]
    if opened:
        shown.append(rule_text(look, game, rule))
    return stretched(shown, 6)


def marked(look: Look, style: ft.TextStyle) -> ft.TextStyle:
    """The style of a search hit."""
    style.bgcolor = _MARK[look.dark]
    return style


def _marks(text: str, words: tuple[str, ...]) -> str:
    """The Markdown with search hits as code, which is drawn with the style of a hit."""
    return "".join(f"`{piece}`" if hit else piece for piece, hit in pieces(text, words))
