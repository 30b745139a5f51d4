"""Everybody's own phone at the table: invite, let in, ask in secret, sleep, send away."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.testing.browser import PHONE, Server, Ui, wait_until
from companion.testing.journeys import hold
from scoring.contract.game import AnyGame
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import MissionsReveal, RoundType, Secrets
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.options import Bids, Level, Options
from tests.https import CERTIFICATE, KEY
from tests.journeys.conftest import Open
from tests.journeys.hands import FOUR, THREE, chosen, expect_prompt, journal, kept_totals, opened, score, take
from tests.warm import WarmServer

PLACE = "127.0.0.2"

BLIND = "blind_bid_sealed.bid"
MISSION = "mission_picked.mission"

Invite = Callable[..., tuple[Server, str]]


@pytest.fixture
def invite(tmp_path: Path) -> Iterator[Invite]:
    """Start the app with its door open for a new session; returns the server and the session."""
    servers: list[Server] = []

    def start(
        game: AnyGame, options: Any, names: Sequence[str] = THREE, more: tuple[str, ...] = ()
    ) -> tuple[Server, str]:
        database = tmp_path / "companion.sqlite"
        session = opened(database, names, options, game)
        servers.append(WarmServer(tmp_path, database, more=("--phones", PLACE, *more)))
        return servers[0], session

    yield start
    for server in servers:
        server.stop()


def door_of(server: Server) -> tuple[str, str]:
    """The address and the code for phones, as last printed by the program."""
    wait_until(lambda: "and type" in server.log.read_text(), 20)
    said = re.findall(r"open (https?://\S+) and type (\S+):", server.log.read_text())
    address, code = said[-1]
    return address, code


def ask_for_place(visit: Open, server: Server, place: str, **options: Any) -> Ui:
    """A window enters the code and asks for a place: "join[1]"."""
    address, code = door_of(server)
    ui = visit(address, **options)
    ui.page.goto(address)
    ui.page.fill("#code", code.lower())
    ui.page.click("button")
    ui.page.wait_for_selector("flutter-view", state="attached")
    return ui.ready().see("Who are you?").tap_id(place).see("One moment")


def join(visit: Open, server: Server, host: Ui, seat: int, **more: Any) -> Ui:
    """A phone enters the code, asks for a seat, and is let in by the host."""
    phone = ask_for_place(visit, server, f"join[{seat}]", **PHONE, **more)
    host.see(f"A phone wants to be {THREE[seat]}").tap("Let in")
    return phone.gone("One moment")


def sealed_table(invite: Invite, visit: Open, *more: str, **phone: Any) -> tuple[Server, str, Ui, Ui]:
    """A table of Faction Wars with sealed bids: the program, the session, the host's window, and Ben's phone."""
    server, session = invite(FACTION_WARS, Options(bids=Bids.SEALED, level=Level.ROUNDS), more=more)
    host = visit(server.url, **PHONE).open(f"/table/{session}")
    return server, session, host, join(visit, server, host, 1, **phone)


def test_sealed_bids_are_made_on_phones_and_open_together(invite: Invite, visit: Open) -> None:
    server, _, host, ben = sealed_table(invite, visit)
    ana = join(visit, server, host, 0)
    ben.tap_id("bid_sealed.bid=2").see("1 of 3 have chosen")
    ana.see("sealed").tap_id("bid_sealed.bid=1").see("2 of 3 have chosen")
    host.see("Cleo bids")
    for window in (host, ana, ben):
        expect(window.text("→")).to_have_count(0)
    cleo = join(visit, server, host, 2)
    cleo.tap_id("bid_sealed.bid=3")
    for window in (host, ana, ben, cleo):
        window.see("Position 3")
    ben.see("Waiting: Ana collects position 1")
    bids = [(entry.event.seat, entry.event.bid) for entry in journal(server.database)[1:]]
    assert bids == [(1, 2), (0, 1), (2, 3)]


def test_an_evening_of_crown_battles_by_a_host_and_two_phones(invite: Invite, visit: Open) -> None:
    """Blind bids, missions shown at once, and a duel; Cleo and Dov have no phones, so the host enters theirs."""
    options = CrownOptions(
        schedule=(2, 2, 2),
        pool=(RoundType.BLIND, RoundType.MISSIONS, RoundType.DUEL_FIGHTS),
        secrets=Secrets.SEALED,
        missions_reveal=MissionsReveal.TOGETHER,
    )
    server, session = invite(CROWN, options, FOUR)
    host = visit(server.url, **PHONE).open(f"/table/{session}")
    ana, ben = join(visit, server, host, 0), join(visit, server, host, 1)
    bid_blindly(host, ana, ben)
    show_missions(host, ana, ben)
    fight_duels(host, ana, ben)
    host.value("winner", "Ana wins")
    for phone in (ana, ben):
        phone.value("winner", "Ana wins")  # opened by itself
        expect(phone.id("share.picture")).to_be_attached()
    assert kept_totals(server.database) == [30 + 10 + 20, 30 + 0 - 10, 20 + 0 - 10, -10 + 0 + 10]


def bid_blindly(host: Ui, ana: Ui, ben: Ui) -> None:
    """Two bid on their phones, two on the host's; nobody sees a bid before the last trick."""
    expect_prompt(host, "Which type was drawn?").tap_id("type_drawn.type=blind")
    ben.see("Your turn, Ben").tap_id(f"{BLIND}=1").tap_id("confirm")
    host.see("1 of 4 have chosen. Still open: Cleo, Dov and Ana.")
    ana.tap_id(f"{BLIND}=1").tap_id("confirm").see("2 of 4 have chosen. Still open: Cleo and Dov.")
    for name, bid in (("Cleo", 0), ("Dov", 1)):
        expect_prompt(host, f"Pass the phone to {name}")
        hold(host, f"{BLIND}.hold", f"{BLIND}={bid}")
        host.tap_id(f"{BLIND}={bid}").see("Set. Hold to change").tap_id("confirm")
    expect_prompt(host, "Reveal the bids")
    for window in (host, ana, ben):
        expect(window.text(re.compile("bids [01]"))).to_have_count(0)
    hold(host, "confirm", "tricks_taken.tricks[0]=1")
    ana.tap_id("tricks_taken.tricks[0]=1")
    ben.tap_id("tricks_taken.tricks[1]=1")
    take(host, 3, 0)
    score(host)


