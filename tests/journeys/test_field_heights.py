"""The estimated heights of fields and of the table, compared with a real browser."""

import random
import time
from typing import Any, Final

import flet as ft
import pytest

from companion.desk.desk import Desk
from companion.forms import field_views
from companion.forms.binding import Binding
from companion.forms.height import PHONE, height
from companion.table.playing import is_measured, needed_height
from companion.testing.browser import DESKTOP, served
from companion.testing.browser import PHONE as TELEPHONE
from companion.ui.theme import Look, theme
from companion.window.state import Window, WindowContext
from scoring.contract.board import Board
from scoring.contract.game import AnyGame, Table
from scoring.contract.prompts import Field, Prompt, Role
from scoring.engine import agreements
from scoring.engine.replay import replay
from scoring.games import GAMES
from scoring.testing.walks import random_session
from storage.store import Store
from tests.companion.tables import played
from tests.journeys.conftest import Open, Served
from tests.scoring.sketches import SKETCHES

WIDE: Final = 576
"""The width of the fields beside the right pane of a wide window."""

NEAR: Final = 20
"""How many pixels the estimate of a field may be off: far less than a line of chips."""

SHARE: Final = 0.05
"""The share of its height by which the estimate of a field with many parts may be off."""

SPARE: Final = 70
"""Pixels by which the table may be lower than estimated: the facts at its top may take one line or two."""

DOCK_PADDING: Final = 10

TALL: Final = 2200
"""A window in which nothing scrolls, so that all of the table is drawn."""

BOXES: Final = """() => [...document.querySelectorAll('[flt-semantics-identifier]')].map(node => {
  const box = node.getBoundingClientRect();
  return [node.getAttribute('flt-semantics-identifier'), box.left, box.top, box.bottom];
})"""

PromptField = tuple[AnyGame, Table, Field]


def estimated_fields() -> list[PromptField]:
    """The fields for which the table estimates a height, of every game and sketch; those of one estimate only once."""
    by_height: dict[tuple[str, str, str, float], PromptField] = {}
    for game in (*GAMES, *SKETCHES):
        for seed in range(8):
            rng = random.Random(seed)
            run = replay(game, random_session(game, rng, rng.choice(list(game.box.players))))
            for step in run.steps:
                state = run.before(step.entry)
                for prompt in agreements.prompts(game, state):
                    for field in estimated(prompt):
                        key = (game.key, prompt.kind, field.name, height(field))
                        by_height.setdefault(key, (game, state.table, field))
    return list(by_height.values())


def estimated(prompt: Prompt) -> tuple[Field, ...]:
    """The fields of a prompt that may stand beside a row for each player."""
    return prompt.fields if prompt.role is Role.MAIN and is_measured(prompt) else ()


@pytest.mark.parametrize(
    "width", [pytest.param(PHONE, id="phone"), pytest.param(WIDE, id="wide", marks=pytest.mark.deep)]
)
@pytest.mark.deep
def test_a_field_is_about_as_high_as_estimated(visit: Open, width: float) -> None:
    shown = estimated_fields()
    assert len({type(field) for _, _, field in shown}) >= 6
    real = measured(visit, shown, width)
    assert len(real) == len(shown)
    wrong = [
        f"{game.key} {field}: estimated {height(field, width)}, is {real[place]}"
        for place, (game, _, field) in enumerate(shown)
        if abs(height(field, width) - real[place]) > max(NEAR, SHARE * real[place])
    ]
    assert not wrong, "\n".join(wrong)


def measured(visit: Open, shown: list[PromptField], width: float) -> dict[int, float]:
    """The height of each field in pixels, by its index, as the browser reports it."""
    heights: dict[int, float] = {}

    def one(place: int) -> ft.Control:
        game, table, field = shown[place]
        suits = {suit.key: suit for suit in game.box.suits}
        unanswered = field.get_value({})
        path = f"field{place}"
        binding = Binding(Look(), path, unanswered, print, print, table, suits, Board, lambda shelf, letters: ())

        def report(e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
            heights[place] = e.height

        column = ft.Column(field_views.views([field], lambda _: binding), tight=True)
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


@pytest.mark.parametrize(
    "width", [pytest.param(412, id="phone"), pytest.param(1280, id="wide", marks=pytest.mark.deep)]
)
@pytest.mark.deep
def test_the_table_is_as_high_as_estimated_or_a_little_lower(visit: Open, server: Served, width: int) -> None:
    """Higher, and the end of the form would be hidden; much lower, and players would be shown as a strip needlessly."""
    with Store(server.database) as store:
        tables = [Desk(store, session_id) for session_id in one_table_a_form(store)]
        wide = width > 412
        estimates = [(desk, main_of(desk), needed_height(desk, main_of(desk), wide)) for desk in tables]
    assert len(estimates) >= 8
    device = {**(DESKTOP if wide else TELEPHONE), "viewport": {"width": width, "height": TALL}}
    ui = visit(server.url, **device)
    for desk, main, estimate in estimates:
        ui.open(f"/table/{desk.session_id}").see_id(f"total[{desk.state.table.seats[-1]}]").see_id("asides")
        beside = tuple(prompt.kind for prompt in desk.prompts if prompt.role is Role.BESIDE)
        question = ("asked", f"{main.kind}.")
        upper, dock = ("total[",), ("undo", "choices", "main.", "notice.", *beside)
        upper, dock = (upper, (*dock, *question)) if main.instant else ((*upper, *question), dock)
        real = 0.0
        end = time.monotonic() + 5
        while not 0 <= estimate - real <= SPARE and time.monotonic() < end:
            ui.page.wait_for_timeout(50)  # the dock slides in
            boxes = [box for box in ui.page.evaluate(BOXES) if box[1] < WIDE]
            bottom = max(box[3] for box in boxes if box[0].startswith(upper))
            top = min(box[2] for box in boxes if box[0].startswith(dock)) - DOCK_PADDING
            real = bottom + TALL - top
        assert 0 <= estimate - real <= SPARE, (desk.game.key, main.kind, len(desk.state.table.names), estimate, real)


def one_table_a_form(store: Store) -> list[str]:
    """One table of every game for each form whose height is estimated."""
    sessions: dict[tuple[str, str], str] = {}
    for game in GAMES:
        for seed in range(10):
            rng = random.Random(seed)
            session_id = played(store, game, rng.choice(list(game.box.players)), seed, rng.choice((1, 3, 5, 9, 15, 25)))
            main = Desk(store, session_id).main
            if main is not None and is_measured(main):
                sessions.setdefault((game.key, main.kind), session_id)
    return list(sessions.values())


def main_of(desk: Desk) -> Prompt:
    assert desk.main is not None
    return desk.main
