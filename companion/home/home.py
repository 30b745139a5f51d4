"""The first screen: continue an open session, start a new one, play a rematch."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import flet as ft

from companion import VERSION
from companion.exchange.backup_reminder import backup_reminder, use_is_persistent
from companion.history.session_row import session_row
from companion.history.shared_filters import show_in_history
from companion.home.shelf import Games
from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.setup.rematch import start
from companion.setup.start_session import plan_rematch
from companion.ui.chips_and_buttons import identified, press, quiet
from companion.ui.panel import cut_text, heading, note, page
from companion.ui.text import APP, counted
from companion.ui.theme import Look
from companion.window.first_picture import use_first_picture
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, tell
from companion.window.navigation import with_navigation
from companion.window.state import House
from scoring.contract.errors import GameFailed
from scoring.contract.names import join_words
from scoring.engine import agreements
from storage.derived.results import Status
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter
from storage.history.session_list import SessionHead

_VERSION = "version"
"""The setting that has the version opened last."""

_NEWS = "everybody's own phone for a whole evening, and the last scores in sight while the app starts."
"""The newest version of CHANGELOG.md, for a player who had the one before."""

_MOTTO = "Real cards on the table, the scores in the app"
_LAST = 4
_GOING = 3
_LARGE = 2
"""Open sessions shown as large cards; more would push the new games off a phone."""
_PLAYED = SessionFilter(statuses=(Status.FINISHED, Status.STOPPED), counts=True)
_UNFINISHED = SessionFilter(statuses=(Status.OPEN, Status.STOPPED), counts=False)


@ft.component
def HomeScreen() -> ft.View:
    house, window, look = use_house(), use_window(), use_look()

    def remember() -> None:
        house.store.settings.put("here", "/")
        if house.store.settings.get(_VERSION) != VERSION:
            house.store.settings.put(_VERSION, VERSION)

    ft.use_effect(remember, [])
    is_persistent = use_is_persistent()
    titles = house.store.titles.load()
    going = house.store.history.search(_UNFINISHED, limit=_GOING).sessions
    played = house.store.history.search(_PLAYED, limit=_LAST).sessions
    rows = [
        (
            titles.get(head.game, head.game),
            join_words([seated.player.name for seated in head.seats]),
            f"/table/{head.id}",
        )
        for head in going
    ]
    use_first_picture(APP, "Go on" if going else _MOTTO, rows)
    is_updated = ft.use_memo(lambda: house.store.settings.get(_VERSION, VERSION) != VERSION, [])
    blocks: list[ft.Control] = []
    if is_updated:
        blocks.append(identified("home.news", note(look, f"New in {VERSION}: {_NEWS}")))
    if going:
        blocks.append(heading(look, "Go on"))
        blocks += [Continue(house, look, head, key=head.id) for head in going[:_LARGE]]
        blocks += [_open_row(house, look, titles, head) for head in going[_LARGE:]]
        others = house.store.history.count(_UNFINISHED) - len(going)
        if others:
            words = f"{counted(others, 'more game')} to continue"
            blocks.append(quiet(look, "home.more", words, partial(show_in_history, window, _UNFINISHED)))
    near = played[:1] if len(going) < _LARGE else ()
    if near:
        blocks += _played_before(house, look, titles, "Played last", near)
    is_played = bool(going or played)
    blocks.append(Games(is_short=is_played, key="games.sample" if house.is_sample else "games"))
    if played[len(near) :]:
        words = "Before that" if near else "Played last"
        blocks += _played_before(house, look, titles, words, played[len(near) :])
    if not (going or played):
        blocks.append(
            note(look, "Choose a game and say who plays. Everything you enter is saved on this device at once.")
        )
    blocks += backup_reminder(house, look, is_empty=not (going or played), is_persistent=is_persistent)
    body = page(blocks, min(window.width, 900))
    return with_navigation(look, window, "/", APP, _MOTTO, body)


@ft.component
def Continue(house: House, house_look: Look, head: SessionHead, key: str | None = None) -> ft.Control:
    """The card of an open session; if it cannot be loaded, a row that says why."""
    try:
        desk = house.shared[Desks].desk(head.id)
    except StorageError as error:
        row = _open_row(house, house_look, house.store.titles.load(), head)
        return ft.Column([row, note(house_look, str(error), bad=True)], spacing=4, tight=True)
    look = replace(house_look, cloth_seed=desk.game.box.colour)
    words = ft.Column(
        [
            ft.Text(desk.title, style=look.figure(20, color="#ffffff")),
            cut_text(join_words(desk.shown.table.names), look.text(15, color="#ddffffff"), 2),
            ft.Text(_progress_text(desk), style=look.text(15, bold=True, color="#ffffff")),
        ],
        spacing=3,
        tight=True,
        expand=True,
    )
    return press(
        f"continue[{head.id}]",
        ft.Row([words, ft.Icon(ft.Icons.PLAY_CIRCLE_FILLED_ROUNDED, color="#ffffff", size=34)], spacing=8),
        lambda: go(f"/table/{head.id}"),
        gradient=look.weave,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=18, vertical=12),
    )


def _open_row(house: House, look: Look, titles: Mapping[str, str], head: SessionHead) -> ft.Control:
    games = house.store.titles.load_games()
    return session_row(look, games, titles, head, partial(go, f"/table/{head.id}"), name="continue")


def _progress_text(desk: Desk) -> str:
    """How far a session is, and who leads: "Round 4 of 10 · Ana leads"."""
    try:
        return _describe_progress(desk)
    except GameFailed as error:
        return str(error)


def _describe_progress(desk: Desk) -> str:
    facts = desk.shown.view.facts
    best = [place for place in desk.shown.standings if place.rank == 1]
    names = desk.shown.table.names
    leading = [names[seat] for place in best for seat in place.side]
    started = bool(agreements.score_if_stopped(desk.game, desk.state).ledger)
    parts = ["Stopped"] if desk.shown.stopped else []
    parts += [facts[0].text] if facts else []
    if started:
        parts.append(f"{join_words(leading)} {'leads' if len(leading) == 1 else 'lead'}")
    return " · ".join(parts)


def _rematch(house: House, session_id: str) -> None:
    try:
        start(house, plan_rematch(house.shared[Desks].desk(session_id)))
    except StorageError as error:
        tell(str(error))


def _played_before(
    house: House, look: Look, titles: Mapping[str, str], words: str, heads: Sequence[SessionHead]
) -> list[ft.Control]:
    return [heading(look, words), *(_played(house, look, titles, head) for head in heads)]


def _played(house: House, look: Look, titles: Mapping[str, str], head: SessionHead) -> ft.Control:
    games = house.store.titles.load_games()
    again = partial(_rematch, house, head.id)
    again_button = quiet(look, f"rematch[{head.id}]", "Rematch", again, icon=ft.Icons.REPLAY_ROUNDED)
    return session_row(
        look,
        games,
        titles,
        head,
        lambda: go(f"/session/{head.id}"),
        name="played",
        end=again_button if head.rules in games else None,
    )
