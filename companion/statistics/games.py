"""Statistics of the games: a list of all, and a page for each."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final
from urllib.parse import quote, unquote

import flet as ft

from companion.history.sample import empty_page
from companion.history.session_row import IMPORTED, NOT_INSTALLED, PAPER, game_mark, list_row
from companion.history.shared_filters import show_in_history
from companion.open_session.telling.option_labels import humanize
from companion.repair.rebuild_strip import RebuildStrip
from companion.statistics.game_charts import Scores, bar_chart, bids, round_types, seats, times, variants
from companion.statistics.limit_strip import LimitStrip, limit_bar
from companion.ui.box import search_box
from companion.ui.charts import Bar, unknown
from companion.ui.chips_and_buttons import quiet
from companion.ui.marks import number_text
from companion.ui.panel import buttons, cloth, columns, cut_text, flow, heading, note, page, section
from companion.ui.rulebooks import card_of
from companion.ui.text import average, counted, hours, on, share, within
from companion.ui.theme import HOUSE, Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, go_back
from companion.window.routes import evening_path, year_path
from companion.window.state import House
from companion.window.view import use_view
from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from storage.clock import utc_now
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter
from storage.statistics.evenings_and_years import find_last_evening
from storage.statistics.game_records import GameRecord
from storage.statistics.game_sums import RoundSum
from storage.statistics.games import (
    MIN_CHAMPION_PLAYS,
    GamePage,
    GameSummary,
    list_games,
    load_game_page,
    load_rounds,
)
from storage.statistics.limits import NO_LIMIT
from storage.text_folding import fold

_WIDE: Final = 900
_WIDEST: Final = 1160
_SEARCHED: Final = 9
"""From this many games on there is a search box."""
_PAGE: Final = 12
"""Imported games shown before the list is expanded."""

_NO_ROUNDS: Final[tuple[str, SessionFilter, Sequence[RoundSum]]] = ("", NO_LIMIT, ())


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of record: what is said until there is one, and how its value is written."""

    title: str
    icon: ft.IconData
    missing: str = "no finished game with points yet"
    written: Callable[[float], str] = number_text


_BY_ROUNDS: Final = "no finished game was scored {0} by {0} yet"
_UNTIMED: Final = "no finished game has a known playing time yet"
_RECORDS: Final = {
    "most_points": _Kind("Highest final score", ft.Icons.ARROW_UPWARD_ROUNDED),
    "least_points": _Kind("Lowest final score", ft.Icons.ARROW_DOWNWARD_ROUNDED),
    "best_round": _Kind("Most in one {}", ft.Icons.TRENDING_UP_ROUNDED, _BY_ROUNDS),
    "worst_round": _Kind("Least in one {}", ft.Icons.TRENDING_DOWN_ROUNDED, _BY_ROUNDS),
    "clearest": _Kind(
        "Clearest win",
        ft.Icons.SPACE_BAR_ROUNDED,
        "no game entered here was won clearly yet",
        lambda lead: f"by {counted(lead, 'point')}",
    ),
    "comeback": _Kind(
        "Biggest comeback since halfway",
        ft.Icons.ROCKET_LAUNCH_OUTLINED,
        "nobody came back in a game entered here yet",
        lambda ranks: counted(ranks, "rank"),
    ),
    "longest": _Kind("Longest game", ft.Icons.HOURGLASS_BOTTOM_ROUNDED, _UNTIMED, hours),
    "shortest": _Kind("Shortest game", ft.Icons.BOLT_OUTLINED, _UNTIMED, hours),
}
_TIMES: Final = ("longest", "shortest")
"""Records that take two games with a known playing time: the only one would be both."""


def game_path(key: str) -> str:
    return f"/games/{quote(key)}"


@ft.component
def GamesScreen() -> ft.View:
    """The app's own games, then the imported ones, the most played first."""
    house, window, look = use_house(), use_window(), use_look()
    query, search = ft.use_state("")
    shown, show = ft.use_state(_PAGE)
    titles, shelf = house.store.titles.load(), house.store.titles.load_games()
    played = list_games(house.store.database, window.limit)
    keys = {head.game for head in played}
    of_played = {shelf[key].key for key in keys if key in shelf}
    matching = [head for head in played if fold(query) in fold(titles.get(head.game, head.game))]
    uninstalled = house.store.titles.load_uninstalled()
    imported = [head for head in matching if head.game not in shelf and head.game not in uninstalled]

    def row(head: GameSummary) -> ft.Control:
        title, is_missing = titles.get(head.game, head.game), head.game in uninstalled
        return _row(look, shelf.get(head.game), title, head, is_missing=is_missing)

    rows: list[ft.Control] = [*_recent_buttons(house, look), LimitStrip(key="limit")]
    if len(shelf.keys() | keys) >= _SEARCHED:
        rows.append(search_box(look, "games.search", "Find a game", query, search))
    rows += [row(head) for head in matching if head.game in shelf]
    never = "not played within this limit" if window.limit.active else "no finished game yet"
    rows += [
        ft.Container(unknown(look, f"{game.box.title}: {never}"), padding=12, key=game.key)
        for game in house.store.games
        if game.key not in of_played and not query
    ]
    rows += [row(head) for head in matching if head.game in uninstalled]
    if imported:
        rows += [_imported(look, len(imported)), *(row(head) for head in imported[:shown])]
    if len(imported) > shown:
        rows.append(quiet(look, "games.more", "Show more", lambda: show(shown + _PAGE)))
    if not matching and query:
        rows.append(ft.Container(note(look, f"No game in your history is called “{query}”."), key="nothing"))
    if not played and not query and not window.limit.active:
        words = "Games, records, times and evenings appear here after your first game."
        rows.insert(0, empty_page(look, house, window, ft.Icons.INSIGHTS_ROUNDED, words))
    body = page(rows, min(window.width, _WIDE))
    return use_view(
        [cloth(look, "Statistics", under="Your games in numbers", back=lambda: go("/")), RebuildStrip(), body]
    )


