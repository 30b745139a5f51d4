"""Once more: the same seats and options, who begins, and one tap to start."""

from functools import partial

import flet as ft

from companion.parts.panel import flow, label, note, sheet
from companion.parts.press import Act, Tone, chip, primary
from companion.session.start_session import Rematch, plan_rematch, play_again, with_first_player
from companion.text import listed
from companion.theme import Look
from companion.window.messages import go
from companion.window.state import House
from storage.errors import StorageError


def rematch_words(again: Rematch) -> str:
    """The button: "Rematch", with whoever begins where the table decides that: "Rematch · first dealer: Ben"."""
    if again.begins is None:
        return "Rematch"
    return f"Rematch · {again.begins.label[0].lower()}{again.begins.label[1:]}: {again.first}"


def start(house: House, again: Rematch) -> None:
    """Begin it and go to its table."""
    go(f"/table/{play_again(house.store, again)}")


def rematch_sheet(house: House, look: Look, session_id: str, close: Act) -> ft.BottomSheet:
    """What a rematch would be, and its start."""
    try:
        again = plan_rematch(house.desks.desk(session_id))
    except StorageError as error:
        return sheet(look, "Rematch", note(look, str(error), bad=True), close)
    return sheet(look, f"Rematch: {again.game.title}", Planned(house, look, again, close, key="again"), close)


@ft.component
def Planned(house: House, look: Look, again: Rematch, close: Act, key: str | None = None) -> ft.Control:
    """Who sits where, who begins, with which options."""
    chosen, choose = ft.use_state(again)
    names, asked = again.plan.names, again.begins

    def begin() -> None:
        close()
        start(house, chosen)

    rows: list[ft.Control] = [note(look, f"The same seats: {listed(names)}.")]
    if asked is not None and again.last is not None:
        chips = [
            chip(
                look,
                f"again.first:{names[seat]}",
                names[seat],
                partial(choose, with_first_player(again, seat)),
                tone=Tone.CHOSEN if names[seat] == chosen.first else Tone.OPEN,
                small=True,
            )
            for seat in range(len(names))
        ]
        rows += [label(look, asked.label), flow(chips), note(look, f"Last time it was {names[again.last]}.")]
    rows.append(note(look, f"Options: {again.preset}, as last time." if again.preset else "Options: as last time."))
    button = primary(look, "again.start", "Start", begin, icon=ft.Icons.REPLAY_ROUNDED)
    rows.append(ft.Row([button]))
    return ft.Column(rows, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