def show_missions(host: Ui, ana: Ui, ben: Ui) -> None:
    """Everybody picks a mission in secret; after the last pick all are shown on every screen."""
    expect_prompt(host, "Which type was drawn?").tap_id("type_drawn.type=missions")
    ben.tap_id("trump_spun.shows=red")
    ana.tap_id(f"{MISSION}=trump_trick").tap_id("confirm")
    ben.tap_id(f"{MISSION}=none_or_one").tap_id("confirm").see("2 of 4 have chosen. Still open: Cleo and Dov.")
    for name in ("Cleo", "Dov"):
        expect_prompt(host, f"Pass the phone to {name}")
        hold(host, f"{MISSION}.hold", f"{MISSION}=not_first")
        for window in (host, ana, ben):
            expect(window.text(re.compile("^Trump: 10"))).to_have_count(0)
        host.tap_id(f"{MISSION}=not_first").see("Set. Hold to change").tap_id("confirm")
    for window in (host, ana, ben):
        window.see(re.compile("^Trump: 10"))
    ana.tap_id("missions_judged.achieved[0]=1")
    ben.tap_id("missions_judged.achieved[1]=1")
    for seat in (2, 3):
        host.tap_id(f"missions_judged.achieved[{seat}]=1")
    score(host)


def fight_duels(host: Ui, ana: Ui, ben: Ui) -> None:
    """The host enters the fights; two players bid in turn on their phones."""
    expect_prompt(host, "Which type was drawn?").tap_id("type_drawn.type=duel_fights")
    expect_prompt(host, "Cleo")
    for seat in (0, 1):
        host.tap_id(f"duels_paired.fights[{seat}]")
    host.tap_id("confirm")
    for name, bid in (("Dov", 0), ("Cleo", 1)):
        expect_prompt(host, f"{name} bids")
        ben.see(f"Waiting: {name} bids")
        host.tap_id(f"bid_placed.bid={bid}")
    ana.see("Your turn, Ana").tap_id("bid_placed.bid=1")
    ben.see("Your turn, Ben").tap_id("bid_placed.bid=0")
    ana.tap_id("tricks_taken.tricks[0]=1")
    ben.tap_id("tricks_taken.tricks[1]=1")
    take(host, 2, 0)
    score(host)


def test_a_phone_that_is_reloaded_or_finds_the_program_started_again_sits_where_it_sat(
    invite: Invite, visit: Open
) -> None:
    server, _, host, ben = sealed_table(invite, visit)
    ben.reload().see("Ben bids")
    for window in (ben, host):
        window.expect_trouble("WebSocket", "ERR_", "uncaught: Exception", "uncaught: Failed to fetch")
    server.kill()
    ben.see("Working...")
    expect(ben.page.get_by_role("alert").get_by_text("No connection to the table")).to_be_visible()
    server.start()
    ben.gone("Working...", timeout=20_000).tap_id("bid_sealed.bid=2").see("1 of 3 have chosen")
    assert journal(server.database)[-1].event.bid == 2


@pytest.mark.deep
def test_a_phone_that_was_sent_away_says_so_and_comes_in_again_with_the_code(invite: Invite, visit: Open) -> None:
    server, session, host, ben = sealed_table(invite, visit)
    ben.expect_trouble("WebSocket", "403", "ERR_", "uncaught: Exception")
    host.open(f"/table/{session}/phones").see("connected").tap("Send away").see("No phone has joined yet.")
    expect(ben.page.get_by_text("The host removed this phone from the table.")).to_be_visible()
    ben.page.fill("#code", door_of(server)[1])
    ben.page.click("button")
    ben.page.wait_for_selector("flutter-view", state="attached")
    ben.ready().see("Who are you?")


