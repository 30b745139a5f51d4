"""Once more: as last time in the set-up of a game, and the rematch of a finished one, where one chooses who begins."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Final

import flet as ft

from companion.open_session.desks import Desks
from companion.setup.setup_plan import Plan, build_options, reseat
from companion.setup.start_session import Rematch, plan_rematch, play_again, with_first_player
from companion.ui.chips_and_buttons import Act, choice_chip, press, primary, quiet
from companion.ui.panel import cut_text, flow, label, note, sheet, stacked, stretched
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.messages import ABOVE_DOCK, go, tell
from companion.window.state import House
from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from storage.derived.results import Status
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter

_OPEN: Final = SessionFilter(statuses=(Status.OPEN,))
_CHANGE: Final = "Change players or options"
_NEWEST: Final = 10  # open sessions that are looked at


# As last time ------------------------------------------------------------------------------------------------------


def last_plan(house: House, game: AnyGame) -> Plan | None:
    """The players and options of the last session by these rules; else the last players of this game, or of any.

    None if none can play it.
    """
    history = house.store.history
    own = history.search(SessionFilter(rules=game.key), limit=1).sessions
    for head in own:
        with suppress(StorageError):  # a damaged session has no options
            again = plan_rematch(house.shared[Desks].desk(head.id)).plan
            if len(again.names) in game.box.players:
                return again
    others = (history.list_sessions(limit=1, game=key).sessions for key in (game.key, None))
    for head in chain(own, *others):
        names = tuple(seated.player.name for seated in head.seats)
        if len(names) in game.box.players:
            return Plan(names)
    return None


def as_last_time(look: Look, game: AnyGame, last: Plan, now: Plan, change: Callable[[Plan], None]) -> ft.Control:
    """Seats the players of last time, at the same kind of evening if it was this game."""

    def seat() -> None:
        change(Plan(last.names, last.options, own=True) if last.options else reseat(game, now, last.names))

    words: list[ft.Control] = [
        ft.Text("As last time", style=look.text(15, bold=True, color=look.accent)),
        cut_text(join_words(last.names), look.text(15), 2),
    ]
    row: list[ft.Control] = [
        ft.Icon(ft.Icons.GROUP_ROUNDED, color=look.accent),
        stacked(words),
    ]
    frame = ft.Border.all(1.2, ft.Colors.OUTLINE_VARIANT)
    return press("seats.last", ft.Row(row, spacing=12), seat, padding=12, border_radius=14, border=frame)


# The rematch ---------------------------------------------------------------------------------------------------------


def rematch_words(again: Rematch) -> str:
    """The button's text: "Rematch", or with the player who begins: "Rematch · first dealer: Ben"."""
    if again.begins is None:
        return "Rematch"
    return f"Rematch · {again.begins.label[0].lower()}{again.begins.label[1:]}: {again.first}"


def start(house: House, again: Rematch) -> None:
    """Start the rematch and go to its table; the sample has none."""
    if _refuses_sample(house):
        return
    try:
        go(f"/table/{_find_unbegun(house, again) or play_again(house.store, again)}")
    except StorageError as error:
        tell(str(error), above=ABOVE_DOCK)


def open_setup(house: House, session_id: str) -> None:
    """Go to the set-up of the rematch of a session; the sample has none."""
    if not _refuses_sample(house):
        go(f"/rematch/{session_id}")


def _refuses_sample(house: House) -> bool:
    if house.is_sample:
        tell("This is a sample. Choose a game on the first screen to play your own.", above=ABOVE_DOCK)
    return house.is_sample


def _find_unbegun(house: House, again: Rematch) -> str:
    """The same rematch if it was started before and nothing is entered in it yet; "" without one."""
    for head in house.store.history.search(_OPEN, limit=_NEWEST).sessions:
        if head.rules == again.game.key and tuple(seated.player.id for seated in head.seats) == again.players:
            with suppress(StorageError):  # a damaged one is not gone on with
                desk = house.shared[Desks].desk(head.id)
                if desk.number == 1 and desk.run.opened.options == build_options(again.game, again.plan)[0]:
                    return head.id
    return ""


def rematch_sheet(house: House, look: Look, session_id: str, close: Act) -> ft.BottomSheet:
    """The sheet with the details of the rematch and its start button."""
    try:
        desk = house.shared[Desks].desk(session_id)
        again = plan_rematch(desk)
    except StorageError as error:
        return sheet(look, "Rematch", note(look, str(error), bad=True), close)

    def change() -> None:
        close()
        open_setup(house, session_id)

    plan = RematchPlan(house, look, again, close, change, key="again")
    return sheet(look, f"Rematch: {desk.title}", plan, close)


@ft.component
def RematchPlan(
    house: House, look: Look, again: Rematch, close: Act, change: Act, key: str | None = None
) -> ft.Control:
    """Seats, first player and options, the way to `change` the others, and the start button."""
    chosen, choose = ft.use_state(again)
    names, begins = again.plan.names, again.begins

    def begin() -> None:
        close()
        start(house, chosen)

    rows: list[ft.Control] = [note(look, f"The same seats: {join_words(names)}.")]
    if begins is not None and again.last is not None:
        chips = [
            choice_chip(
                look,
                f"again.first:{name}",
                name,
                partial(choose, with_first_player(again, seat)),
                chosen=name == chosen.first,
            )
            for seat, name in enumerate(names)
        ]
        rows += [label(look, begins.label), flow(chips), note(look, f"Last time it was {names[again.last]}.")]
    how = "as last time" if again.is_same else f"for {counted(len(names), 'player')}"
    rows.append(note(look, f"Options: {again.preset}, {how}." if again.preset else f"Options: {how}."))
    rows.append(ft.Row([quiet(look, "again.setup", _CHANGE, change, icon=ft.Icons.GROUP_ROUNDED)]))
    button = primary(look, "again.start", "Start", begin, icon=ft.Icons.REPLAY_ROUNDED)
    rows.append(ft.Row([button]))
    return stretched(rows, 12)
