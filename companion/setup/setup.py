"""The set-up: seats, preset and options, of a new session or to correct those of a running one."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_desk, use_table_look
from companion.open_session.preview import Preview
from companion.open_session.record_outcomes import problem
from companion.setup.correction_drafts import correction_drafts_of
from companion.setup.correction_preview import PreviewCard, root_of
from companion.setup.new_player import NewPlayer, find_spelling
from companion.setup.options import Options, preset_cards
from companion.setup.rematch import as_last_time, last_plan
from companion.setup.seat_correction import SeatCorrection
from companion.setup.setup_plan import (
    Plan,
    SeatCorrections,
    build_options,
    describe_teams,
    missing_players,
    new_plan,
    reseat,
    seat_corrections,
)
from companion.setup.start_session import MOST_PEOPLE, begin, plan_rematch, recall_options
from companion.ui.chips_and_buttons import Act, Tone, chip, icon_button, identified, quiet
from companion.ui.dock import confirm, dock, message
from companion.ui.marks import badge
from companion.ui.panel import card, cloth, cut_text, flow, heading, letters_note, note, page, sheet, stretched
from companion.ui.player_colours import initials, seat_colours
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_house, use_look, use_memory, use_window
from companion.window.messages import go, go_back
from companion.window.view import use_view
from scoring.contract.game import AnyGame
from scoring.contract.names import name_key
from scoring.engine.codec import options_payload
from scoring.games import find_game
from storage.errors import StorageError
from storage.sessions.players import Player

_RECENT: Final = 24


@ft.component
def NewGameScreen() -> ft.View:
    key = unquote(ft.use_route_params()["game"])
    game = find_game(key, use_house().store.games)
    return _use_setup(game, key, lambda: new_plan(game, ()), lambda: go("/"))


@ft.component
def RematchScreen() -> ft.View:
    """The set-up of a rematch, filled in as it would be started, to change players, seats or options."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    return _use_setup(desk.game, session_id, lambda: plan_rematch(desk).plan, partial(go_back, "/"))


def _use_setup(game: AnyGame, of: str, first: Callable[[], Plan], back: Act) -> ft.View:
    """The set-up that starts a session; `of` a game or an earlier session, it begins with the `first` plan."""
    house = use_house()
    plan, put = use_memory(of, first)

    def start(options: Any) -> str:
        try:
            go(f"/table/{begin(house.store, game, plan.names, options)}")
        except StorageError as error:
            return str(error)
        return ""

    def change(after: Plan) -> None:
        put(recall_options(house.store, game, plan, after))

    return _setup_view(game, plan, change, start, f"New game: {game.box.title}", "Start the game", back)


