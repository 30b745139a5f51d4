"""The limit of the statistics: a strip that shows it and a sheet that changes it. All pages of a window share it."""

from dataclasses import replace
from functools import partial

import flet as ft

from companion.history.history_state import labels, name_lookup
from companion.history.shared_filters import ApplyFilter, Days, Pickers, Places, active_filter_chips, filter_block
from companion.ui.chips_and_buttons import Act, chip, choice_chip, primary, quiet
from companion.ui.panel import flow, sheet
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.state import House
from storage.history.session_filter import SessionFilter
from storage.statistics.limits import NO_LIMIT


def limit_bar(width: float, *, dated: bool = True) -> ft.Control:
    """The strip below the header, as wide as the page, where it stays while the page is replaced."""
    padding = ft.Padding.only(left=16, right=16, top=10)
    strip = ft.Container(LimitStrip(dated=dated, key="limit"), padding=padding, width=width)
    return ft.Container(strip, key="limits", alignment=ft.Alignment.TOP_CENTER)


@ft.component
def LimitStrip(*, dated: bool = True, key: str | None = None) -> ft.Control:
    """The active limits and the button that changes them. `dated`: whether the page may be limited to dates."""
    house, window, look = use_house(), use_window(), use_look()
    choosing, choose = ft.use_state(False)
    limit: SessionFilter = window.limit if dated else window.limit.without("date")

    def apply_filter(wanted: SessionFilter) -> None:
        was = window.limit
        window.limit = wanted if dated else replace(wanted, since=was.since, until=was.until, year=was.year)

    close = partial(choose, False)
    inside = LimitSheet(limit, apply_filter, close, dated=dated, key="limits") if choosing else None
    ft.use_dialog(sheet(look, "What to count", inside, close) if inside else None)
    if not choosing and not limit.active and not house.store.history.count():
        return ft.Container(key="limit")
    icon = ft.Icon(ft.Icons.FILTER_LIST_ROUNDED, size=16, color=ft.Colors.ON_SURFACE)
    words = "Filter: all games" if not limit.active else "Filter"
    chips: list[ft.Control] = [
        chip(look, "limit", words, lambda: choose(True), small=True, mark=icon, says=f"{words}: choose what")
    ]
    return ft.Container(flow([*chips, *_limit_chips(look, house, limit, apply_filter)]), key="limit")


def _limit_chips(look: Look, house: House, limit: SessionFilter, apply_filter: ApplyFilter) -> list[ft.Control]:
    texts = labels(limit, {}, name_lookup(house.store)) if limit.active else {}
    if limit.seats is not None and limit.seats == len(limit.players):
        texts["players"] = f"only {texts['players']}"
        del texts["seats"]

    def drop(name: str) -> None:
        rest = limit.without(name)
        apply_filter(rest.without("seats") if name == "players" else rest)  # "nobody else" is about these players

    return active_filter_chips(look, "limit.drop", texts, drop)


@ft.component
def LimitSheet(
    limit: SessionFilter, apply_filter: ApplyFilter, close: Act, *, dated: bool, key: str | None = None
) -> ft.Control:
    """Time, place and players; a tap takes effect at once."""
    look, number = use_look(), use_house().store.history.count(replace(limit, counts=True))

    def choose_players(wanted: SessionFilter) -> None:
        is_alone = limit.seats is not None and len(wanted.players) > 1  # "nobody else" follows the players
        apply_filter(replace(wanted, seats=len(wanted.players) if is_alone else None))

    blocks: list[ft.Control] = [
        *([Days(limit, apply_filter, key="days")] if dated else []),
        Places(limit, apply_filter, key="places"),
        Pickers("players", "These took part", limit, choose_players, key="players"),
        ft.Container(_alone(look, limit, apply_filter), key="alone"),
        ft.Row(
            [
                quiet(look, "limit.clear", "Count everything", partial(apply_filter, NO_LIMIT)),
                primary(look, "limit.show", f"Count {counted(number, 'game')}", close),
            ],
            spacing=8,
        ),
    ]
    return ft.Column(blocks, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _alone(look: Look, limit: SessionFilter, apply_filter: ApplyFilter) -> ft.Control | None:
    """Whether others may have been at the table, once two players are chosen."""
    if len(limit.players) < 2:
        return None
    alone = limit.seats == len(limit.players)
    only, others = (partial(apply_filter, replace(limit, seats=seats)) for seats in (len(limit.players), None))
    chips = [
        choice_chip(look, "alone=no", "Others may have been there", others, chosen=not alone),
        choice_chip(look, "alone=yes", "Nobody else", only, chosen=alone),
    ]
    return filter_block(look, "And nobody else?", flow(chips))
