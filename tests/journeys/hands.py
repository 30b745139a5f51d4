"""Helpers that play at the table: open sessions, place bids, count tricks, and wait until the phone shows it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, expect

from companion.testing.browser import PHONE, Open, Ui, wait_until
from companion.testing.random_sessions import keep_journal
from scoring.contract.game import AnyGame, Opened
from scoring.contract.scores import totals
from scoring.engine.codec import event_from
from scoring.engine.journal import Journal, Record
from scoring.engine.replay import replay
from scoring.games import GAMES
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options
from storage.store import Store
from tests.journeys.conftest import Served

FIVE: Final = ("Ana", "Ben", "Cleo", "Dov", "Eve")
FOUR: Final = FIVE[:4]
THREE: Final = FIVE[:3]

Bid = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Bids and tricks by seat; `trump` is what the spinner showed, empty if it was not entered."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    trump: str = ""


def opened(
    path: Path, names: Sequence[str] = FIVE, options: Any = None, game: AnyGame = CROWN, *events: tuple[str, Any]
) -> str:
    """Create a session in the file, optionally with its first entries; returns its id."""
    with Store(path, games=(*GAMES, game) if game not in GAMES else GAMES) as store:
        return record(store, game, Opened(tuple(names), game.options() if options is None else options), events)


def at_table(
    visit: Open,
    server: Served,
    names: Sequence[str] = FIVE,
    options: Any = None,
    game: AnyGame = CROWN,
    *events: tuple[str, Any],
    **size: Any,
) -> Ui:
    """A window at a new table, by default on a phone."""
    return visit(server.url, **(size or PHONE)).open(f"/table/{opened(server.database, names, options, game, *events)}")


def record(store: Store, game: AnyGame, begun: Opened[Any], events: Iterable[tuple[str, Any]]) -> str:
    """Open a session and record its first entries, as the table would; returns its id."""
    return keep_journal(store, game, build_journal(game, begun, events))


def build_journal(game: AnyGame, begun: Opened[Any], events: Iterable[tuple[str, Any]]) -> tuple[Record[Any], ...]:
    return (Record(begun), *(Record(event_from(game, kind, answers)) for kind, answers in events))


def journal(path: Path, session: str | None = None) -> Journal[Any]:
    """The stored journal of a session, by default of the only one."""
    with Store(path) as store:
        return store.sessions.load(session or store.history.list_sessions().sessions[0].id).journal


def kept_totals(path: Path) -> list[int | None]:
    """The stored points by seat of the latest session."""
    with Store(path) as store:
        return [seated.points for seated in store.history.list_sessions().sessions[0].seats]


def final_totals(options: Options, rounds: Sequence[Round]) -> list[int]:
    """The totals of an evening of five from the rules alone, without app or storage."""
    entries = [entry for number, played in enumerate(rounds) for entry in events_of(number, played)]
    run = replay(CROWN, build_journal(CROWN, Opened(FIVE, options), entries))
    sums = totals(run.state.ledger, run.state.table.seats)
    return [sums[seat] for seat in run.state.table.seats]


def events_of(number: int, played: Round) -> list[tuple[str, dict[str, Any]]]:
    """The entries of round `number`, counted from 0, which also sets the dealer."""
    events: list[tuple[str, dict[str, Any]]] = []
    if played.trump:
        events.append(("trump_spun", {"shows": played.trump}))
    for seat in bidders(number, len(played.bids)):
        events.append(("bid_placed", {"seat": seat, "bid": list(played.bids[seat])}))
    events.append(("tricks_taken", {"tricks": [list(pair) for pair in enumerate(played.tricks)]}))
    return events


def bidders(number: int, players: int) -> list[int]:
    """Left of the dealer first; seat 0 deals round 0."""
    return [(number + 1 + step) % players for step in range(players)]


def expect_prompt(ui: Ui, words: str) -> Ui:
    """Wait until the table asks this."""
    ui.id("asked").filter(has_text=words).wait_for(state="attached")
    return ui


def spin(ui: Ui, shows: str) -> None:
    """Tap what the spinner shows, and wait until it is recorded."""
    ui.tap_id(f"trump_spun.shows={shows}").id(f"trump_spun.shows={shows}").wait_for(state="detached")


def bid(ui: Ui, name: str, bid: Bid) -> None:
    """Place the bid of the player who is asked."""
    expect_prompt(ui, f"{name} bids").tap_id(f"bid_placed.bid={'-'.join(map(str, bid))}")


def take(ui: Ui, seat: int, tricks: int) -> None:
    """Tap a player's tricks, and wait until they are selected."""
    spot = f"tricks_taken.tricks[{seat}]={tricks}"
    ui.tap_id(spot)
    chosen(ui, spot).wait_for(state="attached")


def on_disk(path: Path, session: str, taken: tuple[int, int]) -> None:
    """Wait until the half-filled count of the next entry is in the file; it is written after its frame."""
    with Store(path) as store:
        number = len(store.sessions.load(session).journal)

        def is_written() -> bool:
            return list(taken) in (store.drafts.load(session, number).get("tricks_taken") or {}).get("tricks", ())

        wait_until(is_written, failure=f"{taken} was never written down")


def chosen(ui: Ui, identifier: str) -> Locator:
    """The chip with this name if it is selected."""
    return ui.page.locator(f'[flt-semantics-identifier="{identifier}"]:is([aria-selected=true], [aria-current=true])')


def place_bids(ui: Ui, names: Sequence[str], number: int, played: Round) -> None:
    """Place all bids of a round in order, after the trump if it is entered."""
    if played.trump:
        spin(ui, played.trump)
    for seat in bidders(number, len(names)):
        bid(ui, names[seat], played.bids[seat])
    ui.see_id("confirm")


def count_tricks(ui: Ui, played: Round) -> None:
    """Tap the tricks of those who missed their bid until the rest follows from the sum, then score the round."""
    for seat, (numbers, won) in enumerate(zip(played.bids, played.tricks, strict=True)):
        if numbers != (won,) and not ready(ui):
            take(ui, seat, won)
    score(ui)


def ready(ui: Ui) -> bool:
    """Whether the primary button records instead of saying what is missing."""
    return ui.id("confirm").inner_text().startswith("Score")


def score(ui: Ui) -> None:
    """Tap "Score round 3" and wait for the next prompt or the result."""
    ui.id("confirm").filter(has_text=re.compile("^Score ")).wait_for(state="attached")
    ui.tap_id("confirm").id("confirm").wait_for(state="detached")


def close_sheet(ui: Ui) -> None:
    """Close the sheet that lies over the screen."""
    ui.tap_id("sheet.close")
    expect(ui.id("sheet.close")).to_have_count(0)


def play(ui: Ui, names: Sequence[str], number: int, played: Round) -> None:
    """A whole round."""
    place_bids(ui, names, number, played)
    count_tricks(ui, played)


def shown_totals(ui: Ui, players: int) -> list[int]:
    """The totals beside the names at the table, without the last change below them."""
    texts = [ui.id(f"total[{seat}]").inner_text().split() for seat in range(players)]
    return [int(text[0].replace("−", "-")) for text in texts]
