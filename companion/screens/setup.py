"""Who plays what: seats, preset, options; for a new session, or to correct the set-up of one."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion import fields
from companion.desk import Desk, Preview, Recorded, Refused, Verdict
from companion.evenings import begin
from companion.fields import Asked
from companion.parts.box import text_box
from companion.parts.dock import confirm, dock, message
from companion.parts.marks import badge
from companion.parts.panel import card, cloth, flow, heading, note, page, sheet
from companion.parts.press import Act, Tone, chip, icon_button, press, quiet
from companion.screens.log import PreviewCard, no_preview
from companion.text import counted
from companion.theme import Look
from companion.window import go, use_desk, use_house, use_look, use_memory, use_view, use_window
from scoring.board import Board
from scoring.codec import FormatError, options_from, options_payload
from scoring.drafts import Source, Value
from scoring.game import AnyGame, OptionField, Payload, Preset, Table
from scoring.games import find_game
from scoring.prompts import UNSET, Answer, Unset
from scoring.rulebook import RuleViolation

LONGEST_NAME: Final = 40
_RECENT: Final = 24


@dataclass(frozen=True)
class Plan:
    """What the form holds: names in table order, the options as answers, the preset they came from."""

    names: tuple[str, ...] = ()
    options: Payload = field(default_factory=dict)
    preset: str = ""


def fresh(game: AnyGame, names: tuple[str, ...]) -> Plan:
    """The first preset for so many players, or the options as printed."""
    presets = game.presets(len(names)) if len(names) in game.players else ()
    options = presets[0].options if presets else game.options()
    return Plan(names, options_payload(game, options), presets[0].key if presets else "")


@ft.component
def NewGameScreen() -> ft.View:
    """A new session, from choosing seats to the first deal."""
    house, key = use_house(), unquote(ft.use_route_params()["game"])
    game = find_game(key, house.store.games)
    plan, put = use_memory(key, lambda: fresh(game, ()))

    def start(built: Any) -> str:
        go(f"/table/{begin(house.store, game, plan.names, built)}")
        return ""

    return _setup_view(game, plan, put, start, f"New game: {game.title}", "Deal the first round", lambda: go("/"), None)


@ft.component
def SetupScreen() -> ft.View:
    """The set-up of a running session, to be corrected."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    opened = desk.run.opened
    plan, put = use_memory(session_id, lambda: Plan(desk.state.table.names, options_payload(desk.game, opened.options)))
    preview, show = use_memory(session_id, no_preview)
    look = use_look(desk.game.colour)
    back = lambda: go(f"/table/{session_id}/log")  # noqa: E731

    def check(built: Any) -> str:
        seen = desk.preview(
            desk.amendment(0, {"names": list(plan.names), "options": options_payload(desk.game, built)})
        )
        if isinstance(seen, Refused):
            return seen.violation.message
        show(seen)
        return ""

    dialog = None
    if preview is not None:
        dialog = sheet(
            look, "The corrected set-up", _saving(desk, look, preview, back, lambda: show(None)), lambda: show(None)
        )
    return _setup_view(desk.game, plan, put, check, "Correct the set-up", "See what changes", back, dialog)


def _saving(desk: Desk, look: Look, preview: Preview, done: Act, cancel: Act) -> ft.Control:
    def save() -> None:
        verdict: Verdict = desk.write(preview.entry)
        if isinstance(verdict, Recorded):
            done()
        else:
            cancel()

    return PreviewCard(desk, look, preview, save, cancel, lambda _: cancel(), key="preview")


def _setup_view(
    game: AnyGame,
    plan: Plan,
    put: Callable[[Plan], None],
    act: Callable[[Any], str],
    title: str,
    words: str,
    back: Act,
    dialog: ft.DialogControl | None,
) -> ft.View:
    window, look = use_window(), use_look(game.colour)
    said, say = ft.use_state("")
    ft.use_dialog(dialog)
    built, wrong = _built(game, plan)
    missing = _missing(game, plan) or wrong

    def send() -> None:
        say(missing or act(built))

    def change(after: Plan) -> None:
        say("")
        put(after)

    width = min(window.width, 760)
    inside: list[ft.Control] = [Seats(look, game, plan, change, key="seats")]
    if len(plan.names) in game.players:
        inside += [_presets(look, game, plan, change), Options(look, game, plan, change, say, key="options")]
    body = page(inside, width)
    foot: list[ft.Control] = [message(look, said, bad=True)] if said else []
    button = ft.Container(ft.Row([confirm(look, "start", words, missing, send)]), width=min(window.width - 28, 760))
    foot.append(ft.Row([button], alignment=ft.MainAxisAlignment.CENTER))
    return use_view([cloth(look, title, back=back), body, dock(foot)])


