"""The evening on which taps are counted, with everybody bidding on their own phone."""

from contextlib import AsyncExitStack
from functools import partial

import pytest

from companion.phones.invitation import Invitation, Place, Use
from companion.phones.phone_app import guest_main
from companion.testing.headless import Page, visited
from scoring.contract.scores import Seat, totals
from scoring.engine import agreements
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion.phone_tables import admit, hosting
from tests.companion.tables import opened
from tests.journeys.hands import FIVE, bidders, final_totals
from tests.journeys.test_peers_evening import EVENING, SCHEDULE

MOST = 30
"""Taps of the scorekeeper; the best of other apps needs 120 for the same evening."""


class Hand:
    """The scorekeeper at the device that holds the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    async def tap(self, *names: str) -> None:
        for name in names:
            await shown(self.page, name)
            await self.page.tap(name)
            self.taps += 1


async def shown(page: Page, name: str) -> None:
    """Wait until this is on the screen: after a tap elsewhere a page is drawn a moment later."""
    await page.until(lambda: page.has(name))


async def join(stack: AsyncExitStack, hand: Hand, invitation: Invitation, seat: int) -> Page:
    """A phone that asks for a seat and is let in by the scorekeeper."""
    phone = admit(invitation, "Android phone")
    page = await stack.enter_async_context(visited(partial(guest_main, invitation, phone)))
    invitation.ask(phone, Place(Use.SEAT, Seat(seat)))
    await hand.page.settle()
    await hand.tap(f"letin[{phone.fingerprint[:6]}]")
    await page.settle()
    return page


async def enter(hand: Hand, phones: dict[int, Page], seat: int, name: str) -> None:
    """Enter a seat's answer, on its phone if it has one."""
    page = phones.get(seat, hand.page)
    await shown(page, name)
    await (page.tap(name) if seat in phones else hand.tap(name))


@pytest.mark.long
async def test_an_evening_of_ten_rounds_costs_the_scorekeeper_at_most_thirty_taps(store: Store) -> None:
    """The scorekeeper plays too, bids on the device that holds the table, and invites and lets in all others."""
    async with AsyncExitStack() as stack:
        host, server = await stack.enter_async_context(hosting(store))
        desk, hand = server.desks.desk(opened(store, CROWN, 5, SCHEDULE, names=FIVE).session_id), Hand(host)
        await host.go(f"/table/{desk.session_id}")
        await hand.tap("open.phones", "phones.open")
        await host.until(lambda: server.invitation is not None)
        invitation = server.invitation
        await host.settle()
        phones = {seat: await join(stack, hand, invitation, seat) for seat in range(1, 5)}
        await hand.tap("back")
        for number, played in enumerate(EVENING):
            for seat in bidders(number, len(FIVE)):
                await enter(hand, phones, seat, f"bid_placed.bid={played.bids[seat][0]}")
            for seat in phones:
                await enter(hand, phones, seat, f"tricks_taken.tricks[{seat}]={played.tricks[seat]}")
            host.use()
            await host.settle()
            await hand.tap("confirm")  # the scorekeeper's own tricks follow from the sum
        assert agreements.outcome(desk.game, desk.state) is not None
        sums = totals(desk.state.ledger, desk.state.table.seats)
        assert [sums[seat] for seat in desk.state.table.seats] == final_totals(SCHEDULE, EVENING)
        assert hand.taps <= MOST, f"{hand.taps} taps"