@ft.component
def SetupScreen() -> ft.View:
    """Corrects the set-up of a running session."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    kept = correction_drafts_of(use_window())
    recorded = Plan(desk.setup_names, options_payload(desk.game, desk.run.opened.options), own=True)
    left = kept.find(desk, 0)
    plan, put = use_memory(session_id, lambda: Plan(**left) if left else recorded)
    review, show = use_memory(session_id, _no_review)
    look = use_table_look(desk)

    back = partial(go_back, f"{root_of(session_id)}/log")

    def change(after: Plan) -> None:
        after = replace(after, own=True)  # the options of a session stay, also where they equal a preset again
        kept.keep(desk, 0, {} if after == recorded else vars(after))
        put(after)

    def check(options: Any) -> str:
        chosen = options_payload(desk.game, options)
        stored = options_payload(desk.game, desk.run.opened.options)
        before = Plan(desk.setup_names, stored)
        both = seat_corrections(desk.game, before, replace(plan, options=chosen)) if desk.run.steps else None
        if both is not None:
            show(both)
            return ""
        preview = desk.preview(desk.amendment(0, {"names": list(plan.names), "options": chosen}))
        if not isinstance(preview, Preview):
            return problem(preview)
        show(preview)
        return ""

    ft.use_dialog(_dialog(desk, look, review, back, partial(show, None)))
    again = None if plan == recorded else partial(change, recorded)
    title, words = "Correct the set-up", "See what changes"
    return _setup_view(desk.game, plan, change, check, title, words, back, again=again, recorded=desk.setup_names)


def _dialog(
    desk: Desk, look: Look, review: Preview | SeatCorrections | None, back: Act, cancel: Act
) -> ft.DialogControl | None:
    match review:
        case Preview():
            preview = PreviewCard(desk, look, review, back, cancel, key="preview")
            return sheet(look, "The corrected set-up", preview, cancel)
        case SeatCorrections():
            both_ways = SeatCorrection(desk, look, review, back, cancel, key="seats")
            return sheet(look, "They change places", both_ways, cancel)
        case None:
            return None


def _no_review() -> Preview | SeatCorrections | None:
    """The initial state: what changes is not looked at."""
    return None


def _setup_view(
    game: AnyGame,
    plan: Plan,
    put: Callable[[Plan], None],
    act: Callable[[Any], str],
    title: str,
    words: str,
    back: Act,
    *,
    again: Act | None = None,
    recorded: Sequence[str] = (),
) -> ft.View:
    """The form; `again` drops what was changed, if anything was. `recorded` are the players of a running session."""
    window, look = use_window(), use_look(game.box.colour)
    refusal, say = ft.use_state("")
    held: Any = ft.use_ref("")  # why it cannot be sent: a character that a number refused is still in sight
    options, wrong = build_options(game, plan)
    lacking = missing_players(game, plan) or wrong

    def send() -> None:
        say(held.current or lacking or act(options))

    def hold(message: str) -> None:
        held.current = message

    def change(after: Plan) -> None:
        say("")
        put(after)

    width = min(window.width, 760)
    house = use_house()
    people = ft.use_memo(lambda: house.store.players.list_recent(MOST_PEOPLE, archived=True), [])
    table_look = _with_colours(look, plan.names, people)
    changed = "Back to what was recorded"
    inside: list[ft.Control] = [ft.Row([quiet(look, "setup.again", changed, again)])] if again else []
    inside += [Seats(table_look, game, plan, people, change, say, recorded, key="seats")]
    if len(plan.names) in game.box.players:
        inside += preset_cards(look, game, plan, change)
        inside.append(Options(table_look, game, plan, change, say, hold, key="options"))
    body = page(inside, width)
    foot: list[ft.Control] = [message(look, refusal, bad=True)] if refusal else []
    button = ft.Container(ft.Row([confirm(look, "start", words, lacking, send)]), width=min(window.width - 28, 760))
    foot.append(ft.Row([button], alignment=ft.MainAxisAlignment.CENTER))
    return use_view([cloth(look, title, back=back), body, dock(foot)])


@ft.component
def Seats(
    look: Look,
    game: AnyGame,
    plan: Plan,
    people: Sequence[Player],
    change: Callable[[Plan], None],
    say: Callable[[str], None],
    recorded: Sequence[str] = (),
    key: str | None = None,
) -> ft.Control:
    """The players: tap a name or type a new one, and below them the seats in table order, to drag or shuffle.

    What is tapped stands above what it changes, so that the next name stays under the thumb.
    """
    house = use_house()
    known = [player.name for player in people if not player.archived][:_RECENT]
    last = ft.use_memo(lambda: last_plan(house, game), [game.key])
    most, wide = game.box.players[-1], use_window().wide
    newest: Any = ft.use_ref(plan.names)
    newest.current = plan.names

    def seat(names: Sequence[str]) -> None:
        newest.current = tuple(names)  # the next name may come before this is drawn
        change(reseat(game, plan, names))

    def known_as(name: str) -> str:
        return find_spelling(name, (*newest.current, *(player.name for player in people)))

    def is_seated(name: str) -> bool:
        return name_key(known_as(name)) in map(name_key, newest.current)

    def add(name: str) -> bool:
        """Seat a player; True if another one can be added."""
        tidy = known_as(name)
        if is_seated(name):
            say(f"{tidy} is already at the table; add an initial to tell two players of that name apart.")
        elif len(newest.current) == most:
            say(f"The table is full: {game.box.title} is for {most} players at most.")
        elif tidy:
            at = _find_place(tidy, newest.current, recorded)
            seat((*newest.current[:at], tidy, *newest.current[at:]))
        return len(newest.current) < most

    def take_away(name: str) -> None:
        seat([other for other in newest.current if other != name])

    inside = [_seats_head(look, plan.names, seat)]
    inside += _known_players(look, known, plan.names, add, take_away, is_full=len(plan.names) == most)
    if len(plan.names) < most:
        inside.append(NewPlayer(look, add, is_seated, autofocus=wide and not known, key="new"))
    if len(plan.names) > 1:
        inside.append(note(look, "Clockwise. Drag a handle to change seats."))
    inside.append(_seated(look, plan.names, seat) if plan.names else _hint(look, game, known=bool(known)))
    if last and not plan.names:
        inside.append(as_last_time(look, game, last, plan, change))
    teams = describe_teams(game, plan)
    if teams:
        inside.append(identified("seats.teams", note(look, teams)))
    inside += [line for name in plan.names for line in letters_note(look, name, is_named=True)]
    return card(stretched(inside, 10))


def _find_place(name: str, names: Sequence[str], recorded: Sequence[str]) -> int:
    """Where a player sits down: last, but who is new at a running table in place of the next who was taken out."""
    gone = [at for at, other in enumerate(recorded) if other not in names]
    new = [other for other in names if other not in recorded]
    if name in recorded or len(new) >= len(gone):
        return len(names)
    return sum(other in names for other in recorded[: gone[len(new)]]) + len(new)


def _known_players(
    look: Look,
    known: Sequence[str],
    seated: Sequence[str],
    add: Callable[[str], Any],
    take_away: Callable[[str], None],
    *,
    is_full: bool,
) -> list[ft.Control]:
    """A key for each player who played lately, which stays in its place; a second tap takes the player away again."""
    keys: list[ft.Control] = []
    free = Tone.INERT if is_full else Tone.OPEN
    for name in known:
        act, tone = (take_away, Tone.CHOSEN) if name in seated else (add, free)
        keys.append(chip(look, f"seat:{name}", name, partial(act, name), tone=tone, small=True))
    return [flow(keys)] if keys else []


def _with_colours(look: Look, names: Sequence[str], people: Sequence[Player]) -> Look:
    by_name = {name_key(player.name): player for player in people}
    players = [by_name.get(name_key(name), Player("", name)) for name in names]
    return replace(look, seats=seat_colours(players, people), initials=initials(names))


def _seats_head(look: Look, names: tuple[str, ...], seat: Callable[[Sequence[str]], None]) -> ft.Control:
    row: list[ft.Control] = [ft.Container(heading(look, "At the table"), expand=True)]
    if len(names) > 1:
        shuffle = lambda: seat(random.sample(names, len(names)))  # noqa: E731
        row.append(icon_button("shuffle", ft.Icons.SHUFFLE_ROUNDED, "Shuffle the seats", shuffle))
    return ft.Row(row, height=TOUCH)


def _hint(look: Look, game: AnyGame, *, known: bool) -> ft.Control:
    way = "Tap the players" if known else "Type the players, one by one or “Ana, Ben and Cleo”,"
    text = f"{way} in the order they sit, clockwise. {game.box.players[0]} to {game.box.players[-1]} can play."
    return note(look, text)


def _seated(look: Look, names: tuple[str, ...], seat: Callable[[Sequence[str]], None]) -> ft.Control:

    def move(e: ft.OnReorderEvent) -> None:
        order = list(names)
        order.insert(e.new_index or 0, order.pop(e.old_index or 0))
        seat(order)

    rows = [
        _seat(look, number, name, partial(seat, [other for other in names if other != name]))
        for number, name in enumerate(names)
    ]
    # The browser moves dragged rows itself; a patch of the old list would move them twice.
    order = "seats." + ".".join(name_key(name) for name in names)
    return ft.ReorderableListView(
        rows, key=order, on_reorder=move, height=52 * len(rows), show_default_drag_handles=True
    )


def _seat(look: Look, number: int, name: str, leave: Act) -> ft.Control:
    row = ft.Row(
        [
            badge(look, number, 30),
            cut_text(name, look.text(16, bold=True), 1 if look.is_large else 2, expand=True),
            icon_button(f"leave[{number}]", ft.Icons.CLOSE_ROUNDED, f"Remove {name}", leave),
            ft.Container(width=30),
        ],
        spacing=10,
    )
    return ft.Container(row, height=52, key=f"seat.{name}", bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST)
