"""A player game by game: record, rating and measures."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from urllib.parse import quote

import flet as ft

from companion.history.shared_filters import show_in_history
from companion.players.tiles import Tile, tiles
from companion.ui.charts import Bar, Charted, bars, unknown
from companion.ui.chips_and_buttons import icon_button, quiet
from companion.ui.marks import pill
from companion.ui.panel import card, columns, heading, stretched
from companion.ui.text import average, counted, share
from companion.ui.theme import Look
from companion.window.hooks import use_window
from companion.window.messages import go
from companion.window.state import House
from scoring.contract.game import AnyGame, MeasureKind
from storage.derived import ratings
from storage.derived.ratings import SHOWN_FROM, Rating
from storage.sessions.players import Player
from storage.statistics.limits import add_player
from storage.statistics.player_totals import PlayTotals
from storage.statistics.profile import Measured, MeasureTotal, load_games

_MIN_CHANCES: Final = 10
"""A share is shown from this many chances on."""


@ft.component
def Games(
    house: House, look: Look, player: Player, width: float, *, wide: bool, old: bool, key: str | None = None
) -> ft.Control:
    """A card for each game, the most played first."""
    window = use_window()
    games = load_games(house.store.database, player.id, window.limit)
    rated = ratings.load_player_ratings(house.store.database, player.id)
    titles = house.store.titles.load()
    shelf, uninstalled = house.store.titles.load_games(), house.store.titles.load_uninstalled()

    cards: list[ft.Control] = []
    for game, results in games.record.by_game.items():
        known = shelf.get(game)
        own = Look(look.dark, look.scale, known.box.colour, look.letters) if known else look
        origin = "" if known else "not installed" if game in uninstalled else "imported"
        rows: list[ft.Control] = [_head(own, game, titles.get(game, game), results, origin)]
        rows.append(tiles(own, _figures(results, rated.get(game), old=old)))
        if known:
            rows += _measures(own, known, games.measures.get(game, Measured(0, {})), width)
        words = f"These games of {player.name}"
        act = partial(show_in_history, window, replace(add_player(window.limit, player.id), game=game))
        rows.append(ft.Row([quiet(own, f"evenings[{game}]", words, act, icon=ft.Icons.HISTORY_ROUNDED)]))
        cards.append(card(stretched(rows, 12)))
    if not cards:
        cards.append(card(unknown(look, "Shown after the first finished game.")))
    return columns([cards[0::2], cards[1::2]] if wide else [cards])


def _head(look: Look, game: str, title: str, results: PlayTotals, origin: str) -> ft.Control:
    row: list[ft.Control] = [
        ft.Container(width=6, height=30, bgcolor=look.accent, border_radius=3),
        ft.Container(heading(look, title), expand=True),
    ]
    if origin:
        row.append(pill(look, origin))
    row.append(pill(look, f"{counted(results.plays, 'game')} · {counted(results.wins, 'win')}"))
    row.append(
        icon_button(
            f"game[{game}]",
            ft.Icons.CHEVRON_RIGHT_ROUNDED,
            f"Statistics of {title}",
            partial(go, f"/games/{quote(game)}"),
        )
    )
    return ft.Row(row, spacing=8)


def _figures(results: PlayTotals, rating: Rating | None, *, old: bool) -> list[Tile]:
    won, chance = results.rate, results.chance
    if rating is not None and rating.shown:
        rating_tile = Tile("Rating", f"{rating.value:,}", f"{rating.low:,} – {rating.high:,}{' (old)' if old else ''}")
    else:
        rating_tile = Tile("Rating", "", f"after {SHOWN_FROM} games")
    return [
        Tile("Won", share(won), f"by chance {share(chance)}")
        if won is not None and chance is not None
        else Tile("Won", "", "against others only"),
        Tile("Average rank", average(results.rank), "1 is best")
        if results.rank
        else Tile("Average rank", "", "against others only"),
        Tile("Average score", average(results.score), f"of {counted(results.scored, 'game')}")
        if results.score is not None
        else Tile("Average score", "", "only final scores count"),
        rating_tile,
    ]


def _measures(look: Look, game: AnyGame, measured: Measured, width: float) -> list[ft.Control]:
    rows: list[ft.Control] = []
    shares = [kind for kind in game.measures.kinds if kind.share]
    if shares:
        rows.append(_shares(look, game, shares, measured.totals, width))
    sums = [_sum(kind, measured) for kind in game.measures.kinds if not kind.share]
    if sums:
        rows.append(tiles(look, sums))
    return rows


def _shares(
    look: Look, game: AnyGame, kinds: Sequence[MeasureKind], measured: dict[str, MeasureTotal], width: float
) -> ft.Control:
    shown, numbers = [], []
    for kind in kinds:
        total = measured.get(kind.key)
        if total is None or total.of < _MIN_CHANCES:
            shown.append(Bar(kind.title, None, f"after {_MIN_CHANCES}"))
        else:
            part = total.value / total.of
            shown.append(Bar(kind.title, part, share(part)))
            numbers.append((kind.title, f"{total.value:,}", f"{total.of:,}", share(part)))
    summary = "; ".join(f"{bar.label}: {bar.caption}" for bar in shown)
    picture = bars(look, width, shown, top=1.0)
    if not numbers:
        return ft.Semantics(label=summary, image=True, content=picture)
    head = ("Counted", "Times", "Of", "Share")
    return Charted(look, f"measures.{game.key}", summary, picture, head, numbers, key=f"measures.{game.key}")


def _sum(kind: MeasureKind, measured: Measured) -> Tile:
    if not measured.plays:
        return Tile(kind.title, "", "not counted in a game yet")
    number = measured.totals[kind.key].value if kind.key in measured.totals else 0
    return Tile(kind.title, average(number / measured.plays), f"per game; {number:,} in all")
