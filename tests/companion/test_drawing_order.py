"""The window that was tapped is drawn first, the others afterwards."""

from collections import Counter
from contextlib import AsyncExitStack

import pytest
from flet.messaging.protocol import Message, MessageAction

from companion.phones.invitation import BOARD, Invitation, Place, Use
from companion.testing.headless import Client
from scoring.contract.scores import Seat
from scoring.games import find_game
from storage.store import Store
from tests.companion.phone_tables import let_in, on_phone
from tests.companion.tables import opened

pytestmark = pytest.mark.deep

PLAYERS = 6


@pytest.mark.parametrize("acting", range(3))
async def test_the_phone_that_was_tapped_is_drawn_before_all_others(
    acting: int, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    drawn: list[Client] = []
    send = Client.send_message

    def note(self: Client, message: Message) -> None:
        body = message.body
        if message.action is MessageAction.PATCH_CONTROL and "_services" not in str(body.patch[1]):
            drawn.append(self)
        send(self, message)

    invitation = Invitation(opened(store, find_game("crown_battles"), PLAYERS))
    async with AsyncExitStack() as stack:
        places = [BOARD, *(Place(Use.SEAT, Seat(seat)) for seat in range(PLAYERS))]
        phones = [on_phone(invitation, let_in(invitation, place)) for place in places]
        board, *pages = [await stack.enter_async_context(phone) for phone in phones]
        for _ in range(acting + 1):
            page = next(page for page in pages if page.has("bid_placed.bid=1"))
            monkeypatch.setattr(Client, "send_message", note)
            drawn.clear()
            await page.tap("bid_placed.bid=1")
            await page.settle(0.05)
            monkeypatch.undo()
        assert drawn[0] is page.client
        assert Counter(drawn) == Counter(other.client for other in (board, *pages))
