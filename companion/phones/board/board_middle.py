"""The middle of the table on the board: the trick, the line-up, the piles, and how the totals went."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import flet as ft

from companion.desk.table_session import TableSession
from companion.phones.board.board_frame import SMALLEST, Frame, break_lines, line_height, text_width
from companion.phones.board.board_rows import Item, seat_badge
from companion.scores.curve import course_of, curve
from companion.scores.score_grid import SheetFacts, sheet_facts
from companion.ui.fact_pills import fact_text
from companion.ui.marks import suit_mark
from scoring.contract.board import Tile, Zone
from scoring.contract.cards import Suit
from scoring.contract.game import Fact

_TILE: Final = 68
_CLOSE_TILE: Final = 58
_CLOSE_GAP: Final = 8
_BADGE: Final = 48
_GAP: Final = 10
_PADDING: Final = 18
_EDGE: Final = 2
_TITLE: Final = line_height(SMALLEST) + 6
"""Heights and gaps, in units."""

_CURVE: Final = 260  # minimum height of the curve
_CURVE_OF_ONE: Final = 64  # what each of its badges needs
_SCALE: Final = SMALLEST / 11  # how much larger than on a phone the curve's figures are


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the pane of a known height, in units."""

    height: float
    control: ft.Control


class MiddleFacts(NamedTuple):
    """The content beside the players: zones of the table, facts without room above, and the curve."""

    frame: Frame
    names: tuple[str, ...]
    suits: tuple[Suit, ...]
    zones: tuple[Zone, ...]
    facts: tuple[Fact, ...]
    scores: SheetFacts | None  # None if there is no curve
    width: float
    height: float

    @property
    def is_filled(self) -> bool:
        return bool(self.zones or self.facts or self.scores)


def middle_facts(frame: Frame, desk: TableSession, facts: Sequence[Fact], width: float, height: float) -> MiddleFacts:
    """The facts of the middle; `width` and `height` are in units."""
    shown = desk.shown
    zones = tuple(zone for zone in shown.view.board.zones if zone.seat is None and (zone.tiles or zone.count))
    sheet = sheet_facts(frame.look, shown, width)
    scores = sheet if course_of(sheet) else None
    return MiddleFacts(frame, shown.table.names, desk.game.box.suits, zones, tuple(facts), scores, width, height)


