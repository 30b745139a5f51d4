"""A session that cannot be opened because its game is not installed, is too old for it, or fails."""

from functools import partial

import flet as ft

from companion.device.downloads import file_name
from companion.history.bin_actions import bin_button
from companion.history.session_row import MISSING, players_text
from companion.repair.problem import TEXT_WIDTH
from companion.sharing.share import file_giver, make_session_file
from companion.ui.chips_and_buttons import primary, quiet
from companion.ui.panel import buttons, cloth, empty, note, page
from companion.ui.text import day
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, go_back
from companion.window.view import use_view
from storage.clock import utc_now


@ft.component
def UnplayableScreen(session_id: str, why: str) -> ft.View:
    """Why the session cannot be opened, with buttons that save its log or move it to the bin."""
    house, window, look = use_house(), use_window(), use_look()
    head = house.store.sessions.load_head(session_id)
    title = house.store.titles.load().get(head.game, head.game)

    give = file_giver(house.device.deliver_file, house.device)
    save = partial(give, partial(make_session_file, house.store, session_id, file_name(title, "jsonl")))
    ways = [quiet(look, "unplayable.save", "Save its log", save, icon=ft.Icons.SAVE_ALT_ROUNDED)]
    if head.binned_at is None:
        ways.append(bin_button(look, house, window, "unplayable.bin", session_id, lambda: go("/history")))
    under = f"{players_text(head)} · {day(head.opened_at, utc_now())}"
    inside = [
        empty(look, MISSING, why),
        note(look, "Nothing of it is lost. Its log can be saved as a file and imported again later."),
        ft.Row([primary(look, "home", "Home", lambda: go("/"))]),
        buttons(ways),
    ]
    return use_view([cloth(look, title, under=under, back=partial(go_back, "/history")), page(inside, TEXT_WIDTH)])
