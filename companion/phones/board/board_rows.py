"""The players on the board: place, name, signs, tokens, cards, and points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import flet as ft

from companion.phones.board.board_frame import SMALLEST, Frame, Piece, clamp, figure_width, text_width
from companion.table.rows.seat_row import SeatFacts
from companion.ui.chips_and_buttons import identified
from companion.ui.marks import ICONS, crown, number_text, points_text, suit_mark
from scoring.contract.board import Marker, Shape, Tile, Zone
from scoring.contract.cards import Suit
from scoring.contract.names import join_words
from scoring.contract.scores import Place

_TWO_LINES: Final = 128  # from this height on a row has a second line for signs and tokens
_THREE_LINES: Final = 215  # from this height on stacks of cards have a third
_GAP: Final = 12  # between rows
_GAP_OF_MANY: Final = 8  # the same with more than `_MANY` players
_MANY: Final = 5
_PADDING: Final = 20
_SPACE: Final = 14  # between the parts of a row
_SMALLER: Final = 0.62  # smallest scale of a long name
_TOTAL: Final = 0.27  # largest share of a row for a total
_TOGETHER: Final = 1.35  # scale of the points of partners together
_OWN: Final = 0.62  # scale of the points of each partner
_NAME: Final = 0.45  # share of a row of one line for a long name
_TOKEN_BESIDE_STACKS: Final = 42  # largest font size of tokens on a line with stacks
_LEFT_OF_IT: Final = 120  # minimum width of a token that is cut
_STACK: Final = 190  # minimum width of a stack of cards that is shown by its top card


@dataclass(frozen=True, slots=True)
class Sizes:
    """Letters, tokens and columns in a row of some height, in units."""

    name: float
    total: float
    change: float
    token: float
    badge: float
    two_lines: bool
    three_lines: bool = False
    rank_width: float = 0  # of the column of places: the widest of all rows, as the two below
    total_width: float = 0
    change_width: float = 0

    @property
    def rank(self) -> float:
        """Letters of the place."""
        return self.badge * 0.85


def sizes_for(height: float, *, stacks: bool) -> Sizes:
    """As large as the row allows; `stacks` of cards want a line of their own."""
    if height < _TWO_LINES:
        return Sizes(clamp(height * 0.46, 42, 54), clamp(height * 0.62, 58, 76), 42, SMALLEST, 60, two_lines=False)
    three_lines = stacks and height >= _THREE_LINES
    token = min(height * 0.18, _TOKEN_BESIDE_STACKS if not three_lines else height) if stacks else height * 0.22
    return Sizes(
        name=clamp(height * (0.26 if three_lines else 0.30), 46, 92),
        total=clamp(height * 0.50, 66, 180),
        change=clamp(height * 0.22, SMALLEST, 66),
        token=clamp(token, SMALLEST, 56),
        badge=clamp(height * 0.36, 62, 110),
        two_lines=True,
        three_lines=three_lines,
    )


def player_rows(
    frame: Frame,
    seats: Sequence[SeatFacts],
    places: Sequence[Place],
    width: float,
    height: float,
    *,
    ranked: bool,
) -> ft.Control:
    """Everybody in the order they sit, partners together; `ranked` shows the places."""
    gap = _GAP if len(seats) <= _MANY else _GAP_OF_MANY
    row = (height - gap * (len(seats) - 1)) / len(seats)
    sizes = sizes_for(row, stacks=any(zone.stacked for facts in seats for zone in facts.zones))
    sizes = replace(sizes, total=_fitting_total(sizes.total, seats, places, width))
    changes = [points_text(facts.change) for facts in seats if facts.change is not None]
    sizes = replace(
        sizes,
        rank_width=max((figure_width(f"{place.rank}.", sizes.rank) for place in places), default=0),
        total_width=max(figure_width(number_text(number), sizes.total) for number in _numbers(seats, places)),
        change_width=max((figure_width(text, sizes.change) for text in changes), default=0),
    )
    sizes = replace(sizes, name=_fitting_name(sizes, seats, width))
    drawn: list[ft.Control] = []
    for place in sorted(places, key=lambda place: min(place.side)):
        own = [facts for facts in seats if facts.seat in place.side]
        rank = f"{place.rank}." if ranked else ""
        many = len(own) > 1
        drawn.append(_side(frame, sizes, own, place, rank, width) if many else _row(frame, sizes, own[0], rank, width))
    return ft.Column(drawn, spacing=frame.px(gap), expand=True)


def _numbers(seats: Sequence[SeatFacts], places: Sequence[Place]) -> list[float]:
    return [facts.total for facts in seats] + [place.points for place in places]


def _fitting_total(size: float, seats: Sequence[SeatFacts], places: Sequence[Place], width: float) -> float:
    """The size of the totals: large ones leave most of the row to the names."""
    partners = any(len(place.side) > 1 for place in places)
    widest = max(figure_width(number_text(number), size) for number in _numbers(seats, places))
    widest *= _TOGETHER if partners else 1
    return max(SMALLEST / _OWN, size * min(1.0, width * _TOTAL / widest))


def _fitting_name(sizes: Sizes, seats: Sequence[SeatFacts], width: float) -> float:
    """The size of the names: a little smaller where a long one would be cut."""
    room = width - 2 * _PADDING - sizes.rank_width - sizes.badge - sizes.total_width - 3 * _SPACE - 2 * sizes.token
    widest = max(text_width(facts.name, sizes.name, bold=True) for facts in seats)
    if not sizes.two_lines or widest <= room:
        return sizes.name
    return clamp(sizes.name * room / widest, min(sizes.name, max(46, sizes.name * _SMALLER)), sizes.name)


def _row(frame: Frame, sizes: Sizes, facts: SeatFacts, rank: str, width: float) -> ft.Control:
    """A player; `rank` is empty while there are no points."""
    room = width - 2 * _PADDING
    inside = [_rank(frame, sizes, rank)] if rank else []
    used = sizes.rank_width + _SPACE if rank else 0
    inside += _person(frame, sizes, facts, room - used)
    return identified(f"board.seat[{facts.seat}]", _framed(frame, _line(frame, inside), turn=facts.turn), expand=1)


def _side(frame: Frame, sizes: Sizes, seats: Sequence[SeatFacts], place: Place, rank: str, width: float) -> ft.Control:
    """Partners: one frame and place, their points together and apart."""
    own = replace(sizes, total=sizes.total * _OWN, total_width=sizes.total_width * _OWN, rank_width=0)
    large = replace(
        sizes,
        badge=sizes.badge * _TOGETHER,
        total=sizes.total * _TOGETHER,
        rank_width=sizes.rank_width * _TOGETHER,
        total_width=sizes.total_width * _TOGETHER,
    )
    room = width - 2 * _PADDING - large.total_width - 2 * _SPACE - (large.rank_width + _SPACE if rank else 0)
    rows: list[ft.Control] = []
    for facts in seats:
        line = _line(frame, _person(frame, own, facts, room - 2 * _PADDING))
        inner = _framed(frame, line, turn=facts.turn, plain=not facts.turn)
        rows.append(identified(f"board.seat[{facts.seat}]", inner, expand=1))
    together = frame.figure(number_text(place.points), large.total)
    inside: list[ft.Control] = [_rank(frame, large, rank)] if rank else []
    inside += [
        ft.Column(rows, spacing=0, expand=True),
        ft.Container(together, width=frame.px(large.total_width), alignment=ft.Alignment.CENTER_RIGHT),
    ]
    return ft.Container(_framed(frame, _line(frame, inside), turn=False), expand=len(seats))


def _line(frame: Frame, parts: Sequence[ft.Control]) -> ft.Row:
    return ft.Row(list(parts), spacing=frame.px(_SPACE))


def _framed(frame: Frame, content: ft.Control, *, turn: bool, plain: bool = False) -> ft.Container:
    edge = frame.look.accent if turn else ft.Colors.TRANSPARENT if plain else ft.Colors.OUTLINE_VARIANT
    paper = ft.Colors.SURFACE_CONTAINER_HIGHEST if turn else ft.Colors.SURFACE_CONTAINER_LOWEST
    return ft.Container(
        content,
        padding=ft.Padding.symmetric(horizontal=frame.px(_PADDING)),
        bgcolor=None if plain else paper,
        border=ft.Border.all(frame.px(5 if turn else 2), edge),
        border_radius=frame.px(24),
        alignment=ft.Alignment.CENTER_LEFT,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _rank(frame: Frame, sizes: Sizes, rank: str) -> ft.Control:
    ink = frame.look.gold if rank == "1." else ft.Colors.ON_SURFACE_VARIANT
    words = frame.figure(rank, sizes.rank, color=ink)
    return ft.Container(words, width=frame.px(sizes.rank_width), alignment=ft.Alignment.CENTER_RIGHT)


def _person(frame: Frame, sizes: Sizes, facts: SeatFacts, room: float) -> list[ft.Control]:
    beside = 0 if sizes.two_lines else 3 * _SPACE + sizes.change_width
    score_width = max(sizes.total_width + beside, sizes.change_width)
    middle = room - sizes.badge - score_width - 2 * _SPACE
    drawn = _score(frame, sizes, facts)
    score = ft.Container(drawn, width=frame.px(score_width), alignment=ft.Alignment.CENTER_RIGHT)
    return [seat_badge(frame, facts.seat, sizes.badge), _middle(frame, sizes, facts, middle), score]


def _middle(frame: Frame, sizes: Sizes, facts: SeatFacts, room: float) -> ft.Control:
    here = [_hourglass(frame, sizes)] if facts.turn else []
    name = frame.text(facts.name, sizes.name, bold=True, expand=True)
    signs = Signs(frame, sizes, facts)
    if not sizes.two_lines:
        taken = min(text_width(facts.name, sizes.name, bold=True), room * _NAME) + 2 * sizes.token * len(here)
        return ft.Container(_line(frame, [*here, name, *signs.fitted(room - taken - _SPACE)]), expand=True)
    lines: list[ft.Control] = [_line(frame, [*here, name])]
    lines += [_line(frame, line) for line in signs.lines(room) if line]
    column = ft.Column(lines, spacing=frame.px(sizes.name * 0.12), alignment=ft.MainAxisAlignment.CENTER, tight=True)
    return ft.Container(column, expand=True)


def _hourglass(frame: Frame, sizes: Sizes) -> ft.Control:
    icon = ft.Icon(ft.Icons.HOURGLASS_TOP_ROUNDED, size=frame.px(sizes.token * 1.15), color=frame.look.accent)
    return ft.Semantics(label="The table waits for", content=icon)


def _score(frame: Frame, sizes: Sizes, facts: SeatFacts) -> ft.Control:
    figure = frame.figure(number_text(facts.total), sizes.total)
    if facts.change is None:
        return figure
    change = frame.figure(points_text(facts.change), sizes.change, color=frame.look.points_ink(facts.change))
    if not sizes.two_lines:
        column = ft.Container(figure, width=frame.px(sizes.total_width), alignment=ft.Alignment.CENTER_RIGHT)
        before = ft.Container(change, width=frame.px(sizes.change_width), alignment=ft.Alignment.CENTER_RIGHT)
        return ft.Row([before, column], spacing=frame.px(2 * _SPACE), tight=True)
    end = ft.CrossAxisAlignment.END
    return ft.Column([figure, change], spacing=0, tight=True, horizontal_alignment=end)


def seat_badge(frame: Frame, seat: int, size: float) -> ft.Control:
    """The initial of a seat's player on their colour, `size` units wide."""
    return ft.Container(
        frame.figure(frame.look.sign(seat), max(SMALLEST, size * 0.5), color="#ffffff"),
        width=frame.px(size),
        height=frame.px(size),
        bgcolor=frame.look.seat(seat),
        border_radius=frame.px(size / 2),
        alignment=ft.Alignment.CENTER,
    )


