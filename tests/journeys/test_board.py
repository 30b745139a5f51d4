"""The board in a real browser: nothing overflows, in both sizes, both themes and every game."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import flet as ft
import pytest
from PIL import Image

from companion.open_session.desk import Desk
from companion.open_session.telling.awaiting import describe_waiting
from companion.phones.board.board_frame import figure_width, frame_for, text_width
from companion.phones.invitation import BOARD, Invitation
from companion.phones.phone_app import guest_main
from companion.testing.browser import DARK, Ui, served
from companion.testing.golden import load
from companion.testing.guarding import guarded
from companion.testing.random_sessions import keep_journal
from companion.ui.fonts import FONTS
from companion.ui.marks import number_text
from companion.ui.theme import Look, theme
from scoring.contract.game import Opened
from scoring.engine import agreements
from scoring.engine.journal import Record
from storage.store import Store
from tests.companion.phone_tables import let_in
from tests.companion.tables import enter
from tests.journeys.conftest import Open
from tests.scoring.test_golden_sessions import SESSIONS

LARGE: Final = {"width": 1920, "height": 1080}
SMALL: Final = {"width": 1280, "height": 720}
LONG: Final = (
    "Maximiliane-Henriette von und zu Hofen",
    "Ben",
    "Bartholomew the Third of Somewhere Else",
    "Dov",
    "Wilhelmine-Charlotte Auguste",
    "Fay",
    "Gustav-Adolf Emanuel Theodor",
    "Hal",
)
EVERY_WORD: Final = """[...document.querySelectorAll('flt-semantics')]
  .map(e => `${e.getAttribute('aria-label') ?? ''} ${e.textContent ?? ''}`).join('\\n')"""

HIGH: Final = 3
"""How often every player gets a thousand points by agreement, for totals of five characters."""

TEXTS: Final = (
    ("Waiting for Maximiliane: who collects trick 3?", 60.0),
    ("Bids 11–17 for 4 tricks, 7–13 over", 40.0),
    ("→ 4", 38.0),
)
NUMBERS: Final = (("−1250", 180.0), ("Loot & Recruit", 62.0), ("0 of 0–1, 0 of 3", 40.0))

EVENINGS: Final = (  # game, evening, how much of it
    ("crown_battles", "two_by_cards", 0.5),
    ("crown_battles", "expansion_five_by_cards", 0.5),
    ("crown_battles", "eight_of_the_expansion", 0.55),
    ("crown_battles", "eight_of_the_expansion", 1),
    ("faction_wars", "two_every_card", 0.5),
    ("faction_wars", "five_from_rounds_to_referee", 0.7),
    ("faction_wars", "five_from_rounds_to_referee", 1),
    ("loot_and_recruit", "two_by_cards", 0.6),
    ("loot_and_recruit", "three_with_line_ups", 0.6),
    ("loot_and_recruit", "five_of_two_levels", 0.7),
    ("loot_and_recruit", "five_of_two_levels", 1),
    ("recruit", "two_by_tricks", 0.5),
    ("recruit", "four_of_all_levels", 0.7),
    ("recruit", "four_of_all_levels", 1),
    ("recruits", "two_by_cards", 0.5),
    ("recruits", "four_by_cards", 0.5),
    ("recruits", "four_by_cards", 1),
)


def crowded(store: Store, game: str, evening: str, share: float) -> Desk:
    """Part of a golden session, with long names and large totals."""
    file = load(next((SESSIONS / game).glob(f"*/{evening}.jsonl")))
    first, *rest = file.journal[: max(1, round(len(file.journal) * share))]
    names = LONG[: len(first.event.names)]
    journal = (Record(Opened(names, first.event.options)), *rest)
    desk = Desk(store, keep_journal(store, file.game, journal))
    for _ in range(HIGH):
        for seat in desk.state.table.seats:
            enter(desk, "adjusted", seat=seat, points=(1, -1)[seat % 2] * 1000, reason="a long evening")
    return desk


@contextmanager
def television(desks: list[Desk]) -> Iterator[str]:
    """A server with the boards of these tables, each at the address of its table."""
    phones = {desk.session_id: desk for desk in desks}

    def main(page: ft.Page) -> None:
        invitation = Invitation(phones[page.route.rsplit("/", 1)[-1]])
        guest_main(invitation, let_in(invitation, BOARD), page)

    with guarded(), served(main) as url:
        yield url


@pytest.mark.parametrize(
    ("size", "light", "evenings"),
    [
        pytest.param(LARGE, {}, EVENINGS[1::6], id="1080"),
        pytest.param(LARGE, DARK, EVENINGS, id="1080-dark", marks=pytest.mark.deep),
        pytest.param(SMALL, {}, EVENINGS, id="720", marks=pytest.mark.deep),
    ],
)
def test_nothing_overflows(
    visit: Open, tmp_path: Path, size: dict[str, int], light: dict[str, Any], evenings: tuple[Any, ...]
) -> None:
    with Store(tmp_path / "companion.sqlite") as store:
        desks = [crowded(store, *evening) for evening in evenings]
        with television(desks) as url:
            ui = visit(url, viewport=size, **light)
            for desk in desks:
                if ui.page.url.startswith(url):
                    ui.page.evaluate("sessionStorage.clear()")  # or the page of the table before comes back
                ui.open(f"/table/{desk.session_id}").see_id("board.waiting")
                assert_whole(ui, desk, size)


def assert_whole(ui: Ui, desk: Desk, size: dict[str, int]) -> None:
    """Everybody is shown with their points; boxes do not overlap, and nothing is drawn outside them."""
    state, unit = desk.state, size["height"] / 1080
    paper = Paper(ui)  # first, so that the boxes too are those of a screen at rest
    over = agreements.outcome(desk.game, state) is not None
    words = ui.page.evaluate(EVERY_WORD)
    expected = [*state.table.names, *(number_text(place.points) for place in agreements.standings(desk.game, state))]
    missing = [word for word in (*expected, "" if over else describe_waiting(desk.game, state)) if word not in words]
    assert missing == []
    kind = "place" if over else "seat"
    keys = [place.side[0] for place in desk.game.standings(state)] if over else list(state.table.seats)
    boxes = [box_of(ui, f"board.{kind}[{key}]") for key in keys]
    foot = box_of(ui, "board.waiting")
    for n, box in enumerate([*boxes, foot]):
        assert min(box.left, box.top) >= 0
        assert box.right <= size["width"] + 1
        assert box.bottom <= size["height"] + 1
        assert not any(box.meets(other) for other in boxes[:n])
    top = min(box.top for box in boxes)
    assert paper.is_plain(Box(2 * unit, top, 22 * unit, foot.top - 2))
    assert paper.is_plain(Box(size["width"] - 22 * unit, top, size["width"] - 2 * unit, foot.top - 2))
    assert paper.is_plain(Box(2 * unit, foot.top - 20 * unit, size["width"] - 2 * unit, foot.top - 2)) or over
    if not over:
        for box in boxes:
            assert_clear(paper, box, unit)


def assert_clear(paper: "Paper", box: "Box", unit: float) -> None:
    """Assert that nothing in a player's box touches its edges."""
    corner, edge = 28 * unit, 7 * unit
    upright, level = (box.top + corner, box.bottom - corner), (box.left + corner, box.right - corner)
    assert paper.is_plain(Box(box.left + edge, upright[0], box.left + 17 * unit, upright[1])), "at the left"
    assert paper.is_plain(Box(box.right - 17 * unit, upright[0], box.right - edge, upright[1])), "at the right"
    assert paper.is_plain(Box(level[0], box.top + edge, level[1], box.top + edge + 1)), "at the top"
    assert paper.is_plain(Box(level[0], box.bottom - edge - 1, level[1], box.bottom - edge)), "at the bottom"