@ft.component
def GameScreen() -> ft.View:
    key = unquote(ft.use_route_params()["game"])
    house, window = use_house(), use_window()
    game = house.store.titles.load_games().get(key)
    look = use_look(game.box.colour if game else HOUSE)
    statistics = ft.use_memo(
        lambda: load_game_page(house.store.database, key, window.limit),
        [key, window.limit, house.store.version(), window.revision],
    )
    rounds = _use_rounds(key)
    title = house.store.titles.load().get(key, key)
    wide = window.wide
    width = min(window.width, _WIDEST if wide else _WIDE)
    if not statistics.plays:
        words = f"No game of {title} is finished yet. Records, scores, times and seats appear here after the first one."
        if window.limit.active:
            words = f"No game of {title} was finished within this limit."
        body: ft.Control = empty_page(look, house, window, ft.Icons.INSIGHTS_ROUNDED, words)
        head = cloth(look, title, under="Statistics", back=partial(go_back, "/games"))
        return use_view([head, RebuildStrip(), limit_bar(width), body])
    inner = (width - 46) / 2 - 32 if wide else width - 64  # of a card: two side by side, or one
    left, right = _cards(look, inner, key, statistics, rounds, game)
    # in one column records and champions come first, options last
    stack = [left[0], right[0], left[1], *right[1:-1], left[2], right[-1], left[3]]
    cards = [columns([left, right])] if wide else stack

    sessions = partial(show_in_history, window, replace(window.limit, game=key))
    way = quiet(look, "game.sessions", f"All games of {title}", sessions, icon=ft.Icons.HISTORY_ROUNDED)
    inside = page([flow([way]), *cards], width)
    body = ft.Container(inside, expand=True, key=key)  # another game starts folded
    head = cloth(look, title, under=_under(statistics), back=partial(go_back, "/games"))
    return use_view([head, RebuildStrip(), limit_bar(width), body])


def _use_rounds(key: str) -> Sequence[RoundSum] | None:
    """The sums over the rounds of a game, loaded in the background; None until they are there."""
    house, limit = use_house(), use_window().limit
    database, (shown, put) = house.store.database, ft.use_state(_NO_ROUNDS)

    async def load() -> None:
        with suppress(StorageError):  # the next redraw tries again
            if database.path is None:  # a database in memory has one connection, which threads cannot share
                rounds = load_rounds(database, key, limit)
            else:
                rounds = await house.device.run_in_background(load_rounds, database, key, limit)
            put((key, limit, rounds))

    ft.use_effect(load, [key, limit, house.store.version()])
    return shown[2] if shown[:2] == (key, limit) else None


def _cards(
    look: Look,
    width: float,
    key: str,
    statistics: GamePage,
    rounds: Sequence[RoundSum] | None,
    game: AnyGame | None,
) -> tuple[list[ft.Control], list[ft.Control]]:
    rounds_cards: Sequence[ft.Control | None] = ()
    if rounds is not None:
        type_name = partial(_type_name, key)
        rounds_cards = bids(look, width, rounds, game), round_types(look, width, rounds, game, type_name)
    noun = game.box.round if game else "round"
    left = [
        _figures(look, width, statistics, noun),
        _records(look, statistics, noun),
        seats(look, width, statistics),
        variants(look, width, statistics, game),
    ]
    right = [
        _champions(look, width, statistics),
        Scores(look, width, statistics.scores, key="scores"),
        *filter(None, rounds_cards),
        times(look, width, statistics, game.box.minutes if game else (0, 0)),
    ]
    return left, right


def _type_name(game: str, round_type: str) -> str:
    """The name of a round's type, from its card at a glance if there is one."""
    section = card_of(game, round_type)
    return section.title if section else humanize(round_type)


# The list -----------------------------------------------------------------------------------------------------------


