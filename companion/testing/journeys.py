"""A journey in a real browser: from the shelf over the set-up through a session to its result."""

import random
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import expect

from companion.app import main_for
from companion.testing.browser import PHONE, Open, Ui, served
from companion.testing.guarding import GuardedTests
from companion.testing.hand import Choose, Hold, Step, Tap, Write, choose_entry, keys_of
from companion.testing.random_sessions import shelf_of
from scoring.contract.game import AnyGame
from scoring.engine import agreements
from scoring.engine.replay import Replay, replay
from scoring.testing.walks import NAMES, rolled
from storage.store import Store

MOST: Final = 30  # entries of a journey; a long game is left before its end
PATIENCE: Final = 20.0  # seconds until an entry must be in the file


class JourneyTests(GuardedTests):
    """A phone with a real browser; pytest needs the fixtures of `companion/testing/fixtures.py`."""

    def test_a_journey_in_a_browser_to_the_result(self, game: AnyGame, visit: Open, tmp_path: Path) -> None:
        path = tmp_path / "journey.sqlite"
        with Store(path, shelf_of(game)) as store, served(main_for(store)) as url:
            ui = visit(url, **PHONE).open()
            names = NAMES[: game.box.players[0]]
            sit_down(ui, game, names)
            play(ui, game, path, seed=1)


def sit_down(ui: Ui, game: AnyGame, names: tuple[str, ...]) -> None:
    """Choose the game on the shelf, type who plays, and begin."""
    ui.tap_id(f"new.{game.key}").see("At the table")
    for seat, name in enumerate(names):
        ui.fill("New player", name)
        ui.tap("Add").see_id(f"leave[{seat}]")
    ui.tap_id("start").see_id("asked")


def play(ui: Ui, game: AnyGame, path: Path, seed: int) -> None:
    """Tap random answers that the rules take, to the end or for `MOST` entries; each must be in the file."""
    below = rolled(random.Random(seed))
    for entries in range(MOST):
        session_id, run = wait_for(game, path, entries)
        outcome = agreements.outcome(game, run.state)
        if outcome is not None:
            ui.open(f"/result/{session_id}").see_id("winner")
            for seat in outcome.winners:
                expect(ui.id("winner")).to_contain_text(run.state.table.names[seat])
            return
        ui.rest()
        for step in choose_entry(game, run.state, below):
            take(ui, step)
    wait_for(game, path, MOST)


def wait_for(game: AnyGame, path: Path, entries: int) -> tuple[str, Replay[Any, Any]]:
    """Wait until the only session of the file has this many entries after its opening: its id, and its replay."""
    end = time.monotonic() + PATIENCE
    while True:
        with Store(path, shelf_of(game)) as store:
            (session,) = store.history.list_sessions().sessions
            journal = store.sessions.load(session.id).journal
        if len(journal) > entries:
            return session.id, replay(game, journal)
        assert time.monotonic() < end, f"entry {entries} was never recorded; the last one is {journal[-1]}"
        time.sleep(0.05)  # polls a file, not the screen


def take(ui: Ui, step: Step) -> None:
    """One step in a browser."""
    match step:
        case Tap(name):
            ui.tap_id(name)
        case Hold(name, opens):
            hold(ui, name, opens)
        case Write(_, label, text):
            ui.fill(label, text)
        case Choose(path, number):
            choose(ui, path, number)


def hold(ui: Ui, identifier: str, opens: str) -> None:
    """Hold an element until it opens."""
    spot = ui.id(identifier)
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box, identifier
    ui.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ui.page.mouse.down()
    ui.see_id(opens)
    ui.page.mouse.up()
    ui.taps += 1


def choose(ui: Ui, path: str, number: int) -> None:
    """Tap a number, by the way it is offered."""
    ui.rest()  # the form may have changed with the answer before
    name = f"{path}={number}"
    ways = (name, f"{path}~{number // 10 * 10}", f"{path}.more", f"{path}.pad#1", path)
    expect(ui.page.locator(", ".join(f'[flt-semantics-identifier="{way}"]' for way in ways)).first).to_be_attached()
    way = next(way for way in ways if ui.id(way).count())
    if way == path:
        return  # a card's number that is remembered
    if way not in (name, f"{path}.pad#1"):
        ui.tap_id(way)
        keypad_or_chip = f'[flt-semantics-identifier="{name}"], [flt-semantics-identifier="{path}.pad#1"]'
        expect(ui.page.locator(keypad_or_chip).first).to_be_attached()
    if ui.id(name).count():
        ui.tap_id(name)
        return
    for key in keys_of(number):
        ui.tap_id(f"{path}.pad#{key}")