def middle_of_table(facts: MiddleFacts) -> ft.Control:
    """The middle of the table; the curve fills the remaining height."""
    frame, width = facts.frame, facts.width
    least = least_curve(len(facts.names)) + _GAP if facts.scores else 0
    blocks = _blocks(facts, facts.height - least)
    left = facts.height - sum(block.height + _GAP for block in blocks)
    drawn = [block.control for block in blocks]
    if facts.scores:
        drawn.append(curve_card(frame, facts.scores, width, left))
    column = ft.Column(drawn, spacing=frame.px(_GAP), horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(column, width=frame.px(width))


def least_curve(players: int) -> float:
    """The least height of the curve with its paper, in units: every badge needs its place."""
    return max(_CURVE, _CURVE_OF_ONE * players + 24) + 2 * (_PADDING + _EDGE)


def curve_card(frame: Frame, scores: SheetFacts, width: float, height: float) -> ft.Control:
    """How the totals went, on paper of this size in units."""
    inner_width, inner_height = width - 2 * (_PADDING + _EDGE), height - 2 * (_PADDING + _EDGE)
    facts = scores._replace(look=replace(frame.look, scale=1.0), width=frame.px(inner_width))
    return paper(frame, curve(facts, frame.px(inner_height), _SCALE * frame.look.scale), height)


def paper(frame: Frame, content: ft.Control, height: float | None = None) -> ft.Control:
    """A raised surface."""
    return ft.Container(
        content,
        padding=frame.px(_PADDING),
        height=None if height is None else frame.px(height),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(frame.px(_EDGE), ft.Colors.OUTLINE_VARIANT),
        border_radius=frame.px(24),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _blocks(facts: MiddleFacts, room: float) -> list[Block]:
    """The zones in as much detail as fits, then the facts that fit."""
    frame, zones, names = facts.frame, facts.zones, facts.names
    suits = {suit.key: suit for suit in facts.suits}
    inner = facts.width - 2 * (_PADDING + _EDGE)
    for with_numbers in (True, False):
        blocks = [_zone(frame, zone, suits, names, inner, with_numbers) for zone in zones]
        left = room - sum(block.height + _GAP for block in blocks)
        if left >= 0:
            facts_block = _facts(frame, facts.facts, inner, left)
            return [*([facts_block] if facts_block else []), *blocks]
    close = partial(_close_lines, frame, zones, suits, names, inner)
    lines = close(with_counts=True)
    most = max(int((room - 2 * (_PADDING + _EDGE) + _CLOSE_GAP) // (_CLOSE_TILE + _CLOSE_GAP)), 0)
    if len(lines) > most:
        lines = close(with_counts=False)[:most]
    if not lines:
        return []
    rows: list[ft.Control] = [ft.Row(line, spacing=frame.px(_CLOSE_GAP)) for line in lines]
    height = 2 * (_PADDING + _EDGE) + len(rows) * (_CLOSE_TILE + _CLOSE_GAP) - _CLOSE_GAP
    return [Block(height, paper(frame, ft.Column(rows, spacing=frame.px(_CLOSE_GAP), tight=True), height))]


def _close_lines(
    frame: Frame,
    zones: Sequence[Zone],
    suits: Mapping[str, Suit],
    names: Sequence[str],
    width: float,
    *,
    with_counts: bool,
) -> list[list[ft.Control]]:
    """All zones in lines, each title before its cards; the cards by name alone."""
    lines: list[list[ft.Control]] = []
    for zone in zones:
        items = [_title(frame, zone, width, with_counts=with_counts)]
        items += [
            _tile(frame, tile, suits, names, width, with_numbers=False, height=_CLOSE_TILE) for tile in zone.tiles
        ]
        for line in break_lines([item.width for item in items], width, _CLOSE_GAP):
            lines.append([items[item].control for item in line])
    return lines


def _title(frame: Frame, zone: Zone, room: float, *, with_counts: bool) -> Item:
    words = f"{zone.title} · {zone.count}" if zone.count and with_counts else zone.title
    width = min(room, text_width(words, SMALLEST, bold=True) + _GAP)
    text = frame.text(words, bold=True, color=ft.Colors.ON_SURFACE_VARIANT)
    box = ft.Container(text, width=frame.px(width), height=frame.px(_CLOSE_TILE), alignment=ft.Alignment.CENTER_LEFT)
    return Item(width, box)


def _zone(
    frame: Frame, zone: Zone, suits: Mapping[str, Suit], names: Sequence[str], width: float, with_numbers: bool
) -> Block:
    items = [_tile(frame, tile, suits, names, width, with_numbers=with_numbers) for tile in zone.tiles]
    lines = break_lines([item.width for item in items], width, _GAP)
    grey = ft.Colors.ON_SURFACE_VARIANT
    title: list[ft.Control] = [frame.text(zone.title, bold=True, color=grey, expand=True)]
    if zone.count:
        title.append(frame.text(zone.count, color=grey))
    rows: list[ft.Control] = [ft.Row(title, spacing=frame.px(_GAP))]
    rows += [ft.Row([items[item].control for item in line], spacing=frame.px(_GAP)) for line in lines]
    height = 2 * (_PADDING + _EDGE) + _TITLE + len(lines) * (_TILE + _GAP)
    return Block(height, paper(frame, ft.Column(rows, spacing=frame.px(_GAP), tight=True), height))


def _tile(
    frame: Frame,
    tile: Tile,
    suits: Mapping[str, Suit],
    names: Sequence[str],
    room: float,
    *,
    with_numbers: bool,
    height: float = _TILE,
) -> Item:
    parts = list(_tile_parts(frame, tile, suits.get(tile.suit), _under(tile, names) if with_numbers else ""))
    width = min(room, sum(part_width for _, part_width in parts) + _GAP * (len(parts) - 1) + 2 * 14)
    face = ft.Container(
        ft.Row([part for part, _ in parts], spacing=frame.px(_GAP), vertical_alignment=ft.CrossAxisAlignment.CENTER),
        width=frame.px(width),
        height=frame.px(height),
        padding=ft.Padding.symmetric(horizontal=frame.px(12)),
        bgcolor=ft.Colors.SURFACE if tile.up else frame.look.cloth,
        border=ft.Border.all(frame.px(2), ft.Colors.OUTLINE_VARIANT),
        border_radius=frame.px(14),
    )
    return Item(width, face)


def _tile_parts(frame: Frame, tile: Tile, suit: Suit | None, under: str) -> Iterator[tuple[ft.Control, float]]:
    """The parts of a card in a row, with their widths in units."""
    if suit is not None:
        yield suit_mark(frame.look, suit, frame.px(SMALLEST)), SMALLEST
    if tile.up:
        name = frame.text(tile.name, bold=True, expand=None if under else True)
        if tile.struck and name.style is not None:
            name.style.decoration = ft.TextDecoration.LINE_THROUGH
            name.style.color = frame.look.bad
        yield name, text_width(tile.name, SMALLEST, bold=True)
    elif tile.owner is None:
        yield frame.figure("?", SMALLEST, color="#ffffff"), text_width("?", SMALLEST, bold=True)
    if under:
        yield frame.text(under, color=ft.Colors.ON_SURFACE_VARIANT, expand=True), text_width(under, SMALLEST)
    if tile.owner is not None:
        yield seat_badge(frame, tile.owner, _BADGE), _BADGE


def _under(tile: Tile, names: Sequence[str]) -> str:
    """The numbers of a card, or its badge where that says more than whose card it is."""
    numbers = "  ".join(f"{label} {number}" for label, number in tile.numbers)
    whose = tile.owner is not None and tile.badge == names[tile.owner]
    return numbers or ("" if whose or not tile.up else tile.badge)


def _facts(frame: Frame, facts: Sequence[Fact], width: float, room: float) -> Block | None:
    """The facts without room above, as many as fit."""
    lines: list[ft.Control] = []
    height: float = 2 * (_PADDING + _EDGE) - _GAP
    for fact in facts:
        words = fact_text(fact)
        needed = (2 if text_width(words, SMALLEST) > width else 1) * line_height(SMALLEST) + _GAP
        if height + needed > room:
            break
        height += needed
        lines.append(frame.text(words, max_lines=2))
    if not lines:
        return None
    return Block(height, paper(frame, ft.Column(lines, spacing=frame.px(_GAP), tight=True), height))