def _used(pieces: Sequence[Piece]) -> float:
    return sum(piece.width + _SPACE for piece in pieces)


class Signs:
    """The markers of a seat, its tokens and its stacks, in as much detail as fits."""

    def __init__(self, frame: Frame, sizes: Sizes, facts: SeatFacts) -> None:
        self._frame, self._sizes, self._facts = frame, sizes, facts
        self._suits = {suit.key: suit for suit in facts.suits}

    def lines(self, room: float) -> list[list[ft.Control]]:
        """The signs and the stacks, below each other where the row is high enough."""
        stacks = [zone for zone in self._facts.zones if zone.stacked]
        if self._sizes.three_lines and room >= len(stacks) * _STACK:
            return [self.fitted(room), [self._stack(zone) for zone in stacks]]
        for labels in (True, False) if stacks else ():
            pieces = [*self._markers(labels=labels), *self._tokens(captions=False)]
            if _used(pieces) + len(stacks) * _STACK <= room:
                return [[*(piece.control for piece in pieces), *(self._stack(zone) for zone in stacks)]]
        return [self.fitted(room)]

    def fitted(self, room: float) -> list[ft.Control]:
        """Markers and tokens: with labels, with pictures only, or only those that fit."""
        for labels, captions in ((True, True), (False, True), (False, False)):
            pieces = [*self._markers(labels=labels and self._sizes.two_lines), *self._tokens(captions=captions)]
            if _used(pieces) <= room:
                return [piece.control for piece in pieces]
        return self._cut(pieces, room)

    def _cut(self, pieces: Sequence[Piece], room: float) -> list[ft.Control]:
        """As many as fit; the first that does not is cut, if enough of it is left to be read."""
        kept: list[ft.Control] = []
        for piece in pieces:
            if piece.width > room:
                cut = ft.Container(piece.control, width=self._frame.px(max(room, 0)))
                return [*kept, cut] if room > _LEFT_OF_IT else kept
            kept.append(piece.control)
            room -= piece.width + _SPACE
        return kept

    def _markers(self, *, labels: bool) -> Iterator[Piece]:
        for sign in self._facts.signs:
            yield self._crown() if sign.key == "crown" else self._marker(sign, labels=labels)

    def _crown(self) -> Piece:
        size = self._sizes.token * 1.3
        return Piece(size, crown(self._frame.look, self._frame.px(size)))

    def _marker(self, sign: Marker, *, labels: bool) -> Piece:
        icon, size, ink = ICONS.get(sign.key), self._sizes.token * 1.1, ft.Colors.ON_SURFACE_VARIANT
        picture = [] if icon is None else [Piece(size, ft.Icon(icon, size=self._frame.px(size), color=ink))]
        if picture and not labels and not sign.others:
            face = self._pill(picture, fill=ft.Colors.SURFACE_CONTAINER_HIGH)
            return replace(face, control=ft.Semantics(label=sign.label, content=face.control))
        words = self._frame.text_piece(
            sign.label, self._sizes.token, bold=True, color=ink, expand=True, expand_loose=True
        )
        return self._pill([*picture, words], fill=ft.Colors.SURFACE_CONTAINER_HIGH)

    def _tokens(self, *, captions: bool) -> Iterator[Piece]:
        for zone in self._facts.zones:
            if zone.stacked:
                continue
            caption = zone.title if captions and zone.title != self._facts.name else ""
            suited = any(tile.suit for tile in zone.tiles)
            for tile in zone.tiles if suited or not zone.count else ():
                yield self._tile(tile, captions=captions)
            if zone.count:
                yield self._token(zone.count, caption)

    def _tile(self, tile: Tile, *, captions: bool) -> Piece:
        if tile.shape is Shape.TOKEN:
            caption = tile.badge if captions and tile.suit not in self._suits else ""
            return self._token(tile.name, caption, self._suits.get(tile.suit))
        return self._token(tile.name if tile.up else "?", "", self._suits.get(tile.suit))

    def _token(self, words: str, caption: str, suit: Suit | None = None) -> Piece:
        frame, size = self._frame, self._sizes.token
        parts = [frame.text_piece(caption, size, color="#ffffff")] if caption else []
        if suit is not None:
            parts.append(Piece(size, suit_mark(frame.look, suit, frame.px(size), "#ffffff")))
        parts.append(frame.figure_piece(words, size * 1.05, color="#ffffff", expand=True, expand_loose=True))
        return self._pill(parts, fill=frame.look.fill)

    def _pill(self, parts: Sequence[Piece], *, fill: str) -> Piece:
        token, radius = self._sizes.token, self._frame.px(self._sizes.token * 0.7)
        return self._frame.pill(parts, token * 0.24, token * 0.42, token * 1.4, bgcolor=fill, border_radius=radius)

    def _stack(self, zone: Zone) -> ft.Control:
        frame, size = self._frame, self._sizes.token
        grey, count = ft.Colors.ON_SURFACE_VARIANT, len(zone.tiles)
        top = zone.tiles[-1] if zone.tiles else None
        words = "–" if top is None else top.name if top.up else "?"
        struck = ft.TextDecoration.LINE_THROUGH if top is not None and top.struck else None
        name = frame.text(words, SMALLEST, expand=True, color=grey if top is None else None)
        if struck is not None and name.style is not None:
            name.style.decoration = struck
        inside: list[ft.Control] = [name]
        if zone.count or count > 1:
            inside.append(frame.figure(zone.count or f"+{count - 1}", SMALLEST, color=grey))
        face = ft.Container(
            ft.Row(inside, spacing=frame.px(8)),
            padding=ft.Padding.symmetric(horizontal=frame.px(12)),
            height=frame.px(size * 1.4),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            border=ft.Border.all(frame.px(2), ft.Colors.OUTLINE_VARIANT),
            border_radius=frame.px(12),
            alignment=ft.Alignment.CENTER_LEFT,
        )
        label = f"{zone.title}: {join_words([tile.name for tile in zone.tiles]) or 'empty'}"
        return ft.Semantics(label=label, content=face, expand=1)
