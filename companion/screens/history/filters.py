"""The filters of the history: game, dates, players, winner, number of players, status."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Final, Literal

import flet as ft

from companion.history.history_state import STATUSES, HistoryState, between, midnight, month_of, parse_day, year_of
from companion.parts.box import search_box, text_box
from companion.parts.dock import message
from companion.parts.panel import card, flow, label, note
from companion.parts.press import Act, Tone, chip, primary, quiet
from companion.text import counted
from companion.theme import Look
from companion.window.state import House
from storage.clock import utc_now
from storage.history.session_filter import SessionFilter
from storage.history.session_search import Span
from storage.sessions.players import Player
from storage.text_folding import fold

_OFFERED: Final = 12
"""Most players or imported games shown before a name is typed."""

_FEW: Final = 6
"""Up to this many imported games are shown beside the app's own; more are folded."""

_NO_GAME: Final = "There is no imported game of that name."

_NONE: Final = "There is nothing to choose from; drop another filter first."

ApplyFilter = Callable[[SessionFilter], None]


@ft.component
def FilterSheet(
    house: House,
    look: Look,
    past: HistoryState,
    titles: Mapping[str, str],
    apply_filter: ApplyFilter,
    close: Act,
    key: str | None = None,
) -> ft.Control:
    """All filters; a tap takes effect at once, and the button says how many sessions are left."""
    people = ft.use_memo(lambda: house.store.recent_players(1000, archived=True), [])
    wanted = past.wanted
    blocks: list[ft.Control] = [
        GamePicker(house, look, titles, wanted, apply_filter, key="games"),
        Days(house, look, wanted, apply_filter, key="days"),
        Pickers(look, people, "players", "Players", wanted, apply_filter, key="players"),
        Pickers(look, people, "winner", "Won by", wanted, apply_filter, key="winner"),
        _block(look, "How many players", _sizes(house, look, wanted, apply_filter)),
        _block(look, "Status", _statuses(look, wanted, apply_filter)),
        ft.Row(
            [
                quiet(look, "filter.clear", "Drop all", lambda: apply_filter(SessionFilter(words=wanted.words))),
                primary(look, "filter.show", f"Show {counted(past.total, 'session')}", close, ready=past.total > 0),
            ],
            spacing=8,
        ),
    ]
    return ft.Column(blocks, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@ft.component
def GamePicker(
    house: House,
    look: Look,
    titles: Mapping[str, str],
    wanted: SessionFilter,
    apply_filter: ApplyFilter,
    key: str | None = None,
) -> ft.Control:
    """The app's own games, then the imported ones; many imported ones are folded and can be searched."""
    opened, unfold = ft.use_state(False)
    typed, put = ft.use_state("")
    counts = house.store.count_by_game(wanted.without("game"))
    keys = [*counts, *([wanted.game] if wanted.game and wanted.game not in counts else [])]
    if not keys:
        return _block(look, "Game", note(look, _NONE))
    shelf = {game.key for game in house.store.games}
    imported = [game for game in keys if game not in shelf]
    few = len(imported) <= _FEW
    first = [game for game in keys if game in shelf] + [game for game in imported if few or game == wanted.game]

    def tap(game: str, *, chosen: bool) -> None:
        put("")
        apply_filter(replace(wanted, game=None if chosen else game))

    def game_chip(game: str) -> ft.Control:
        chosen = game == wanted.game
        words = f"{titles.get(game, game)} · {counts.get(game, 0)}"
        return _chip(look, f"game:{game}", words, partial(tap, game, chosen=chosen), chosen=chosen)

    rows: list[ft.Control] = [flow([game_chip(game) for game in first])]
    if not few:
        words = "Hide the imported games" if opened else f"{len(imported)} imported games"
        icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
        rows.append(quiet(look, "games.imported", words, lambda: unfold(not opened), icon=icon))
    if opened and not few:
        hidden = (game for game in imported if game not in first)
        others = [game for game in hidden if fold(typed) in fold(titles.get(game, game))]
        rows.append(search_box(look, "games.find", "Find an imported game", typed, put))
        rows.append(flow([game_chip(game) for game in others[:_OFFERED]]) if others else note(look, _NO_GAME))
    return _block(look, "Game", *rows)


@ft.component
def Pickers(
    look: Look,
    people: tuple[Player, ...],
    field: Literal["players", "winner"],
    title: str,
    wanted: SessionFilter,
    apply_filter: ApplyFilter,
    key: str | None = None,
) -> ft.Control:
    """Players: the chosen ones, those who played last, and a search for the others."""
    typed, put = ft.use_state("")
    chosen = wanted.players if field == "players" else tuple(filter(None, [wanted.winner]))

    def tap(player: Player) -> None:
        put("")
        if field == "winner":
            apply_filter(replace(wanted, winner=None if player.id in chosen else player.id))
        elif player.id in chosen:
            apply_filter(replace(wanted, players=tuple(other for other in chosen if other != player.id)))
        else:
            apply_filter(replace(wanted, players=(*chosen, player.id)))

    first = [player for player in people if player.id in chosen]
    others = [player for player in people if player.id not in chosen and fold(typed) in fold(player.name)]
    chips = [
        _chip(look, f"{field}:{player.name}", player.name, partial(tap, player), chosen=player.id in chosen)
        for player in (*first, *others[:_OFFERED])
    ]
    rows: list[ft.Control] = [flow(chips)]
    if len(people) > _OFFERED:
        rows.append(search_box(look, f"{field}.find", f"Find a player ({title.lower()})", typed, put))
    return _block(look, title, *rows)


@ft.component
def Days(
    house: House, look: Look, wanted: SessionFilter, apply_filter: ApplyFilter, key: str | None = None
) -> ft.Control:
    """This month, a year, a month of a year, or from one day to another."""
    now = utc_now()
    first = ft.use_memo(lambda: house.store.find_first_opened() or now, [])
    own, open_own = ft.use_state(False)

    def span_chip(name: str, words: str, span: Span) -> ft.Control:
        chosen = (wanted.since, wanted.until) == span
        since, until = (None, None) if chosen else span
        return _chip(look, name, words, lambda: apply_filter(replace(wanted, since=since, until=until)), chosen=chosen)

    years = range(now.astimezone().year, first.astimezone().year - 1, -1)
    chips = [span_chip("date:month", "This month", month_of(now))]
    chips += [
        span_chip(f"date:{year}", "This year" if year == years[0] else str(year), year_of(year)) for year in years
    ]
    year = _year_in(wanted)
    months = [] if year is None else [date(year, number, 1) for number in _months(year, now.astimezone().date())]
    month_chips = [
        span_chip(f"date:{first.year}-{first.month}", f"{first:%b}", month_of(midnight(first))) for first in months
    ]
    days: ft.Control = quiet(
        look, "date.own", "Between two days", lambda: open_own(True), icon=ft.Icons.DATE_RANGE_ROUNDED
    )
    if own:
        days = OwnDays(look, wanted, apply_filter, key="own")
    return _block(
        look,
        "When",
        flow(chips),
        ft.Container(flow(month_chips), key="months"),  # also without months: a control put in between would cost a tap
        ft.Container(days, key="days"),
    )


@ft.component
def OwnDays(look: Look, wanted: SessionFilter, apply_filter: ApplyFilter, key: str | None = None) -> ft.Control:
    """Two days, typed in any usual form; one of them may be left out."""
    begun, ended = _first_and_last(wanted)
    since, put_since = ft.use_state(begun)
    until, put_until = ft.use_state(ended)
    error, set_error = ft.use_state("")

    def apply() -> None:
        first, last = parse_day(since), parse_day(until)
        wrong = next((text for text, day in ((since, first), (until, last)) if text.strip() and day is None), "")
        if wrong:
            set_error(f"“{wrong}” is not a date; write it like 6.11.2026 or 2026-11-06.")
        elif first and last and last < first:
            set_error("The last day is before the first one.")
        else:
            set_error("")
            apply_filter(between(wanted, first, last))

    rows: list[ft.Control] = [
        ft.Row(
            [
                text_box(look, "date.since", "From", since, put_since, longest=20, submit=apply, expand=True),
                text_box(look, "date.until", "To", until, put_until, longest=20, submit=apply, expand=True),
                quiet(look, "date.apply", "Set", apply),
            ],
            spacing=8,
        ),
        ft.Container(message(look, error, bad=True) if error else None, key="error"),
    ]
    return ft.Column(rows, spacing=6, tight=True)


def _sizes(house: House, look: Look, wanted: SessionFilter, apply_filter: ApplyFilter) -> ft.Control:
    counts = house.store.count_by_size(wanted.without("seats"))
    sizes = sorted({*counts, *([wanted.seats] if wanted.seats else [])})
    chips = []
    for size in sizes:
        chosen = size == wanted.seats
        act = partial(apply_filter, replace(wanted, seats=None if chosen else size))
        chips.append(_chip(look, f"seats:{size}", f"{size} · {counts.get(size, 0)}", act, chosen=chosen))
    return flow(chips) if chips else note(look, _NONE)


def _statuses(look: Look, wanted: SessionFilter, apply_filter: ApplyFilter) -> ft.Control:
    def tap(chosen: tuple[object, ...]) -> Act:
        return lambda: apply_filter(replace(wanted, statuses=tuple(status for status in STATUSES if status in chosen)))

    chips = []
    for status, words in STATUSES.items():
        chosen = status in wanted.statuses
        after = (
            tuple(other for other in wanted.statuses if other is not status) if chosen else (*wanted.statuses, status)
        )
        chips.append(_chip(look, f"status:{status.value}", words, tap(after), chosen=chosen))
    return flow(chips)


def _chip(look: Look, name: str, words: str, act: Act, *, chosen: bool) -> ft.Control:
    return chip(look, name, words, act, small=True, tone=Tone.CHOSEN if chosen else Tone.OPEN)


def _block(look: Look, title: str, *inside: ft.Control) -> ft.Control:
    return card(ft.Column([label(look, title), *inside], spacing=8, tight=True), padding=12)


def _year_in(wanted: SessionFilter) -> int | None:
    """The year whose months are shown: the chosen one, or the year of the chosen month."""
    if wanted.since is None or wanted.until is None:
        return None
    span, year = (wanted.since, wanted.until), wanted.since.astimezone().year
    return year if span in (year_of(year), month_of(wanted.since)) else None


def _months(year: int, today: date) -> Iterable[int]:
    """The months of a year that have begun."""
    return range(1, (today.month if year == today.year else 12) + 1)


def _first_and_last(wanted: SessionFilter) -> tuple[str, str]:
    """The chosen days as text for the boxes."""
    since = wanted.since.astimezone().date() if wanted.since else None
    until = wanted.until.astimezone().date() - timedelta(days=1) if wanted.until else None
    return _written(since), _written(until)


def _written(day: date | None) -> str:
    return f"{day.day}.{day.month}.{day.year}" if day else ""