@ft.component
def Seats(look: Look, game: AnyGame, plan: Plan, change: Callable[[Plan], None], key: str | None = None) -> ft.Control:
    """Names in table order: tap in, drag to another place, shuffle; new ones by name."""
    house = use_house()
    typed, put_typed = ft.use_state("")
    known = ft.use_memo(lambda: [player.name for player in house.store.recent_players(_RECENT)], [])
    full = len(plan.names) >= game.players[-1]

    def seat(names: Sequence[str]) -> None:
        table = tuple(names)
        if len(table) == len(plan.names):
            change(replace(plan, names=table))
        else:
            change(fresh(game, table))

    def add(name: str) -> None:
        name = " ".join(name.split())[:LONGEST_NAME]
        if name and name.lower() not in {n.lower() for n in plan.names} and not full:
            seat((*plan.names, name))
        put_typed("")

    def shuffle() -> None:
        seat(random.sample(plan.names, len(plan.names)))

    def move(e: ft.OnReorderEvent) -> None:
        names = list(plan.names)
        names.insert(e.new_index or 0, names.pop(e.old_index or 0))
        seat(names)

    rows = [
        _seat(look, number, name, partial(seat, [n for n in plan.names if n != name]))
        for number, name in enumerate(plan.names)
    ]
    head = ft.Row([ft.Container(heading(look, "At the table"), expand=True)])
    if len(plan.names) > 1:
        head.controls.append(icon_button("shuffle", ft.Icons.SHUFFLE_ROUNDED, "Shuffle the seats", shuffle))
    inside: list[ft.Control] = [head]
    if rows:
        inside.append(
            ft.ReorderableListView(rows, on_reorder=move, height=52 * len(rows), show_default_drag_handles=True)
        )
    else:
        inside.append(
            note(
                look,
                f"Tap the players in the order they sit, clockwise. {game.players[0]} to {game.players[-1]} can play.",
            )
        )
    free = [name for name in known if name not in plan.names]
    if free and not full:
        inside.append(flow([chip(look, f"seat:{name}", name, partial(add, name), small=True) for name in free]))
    if not full:
        box = text_box(
            look,
            "new.player",
            "New player",
            typed,
            put_typed,
            longest=LONGEST_NAME,
            submit=lambda: add(typed),
            expand=True,
        )
        inside.append(
            ft.Row(
                [
                    box,
                    quiet(look, "new.player.add", "Sit down", lambda: add(typed)),
                ],
                spacing=8,
            )
        )
    return card(ft.Column(inside, spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))


