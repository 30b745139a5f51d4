"""The middle of the table on the board: the trick, the line-up, the piles, and how the totals went."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import flet as ft

from companion.open_session.table_session import TableSession
from companion.open_session.telling.curve_lines import Course
from companion.phones.board.board_frame import EDGE, SMALLEST, Frame, Piece, break_lines, line_height, text_width
from companion.phones.board.board_rows import seat_badge
from companion.scores.curve import curve
from companion.ui.marks import suit_mark
from scoring.contract.board import Tile, Zone
from scoring.contract.game import Fact

_TILE: Final = 68
_CLOSE_TILE: Final = 58
_CLOSE_GAP: Final = 8
_BADGE: Final = 48
_GAP: Final = 10
_PADDING: Final = 18
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


class Middle:
    """What is beside the players: zones of the table, facts without room above, and the curve.

    `width` and `height` are in units.
    """

    def __init__(self, frame: Frame, desk: TableSession, facts: Sequence[Fact], width: float, height: float) -> None:
        shown, zones = desk.shown, desk.shown.view.board.zones
        self._frame, self._facts, self.width, self._height = frame, facts, width, height
        self._inner = width - 2 * (_PADDING + EDGE)
        self._names = shown.table.names
        self._suits = {suit.key: suit for suit in desk.game.box.suits}
        self._zones = [zone for zone in zones if zone.seat is None and zone.tiles]
        self._course = shown.course

    @property
    def is_filled(self) -> bool:
        return bool(self._zones or self._facts or self._course)

    def draw(self) -> ft.Control:
        """The middle of the table; the curve fills the remaining height."""
        frame = self._frame
        least = least_curve(len(self._names)) + _GAP if self._course else 0
        blocks = self._blocks(self._height - least)
        drawn = [block.control for block in blocks]
        if self._course:
            left = self._height - sum(block.height + _GAP for block in blocks)
            drawn.append(curve_card(frame, self._course, self._names, self.width, left))
        column = ft.Column(drawn, spacing=frame.px(_GAP), horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        return ft.Container(column, width=frame.px(self.width))

    def _blocks(self, room: float) -> list[Block]:
        """The zones in as much detail as fits, then the facts that fit."""
        for with_numbers in (True, False):
            blocks = [self._zone(zone, with_numbers=with_numbers) for zone in self._zones]
            left = room - sum(block.height + _GAP for block in blocks)
            if left >= 0:
                return [*self._fact_block(left), *blocks]
        lines = self._close_lines(with_counts=True)
        most = max(int((room - 2 * (_PADDING + EDGE) + _CLOSE_GAP) // (_CLOSE_TILE + _CLOSE_GAP)), 0)
        if len(lines) > most:
            lines = self._close_lines(with_counts=False)[:most]
        rows: list[ft.Control] = [self._frame.row(line, _CLOSE_GAP) for line in lines]
        return [self._block(rows, _CLOSE_GAP, len(rows) * (_CLOSE_TILE + _CLOSE_GAP) - _CLOSE_GAP)] if rows else []

    def _block(self, rows: list[ft.Control], gap: float, height: float) -> Block:
        """Rows of this height on paper."""
        height += 2 * (_PADDING + EDGE)
        return Block(height, paper(self._frame, ft.Column(rows, spacing=self._frame.px(gap), tight=True), height))

    def _close_lines(self, *, with_counts: bool) -> list[list[Piece]]:
        """All zones in lines, each title before its cards; the cards by name alone."""
        lines: list[list[Piece]] = []
        for zone in self._zones:
            words = f"{zone.title} · {zone.count}" if zone.count and with_counts else zone.title
            text = self._frame.text_piece(words, bold=True, color=ft.Colors.ON_SURFACE_VARIANT, expand=True)
            title = self._frame.pill([text], 0, _GAP / 2, _CLOSE_TILE, room=self._inner)
            tiles = [self._tile(tile, with_numbers=False, height=_CLOSE_TILE) for tile in zone.tiles]
            lines += break_lines([title, *tiles], self._inner, _CLOSE_GAP)
        return lines

    def _zone(self, zone: Zone, *, with_numbers: bool) -> Block:
        frame, grey = self._frame, ft.Colors.ON_SURFACE_VARIANT
        tiles = [self._tile(tile, with_numbers=with_numbers) for tile in zone.tiles]
        lines = break_lines(tiles, self._inner, _GAP)
        title = [frame.text_piece(zone.title, bold=True, color=grey, expand=True)]
        if zone.count:
            title.append(frame.text_piece(zone.count, color=grey))
        rows: list[ft.Control] = [frame.row(line, _GAP) for line in (title, *lines)]
        return self._block(rows, _GAP, _TITLE + len(lines) * (_TILE + _GAP))

    def _tile(self, tile: Tile, *, with_numbers: bool, height: float = _TILE) -> Piece:
        frame, suit = self._frame, self._suits.get(tile.suit)
        under = _under(tile, self._names) if with_numbers else ""
        parts = [] if suit is None else [Piece(SMALLEST, suit_mark(frame.look, suit, frame.px(SMALLEST)))]
        if tile.up:
            name = frame.text(tile.name, bold=True, expand=None if under else True)
            if tile.struck and name.style is not None:
                name.style.decoration = ft.TextDecoration.LINE_THROUGH
                name.style.color = frame.look.bad
            parts.append(Piece(text_width(tile.name, SMALLEST, bold=True), name))
        elif tile.owner is None:
            parts.append(frame.figure_piece("?", SMALLEST, color="#ffffff"))
        if under:
            parts.append(frame.text_piece(under, color=ft.Colors.ON_SURFACE_VARIANT, expand=True))
        if tile.owner is not None:
            parts.append(Piece(_BADGE, seat_badge(frame, tile.owner, _BADGE)))
        fill, radius = ft.Colors.SURFACE if tile.up else frame.look.cloth, frame.px(14)
        return frame.pill(parts, _GAP, 14, height, room=self._inner, edge=True, bgcolor=fill, border_radius=radius)

    def _fact_block(self, room: float) -> list[Block]:
        """The facts without room above, as many as fit."""
        rows: list[ft.Control] = []
        height: float = -_GAP
        for words in (fact.text for fact in self._facts):
            needed = (2 if text_width(words, SMALLEST) > self._inner else 1) * line_height(SMALLEST) + _GAP
            if 2 * (_PADDING + EDGE) + height + needed > room:
                break
            height += needed
            rows.append(self._frame.text(words, max_lines=2))
        return [self._block(rows, _GAP, height)] if rows else []


def least_curve(players: int) -> float:
    """The least height of the curve with its paper, in units: every badge needs its place."""
    return max(_CURVE, _CURVE_OF_ONE * players + 24) + 2 * (_PADDING + EDGE)


def curve_card(frame: Frame, course: Course, names: Sequence[str], width: float, height: float) -> ft.Control:
    """How the totals went, on paper of this size in units."""
    inner_width, inner_height = width - 2 * (_PADDING + EDGE), height - 2 * (_PADDING + EDGE)
    look, scale = replace(frame.look, scale=1.0), _SCALE * frame.look.scale
    return paper(frame, curve(look, course, names, frame.px(inner_width), frame.px(inner_height), scale), height)


def paper(frame: Frame, content: ft.Control, height: float) -> ft.Control:
    """A raised surface of this height in units."""
    return ft.Container(
        content,
        padding=frame.px(_PADDING),
        height=frame.px(height),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(frame.px(EDGE), ft.Colors.OUTLINE_VARIANT),
        border_radius=frame.px(24),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _under(tile: Tile, names: Sequence[str]) -> str:
    """The numbers of a card, or its badge unless that only names the owner."""
    numbers = "  ".join(f"{label} {number}" for label, number in tile.numbers)
    whose = tile.owner is not None and tile.badge == names[tile.owner]
    return numbers or ("" if whose or not tile.up else tile.badge)