@pytest.mark.deep
def test_a_phone_that_was_sent_away_by_mistake_is_brought_back_to_its_seat(invite: Invite, visit: Open) -> None:
    _, session, host, ben = sealed_table(invite, visit)
    ben.expect_trouble("WebSocket", "403", "ERR_", "uncaught: Exception")
    host.open(f"/table/{session}/phones").see("connected").tap("Send away").see("Bring back")
    expect(ben.page.locator("#code")).to_be_visible()
    host.tap("Bring back").see("connected")
    ben.ready().see("Your turn, Ben").tap_id("bid_sealed.bid=2").see("1 of 3 have chosen")


@pytest.mark.deep
def test_a_phone_says_that_the_door_was_closed_and_goes_on_when_it_is_open_again(invite: Invite, visit: Open) -> None:
    _, session, host, ben = sealed_table(invite, visit)
    ben.expect_trouble("WebSocket", "ERR_", "uncaught: Exception", "Failed to fetch")
    host.open(f"/table/{session}/phones").see("connected").tap("Close the door").see("Invite phones")
    expect(ben.page.get_by_role("alert").get_by_text("The table is closed for phones")).to_be_visible()
    host.tap_id("phones.open").see("Close the door")
    expect(ben.page.locator("#away")).to_have_count(0, timeout=20_000)
    ben.ready().see("Your turn, Ben", timeout=30_000).tap_id("bid_sealed.bid=2").see("1 of 3 have chosen")


def test_a_phone_says_within_seconds_that_nothing_comes_through_and_goes_on_with_the_same_page(
    invite: Invite, visit: Open
) -> None:
    """The program is stopped, so the line stays open, as it does for a phone that is out of range."""
    server, _, host, ben = sealed_table(invite, visit)
    ben.page.evaluate("window.before = true")
    for window in (ben, host):
        window.expect_trouble("WebSocket", "ERR_", "Failed to fetch", "signal")
    with server.stopped():
        expect(ben.page.get_by_role("alert").get_by_text("No connection to the table")).to_be_visible(timeout=5_000)
    expect(ben.page.locator("#away")).to_have_count(0, timeout=10_000)
    assert ben.page.evaluate("window.before")
    ben.see("Your turn, Ben").tap_id("bid_sealed.bid=2").see("1 of 3 have chosen")


def test_over_https_with_an_unknown_certificate_a_phone_joins_and_bids(invite: Invite, visit: Open) -> None:
    """The group has a certificate of its own; the browser was told once to trust it."""
    more = ("--certificate", str(CERTIFICATE), "--key", str(KEY))
    server, _, _, ben = sealed_table(invite, visit, *more, ignore_https_errors=True)
    assert door_of(server)[0].startswith("https://")
    assert ben.page.evaluate("isSecureContext")
    ben.tap_id("bid_sealed.bid=2").see("1 of 3 have chosen")
    assert journal(server.database)[-1].event.bid == 2
    ben.reload().see("1 of 3 have chosen")


def test_a_stranger_gets_nothing_without_the_code(invite: Invite, visit: Open) -> None:
    server, _ = invite(FACTION_WARS, Options())
    address, _ = door_of(server)
    stranger = visit(address, **PHONE)
    stranger.expect_trouble("403")
    stranger.page.goto(f"{address}/join/abc")
    expect(stranger.page.get_by_text("This code is no longer valid")).to_be_visible()
    stranger.page.fill("#code", "AAAA-AAAA")
    stranger.page.click("button")
    expect(stranger.page.get_by_text("Wrong code")).to_be_visible()
    assert stranger.page.request.get(f"{address}/main.dart.js").status == 403


@pytest.mark.deep
def test_a_reload_in_the_middle_of_a_secret_keeps_what_was_tapped(invite: Invite, visit: Open) -> None:
    options = CrownOptions(schedule=(3, 3), pool=(RoundType.BLIND,), secrets=Secrets.SEALED)
    server, session = invite(CROWN, options)
    host = visit(server.url, **PHONE).open(f"/table/{session}")
    ana, ben = join(visit, server, host, 0), join(visit, server, host, 1)
    ben.tap_id(f"{BLIND}=2")
    expect(chosen(ben, f"{BLIND}=2")).to_be_attached()
    ana.tap_id(f"{BLIND}=1").tap_id("confirm").see("1 of 3 have chosen")
    expect(chosen(ben, f"{BLIND}=2")).to_be_attached()
    ben.reload().see("Your turn, Ben")
    expect(chosen(ben, f"{BLIND}=2")).to_be_attached()
    host.see("1 of 3 have chosen").see("Cleo bids in secret")  # she has no phone
    assert len(journal(server.database)) == 2
    ben.tap_id("confirm").see("2 of 3 have chosen")
    assert (journal(server.database)[-1].event.seat, journal(server.database)[-1].event.bid) == (1, (2,))
