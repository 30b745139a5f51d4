"""The board for a television: everything the table may see, nothing to tap, large letters.

That it is sent no secret is in tests/companion/test_phones.py.
"""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import flet as ft
import flet.canvas as cv
import pytest

from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Recorded
from companion.open_session.telling.awaiting import describe_waiting, find_awaited_seats
from companion.phones.board.board_frame import HEIGHT, SMALLEST, Piece, break_lines, frame_for
from companion.phones.invitation import BOARD, Invitation
from companion.phones.phone_app import guest_main
from companion.testing.accessibility import hard_to_read, pressed_names
from companion.testing.headless import Page, visited
from companion.ui.marks import ICONS, number_text
from companion.ui.theme import Look
from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from scoring.contract.prompts import Prompt, Role
from scoring.contract.scores import totals
from scoring.engine import agreements
from scoring.games import GAMES as SHELF
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import RoundType
from scoring.games.loot_and_recruit import GAME as LOOT
from scoring.games.loot_and_recruit.options import Level as LootLevel
from scoring.games.loot_and_recruit.options import Options as LootOptions
from scoring.testing.walks import answer, rolled
from storage.store import Store
from tests.companion.pages import LONG
from tests.companion.phone_tables import let_in
from tests.companion.tables import ALWAYS, GAMES, NAMES, enter, opened, played
from tests.oh_hell.oh_hell import GAME as OH_HELL

LARGE: Final = (1920, 1080)
SMALL: Final = (1280, 720)
TABLES: Final = [
    (game, players)
    for game in GAMES
    for players in sorted({2, 5, 8, game.box.players[0], game.box.players[-1]} & {*game.box.players})
]
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(
            game,
            players,
            marks=pytest.mark.deep
            if players != game.box.players[-1]
            else ()
            if game.key in ALWAYS
            else pytest.mark.long,
        )
        for game, players in TABLES
    ],
    ids=lambda value: getattr(value, "key", value),
)
"""Every game at its largest table; smaller ones are deep, and most games long."""


@asynccontextmanager
async def board(desk: Desk, size: tuple[int, int] = LARGE, *, dark: bool = False) -> AsyncIterator[Page]:
    """The television of a table."""
    invitation, (width, height) = Invitation(desk), size
    main = partial(guest_main, invitation, let_in(invitation, BOARD))
    brightness = "dark" if dark else "light"
    async with visited(main, width=width, height=height, platform_brightness=brightness) as page:
        yield page


def shown(page: Page) -> str:
    """Everything on the screen that can be read or is read aloud."""
    drawn = [shape.value for shape in _letters(page)]
    labels = [control.label for control in page.all(ft.Semantics) if control.label]
    return "\n".join([*page.texts(), *drawn, *labels])


def letter_sizes(page: Page) -> list[float]:
    """The size of every text on the screen, in pixels."""
    texts = [control.style.size for control in page.all(ft.Text)]
    return texts + [shape.style.size for shape in _letters(page)]


def _letters(page: Page) -> list[cv.Text]:
    return [shape for canvas in page.all(cv.Canvas) for shape in canvas.shapes if isinstance(shape, cv.Text)]


