"""The rating of a player, over all games and in each, with its uncertainty and its curve."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import flet as ft

from companion.ui.charts import Charted, curve, unknown
from companion.ui.chips_and_buttons import choice_chip, quiet
from companion.ui.marks import pill
from companion.ui.panel import flow, heading, note, stretched
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_redraw
from companion.window.state import House
from storage.derived import ratings
from storage.derived.ratings import ALL, SHOWN_FROM
from storage.errors import StorageError
from storage.sessions.players import Player

_SCOPES: Final = 8
"""Most ratings to choose from; the tab of games has all of them."""

RATING_TEXT: Final = (
    "Everybody begins at 1,000 and rises by finishing ahead of others; the ± says how unsure the number still is."
)
"""What a rating means, in one sentence."""

RATING_NOT_LIMITED: Final = "The rating always counts every game."
"""Shown beside ratings on a page whose other numbers are limited."""

_EXPLANATIONS: Final = (
    (
        "What counts",
        "Only who finished ahead of whom, in every game against others, not by how many points. Finishing ahead of "
        "a player with a high rating raises yours a lot, ahead of one with a low rating a little; finishing behind "
        "lowers it.",
    ),
    (
        "What the ± means",
        "The number is the best guess; 19 times out of 20 the true strength is within the ±. It shrinks with every "
        f"game; a rating is shown after {SHOWN_FROM} games. If the ranges of two players overlap, either may be "
        "the better one.",
    ),
    (
        "Why it can fall after a win",
        "A win of your own never costs points. A win shared with a player rated lower can: you were expected to "
        "finish ahead. And if an older game is corrected, every rating after it is worked out again.",
    ),
)
"""Titles and texts that explain the rating."""


def use_outdated_ratings() -> bool:
    """Whether the ratings are outdated. If so, recompute them in the background, then redraw the screen."""
    house = use_house()
    database = house.store.database
    outdated = ratings.are_outdated(database)
    draw = use_redraw()

    async def recompute() -> None:
        if not outdated:
            return
        with suppress(StorageError):  # the next screen tries again
            if database.path is None:  # a database in memory has one connection, which threads cannot share
                ratings.recompute(database)
            else:
                await house.device.run_in_background(ratings.recompute, database)
            draw()

    ft.use_effect(recompute, [outdated])
    return outdated


@ft.component
def PlayerRating(
    house: House, look: Look, player: Player, width: float, *, old: bool, key: str | None = None
) -> ft.Control:
    """The rating over all games or in one of them: the number with its range, and the curve."""
    chosen, choose = ft.use_state(ALL)
    rated = ratings.load_player_ratings(house.store.database, player.id)
    title: list[ft.Control] = [ft.Container(heading(look, "Rating"), expand=True)]
    if old:
        title.append(recomputing_mark(look))
    rows: list[ft.Control] = [ft.Row(title)]
    shown = [game for game, rating in rated.items() if rating.shown]
    shown.sort(key=lambda game: (game != ALL, -rated[game].plays, game))
    if ALL not in shown:
        played = rated[ALL].plays if rated else 0
        why = "Being worked out." if old else f"Shown after {SHOWN_FROM} rated games; {played or 'none'} so far."
        rows.append(unknown(look, why))
        return ft.Column(rows, spacing=8, tight=True)
    game = chosen if chosen in shown else ALL
    if len(shown) > 2:
        rows.append(_scopes(house, look, shown, game, choose))
    rows.append(_rating_row(look, rated[game]))
    points = ratings.load_curve(house.store.database, player.id, game)
    if len(points) > 1:
        rows.append(_curve(look, game, points, width))
    rows.append(RatingHelp(look, key="how"))
    return stretched(rows, 8)


@ft.component
def RatingHelp(look: Look, key: str | None = None) -> ft.Control:
    """What the rating means; a tap unfolds how it is computed."""
    is_open, open_ = ft.use_state(False)
    icon = ft.Icons.EXPAND_LESS_ROUNDED if is_open else ft.Icons.EXPAND_MORE_ROUNDED
    rows: list[ft.Control] = [
        note(look, RATING_TEXT),
        ft.Row([quiet(look, "rating.how", "How is this worked out?", lambda: open_(not is_open), icon=icon)]),
    ]
    if is_open:
        for title, words in _EXPLANATIONS:
            shown: list[ft.Control] = [ft.Text(title, style=look.text(14, bold=True)), note(look, words)]
            rows.append(ft.Column(shown, spacing=0, tight=True))
    return stretched(rows, 8)


def _scopes(house: House, look: Look, shown: Sequence[str], game: str, choose: Callable[[str], None]) -> ft.Control:
    titles = house.store.titles.load()
    words = {scope: titles.get(scope, scope) if scope else "All games" for scope in shown[:_SCOPES]}
    return flow(
        [
            choice_chip(look, f"rating={scope or 'all'}", text, partial(choose, scope), chosen=scope == game)
            for scope, text in words.items()
        ]
    )


def _curve(look: Look, game: str, points: Sequence[ratings.Rating], width: float) -> ft.Control:
    ends, band = (f"game {points[0].plays}", f"game {points[-1].plays}"), [(point.low, point.high) for point in points]
    picture = curve(look, width, [point.value for point in points], ends, level=1000, band=band)
    rows = [(str(point.plays), f"{point.value:,}", f"{point.low:,} – {point.high:,}") for point in reversed(points)]
    summary = f"Curve of the rating, from {points[0].value:,} to {points[-1].value:,}."
    return Charted(
        look, "rating.curve", summary, picture, ("After game", "Rating", "Range"), rows[:25], key=f"curve.{game}"
    )


def _rating_row(look: Look, rating: ratings.Rating) -> ft.Control:
    return ft.Row(
        [
            ft.Text(f"{rating.value:,} ± {rating.doubt:,}", style=look.figure(30), no_wrap=True),
            ft.Text(
                f"most likely between {rating.low:,} and {rating.high:,}, after {counted(rating.plays, 'game')}",
                style=look.text(14, color=ft.Colors.ON_SURFACE_VARIANT),
                expand=True,
            ),
        ],
        spacing=12,
    )


def recomputing_mark(look: Look) -> ft.Control:
    return ft.Semantics(
        identifier="rating.old", content=pill(look, "being worked out again", icon=ft.Icons.HOURGLASS_TOP_ROUNDED)
    )