def _imported(look: Look, number: int) -> ft.Control:
    sign = ft.Icon(IMPORTED, size=18, color=ft.Colors.ON_SURFACE_VARIANT)
    words = "This icon marks games imported from another app. They have results, players and times, but no rounds."
    legend = ft.Row([sign, ft.Container(note(look, words), expand=True)], spacing=8)
    title = heading(look, counted(number, "imported game"))
    return ft.Container(
        ft.Column([title, legend], spacing=4, tight=True), key="imported", padding=ft.Padding.only(top=8)
    )


def _row(look: Look, game: AnyGame | None, title: str, head: GameSummary, *, is_missing: bool) -> ft.Control:
    parts = [*([NOT_INSTALLED] if is_missing else []), counted(head.plays, "game")]
    if head.timed:
        parts.append(f"{hours(head.seconds)} at the table")
    lines = [
        cut_text(title, look.figure(18)),
        ft.Text(" · ".join(parts), style=look.text(14)),
        note(look, f"Last played {within(on(head.last_played_at, utc_now()))}"),
    ]
    mark = game_mark(look, game, 52, is_missing=is_missing)
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=ft.Colors.OUTLINE)
    return list_row(f"game[{head.game}]", partial(go, game_path(head.game)), [mark], lines, [chevron], fill=PAPER)


def _recent_buttons(house: House, look: Look) -> list[ft.Control]:
    last = find_last_evening(house.store.database)
    if last is None:
        return []
    the_year = partial(go, year_path(last.year))
    ways = [
        quiet(look, "games.evening", "The last evening", partial(go, evening_path(last)), icon=ft.Icons.EVENT),
        quiet(look, "games.year", f"The year {last.year}", the_year, icon=ft.Icons.CALENDAR_MONTH),
    ]
    return [buttons(ways, key="back")]


# The page -----------------------------------------------------------------------------------------------------------


def _under(statistics: GamePage) -> str:
    timed = sum(size.total_seconds for size in statistics.sizes)
    return " · ".join([counted(statistics.plays, "game"), *([f"{hours(timed)} at the table"] if timed else [])])


def _figures(look: Look, width: float, statistics: GamePage, noun: str) -> ft.Control:
    rows = []
    for size in statistics.sizes:
        rounds = "–" if size.rounds is None else average(size.rounds)
        bar = Bar(counted(size.players, "player"), size.plays, str(size.plays))
        rows.append((bar, (str(size.plays), str(size.finished), rounds)))
    stopped = sum(size.plays - size.finished for size in statistics.sizes)
    head = ("Players", "Games", "To the end", f"{noun.capitalize()}s")
    inside = [bar_chart(look, width, "game.plays", "Games by number of players", head, rows)]
    if stopped:
        words = "was stopped: it counts as a game" if stopped == 1 else "were stopped: they count as games"
        inside.insert(0, note(look, f"{stopped} of {statistics.plays} {words}, but not in records, scores and times."))
    return section(look, "Games", *inside, stretch=True)


def _champions(look: Look, width: float, statistics: GamePage) -> ft.Control:
    title = "Most wins"
    winners = [player for player in statistics.champions if player.wins]
    if not winners:
        why = unknown(look, f"No winner has {MIN_CHAMPION_PLAYS} games against others yet.")
        return section(look, title, why, stretch=True)
    rows = []
    for player in winners:
        cells = (str(player.wins), str(player.plays), share(player.wins / player.plays))
        rows.append((Bar(player.name, player.wins, f"{player.wins} of {player.plays}"), cells))
    chart = bar_chart(look, width, "game.champions", title, ("Player", "Wins", "Games", "Won"), rows)
    return section(look, title, chart, stretch=True)


def _records(look: Look, statistics: GamePage, noun: str) -> ft.Control:
    timed = sum(size.timed for size in statistics.sizes)
    records = {record.key: record for record in statistics.records if timed > 1 or record.key not in _TIMES}
    if "clearest" in records and not records["clearest"].value:
        del records["clearest"]  # only ties so far
    now = utc_now()
    rows = []
    for key, kind in _RECORDS.items():
        title = kind.title.format(noun)
        if key in records:
            rows.append(_record(look, kind, title, records[key], now))
        else:
            why = (
                "only one game has a known playing time" if key in _TIMES and timed == 1 else kind.missing.format(noun)
            )
            padding = ft.Padding.symmetric(vertical=9)
            rows.append(ft.Container(unknown(look, f"{title}: {why}."), padding=padding))
    return section(look, "Records", ft.Column(rows, spacing=2, tight=True), stretch=True)


def _record(look: Look, kind: _Kind, title: str, record: GameRecord, now: datetime) -> ft.Control:
    least = "at least " if record.is_truncated else ""
    names = (*record.names, f"{least}{record.other_holders} more") if record.other_holders else record.names
    who = " · ".join(filter(None, (join_words(names), record.title, on(record.at, now))))
    icon = ft.Icon(kind.icon, size=22, color=look.accent)
    value = ft.Text(kind.written(record.value), style=look.figure(20), no_wrap=True)
    lines = [note(look, title), cut_text(who, look.text(15), 2)]
    return list_row(f"record[{record.key}]", partial(go, f"/session/{record.session_id}"), [icon], lines, [value])
