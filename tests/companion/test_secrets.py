"""Nothing the app shows or exports reveals a sealed answer before the table opens it.

Two evenings are played that differ in nothing but their secrets; whatever a second window, the log with its
corrections, the lists and the files say must be the same for both, word for word.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any

import pytest

from companion.app import main_for
from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Moved, Recorded
from companion.open_session.table_session import TableSession
from companion.phones.invitation import Invitation, Phone
from companion.phones.phone_context import Guest
from companion.phones.phone_table import PhoneTable
from companion.sharing.sheet_export import to_csv, to_page
from companion.sharing.story import build_story
from companion.testing.accessibility import is_selected
from companion.testing.headless import Page, visited
from scoring.contract.game import Event, Game, Stopped
from scoring.engine import replay as replaying
from scoring.engine import transcript
from scoring.engine.journal import Amend, Record, Redo, Remove, Undo, effective
from scoring.engine.replay import Replay
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import MissionsReveal, Options, RoundType, Secrets
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.recruit.options import Level as RecruitLevel
from scoring.kit.trick_taking import Level
from storage.bg_stats.exporting import export_plays
from storage.derived.results import Status
from storage.store import Store
from storage.transfer.results_csv import export_lines, export_results
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_file import parse_session
from tests.companion.pages import at
from tests.companion.phone_tables import admit
from tests.companion.tables import enter, open_store, opened
from tests.seeds import one_short

BIDS = (([2], [0, 1], [1], [3]), ([0], [3], [2, 3], [1]))
MISSIONS = (("not_first", "none_or_one", "four", "other"), ("four", "other", "trump_trick", "not_first"))

SUITS = (("red", "golems_and_dragons"), ("green", "red"))

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # every store gives its own

Step = Callable[[Desk, int], None]


def blind(level: Level) -> Options:
    pool, specials = (RoundType.BLIND,), (Special.JESTER,)
    return Options(schedule=(4, 4), pool=pool, secrets=Secrets.SEALED, level=level, specials=specials)


def blind_missions() -> Options:
    pool = (RoundType.BLIND_MISSIONS,)
    return Options(schedule=(4, 4), pool=pool, secrets=Secrets.SEALED, level=Level.TRICKS)


def leaked() -> Options:
    return Options(schedule=(4, 4), pool=(RoundType.LEAKED_SUIT,), secrets=Secrets.SEALED)


def missions_at_once() -> Options:
    reveal = MissionsReveal.TOGETHER
    return Options(schedule=(4, 4), pool=(RoundType.MISSIONS,), secrets=Secrets.SEALED, missions_reveal=reveal)


def pick_suits(desk: Desk, secret: int) -> None:
    for suit in SUITS[secret]:
        enter(desk, "suit_picked", suit=suit)


def pick_missions(desk: Desk, secret: int) -> None:
    for mission in MISSIONS[secret][:3]:
        enter(desk, "mission_picked", mission=mission)


def spun(desk: Desk, secret: int) -> None:
    enter(desk, "trump_spun", shows="red")


def bid(desk: Desk, secret: int, seats: int = 4) -> None:
    for value in BIDS[secret][:seats]:
        enter(desk, "blind_bid_sealed", bid=value)


def keep(desk: Desk, secret: int, seats: int = 4) -> None:
    for mission in MISSIONS[secret][:seats]:
        enter(desk, "mission_sealed", mission=mission)


def play(desk: Desk, secret: int) -> None:
    for seat in (1, 2, 2):
        enter(desk, "trick_won", seat=seat)


def jest(desk: Desk, secret: int) -> None:
    enter(desk, "jester_played", seat=2)
    enter(desk, "blind_bid_moved", delta=(1, -1)[secret])


def last(desk: Desk, secret: int) -> None:
    enter(desk, "trick_won", seat=3)


def drawn(desk: Desk, secret: int) -> None:
    enter(desk, "type_drawn", type="blind")


def mistake(desk: Desk, secret: int) -> None:
    """A card is corrected: the sealed entries are on hold until the log fits again."""
    assert isinstance(desk.write(desk.amendment(1, {"type": "long_play"})), Recorded)
    assert desk.run.waiting


def stop(desk: Desk) -> None:
    """Stop the session, if need be without the entries on hold."""
    if desk.run.waiting:
        assert isinstance(desk.write(Record(Stopped("late", counts=True), before=desk.run.waiting[0])), Recorded)
    else:
        enter(desk, "stopped", reason="late", counts=True)
    assert desk.load_head().status is Status.STOPPED


async def read_everything(store: Store, desk: Desk) -> list[str]:
    """All text of every screen about the session, its correction forms and its exported file."""
    words = [desk.undoable, *export_session(store, desk.session_id)]
    table = f"/table/{desk.session_id}"
    routes = ("/", table, f"{table}/sheet", f"{table}/log", f"{table}/setup", "/history", "/games/crown_battles")
    async with visited(main_for(store)) as page:
        for route in (*routes, f"/session/{desk.session_id}", f"/session/{desk.session_id}/share"):
            await page.go(route)
            words += [route, *page.texts()]
        words += [word async for word in corrections(page, desk)]
    return [UUID.sub("…", word) for word in words]


async def corrections(page: Page, desk: Desk) -> AsyncIterator[str]:
    """The texts of the log when an entry is corrected or removed."""
    live = {step.entry for step in desk.run.steps} | set(desk.run.waiting)
    for number in sorted(live)[1::2]:
        await page.go("/")
        await page.go(f"/table/{desk.session_id}/log")
        await page.tap(f"entry[{number}]")
        for word in page.texts():
            yield word
        await page.tap("entry.remove")
        for word in page.texts():
            yield word


EVENINGS = {
    "bids by counts": (blind(Level.COUNTS), (bid,)),
    "bids by tricks": (blind(Level.TRICKS), (spun, bid, play, jest, last)),
    "bids of a round that turns out to be another": (
        replace(blind(Level.COUNTS), pool=(RoundType.BLIND, RoundType.LONG_PLAY)),
        (drawn, bid, mistake),
    ),
    "missions": (blind_missions(), (spun, keep, play, last)),
    "bids of some": (blind(Level.TRICKS), (spun, partial(bid, seats=2))),
    "missions of some": (blind_missions(), (spun, partial(keep, seats=2))),
    "suits of some": (leaked(), (pick_suits,)),
    "missions to be shown at once": (missions_at_once(), (spun, pick_missions)),
}


@contextmanager
def two_tables(evening: str) -> Iterator[tuple[list[Store], list[Desk]]]:
    """Two tables of an evening that differ in nothing but their secrets."""
    options, steps = EVENINGS[evening]
    with open_store() as one, open_store() as other:
        stores = [one, other]
        desks = [opened(store, GAME, 4, options) for store in stores]
        for secret, desk in enumerate(desks):
            for step in steps:
                step(desk, secret)
        assert desks[0].journal != desks[1].journal, evening
        yield stores, desks


@pytest.mark.long
@pytest.mark.parametrize("evening", one_short(tuple(EVENINGS)))
async def test_two_evenings_that_differ_in_their_secrets_tell_the_same(evening: str) -> None:
    with two_tables(evening) as (stores, desks):
        first, second = [await read_everything(store, desk) for store, desk in zip(stores, desks, strict=True)]
        assert first == second


def write_files(store: Store, desk: Desk) -> list[str]:
    """Everything that can leave the app as a file, and the transcript of the session file."""
    lines = export_session(store, desk.session_id)
    file = parse_session(lines, store.games)
    story = build_story(desk, store.sessions.load_head(desk.session_id))
    parts = [*export_results(store), *export_lines(store), to_csv(story), to_page(story)]
    texts = [part.decode() for part in (*parts, export_plays(store).content)]
    texts += [*lines, *list(export_sessions(store))[1:], *transcript.lines(file.game, file.run)]
    return [UUID.sub("…", text) for text in texts]


@pytest.mark.long
def test_no_file_of_an_open_or_stopped_evening_tells_a_secret() -> None:
    for evening in EVENINGS:
        with two_tables(evening) as (stores, desks):
            while_open = [write_files(store, desk) for store, desk in zip(stores, desks, strict=True)]
            assert while_open[0] == while_open[1], evening
            for desk in desks:
                stop(desk)
            once_stopped = [write_files(store, desk) for store, desk in zip(stores, desks, strict=True)]
            assert once_stopped[0] == once_stopped[1], evening
            assert export_session(stores[0], desks[0].session_id)[0].count('"totals"') == 0, evening  # it ends before
            for number in {counted.entry for counted in effective(desks[0].journal)}:
                assert desks[0].open_answers(number) == desks[1].open_answers(number), (evening, number)


INSIDE = Desk | Invitation | Store | Replay | replaying.Step | Record | Amend | Remove | Undo | Redo | Event
"""What a phone must not come by."""


def list_values(thing: Any, seen: dict[int, Any]) -> Iterator[str]:
    """Everything that the public attributes of an object lead to, in words."""
    assert not isinstance(thing, INSIDE), f"a phone holds {thing}"
    if isinstance(thing, str | int | float | Enum | None):
        yield UUID.sub("…", str(thing))
    elif isinstance(thing, Mapping):
        yield from list_values(tuple(thing.items()), seen)
    elif isinstance(thing, Iterable):
        for item in sorted(thing, key=str) if isinstance(thing, Set) else thing:
            yield from list_values(item, seen)
    elif id(thing) not in seen and not isinstance(thing, Game | Phone | datetime) and not callable(thing):
        seen[id(thing)] = thing
        for name in (name for name in dir(thing) if not name.startswith("_")):
            yield name
            yield from list_values(getattr(thing, name), seen)


@pytest.mark.parametrize("evening", EVENINGS)
def test_no_attribute_of_what_a_phone_holds_leads_to_a_secret(evening: str) -> None:
    options, steps = EVENINGS[evening]
    with open_store() as one, open_store() as other:
        desks = [opened(store, GAME, 4, options) for store in (one, other)]
        invitations = [Invitation(desk) for desk in desks]
        phones = [admit(invitation) for invitation in invitations]
        for step in steps:
            for secret, desk in enumerate(desks):
                step(desk, secret)
            for seat in (None, *desks[0].state.table.seats):
                held = [
                    Guest(invitation, phone, PhoneTable(invitation.desk, invitation, seat))
                    for invitation, phone in zip(invitations, phones, strict=True)
                ]
                first, second = [list(list_values(guest, {})) for guest in held]
                assert first == second
                for kind in ("blind_bid_sealed", "mission_sealed", "mission_picked", "suit_picked"):
                    assert [guest.table.draft(kind) for guest in held] == [{}, {}]
        assert desks[0].journal != desks[1].journal


def test_a_phone_offers_no_more_than_a_table_session() -> None:
    assert {name for name in dir(PhoneTable) if not name.startswith("_")} - {*dir(TableSession)} == {"close"}
    assert not {"state", "run", "journal", "write", "preview", "payload", "event"} & {*dir(TableSession)}


async def test_sealed_bids_are_shown_only_to_a_hold(store: Store) -> None:
    """The big button would open every bid in mid-round."""
    options = Options(schedule=(3,), pool=(RoundType.BLIND,), secrets=Secrets.SEALED)
    desk = opened(store, GAME, 3, options)
    for bid in ([2], [1], [0]):
        prompt = desk.main
        assert desk.record(prompt, {**dict(prompt.given), "bid": bid}, desk.number) != Moved()
    async with at(store, f"/table/{desk.session_id}") as page:
        before = desk.number
        await page.tap("confirm")
        assert desk.number == before
        assert any("hold the button for a moment" in text for text in page.texts())
        await page.hold("confirm")
        desk.refresh()
        assert desk.number == before + 1


@pytest.mark.long
async def test_a_card_face_down_is_not_shown_where_a_correction_asks_for_it_anew(store: Store) -> None:
    """The card of trick 1 is corrected to the next one, which lies face down since trick 3."""
    desk = opened(store, RECRUIT, 4, RECRUIT.options(level=RecruitLevel.CARDS))
    enter(desk, "card_displayed", card="KH")
    first, *_ = [enter(desk, "card_played", card=f"{rank}{suit}") for suit in "SD" for rank in range(2, 9)]
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{first}]", "card_played.card=3S", "entry.check")
        assert any("plays a card” no longer fits" in text for text in page.texts())
        await page.tap("preview.answer:card_played")
        assert not is_selected(page, "card_played.card=3S")
