"""The winner as the screen of a result celebrates them: crown, confetti, and the first three on their steps."""

from collections.abc import Sequence
from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import identified
from companion.ui.marks import badge, crown, number_text
from companion.ui.panel import centred, cut_text
from companion.ui.theme import Look
from scoring.contract.names import join_words
from scoring.contract.scores import Place

_STEPS: Final = {1: 112, 2: 88, 3: 70}  # height of each step

_STEP: Final = 112
_GAP: Final = 6
_RISE: Final = ft.Animation(700, ft.AnimationCurve.EASE_OUT_CUBIC)

_PIECES: Final = 26  # pieces of confetti
_FALL: Final = 88  # how far they fall


def on_podium(places: Sequence[Place]) -> tuple[Place, ...]:
    """The first three places; none with two sides, or if half the table shares a place."""
    best = tuple(place for place in places if place.rank in _STEPS)
    return best if len(places) > len(_STEPS) - 1 and len(best) == len(_STEPS) else ()


@ft.component
def Celebration(
    look: Look, headline: str, names: tuple[str, ...], places: tuple[Place, ...], width: float, key: str | None = None
) -> ft.Control:
    """Crown and headline below falling confetti, and the podium, whose steps rise."""
    is_up, put_up = ft.use_state(False)
    ft.use_effect(lambda: put_up(True), [])
    rows: list[ft.Control] = [
        ft.Container(crown(look, 54), scale=1 if is_up else 0.4, animate_scale=_RISE),
        identified("winner", ft.Text(headline, style=look.figure(30), text_align=ft.TextAlign.CENTER)),
        ft.Container(width=72, height=3, bgcolor=look.gold, border_radius=2),
    ]
    if podium := on_podium(places):
        steps = [_step(look, names, place, width, is_up=is_up) for place in (podium[1], podium[0], podium[2])]
        rows.append(
            ft.Row(
                steps,
                spacing=_GAP,
                alignment=ft.MainAxisAlignment.CENTER,
                vertical_alignment=ft.CrossAxisAlignment.END,
            )
        )
    confetti = _confetti(look, len(names), width, is_up=is_up)
    return ft.Stack(
        [*confetti, ft.Container(centred(rows, 8), width=width, padding=ft.Padding.only(top=8))], width=width
    )


def _step(look: Look, names: tuple[str, ...], place: Place, width: float, *, is_up: bool) -> ft.Control:
    wide = min(_STEP, (width - 2 * _GAP) / len(_STEPS))
    who = cut_text(
        join_words([names[seat] for seat in place.side]),
        look.text(15, bold=place.rank == 1),
        2,
        text_align=ft.TextAlign.CENTER,
    )
    badges: list[ft.Control] = [badge(look, seat, 40 if place.rank == 1 else 34) for seat in place.side]
    points = ft.Text(number_text(place.points), style=look.figure(24, color="#ffffff"), no_wrap=True)
    stone = ft.Container(
        ft.Column(
            [points, ft.Text(str(place.rank), style=look.figure(14, color="#ccffffff"))],
            spacing=0,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=wide,
        height=look.size(_STEPS[place.rank]) if is_up else 0,
        padding=ft.Padding.only(top=8),
        gradient=look.weave,
        border_radius=ft.BorderRadius.only(top_left=12, top_right=12),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        animate=_RISE,
    )
    row = ft.Row(badges, spacing=2, alignment=ft.MainAxisAlignment.CENTER)
    return identified(f"podium[{place.rank}]", ft.Container(centred([row, who, stone], 4), width=wide))


def _confetti(look: Look, players: int, width: float, *, is_up: bool) -> list[ft.Control]:
    colours = [look.gold, *(look.line(seat) for seat in range(players))]
    pieces: list[ft.Control] = []
    for number in range(_PIECES):
        across, down = number * 0.7549 % 1, number * 0.5698 % 1  # these two spread them evenly
        side = across * 0.8 if across < 0.5 else 1 - (1 - across) * 0.8  # the middle is the crown's
        pieces.append(
            ft.Container(
                key=f"piece.{number}",
                width=6 + number % 3 * 2,
                height=5 + number % 4 * 2,
                left=side * (width - 12),
                top=down * _FALL if is_up else -16,
                rotate=number * 0.9,
                opacity=0.85,
                bgcolor=colours[number % len(colours)],
                border_radius=2,
                animate_position=ft.Animation(700 + number * 40, ft.AnimationCurve.EASE_OUT_CUBIC),
            )
        )
    return pieces