def _seat(look: Look, number: int, name: str, leave: Act) -> ft.Control:
    row = ft.Row(
        [
            badge(look, number, 30),
            ft.Text(name, style=look.text(16, bold=True), expand=True, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
            icon_button(f"leave[{number}]", ft.Icons.CLOSE_ROUNDED, f"{name} leaves", leave),
            ft.Container(width=30),
        ],
        spacing=10,
    )
    return ft.Container(row, height=52, key=f"seat.{name}", bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST)


def _presets(look: Look, game: AnyGame, plan: Plan, change: Callable[[Plan], None]) -> ft.Control:
    presets: tuple[Preset[Any], ...] = game.presets(len(plan.names))
    if not presets:
        return ft.Container()

    def choose(preset: Preset[Any]) -> None:
        kept = {key: plan.options[key] for key in ("first_dealer",) if key in plan.options}
        change(replace(plan, options=options_payload(game, preset.options) | kept, preset=preset.key))

    chips = [
        chip(
            look,
            f"preset:{preset.key}",
            preset.title,
            partial(choose, preset),
            small=True,
            tone=Tone.CHOSEN if preset.key == plan.preset else Tone.OPEN,
        )
        for preset in presets
    ]
    chosen = next((preset for preset in presets if preset.key == plan.preset), None)
    told = chosen.text if chosen else "Your own choice of options."
    return card(ft.Column([heading(look, "How long"), flow(chips), note(look, told)], spacing=10, tight=True))


@ft.component
def Options(
    look: Look,
    game: AnyGame,
    plan: Plan,
    change: Callable[[Plan], None],
    say: Callable[[str], None],
    key: str | None = None,
) -> ft.Control:
    """The game's options by section; house rulings are folded away and can be searched."""
    opened, open_section = ft.use_state("")
    sought, seek = ft.use_state("")
    built, _ = _built(game, plan)
    options: tuple[OptionField, ...] = game.option_fields(
        Table(plan.names), built if built is not None else game.options()
    )
    ordinary = [option for option in options if not option.house]
    house = [option for option in options if option.house]

    def ask(option: OptionField) -> ft.Control:
        return _option(look, game, plan, option, change, say)

    blocks: list[ft.Control] = []
    for number, (section, group) in enumerate(groupby(ordinary, key=lambda option: option.section)):
        rows = [ask(option) for option in group]
        if number == 0 or opened == section:
            blocks.append(card(ft.Column([heading(look, section or "Options"), *rows], spacing=14, tight=True)))
        else:
            blocks.append(_fold(look, section, partial(open_section, section)))
    if house and opened != "house":
        blocks.append(
            _fold(
                look,
                f"House rulings ({counted(len(house), 'question')} the rulebook leaves open)",
                lambda: open_section("house"),
            )
        )
    elif house:
        box = text_box(look, "rulings.search", "Search the house rulings", sought, seek, icon=ft.Icons.SEARCH_ROUNDED)
        found = [option for option in house if sought.lower() in f"{option.field.label} {option.text}".lower()]
        blocks.append(
            card(
                ft.Column(
                    [heading(look, "House rulings"), box, *map(ask, found)],
                    spacing=14,
                    tight=True,
                )
            )
        )
    return ft.Column(blocks, spacing=14, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _fold(look: Look, title: str, act: Act) -> ft.Control:
    row = ft.Row([ft.Text(title, style=look.text(16, bold=True), expand=True), ft.Icon(ft.Icons.EXPAND_MORE_ROUNDED)])
    return press(
        f"fold:{title.split(' (', maxsplit=1)[0]}",
        row,
        act,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        border_radius=18,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def _option(
    look: Look,
    game: AnyGame,
    plan: Plan,
    option: OptionField,
    change: Callable[[Plan], None],
    say: Callable[[str], None],
) -> ft.Control:
    name = option.field.name

    def answer(value: Answer | Unset) -> None:
        if value is not UNSET:
            change(
                replace(
                    plan, options={**plan.options, name: value}, preset=plan.preset if name == "first_dealer" else ""
                )
            )

    asked = Asked(
        look=look,
        path=f"option.{name}",
        held=Value(plan.options[name], Source.ENTERED),
        answer=answer,
        refuse=say,
        table=Table(plan.names),
        suits={suit.key: suit for suit in game.suits},
        board=Board(),
        known=lambda shelf, first: (),
    )
    rows: list[ft.Control] = [fields.view(option.field, asked)]
    if option.text:
        rows.append(note(look, option.text))
    return ft.Column(rows, spacing=4, tight=True)


def _built(game: AnyGame, plan: Plan) -> tuple[Any, str]:
    """The options the plan stands for, and why they cannot be played."""
    try:
        options = options_from(game, plan.options)
    except FormatError as error:
        return None, str(error)
    if len(plan.names) not in game.players:
        return options, ""
    try:
        game.open(Table(plan.names), options)
    except RuleViolation as violation:
        return options, violation.message
    return options, ""


def _missing(game: AnyGame, plan: Plan) -> str:
    low, high = game.players[0], game.players[-1]
    if len(plan.names) < low:
        return (
            f"{counted(low - len(plan.names), 'more player')} needed"
            if plan.names
            else f"Who plays? {low} to {high} players"
        )
    return ""
