"""All players: how often they played and won, and when they last played."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import Final

import flet as ft

from companion.history.sample import empty_page
from companion.history.session_row import PAPER, end_figure, list_row
from companion.players.rating import RATING_NOT_LIMITED, RATING_TEXT, recomputing_mark, use_outdated_ratings
from companion.repair.rebuild_strip import RebuildStrip
from companion.statistics.limit_strip import LimitStrip
from companion.ui.box import search_box
from companion.ui.chips_and_buttons import Act, choice_chip, press, quiet
from companion.ui.panel import cut_text, flow, note
from companion.ui.people import face
from companion.ui.text import counted, on, share
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.navigation import with_navigation
from companion.window.state import House, Window
from storage.clock import utc_now
from storage.derived import ratings
from storage.derived.ratings import SHOWN_FROM, Rating
from storage.statistics.player_totals import PlayerSummary, list_player_summaries
from storage.text_folding import fold

_PAGE = 30


class Order(StrEnum):
    """How the list is sorted; the value is part of the chip's identifier."""

    SEEN = "seen"
    PLAYS = "plays"
    RATING = "rating"


_WORDS: Final = {Order.SEEN: "Last seen", Order.PLAYS: "Most games", Order.RATING: "Rating"}


@ft.component
def PlayersScreen() -> ft.View:
    """The list with a search box; archived players are folded away at its end."""
    house, window, look = use_house(), use_window(), use_look()
    query, search = ft.use_state("")
    shown, show = ft.use_state(_PAGE)
    is_unfolded, unfold = ft.use_state(False)
    order, sort = ft.use_state(Order.SEEN)
    old = use_outdated_ratings()
    rated = ratings.load_ratings(house.store.database) if order is Order.RATING else None
    people = [
        person
        for person in list_player_summaries(house.store.database, window.limit)
        if (person.plays or not window.limit.active) and fold(query) in fold(person.player.name)
    ]
    people = _sorted(people, order, rated or {})
    active = [person for person in people if not person.player.archived]
    archived = [person for person in people if person.player.archived]
    shows_archived = is_unfolded or bool(query)

    rows = [_row(look, person, rated) for person in active[:shown]]
    if len(active) > shown:
        rows.append(quiet(look, "players.more", "Show more", lambda: show(shown + _PAGE)))
    if archived:
        rows.append(_fold(look, len(archived), opened=shows_archived, act=lambda: unfold(not is_unfolded)))
    if shows_archived:
        rows += [_row(look, person, rated) for person in archived]
    box = search_box(look, "players.search", "Search", query, search, expand=True)
    padding = ft.Padding.only(left=16, right=16, bottom=16)
    body = _body(
        [
            ft.Row([box]),
            LimitStrip(key="limit"),
            _orders(look, order, sort, old=old, limited=bool(window.limit.active)),
        ],
        ft.ListView(rows, expand=True, spacing=8, padding=padding) if rows else _nobody(house, window, look, query),
    )
    under = f"{counted(len(active), 'player')} of your games" if active else "Who sat at the table"
    return with_navigation(look, window, "/players", "Players", under, body)


def _body(top: list[ft.Control], listing: ft.Control) -> ft.Control:
    padding = ft.Padding.only(left=16, right=16, top=14)
    return ft.Column(
        [
            RebuildStrip(),
            ft.Container(ft.Column(top, spacing=10, tight=True), padding=padding),
            ft.Container(listing, expand=True),
        ],
        spacing=12,
        expand=True,
    )


def _nobody(house: House, window: Window, look: Look, query: str) -> ft.Control:
    words = "Everyone who plays is listed here, with what they played and won."
    if query:
        words = f"There is no player called “{query}”."
    elif window.limit.active:
        words = "Nobody finished a game within this limit."
    return empty_page(look, house, window, ft.Icons.GROUPS_OUTLINED, words)


def _sorted(people: list[PlayerSummary], order: Order, rated: Mapping[str, Rating]) -> list[PlayerSummary]:
    """The players in this order; those without a rating to show are last."""

    def rating_key(person: PlayerSummary) -> tuple[bool, float]:
        rating = rated.get(person.player.id)
        return (rating is not None and rating.shown, rating.mu if rating else 0.0)

    match order:
        case Order.PLAYS:
            return sorted(people, key=lambda person: person.plays, reverse=True)
        case Order.RATING:
            return sorted(people, key=rating_key, reverse=True)
        case Order.SEEN:
            return people


def _orders(look: Look, order: Order, sort: Callable[[Order], None], *, old: bool, limited: bool) -> ft.Control:
    chips: list[ft.Control] = [
        choice_chip(look, f"order={key.value}", words, partial(sort, key), chosen=key is order)
        for key, words in _WORDS.items()
    ]
    if old and order is Order.RATING:
        chips.append(recomputing_mark(look))
    if order is not Order.RATING:
        return ft.Container(flow(chips))
    words = f"{RATING_TEXT} {RATING_NOT_LIMITED}" if limited else RATING_TEXT
    return ft.Container(ft.Column([flow(chips), note(look, words)], spacing=8, tight=True))


def _row(look: Look, person: PlayerSummary, rated: Mapping[str, Rating] | None) -> ft.Control:
    player = person.player
    if person.last_played_at is None:
        summary = "No finished game yet"
    else:
        last_played = on(person.last_played_at, utc_now())
        summary = f"{counted(person.plays, 'game')} · {counted(person.wins, 'win')} · {last_played}"
    grey = ft.Colors.ON_SURFACE_VARIANT
    lines = [cut_text(player.name, look.text(17, bold=True)), cut_text(summary, look.text(13, color=grey), 2)]
    figure, under = _figure(person, rated)
    end: list[ft.Control] = [end_figure(look, figure, under)] if figure else []
    end.append(ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=grey))
    fill = ft.Colors.SURFACE_CONTAINER_LOW if player.archived else PAPER
    open_it = partial(go, f"/player/{player.id}")
    return list_row(f"player[{player.id}]", open_it, [face(look, player)], lines, end, fill=fill)


def _figure(person: PlayerSummary, rated: Mapping[str, Rating] | None) -> tuple[str, str]:
    """The number at the end of a row and the text below it: the rating if sorted by it, else the share of wins."""
    if rated is None:
        if person.rate is None:
            return "", ""
        return share(person.rate), "won" if person.contested == person.plays else f"won of {person.contested:,}"
    rating = rated.get(person.player.id)
    if rating is None or not rating.shown:
        return "–", f"after {SHOWN_FROM} games"
    return f"{rating.value:,}", f"± {rating.doubt:,}"


def _fold(look: Look, number: int, *, opened: bool, act: Act) -> ft.Control:
    ink = ft.Colors.ON_SURFACE_VARIANT
    icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.EXPAND_MORE_ROUNDED
    row = ft.Row(
        [ft.Text(f"Archived ({number})", style=look.text(15, bold=True, color=ink), expand=True), ft.Icon(icon)]
    )
    return press(
        "players.archived",
        row,
        act,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=12),
        border_radius=12,
    )