def halfway(store: Store, game: AnyGame, players: int, names: tuple[str, ...] = NAMES) -> Desk:
    """A session of random play that is not over and has points."""
    for seed in range(1, 9):
        complete = Desk(store, played(store, game, players, seed, names=names))
        desk = Desk(store, played(store, game, players, seed, events=len(complete.journal) * 2 // 3, names=names))
        if agreements.outcome(game, desk.state) is None and desk.state.ledger:
            return desk
    return desk


def ended(store: Store, game: AnyGame, players: int, names: tuple[str, ...] = NAMES) -> Desk:
    """A session of random play with a result."""
    for seed in range(1, 30):
        desk = Desk(store, played(store, game, players, seed, names=names))
        if agreements.outcome(game, desk.state) is not None:
            return desk
    raise AssertionError("random play never came to an end")


# What is on it ------------------------------------------------------------------------------------------------------


@pytest.mark.long
@every_table
async def test_everybody_is_on_it_with_their_points_and_what_lies_before_them(
    store: Store, game: AnyGame, players: int
) -> None:
    desk = halfway(store, game, players)
    state = desk.state
    async with board(desk) as page:
        words = page.texts()
        assert game.box.title in words
        for name, points in zip(state.table.names, totals(state.ledger, state.table.seats).values(), strict=True):
            assert name in words
            assert number_text(points) in words
        for place in agreements.standings(game, state) if state.ledger else ():
            assert f"{place.rank}." in words
            assert number_text(place.points) in words
        if agreements.outcome(game, state) is None:
            assert describe_waiting(game, state) in words
        for fact in game.view(state).facts:
            assert f"{fact.label} {fact.value}".strip() in words


@pytest.mark.long
@every_table
async def test_signs_and_counts_of_every_seat_are_on_it(store: Store, game: AnyGame, players: int) -> None:
    desk = halfway(store, game, players)
    if agreements.outcome(game, desk.state) is not None:
        pytest.skip("random play of this table ends at once")
    async with board(desk) as page:
        for sign in desk.shown.view.board.markers:
            row = "\n".join(_read(page, f"board.seat[{sign.seat}]"))
            assert (sign.label in row) or (sign.key == "crown" and "wears the crown" in row)
            icons = [part.icon for part in page.walk(page.id(f"board.seat[{sign.seat}]")) if isinstance(part, ft.Icon)]
            assert sign.key not in ICONS or ICONS[sign.key] in icons
        for zone in desk.shown.view.board.zones:
            if zone.seat is not None and zone.count and len(zone.count) < 20:
                assert zone.count in page.texts(page.id(f"board.seat[{zone.seat}]"))


def _read(page: Page, identifier: str) -> list[str]:
    holder = page.id(identifier)
    labels = [control.label for control in page.walk(holder) if isinstance(control, ft.Semantics) and control.label]
    return [*page.texts(holder), *labels]


async def test_whose_turn_it_is_stands_out_and_moves_with_every_entry(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    async with board(desk) as page:
        before = page.texts()
        while desk.main is not None and desk.main.kind != "bid_placed":
            _answer(desk, desk.main)
        await page.settle()
        for _ in range(3):
            (seat,) = find_awaited_seats(CROWN, desk.state)
            assert [other for other in range(3) if "The table waits for" in _read(page, f"board.seat[{other}]")] == [
                seat
            ]
            assert f"Waiting: {NAMES[seat]} bids" in page.texts()
            _answer(desk, desk.main)
            await page.settle()
        assert page.texts() != before


def _answer(desk: Desk, prompt: Prompt | None) -> None:
    for seed in range(50):
        below = rolled(random.Random(seed))
        answers = {field.name: answer(field, below) for field in prompt.fields}
        if isinstance(desk.record(prompt, {**dict(prompt.given), **answers}, desk.number), Recorded):
            return
    raise AssertionError(f"no answer to {prompt.kind} was taken")


def test_a_question_whose_title_names_nobody_is_told_with_the_name(store: Store) -> None:
    desk = opened(store, LOOT, 3, LootOptions(level=LootLevel.STACKS))
    for _ in range(20):
        main = next(prompt for prompt in desk.prompts if prompt.role is Role.MAIN)
        if main.seat is not None and NAMES[main.seat] not in main.title:
            break
        _answer(desk, main)
    assert describe_waiting(LOOT, desk.state) == f"Waiting for {NAMES[main.seat]}: {main.title}"


# The end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game, players in TABLES if game in SHELF],
    ids=lambda value: getattr(value, "key", value),
)
async def test_the_end_is_a_podium_with_everybody_on_or_below_it(store: Store, game: AnyGame, players: int) -> None:
    desk = ended(store, game, players)
    outcome = agreements.outcome(game, desk.state)
    async with board(desk) as page:
        assert any(word.startswith(join_words([NAMES[seat] for seat in outcome.winners])) for word in page.texts())
        for place in agreements.standings(game, desk.state):
            words = page.texts(page.id(f"board.place[{place.side[0]}]"))
            assert f"{place.rank}." in words
            assert number_text(place.points) in words
            assert all(any(NAMES[seat] in word for word in words) for seat in place.side)
            assert all(
                words.index(number_text(place.points)) > words.index(NAMES[seat])
                for seat in place.side
                if NAMES[seat] in words
            )
        beside = desk.shown.awards[:1] if players < 8 else ()  # where more play, the curve takes all the room
        assert {award.sentence for award in beside} <= set(page.texts())
        crowns = [text for text in page.all(ft.Text) if text.semantics_label == "wears the crown"]
        assert len(crowns) == len(
            {place.side for place in desk.game.standings(desk.state) if _won(place.side, outcome)}
        )


def _won(side: tuple[int, ...], outcome: Any) -> bool:
    return bool(set(side) & set(outcome.winners))


async def test_eight_who_share_the_win_all_stand_on_the_podium(store: Store) -> None:
    desk = opened(store, CROWN, 8)
    enter(desk, "stopped", reason="", counts=True)
    async with board(desk) as page:
        assert all(NAMES[seat] in page.texts(page.id(f"board.place[{seat}]")) for seat in range(8))
        assert min(letter_sizes(page)) >= LARGE[1] / 30


@pytest.mark.long
async def test_after_the_last_entry_the_podium_comes_by_itself(store: Store) -> None:
    complete = ended(store, CROWN, 2)
    desk = Desk(store, complete.session_id)
    desk.undo(desk.number)
    async with board(desk) as page:
        assert not page.has("board.place[0]")
        desk.redo(desk.number)
        await page.settle()
        assert page.id("board.place[0]")


# How large ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@every_table
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=lambda size: f"{size[1]}")
async def test_no_letter_is_smaller_than_a_thirtieth_of_the_height(
    store: Store, size: tuple[int, int], game: AnyGame, players: int
) -> None:
    desks = [halfway(store, game, players, LONG)] + ([ended(store, game, players, LONG)] if game in SHELF else [])
    for desk in desks:
        async with board(desk, size) as page:
            assert min(letter_sizes(page)) >= size[1] / 30
            for text in page.all(ft.Text):
                if text.value != "♛":
                    assert text.max_lines is not None or text.style.font_family == "Signs", text.value


@pytest.mark.long
@every_table
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_everything_can_be_read_by_day_and_by_night_and_nothing_is_tapped(
    store: Store, dark: bool, game: AnyGame, players: int
) -> None:
    desks = [halfway(store, game, players)] + ([ended(store, game, players)] if game in SHELF else [])
    for desk in desks:
        async with board(desk, dark=dark) as page:
            assert hard_to_read(page, dark=dark) == []
            assert pressed_names(page) == []


def test_a_frame_is_as_high_in_units_whatever_the_window() -> None:
    for width, height in (LARGE, SMALL, (3840, 2160)):
        frame = frame_for(Look(scale=1.3), width, height)
        assert frame.height == pytest.approx(HEIGHT)
        assert frame.px(SMALLEST) >= height / 30
    tablet = frame_for(Look(), 768, 1024)
    assert tablet.width == pytest.approx(1440)


def test_bold_words_are_measured_as_they_are_drawn() -> None:
    frame = frame_for(Look(), *LARGE)
    assert frame.text_piece("The last round", bold=True).width > frame.text_piece("The last round").width


def test_lines_break_where_the_room_ends() -> None:
    for widths, lines in (([], []), ([45, 45, 45], [2, 1]), ([45, 46, 200, 10], [1, 1, 1, 1])):
        pieces = [Piece(width, ft.Text()) for width in widths]
        broken = break_lines(pieces, 100, 10)
        assert [len(line) for line in broken] == lines
        assert [piece for line in broken for piece in line] == pieces


@pytest.mark.long
async def test_a_count_loses_its_title_where_the_row_has_no_room_for_it(store: Store) -> None:
    desk = halfway(store, OH_HELL, 3)
    for size, shown_titles in ((LARGE, ["Bid"]), ((768, 1024), [])):
        async with board(desk, size) as page:
            texts = page.texts(page.id("board.seat[1]"))
            assert "bid 4" in texts
            assert [text for text in texts if text == "Bid"] == shown_titles


async def test_a_sign_that_names_others_keeps_its_words_where_the_row_has_no_room_for_the_rest(store: Store) -> None:
    desk = opened(store, CROWN, 5, CROWN.options(pool=(RoundType.ALLIANCES,)))
    enter(desk, "teams_formed", teams=[[0, 2], [1], [3, 4]])
    async with board(desk, (768, 1024)) as page:
        words = [text.value for text in page.walk(page.id("board.seat[0]")) if isinstance(text, ft.Text)]
        assert "with Cleo" in words
        assert "Deals" not in words, "its picture is enough"


async def test_it_follows_the_size_of_its_window(store: Store) -> None:
    async with board(halfway(store, CROWN, 5)) as page:
        before = min(letter_sizes(page))
        surface = page.one(ft.Container, on_size_change=page.all(ft.View)[-1].controls[0].on_size_change)
        await page.fire(surface, "size_change", {"w": 960.0, "h": 540.0})
        assert min(letter_sizes(page)) == pytest.approx(before / 2, abs=0.1)


# Where it stands ----------------------------------------------------------------------------------------------------


async def test_it_stands_at_its_two_addresses_and_nowhere_else(store: Store) -> None:
    desk, other = opened(store, CROWN, 3), opened(store, CROWN, 3)
    own = f"/table/{desk.session_id}"
    async with board(desk) as page:
        for route, there in (
            ("/", True),
            (own, True),
            (f"{own}/sheet", False),
            (f"{own}/log", False),
            (f"{own}/rules", False),
            (f"/result/{desk.session_id}", False),
            ("/settings", False),
        ):
            await page.go(route)
            assert page.has("board.waiting") is there, route
        await page.go(f"/table/{other.session_id}")
        await page.until(lambda: page.page.route == own)
        assert page.has("board.waiting")