@dataclass(frozen=True)
class Box:
    """A rectangle on the screen, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the boxes overlap."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > 1 and high > 1


def box_of(ui: Ui, identifier: str) -> Box:
    box = ui.id(identifier).first.bounding_box()
    assert box is not None, identifier
    return Box(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])


class Paper:
    """A screenshot of a screen at rest."""

    def __init__(self, ui: Ui) -> None:
        self._picture = Image.open(io.BytesIO(ui.picture())).convert("RGB")

    def is_plain(self, box: Box) -> bool:
        """Whether a single colour fills the box, except for antialiasing."""
        part = self._picture.crop(
            (round(box.left), round(box.top), round(box.right), max(round(box.bottom), round(box.top) + 1))
        )
        return all(high - low <= 12 for low, high in part.getextrema())


def test_letters_take_no_more_room_than_was_measured(visit: Open) -> None:
    """The layout of the board uses text widths that are measured without a browser."""
    frame = frame_for(Look(), 1920, 1080)
    wide: dict[str, float] = {}
    samples = {
        **{
            f"{words}{size}": (frame.text(words, size, bold=True), text_width(words, size, bold=True))
            for words, size in TEXTS
        },
        **{f"{words}{size}.": (frame.figure(words, size), figure_width(words, size)) for words, size in NUMBERS},
    }

    def main(page: ft.Page) -> None:
        page.fonts = dict(FONTS)
        page.theme = theme(Look())

        def measured(name: str) -> Callable[[Any], None]:
            return lambda e: wide.__setitem__(name, e.width)

        rows = []
        for name, (text, _) in samples.items():
            text.on_size_change = measured(name)
            rows.append(ft.Row([text]))
        page.add(ft.Column(rows, spacing=0, scroll=ft.ScrollMode.AUTO), ft.Text("drawn"))

    with served(main) as url:
        ui = visit(url, viewport=LARGE)
        ui.open().see("drawn").rest()
        assert wide.keys() == samples.keys()
        for name, (_, expected) in samples.items():
            assert expected * 0.9 <= wide[name] <= expected, name
