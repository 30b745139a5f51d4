"""What a player is worth: a rating over all games and in each, as a band, with the curve of how it came about."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.parts.charts import Charted, Series, lines, unknown
from companion.parts.marks import pill
from companion.parts.panel import flow, heading, note
from companion.parts.press import Tone, chip, quiet
from companion.text import counted
from companion.theme import Look
from companion.window.state import House
from storage.derived import ratings
from storage.derived.ratings import ALL, SHOWN_FROM
from storage.sessions.players import Player

_SCOPES: Final = 8  # ratings to choose from, those of the games played most; the page about games has all of them

MEANT: Final = (
    "Everybody begins at 1,000 and rises by finishing ahead of others; the ± says how unsure the number still is."
)
"""What a rating says, in one sentence."""

_WORKED_OUT: Final = (
    (
        "What counts",
        "Only who finished ahead of whom, in every game against others; not by how many points. To finish ahead of "
        "somebody with a high rating gives much, ahead of somebody with a low one little; to finish behind takes away.",
    ),
    (
        "What the ± means",
        "The number is the best guess, and 19 times out of 20 the truth lies within the ±. It shrinks with every "
        f"play; a rating is shown from {SHOWN_FROM} plays on. Where the bands of two players overlap, either may be "
        "the better one.",
    ),
    (
        "Why it can fall after a win",
        "A win of your own never takes points away. One that you share with somebody rated lower can: you were "
        "expected to be ahead. And when an older evening is corrected, all that came after it is worked out again.",
    ),
)
"""How it comes about, what it means, what surprises: titles and what is said below them."""


@ft.component
def Worth(house: House, look: Look, player: Player, width: float, *, old: bool, key: str | None = None) -> ft.Control:
    """The rating over all games or, at a tap, in one of them: a band, and how it came about."""
    chosen, choose = ft.use_state(ALL)
    rated = ratings.load_player_ratings(house.store.database, player.id).ratings
    title: list[ft.Control] = [ft.Container(heading(look, "Rating"), expand=True)]
    if old:
        title.append(being_made(look))
    rows: list[ft.Control] = [ft.Row(title)]
    shown = [game for game, rating in rated.items() if rating.shown]
    shown.sort(key=lambda game: (game != ALL, -rated[game].plays, game))
    if ALL not in shown:
        played = rated[ALL].plays if rated else 0
        rows.append(unknown(look, f"From {SHOWN_FROM} rated plays on; {played or 'none'} so far."))
        return ft.Column(rows, spacing=8, tight=True)
    game = chosen if chosen in shown else ALL
    if len(shown) > 2:
        rows.append(_scopes(house, look, shown, game, choose))
    rows += [band_of(look, rated[game]), _curve(house, look, player, game, width)]
    rows.append(How(look, key="how"))
    return ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@ft.component
def How(look: Look, key: str | None = None) -> ft.Control:
    """What the number means in a sentence, and at a tap how it is worked out, in place."""
    opened, put = ft.use_state(False)
    icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
    rows: list[ft.Control] = [
        note(look, MEANT),
        ft.Row([quiet(look, "rating.how", "How is this worked out?", lambda: put(not opened), icon=icon)]),
    ]
    if opened:
        rows += [_said(look, title, words) for title, words in _WORKED_OUT]
    return ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _said(look: Look, title: str, words: str) -> ft.Control:
    lines_: list[ft.Control] = [ft.Text(title, style=look.text(14, bold=True)), note(look, words)]
    return ft.Column(lines_, spacing=0, tight=True)


def _scopes(house: House, look: Look, shown: Sequence[str], game: str, choose: Callable[[str], None]) -> ft.Control:
    titles = house.store.load_titles()
    return flow(
        [
            chip(
                look,
                f"rating={each or 'all'}",
                titles.get(each, each) if each else "All games",
                partial(choose, each),
                small=True,
                tone=Tone.CHOSEN if each == game else Tone.OPEN,
            )
            for each in shown[:_SCOPES]
        ]
    )


def _curve(house: House, look: Look, player: Player, game: str, width: float) -> ft.Control:
    points = ratings.load_curve(house.store.database, player.id, game)
    series = Series(
        "Rating", tuple(float(each.value) for each in points), tuple((each.low, each.high) for each in points)
    )
    ends = f"play {points[0].plays}", f"play {points[-1].plays}"
    picture = lines(look, width, [series], ends, level=1000)
    rows = [(str(each.plays), f"{each.value:,}", f"{each.low:,} – {each.high:,}") for each in reversed(points)]
    told = f"Curve of the rating, from {points[0].value:,} to {points[-1].value:,}."
    return Charted(
        look, "rating.curve", told, picture, ("After play", "Rating", "Band"), rows[:25], key=f"curve.{game}"
    )


def band_of(look: Look, rating: ratings.Rating, size: float = 30) -> ft.Control:
    """A rating with the band its truth most likely lies in."""
    return ft.Row(
        [
            ft.Text(f"{rating.value:,} ± {rating.doubt:,}", style=look.figure(size), no_wrap=True),
            ft.Text(
                f"most likely between {rating.low:,} and {rating.high:,}, after {counted(rating.plays, 'play')}",
                style=look.text(14, color=ft.Colors.ON_SURFACE_VARIANT),
                expand=True,
            ),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def being_made(look: Look) -> ft.Control:
    """The mark of a rating that is from before the last change."""
    return ft.Semantics(
        identifier="rating.old", content=pill(look, "being worked out again", icon=ft.Icons.HOURGLASS_TOP_ROUNDED)
    )
