"""The page of a player: overview, head to head, and game by game. An unknown figure says when it will be known."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.players.actions import PlayerActions
from companion.players.player_games import Games
from companion.players.rating import RATING_NOT_LIMITED, PlayerRating, use_outdated_ratings
from companion.players.rivals import HeadToHead
from companion.players.tiles import Tile, tiles
from companion.repair.rebuild_strip import RebuildStrip
from companion.statistics.limit_strip import LimitStrip
from companion.ui.charts import Bar, Charted, bars, legend, unknown
from companion.ui.chips_and_buttons import choice_chip, press
from companion.ui.panel import card, centred, cloth, columns, flow, note, page, section, stacked, stretched
from companion.ui.people import face
from companion.ui.player_colours import colour_of
from companion.ui.text import against, average, counted, dated, hours, ordinal, share
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_redraw, use_window
from companion.window.messages import go, go_back
from companion.window.routes import evening_path
from companion.window.state import House
from companion.window.view import use_view
from storage.history.session_filter import SessionFilter
from storage.sessions.players import Player
from storage.statistics.player_highlights import Evening, Evenings
from storage.statistics.profile import Overview, load_overview
from storage.store import Store

_WIDEST: Final = 1160


class Tab(StrEnum):
    """The tabs of the page; the value is the key of the chip."""

    GLANCE = "glance"
    RIVALS = "rivals"
    GAMES = "games"


_TABS: Final = {Tab.GLANCE: "At a glance", Tab.RIVALS: "Head to head", Tab.GAMES: "Games"}


class OpenTabs:
    """The tab that was open last on the page of each player, for the way back to it."""

    def __init__(self, _: Store) -> None:
        self.by_player: dict[str, Tab] = {}


@ft.component
def PlayerScreen() -> ft.View:
    """The profile, in three tabs; each loads only what it shows."""
    house, window = use_house(), use_window()
    player = house.store.players.get_canonical(unquote(ft.use_route_params()["player"]))
    assert window.memory is not None, "only windows of the house show players"
    opened, redraw = window.memory[OpenTabs].by_player, use_redraw()
    tab = opened.get(player.id, Tab.GLANCE)

    def open_tab(key: Tab) -> None:
        opened[player.id] = key
        redraw()

    look = use_look(colour_of(player))
    old = use_outdated_ratings()
    wide = window.wide
    width = min(window.width, _WIDEST if wide else 900)
    inner = (width - 32 - 14) / 2 - 30 if wide else width - 62  # of a card: two side by side, or one
    tabs = [
        choice_chip(look, f"tab={key}", words, partial(open_tab, key), chosen=key == tab)
        for key, words in _TABS.items()
    ]
    inside: list[ft.Control] = [flow(tabs), LimitStrip(key="limit")]
    match tab:
        case Tab.RIVALS:
            inside.append(HeadToHead(house, look, player, width - 62, key=f"rivals.{player.id}"))
        case Tab.GAMES:
            inside.append(Games(house, look, player, inner, wide=wide, old=old, key=f"games.{player.id}"))
        case Tab.GLANCE:
            left, right = _glance(house, look, player, inner, window.limit, old=old)
            actions = PlayerActions(house, look, player, key=f"actions.{player.id}")
            stack = [left[0], right[0], *left[1:], *right[1:], actions]
            inside.append(columns([[*left, actions], right] if wide else [stack]))
    under = "Archived" if player.archived else "Player"
    return use_view(
        [cloth(look, player.name, under=under, back=partial(go_back, "/players")), RebuildStrip(), page(inside, width)]
    )


def _glance(
    house: House, look: Look, player: Player, width: float, limit: SessionFilter, *, old: bool
) -> tuple[list[ft.Control], list[ft.Control]]:
    """The first tab in two columns, the most important card of each on top."""
    overview = load_overview(house.store.database, player.id, limit)
    rating = PlayerRating(house, look, player, width, old=old, key=f"rating.{player.id}")
    left = [card(_record(look, player, overview, width)), tiles(look, tuple(_figures(overview)))]
    rated: list[ft.Control] = [rating, *([note(look, RATING_NOT_LIMITED)] if limit.active else [])]
    return left, [card(stretched(rated, 8)), _sizes(look, overview, width), _moments(house, look, overview)]


# The record --------------------------------------------------------------------------------------------------------


def _record(look: Look, player: Player, overview: Overview, width: float) -> ft.Control:
    total = overview.record.total
    numbers = [(total.plays, "game"), (total.wins, "win"), (overview.evenings.number, "evening")]
    figures = [_number(look, number, noun) for number, noun in numbers]
    for figure in figures if not look.is_large else ():
        figure.expand = 1
    head = ft.Row(
        [face(look, player, 72), *figures],
        spacing=24 if look.is_large else 8,
        wrap=look.is_large,
    )
    rows: list[ft.Control] = [head]
    if total.rate is None or total.chance is None:
        words = "How often they win, compared with chance: shown after the first finished game against others."
        rows.append(unknown(look, words))
    else:
        bar = Bar("Won", total.rate, share(total.rate), mark=total.chance)
        summary = f"Won {share(total.rate)} of {counted(total.contested, 'game')}, by chance {share(total.chance)}."
        rows.append(ft.Semantics(label=summary, identifier="won", image=True, content=bars(look, width, [bar], top=1)))
        rows.append(legend(look, "won", mark=f"by chance {share(total.chance)}, at tables of these sizes"))
        if total.contested != total.plays:
            alone = counted(total.plays - total.contested, "game")
            rows.append(note(look, f"Of {counted(total.contested, 'game')} against others; {alone} had no opponent."))
    return stretched(rows, 12)


def _number(look: Look, number: int, noun: str) -> ft.Control:
    under = ft.Text(
        noun if number == 1 else f"{noun}s", style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT), no_wrap=True
    )
    figure = ft.Text(f"{number:,}", style=look.figure(28), no_wrap=True)
    return centred([figure, under], -2)


def _figures(overview: Overview) -> Iterator[Tile]:
    total, streaks = overview.record.total, overview.streaks
    first, first_won = "after the first game", "after the first game against others"
    yield Tile("Average rank", average(total.rank) if total.rank else "", "1 is best" if total.rank else first_won)
    met_rivals, no_rivals = total.beaten + total.lost, "ties only so far" if total.contested else first_won
    yield Tile(
        "Rivals beaten",
        share(total.beaten / met_rivals) if met_rivals else "",
        f"{total.beaten:,} of {met_rivals:,}, ties aside" if met_rivals else no_rivals,
    )
    yield Tile(
        "Winning streak",
        str(streaks.current or ""),
        "wins in a row now" if streaks.current else "shown from two wins in a row",
        ft.Icons.LOCAL_FIRE_DEPARTMENT_ROUNDED,
    )
    yield Tile(
        "Longest streak",
        str(streaks.longest or ""),
        "wins in a row" if streaks.longest else "shown from two wins in a row",
        ft.Icons.MILITARY_TECH_ROUNDED,
    )
    timed = total.timed
    yield Tile(
        "At the table",
        hours(total.seconds) if timed else "",
        f"{hours(total.seconds // timed)} a game" if timed else "once a game was timed",
        ft.Icons.SCHEDULE_ROUNDED,
    )
    games = [game.plays for game in overview.record.by_game.values()]
    yield Tile("Games known", str(len(games) or ""), _how_often(games) if games else first)


def _how_often(games: Sequence[int]) -> str:
    """How often the most played game was played."""
    most = max(games)
    times = "once" if most == 1 else f"{most:,} times"
    if len(games) == 1:
        return f"played {times}"
    return f"each of them {times}" if min(games) == most else f"one of them {times}"


def _sizes(look: Look, overview: Overview, width: float) -> ft.Control:
    record = overview.record
    known = {sides: totals for sides, totals in record.by_sides.items() if totals.rate is not None}
    shown = [
        Bar(
            counted(sides, "side" if sides in record.partnered else "player"),
            totals.rate,
            share(totals.rate or 0),
            mark=totals.chance,
        )
        for sides, totals in known.items()
    ]
    numbers = [
        (str(sides), f"{totals.plays:,}", f"{totals.wins:,}", share(totals.rate or 0), share(totals.chance or 0))
        for sides, totals in known.items()
    ]
    rows: list[ft.Control] = []
    if known:
        words = "; ".join(f"{bar.label}: won {bar.caption}" for bar in shown)
        head = ("Sides" if record.partnered else "Players", "Games", "Wins", "Won", "Chance")
        picture = bars(look, width, shown, top=1)
        rows += [
            legend(look, "won", mark="by chance"),
            Charted(look, "sizes", words, picture, head, numbers, key="sizes"),
        ]
    else:
        rows.append(unknown(look, "Shown after the first finished game against others."))
    return section(look, "By the size of the table", *rows, stretch=True)


# Moments -----------------------------------------------------------------------------------------------------------


def _moments(house: House, look: Look, overview: Overview) -> ft.Control:
    evenings = overview.evenings
    rows: list[ft.Control] = [
        _evening(look, "Best evening", ft.Icons.THUMB_UP_OUTLINED, evenings, evenings.best),
        _evening(look, "Worst evening", ft.Icons.THUMB_DOWN_OUTLINED, evenings, evenings.worst),
    ]
    comeback = overview.comeback
    icon, title = ft.Icons.TRENDING_UP_ROUNDED, "Biggest comeback since halfway"
    if comeback is None:
        rows.append(_moment(look, icon, title, "Shown after the first game with a better rank than halfway."))
    else:
        words = f"From {ordinal(comeback.halfway)} halfway to {ordinal(comeback.rank)}"
        under = f"{house.store.titles.load().get(comeback.game, comeback.game)}, {dated(comeback.day)}"
        open_it = partial(go, f"/session/{comeback.session_id}")
        row = _moment(look, icon, title, words, under, known=True)
        rows.append(press("comeback", row, open_it, border_radius=12))
    return section(look, "Moments", *rows, spacing=12)


def _evening(look: Look, title: str, icon: ft.IconData, evenings: Evenings, evening: Evening | None) -> ft.Control:
    if evening is None:
        words = f"Shown after two evenings; {evenings.number or 'none'} so far."
        return _moment(look, icon, title, words if evenings.number < 2 else "All evenings went equally well so far.")
    words = f"{evening.wins} of {counted(evening.plays, 'game')} won"
    row = _moment(
        look, icon, title, words, f"{dated(evening.day)}; {against(evening.beaten, evening.lost)}", known=True
    )
    return press(title.replace(" ", ".").lower(), row, partial(go, evening_path(evening.day)), border_radius=12)


def _moment(
    look: Look, icon: ft.IconData, title: str, words: str, under: str = "", *, known: bool = False
) -> ft.Control:
    grey = ft.Colors.ON_SURFACE_VARIANT
    lines: list[ft.Control] = [ft.Text(title, style=look.text(13, bold=True, color=grey))]
    lines.append(ft.Text(words, style=look.text(16, bold=known, color=None if known else grey)))
    if under:
        lines.append(ft.Text(under, style=look.text(13, color=grey)))
    sign = ft.Container(
        ft.Icon(icon, size=20, color=look.accent if known else grey),
        width=40,
        height=40,
        border_radius=20,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )
    row: list[ft.Control] = [sign, stacked(lines)]
    if known:
        row.append(ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=grey))
    return ft.Row(row, spacing=12)
