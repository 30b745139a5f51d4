"""Who plays what: seats, preset, options; for a new session, or to correct the set-up of one."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.desk import Refused
from companion.evenings import begin
from companion.parts.box import text_box
from companion.parts.dock import confirm, dock, message
from companion.parts.marks import badge
from companion.parts.panel import card, cloth, flow, heading, note, page, sheet
from companion.parts.press import Act, chip, icon_button, quiet
from companion.plan import Plan, built, fresh, missing, reseated
from companion.screens.log import PreviewCard, no_preview
from companion.screens.options import Options, preset_card
from companion.theme import Look
from companion.window import go, use_desk, use_house, use_look, use_memory, use_view, use_window
from scoring.codec import options_payload
from scoring.game import AnyGame
from scoring.games import find_game
from storage.errors import StorageError

LONGEST_NAME: Final = 40
_RECENT: Final = 24


@ft.component
def NewGameScreen() -> ft.View:
    """A new session, from choosing seats to the first deal."""
    house, key = use_house(), unquote(ft.use_route_params()["game"])
    game = find_game(key, house.store.games)
    plan, put = use_memory(key, lambda: fresh(game, ()))

    def start(options: Any) -> str:
        try:
            go(f"/table/{begin(house.store, game, plan.names, options)}")
        except StorageError as error:
            return str(error)
        return ""

    return _setup_view(game, plan, put, start, f"New game: {game.title}", "Deal the first round", lambda: go("/"), None)


@ft.component
def SetupScreen() -> ft.View:
    """The set-up of a running session, to be corrected."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    plan, put = use_memory(
        session_id,
        lambda: Plan(desk.state.table.names, options_payload(desk.game, desk.run.opened.options), own=True),
    )
    preview, show = use_memory(session_id, no_preview)
    look = use_look(desk.game.colour)

    def back() -> None:
        go(f"/table/{session_id}/log")

    def check(options: Any) -> str:
        seen = desk.preview(
            desk.amendment(0, {"names": list(plan.names), "options": options_payload(desk.game, options)})
        )
        if isinstance(seen, Refused):
            return seen.violation.message
        show(seen)
        return ""

    def cancel() -> None:
        show(None)

    dialog = None
    if preview is not None:
        shown: ft.Control = PreviewCard(desk, look, preview, back, cancel, lambda _: back(), key="preview")
        dialog = sheet(look, "The corrected set-up", shown, cancel)
    return _setup_view(desk.game, plan, put, check, "Correct the set-up", "See what changes", back, dialog)


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
    options, wrong = built(game, plan)
    lacking = missing(game, plan) or wrong

    def send() -> None:
        say(lacking or act(options))

    def change(after: Plan) -> None:
        say("")
        put(after)

    width = min(window.width, 760)
    inside: list[ft.Control] = [Seats(look, game, plan, change, key="seats")]
    if len(plan.names) in game.players:
        inside += [preset_card(look, game, plan, change), Options(look, game, plan, change, say, key="options")]
    body = page(inside, width)
    foot: list[ft.Control] = [message(look, said, bad=True)] if said else []
    button = ft.Container(ft.Row([confirm(look, "start", words, lacking, send)]), width=min(window.width - 28, 760))
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
        change(reseated(game, plan, names))

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
