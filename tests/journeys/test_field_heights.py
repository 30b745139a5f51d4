"""How high fields are estimated to be, and how high they are in a real browser."""

import random
import time
from typing import Any, Final

import flet as ft
import pytest

from companion import fields
from companion.fields.binding import Binding
from companion.fields.height import PHONE, height
from companion.screens.table.playing import is_measured
from companion.theme import Look, theme
from companion.window.state import Window, WindowContext
from scoring import agreements
from scoring.board import Board
from scoring.drafts import value
from scoring.game import AnyGame, Table
from scoring.games import GAMES
from scoring.prompts import Field, Prompt, Role
from scoring.replay import replay
from tests.browser import DESKTOP, served
from tests.journeys.conftest import Open
from tests.scoring.sketches import SKETCHES
from tests.strategies import random_session

WIDE: Final = 576
"""Width of the fields beside the right pane of a wide window."""

NEAR: Final = 20
"""Pixels by which an estimate may be wrong: far less than a line of chips."""

Asked = tuple[AnyGame, Table, Field]


def asked_fields() -> list[Asked]:
    """The fields for which the table estimates a height, of every game and sketch; those of one estimate only once."""
    found: dict[tuple[str, str, str, float], Asked] = {}
    for game in (*GAMES, *SKETCHES):
        for seed in range(8):
            rng = random.Random(seed)
            run = replay(game, random_session(game, rng, rng.choice(list(game.players))))
            for step in run.steps:
                state = run.before(step.entry)
                for prompt in agreements.prompts(game, state):
                    for field in estimated(prompt):
                        key = (game.key, prompt.kind, field.name, height(field))
                        found.setdefault(key, (game, state.table, field))
    return list(found.values())


def estimated(prompt: Prompt) -> tuple[Field, ...]:
    """The fields of a prompt that may stand beside a row for each player."""
    return prompt.fields if prompt.role is Role.MAIN and is_measured(prompt) else ()


@pytest.mark.parametrize("width", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_field_is_about_as_high_as_estimated(visit: Open, width: float) -> None:
    shown = asked_fields()
    assert len({type(field) for _, _, field in shown}) >= 6
    real = measured(visit, shown, width)
    assert len(real) == len(shown)
    wrong = [
        f"{game.key} {field}: estimated {height(field, width)}, is {real[place]}"
        for place, (game, _, field) in enumerate(shown)
        if abs(height(field, width) - real[place]) > NEAR
    ]
    assert not wrong, "\n".join(wrong)


def measured(visit: Open, shown: list[Asked], width: float) -> dict[int, float]:
    """The height of each field in pixels, by its place, as a browser reports it."""
    heights: dict[int, float] = {}

    def one(place: int) -> ft.Control:
        game, table, field = shown[place]
        suits = {suit.key: suit for suit in game.suits}
        unanswered = value(field, {})
        path = f"field{place}"
        binding = Binding(Look(), path, unanswered, print, print, table, suits, Board, lambda shelf, letters: ())

        def report(e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
            heights[place] = e.height

        column = ft.Column(fields.views([field], lambda _: binding), tight=True)
        return ft.Container(column, width=width, on_size_change=report, key=path)

    @ft.component
    def Fields() -> Any:
        window = Window(width=DESKTOP["viewport"]["width"] if width > PHONE else 412)
        places = range(len(shown))
        return WindowContext(
            window, lambda: ft.Column([one(place) for place in places], scroll=ft.ScrollMode.AUTO, height=800)
        )

    def main(page: ft.Page) -> None:
        page.theme = theme(Look())
        page.render(Fields)

    with served(main) as url:
        ui = visit(url, **DESKTOP).open("/")
        end = time.monotonic() + 30
        while len(heights) < len(shown) and time.monotonic() < end:
            ui.page.wait_for_timeout(100)
    return heights
