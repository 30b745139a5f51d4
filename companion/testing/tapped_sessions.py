"""Sessions played by taps on a page without a browser: what is tapped is what is recorded."""

import random
from typing import Final

import flet as ft

from companion.app import main_for
from companion.testing.guarding import GuardedTests
from companion.testing.hand import Choose, Hold, Step, Tap, Write, choose_entry, keys_of
from companion.testing.headless import Page, headless, visited
from companion.testing.random_sessions import shelf_of
from scoring.contract.game import AnyGame, Opened
from scoring.engine import agreements
from scoring.engine.replay import replay
from scoring.testing.walks import NAMES, first_options, rolled
from storage.file.database import MEMORY
from storage.store import Store

MOST: Final = 40  # entries of a tapped session; a long game is left before its end


class PlayingTests(GuardedTests):
    """A session is played on the screens, from the shelf to the result."""

    def test_a_session_is_played_by_taps(self, game: AnyGame) -> None:
        with Store(MEMORY, shelf_of(game)) as store:
            play_by_taps(store, game)


@headless
async def play_by_taps(store: Store, game: AnyGame) -> None:
    """Play a session with its first preset by taps, to the end or for `MOST` entries."""
    below, names = rolled(random.Random(1)), NAMES[: game.box.players[0]]
    async with visited(main_for(store)) as page:
        options = first_options(game, len(names))
        session_id = store.sessions.open(game, Opened(names, options))
        await page.go(f"/table/{session_id}")
        for number in range(1, MOST + 1):
            state = replay(game, store.sessions.load(session_id).journal).state
            if agreements.outcome(game, state) is not None:
                break
            steps = choose_entry(game, state, below)
            for step in steps:
                await take(page, step)
            assert len(store.sessions.load(session_id).journal) == number + 1, (steps, page.texts())
        run = replay(game, store.sessions.load(session_id).journal)
        outcome = agreements.outcome(game, run.state)
        if outcome is not None:
            await page.go(f"/result/{session_id}")
            (winners,) = page.texts(page.id("winner"))
            assert all(names[seat] in winners for seat in outcome.winners)


async def take(page: Page, step: Step) -> None:
    match step:
        case Tap(name):
            await page.tap(name)
        case Hold(name):
            await page.hold(name)
        case Write(name, _, text):
            (box,) = (control for control in page.walk(page.id(name)) if isinstance(control, ft.TextField))
            await page.change(box, text)
        case Choose(path, number):
            await choose(page, path, number)


async def choose(page: Page, path: str, number: int) -> None:
    """Tap a number, by the way it is offered."""
    name = f"{path}={number}"
    shown = page.names()
    if path in shown and f"{path}.pad#1" not in shown:
        return  # a card's number that is remembered
    for opener in () if name in shown else (f"{path}~{number // 10 * 10}", f"{path}.more"):
        if opener in shown:
            await page.tap(opener)
            shown = page.names()
            break
    if name in shown or f"{path}.pad#1" not in shown:
        await page.tap(name)
        return
    for key in keys_of(number):
        await page.tap(f"{path}.pad#{key}")
