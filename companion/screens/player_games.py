"""A player game by game: how it went, what it is worth, and what the game itself counts."""

import flet as ft

from companion.parts.charts import Bar, bars, unknown
from companion.parts.marks import pill
from companion.parts.panel import card, heading
from companion.parts.tiles import Tile, tiles
from companion.text import average, counted, share
from companion.theme import Look
from companion.window import House
from scoring.game import AnyGame, MeasureKind
from storage import ratings
from storage.players import Player
from storage.ratings import SHOWN_FROM, Rating
from storage.statistics.measures import Counted
from storage.statistics.people import Results
from storage.statistics.profile import by_game

_SAID_FROM = 10  # chances it takes until a share of them says something


@ft.component
def Games(house: House, look: Look, player: Player, width: float, old: bool, key: str | None = None) -> ft.Control:
    """A card a game, the most played first."""
    told = by_game(house.store.database, player.id)
    rated = ratings.of_player(house.store.database, player.id).ratings
    titles = house.store.titles()
    shelf = {game.key: game for game in house.store.games}
    cards: list[ft.Control] = []
    for game, results in told.record.games.items():
        known = shelf.get(game)
        own = Look(look.dark, look.scale, known.colour, look.letters) if known else look
        rows: list[ft.Control] = [_head(own, titles.get(game, game), results, known)]
        rows.append(tiles(own, _figures(results, rated.get(game), old=old), 4 if width > 600 else 2))
        if known:
            rows += _measures(own, known, {each.key: each for each in told.measures.get(game, ())}, width)
        cards.append(card(ft.Column(rows, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)))
    if not cards:
        cards.append(card(unknown(look, "From the first finished game on.")))
    return ft.Column(cards, spacing=14, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _head(look: Look, title: str, results: Results, known: AnyGame | None) -> ft.Control:
    row: list[ft.Control] = [
        ft.Container(width=6, height=30, bgcolor=look.cloth, border_radius=3),
        ft.Container(heading(look, title), expand=True),
    ]
    if known is None:
        row.append(pill(look, "imported"))
    row.append(pill(look, f"{counted(results.plays, 'play')} · {counted(results.wins, 'win')}"))
    return ft.Row(row, spacing=8)


def _figures(results: Results, rating: Rating | None, *, old: bool) -> list[Tile]:
    won, chance = results.rate, results.chance
    if rating is not None and rating.shown:
        worth = Tile("Rating", f"{rating.value:,}", f"{rating.low:,} – {rating.high:,}{' (old)' if old else ''}")
    else:
        worth = Tile("Rating", "", f"from {SHOWN_FROM} plays on")
    return [
        Tile("Won", share(won), f"by chance {share(chance)}")
        if won is not None and chance is not None
        else Tile("Won", "", "against others only"),
        Tile("Average rank", average(results.rank))
        if results.rank
        else Tile("Average rank", "", "against others only"),
        Tile("Average score", average(results.score), f"of {counted(results.scored, 'play')}")
        if results.score is not None
        else Tile("Average score", "", "no score was written down"),
        worth,
    ]


def _measures(look: Look, game: AnyGame, counted_: dict[str, Counted], width: float) -> list[ft.Control]:
    """What the game counts: shares as bars, sums as figures a play."""
    rows: list[ft.Control] = []
    shares = [_share(kind, counted_.get(kind.key)) for kind in game.measured if kind.share]
    if shares:
        told = "; ".join(f"{bar.label} {bar.said}" for bar in shares)
        picture = bars(look, width, shares, top=1.0)
        rows.append(ft.Semantics(label=told, identifier=f"measures.{game.key}", image=True, content=picture))
    sums = [_sum(kind, counted_.get(kind.key)) for kind in game.measured if not kind.share]
    if sums:
        rows.append(tiles(look, sums, 4 if width > 600 else 2))
    return rows


def _share(kind: MeasureKind, found: Counted | None) -> Bar:
    if found is None or found.of < _SAID_FROM:
        return Bar(kind.title, None, f"from {_SAID_FROM} on")
    return Bar(kind.title, found.value / found.of, f"{share(found.value / found.of)} of {found.of:,}")


def _sum(kind: MeasureKind, found: Counted | None) -> Tile:
    if found is None:
        return Tile(kind.title, "", "from the first game on")
    return Tile(kind.title, average(found.value / found.plays), f"a play; {found.value:,} in all")
