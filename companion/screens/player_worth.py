"""What a player is worth: a rating over all games and in each, as a band, with the curve of how it came about."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.parts.charts import Charted, Series, lines, unknown
from companion.parts.marks import pill
from companion.parts.panel import flow, heading, note
from companion.parts.press import Tone, chip
from companion.theme import Look
from companion.window import House
from storage import ratings
from storage.players import Player
from storage.ratings import ALL, SHOWN_FROM

_SCOPES: Final = 8  # ratings to choose from, those of the games played most; the page about games has all of them


@ft.component
def Worth(house: House, look: Look, player: Player, width: float, *, old: bool, key: str | None = None) -> ft.Control:
    """The rating over all games or, at a tap, in one of them: a band, and how it came about."""
    chosen, choose = ft.use_state(ALL)
    rated = ratings.of_player(house.store.database, player.id).ratings
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
    words = "1,000 is where everybody begins. The truth lies most likely within the band; it narrows with every game."
    rows.append(note(look, words))
    return ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _scopes(house: House, look: Look, shown: Sequence[str], game: str, choose: Callable[[str], None]) -> ft.Control:
    titles = house.store.titles()
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
    points = ratings.curve(house.store.database, player.id, game)
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
            ft.Text(f"{rating.value:,}", style=look.figure(size), no_wrap=True),
            ft.Text(
                f"between {rating.low:,} and {rating.high:,}",
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
