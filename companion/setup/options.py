"""The options of a game: presets, sections, and the folded house rulings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from companion.forms import field_views
from companion.forms.field_views import Binding
from companion.forms.numbers import is_typed
from companion.setup.setup_plan import (
    OfferedPresets,
    Plan,
    has_rules,
    offered_presets,
    option_fields,
    with_option,
    with_rules,
)
from companion.setup.start_session import list_titles
from companion.ui.box import text_box
from companion.ui.chips_and_buttons import Act, icon_button, press
from companion.ui.panel import card, card_button, heading, note, section, stacked, stretched
from companion.ui.text import counted
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_house
from scoring.contract.board import Board
from scoring.contract.cards import KnownCard
from scoring.contract.game import AnyGame, OptionField, Preset, Table
from scoring.contract.prompts import GAME_TITLES, UNSET, Answer, Count, Source, Unset, Value
from scoring.engine.codec import options_payload
from storage.text_folding import fold

Change = Callable[[Plan], None]

_HOUSE = "house"
"""The key of the folded house rulings; no game has a section of this name."""


def preset_cards(look: Look, game: AnyGame, plan: Plan, change: Change) -> list[ft.Control]:
    """The presets, each with a line that explains it: how much is entered, and by which rules the table plays."""
    offered = offered_presets(game, plan)
    cards = [_option_card(look, game, plan, offered, change)] if offered.option else []
    return [*cards, _rules_card(look, game, plan, offered, change)] if offered.rules else cards


def _option_card(look: Look, game: AnyGame, plan: Plan, offered: OfferedPresets, change: Change) -> ft.Control:
    """The presets as the values of the one option in which they differ; the others stay as the table chose them."""

    def apply(value: Answer) -> None:
        change(with_option(game, plan, offered.option, value))

    option = next(option for option in option_fields(game, plan) if option.field.name == offered.option)
    rows: list[ft.Control] = []
    for preset in offered.by_value:
        value = options_payload(game, preset.options)[offered.option]
        act = partial(apply, value)
        rows.append(_preset(look, preset, act, chosen=plan.options[offered.option] == value))
    text = [note(look, option.text)] if option.text else []
    return section(look, option.field.label, *rows, *text, spacing=6)


def _rules_card(look: Look, game: AnyGame, plan: Plan, offered: OfferedPresets, change: Change) -> ft.Control:

    def apply(preset: Preset[Any]) -> None:
        change(with_rules(game, plan, preset))

    chosen = next((preset.key for preset in offered.rules if has_rules(game, plan, preset)), "")
    rows = [_preset(look, preset, partial(apply, preset), chosen=preset.key == chosen) for preset in offered.rules]
    own = [] if chosen else [note(look, "Your own choice of options; tap a preset to start from it.")]
    title = "Which rules" if offered.option else "What kind of evening"
    return section(look, title, *rows, *own, spacing=6)


def _preset(look: Look, preset: Preset[Any], act: Act, *, chosen: bool) -> ft.Control:
    ink = look.on_tint if chosen else ft.Colors.ON_SURFACE
    words: list[ft.Control] = [ft.Text(preset.title, style=look.text(16, bold=True, color=ink))]
    if preset.text:
        words.append(ft.Text(preset.text, style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)))
    sign = ft.Icons.RADIO_BUTTON_CHECKED_ROUNDED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED_ROUNDED
    row = ft.Row([ft.Icon(sign, color=ink, size=22), stacked(words)], spacing=12)
    return press(
        f"preset:{preset.key}",
        row,
        act,
        selected=chosen,
        height=None if preset.text else TOUCH,
        padding=ft.Padding.symmetric(horizontal=10, vertical=8),
        border_radius=14,
        bgcolor=look.tint if chosen else None,
        border=ft.Border.all(2, look.accent if chosen else ft.Colors.TRANSPARENT),
    )


@ft.component
def Options(
    look: Look,
    game: AnyGame,
    plan: Plan,
    change: Change,
    say: Callable[[str], None],
    hold: Callable[[str], None],
    key: str | None = None,
) -> ft.Control:
    """The options by section, the first one unfolded; house rulings are folded and can be searched."""
    store = use_house().store
    titles = ft.use_memo(lambda: list_titles(store), [])
    opened, open_section = ft.use_state("")
    query, search = ft.use_state("")
    asked_above = offered_presets(game, plan).option
    options = [option for option in option_fields(game, plan) if option.field.name != asked_above]
    house = [option for option in options if option.house]

    def draw(option: OptionField, before: OptionField | None = None) -> ft.Control:
        if before is not None and before.text == option.text:
            option = replace(option, text="")  # explained once, below the first
        return _option(look, game, plan, option, titles, change, say, hold)

    def unfolded(title: str, shown: Sequence[ft.Control], *above: ft.Control, can_close: bool = True) -> ft.Control:
        name, close = f"close:{title}", partial(open_section, "")
        fold = [icon_button(name, ft.Icons.EXPAND_LESS_ROUNDED, f"Close {title}", close)] if can_close else []
        head = ft.Row([ft.Container(heading(look, title), expand=True), *fold])
        return card(ft.Column([head, *above, *shown], spacing=14, tight=True))

    blocks: list[ft.Control] = []
    ordinary = [option for option in options if not option.house]
    first = ordinary[0].section if ordinary else ""
    for title, group in groupby(ordinary, key=lambda option: option.section):
        if title == first or opened == title:
            blocks.append(unfolded(title or "Options", [*map(draw, group)], can_close=title != first))
        else:
            blocks.append(_fold(look, title, partial(open_section, title)))
    if house and opened == _HOUSE:
        box = text_box(look, "rulings.search", "Search the house rulings", query, search, icon=ft.Icons.SEARCH_ROUNDED)
        matching = [option for option in house if query.lower() in f"{option.field.label} {option.text}".lower()]
        rows: list[ft.Control] = []
        for title, group in groupby(matching, key=lambda option: option.section):
            rulings = tuple(group)
            rows += [ft.Text(title, style=look.text(17, bold=True))] if title else []
            rows += [draw(option, before) for before, option in zip((None, *rulings), rulings, strict=False)]
        blocks.append(unfolded("House rulings", rows, box))
    elif house:
        title = f"House rulings ({counted(len(house), 'question')} the rulebook leaves open)"
        blocks.append(_fold(look, title, partial(open_section, _HOUSE)))
    return stretched(blocks, 14)


def _value(plan: Plan, option: OptionField) -> Value:
    """The chosen value; an empty list stands for the likely one, which is shown instead."""
    chosen = plan.options[option.field.name]
    if chosen == []:
        return option.field.get_value({})
    return Value(chosen, Source.ENTERED)


def _find_titles(titles: Sequence[str], shelf: str, letters: str) -> tuple[KnownCard, ...]:
    """The titles of games that have these letters; the only shelf of a set-up form."""
    matching = (title for title in titles if fold(letters) in fold(title))
    return tuple(KnownCard(title, ()) for title in matching) if shelf == GAME_TITLES else ()


def _fold(look: Look, title: str, act: Act) -> ft.Control:
    row = ft.Row([ft.Text(title, style=look.text(16, bold=True), expand=True), ft.Icon(ft.Icons.EXPAND_MORE_ROUNDED)])
    name, padding = f"fold:{title.split(' (', maxsplit=1)[0]}", ft.Padding.symmetric(horizontal=16, vertical=14)
    return card_button(name, row, act, padding=padding)


def _option(
    look: Look,
    game: AnyGame,
    plan: Plan,
    option: OptionField,
    titles: Sequence[str],
    change: Change,
    say: Callable[[str], None],
    hold: Callable[[str], None],
) -> ft.Control:
    name = option.field.name

    def answer(value: Answer | Unset) -> None:
        if value is UNSET and isinstance(option.field, Count) and is_typed(option.field):
            value = 0  # emptied on its keypad; where the numbers begin later, the set-up refuses it
        if value is not UNSET:  # an option always has a value
            change(with_option(game, plan, name, value))

    binding = Binding(
        look=look,
        path=f"option.{name}",
        value=_value(plan, option),
        answer=answer,
        refuse=say,
        hold=hold,
        table=Table(plan.names),
        suits={suit.key: suit for suit in game.box.suits},
        board=Board,
        find_cards=partial(_find_titles, titles),
    )
    rows: list[ft.Control] = [field_views.view(option.field, binding)]
    if option.text:
        rows.append(note(look, option.text))
    return ft.Column(rows, spacing=4, tight=True, key=binding.path)  # options appear and disappear with others
