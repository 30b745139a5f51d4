"""What a player's own phone shows at the table, sentence by sentence."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.open_session.telling.awaiting import describe_waiting
from companion.phones.invitation import BOARD, WATCHING, Invitation, Place, Use
from companion.phones.phone_access import CannotOpen, PhoneAccess
from companion.testing.headless import Page
from companion.ui.theme import TOUCH
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options, RoundType, Secrets
from scoring.games.recruits import GAME as RECRUITS
from scoring.games.score_pad import GAME as SCORE_PAD
from storage.store import Store
from tests.companion.pages import at, type_on
from tests.companion.phone_tables import (
    OpenDoor,
    admit,
    at_seat,
    crown_table,
    on_phone,
    sealed_table,
    seated,
    status_of,
)
from tests.companion.tables import ask, enter, open_store, opened

SMALL = {"width": 360, "height": 740}


def bid_everything(desk: Desk, *bids: list[int]) -> None:
    """All open bids of two cards, clockwise from the dealer's left."""
    for bid in bids:
        enter(desk, "bid_placed", bid=bid)


def label_of(page: Page, identifier: str) -> list[str]:
    """The words on a button."""
    return page.texts(page.id(identifier))


async def test_the_dealers_phone_keeps_the_spinner_while_others_bid(store: Store) -> None:
    desk = crown_table(store)
    invitation = Invitation(desk)
    (dealer, _), (other, _) = seated(invitation, 0), seated(invitation, 1)
    assert desk.main.seat == Seat(1)
    async with on_phone(invitation, dealer, **SMALL) as page:
        assert status_of(page) == ["Waiting: Ben bids"]
        assert page.has("trump_spun.shows=red")
        await page.tap("trump_spun.shows=red")
        assert not page.has("trump_spun.shows=red")
    assert desk.state.deal.trump == "red"
    desk.undo(desk.number)
    async with on_phone(invitation, other, **SMALL) as page:
        assert not page.has("trump_spun.shows=red")


async def test_the_button_says_the_likely_number_even_if_it_is_nought(store: Store) -> None:
    desk = crown_table(store)
    bid_everything(desk, [0], [1], [1])
    desk.put_in_draft("tricks_taken", "tricks", [[0, 1]])
    async with at_seat(Invitation(desk), 1) as page:
        assert label_of(page, "confirm") == ["That's right: 0"]


@pytest.mark.long
async def test_a_likely_number_of_tricks_is_taken_by_one_button_and_taken_back_by_another(store: Store) -> None:
    desk = crown_table(store)
    invitation = Invitation(desk)
    bid_everything(desk, [1], [1], [0, 1])
    (ben, _), (ana, _) = seated(invitation, 1), seated(invitation, 0)
    async with on_phone(invitation, ben) as page:
        assert "The bids are filled in; tap what differs." not in page.texts()
        assert not page.has("confirm"), "the cards are still being played"
        desk.put_in_draft("tricks_taken", "tricks", [[0, 1]])
        desk.wake()
        await page.settle(0.05)
        assert label_of(page, "confirm") == ["That's right: 1"]
        await page.tap("confirm")
        assert desk.draft("tricks_taken") == {"tricks": [[0, 1], [1, 1]]}
        assert status_of(page) == ["Entered. The host records it once all are in."]
        assert not page.has("confirm")
        assert "Undo: what you filled in" in page.texts()
        await page.tap("undo")
        assert desk.draft("tricks_taken") == {"tricks": [[0, 1]]}
        desk.put_in_draft("tricks_taken", "tricks", [])
        assert status_of(page) == ["Your turn, Ben"]
        await page.tap("tricks_taken.tricks[1]=2")
        assert desk.draft("tricks_taken") == {"tricks": [[1, 2]]}
    async with on_phone(invitation, ben) as page:  # loaded again
        assert not page.has("confirm")
        assert page.id("tricks_taken.tricks[1]=2").selected
    async with on_phone(invitation, ana) as page:  # her bid was a double one
        assert not page.has("confirm")


async def test_a_phone_hears_that_there_is_a_trick_too_many(store: Store) -> None:
    desk = crown_table(store)
    bid_everything(desk, [1], [1], [0])
    async with at_seat(Invitation(desk), 1) as page:
        desk.put_in_draft("tricks_taken", "tricks", [[0, 1], [2, 1]])
        await page.tap("tricks_taken.tricks[1]=1")
        (status,) = status_of(page)
        assert "1 trick too many" in status
        assert status.endswith("Check your number.")
        await page.tap("tricks_taken.tricks[1]=0")
        assert status_of(page) == ["Entered. The host records it once all are in."]


async def test_the_button_of_a_part_says_that_it_is_entered_until_the_number_changes(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3)
    async with at_seat(Invitation(desk), 1) as page:
        await type_on(page, "round_entered.scores.pad", "8")
        assert label_of(page, "confirm") == ["Enter my part"]
        await page.tap("confirm")
        assert label_of(page, "confirm") == ["Entered"]
        await type_on(page, "round_entered.scores.pad", "2")
        assert label_of(page, "confirm") == ["Enter my part"]
        await page.tap("confirm")
        assert label_of(page, "confirm") == ["Entered"]
        desk.put_in_draft("round_entered", "scores", [])
        desk.wake()
        await page.until(lambda: status_of(page) == ["Your turn, Ben"])
        assert label_of(page, "confirm") != ["Entered"]


def test_the_host_is_told_which_bids_are_filled_in() -> None:
    helps = {}
    for bids in (([1], [1], [0]), ([1], [1], [0, 1]), ([0, 1], [0, 1], [0, 1])):
        with open_store() as store:
            desk = crown_table(store)
            bid_everything(desk, *bids)
            prompt = ask(desk, "tricks_taken")
            helps[sum(len(bid) for bid in bids)] = prompt.help
    assert helps == {
        3: "The bids are filled in; tap what differs.",
        4: "Some bids are filled in; enter the others.",
        6: "",
    }


def blind_table(store: Store) -> Desk:
    """Blind bids of Crown Battles, sealed by the app."""
    options = Options(schedule=(6, 6), pool=(RoundType.BLIND,), secrets=Secrets.SEALED)
    return opened(store, CROWN, 3, options)


async def test_a_phone_speaks_to_its_player_of_a_secret_bid(store: Store) -> None:
    async with at_seat(Invitation(blind_table(store)), 2) as page:
        assert label_of(page, "confirm") == ["Still open: your bid."]
        await page.tap("blind_bid_sealed.bid=1")
        assert label_of(page, "confirm") == ["Seal my bid"]


def test_while_cards_are_played_the_line_for_all_says_so(store: Store) -> None:
    desk = blind_table(store)
    enter(desk, "trump_spun", shows="red")
    for _ in range(3):
        enter(desk, "blind_bid_sealed", bid=[1])
    assert describe_waiting(desk.game, desk.state) == "Play all tricks. Then the bids are revealed."
    enter(desk, "blind_bids_uncovered")
    assert describe_waiting(desk.game, desk.state) == "Count the tricks."


LONG_NAMES = ("Maximiliane", "Benedikt-Alexander", "Cleo")


async def test_a_long_name_stays_readable_on_a_narrow_phone(store: Store) -> None:
    """Markers give up their words for it, and the header its size."""
    invitation = Invitation(opened(store, CROWN, 3, Options(schedule=(2,)), names=LONG_NAMES))
    sizes = []
    for seat in (1, 2):
        async with at_seat(invitation, seat, **SMALL) as page:
            sizes.append(page.one(ft.Semantics, heading_level=1).content.style.size)
            markers = [bool(page.all(ft.Text, value=words)) for words in ("Deals", "Starts")]
    assert sizes[0] < sizes[1]
    assert markers == [True, False]  # of Maximiliane and Benedikt-Alexander


@pytest.mark.long
async def test_the_result_opens_on_a_phone_when_the_session_ends_and_closes_when_that_is_taken_back(
    store: Store,
) -> None:
    desk = opened(store, CROWN, 3, Options(schedule=(1,)))
    async with at_seat(Invitation(desk), 1) as page:
        bid_everything(desk, [1], [0], [0])
        enter(desk, "tricks_taken", tricks=[[0, 0], [1, 1], [2, 0]])
        await page.settle()
        assert "Ben wins" in page.texts()
        desk.undo(desk.number)
        await page.settle()
        assert page.has("tricks_taken.tricks[1]=1")
        enter(desk, "tricks_taken", tricks=[[0, 0], [1, 1], [2, 0]])
        await page.settle()
        await page.tap("back.table")  # whoever goes back stays there
        await page.settle()
        assert page.has("result")


# The host's device ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def invited(store: Store, desk: Desk, path: str = "/phones") -> AsyncIterator[tuple[Page, Invitation, Desk]]:
    """The screen of the host, with an open door."""
    desks = Desks(store)
    own = desks.desk(desk.session_id)
    invitation = Invitation(own)
    async with at(store, f"/table/{desk.session_id}{path}", desks=desks, phones=OpenDoor(invitation)) as page:
        yield page, invitation, own


async def test_sealing_stays_as_it_is_once_secrets_were_entered_in_one_way(store: Store) -> None:
    async with invited(store, blind_table(store)) as (page, _, desk):
        enter(desk, "blind_bid_sealed", bid=[1])
        before = desk.number
        await page.tap("phones.sealing=at_the_table")
        assert desk.number == before
        assert any("entered in the other way already" in text for text in page.texts())


@pytest.mark.long
async def test_no_sealing_is_offered_where_a_table_has_no_secrets(store: Store) -> None:
    for options in (Options(), None):
        async with invited(store, opened(store, CROWN if options else RECRUITS, 4, options)) as (page, _, _):
            assert not page.names("phones.sealing")


@pytest.mark.long
async def test_the_host_says_who_plays_on_this_device_and_is_told_whose_turn_it_is(store: Store) -> None:
    async with invited(store, blind_table(store)) as (page, invitation, desk):
        seated(invitation, 0)
        await page.settle()
        assert not page.has("phones.host=0")  # has a phone
        assert page.texts(page.id("phones.host=2")) == ["C", "Cleo"]
        await page.tap("phones.host=2")
        assert invitation.host_seat == Seat(2)
        await page.go(f"/table/{desk.session_id}")
        assert status_of(page) == ["Your turn, Cleo. 0 of 3 have chosen. Still open: Cleo, Ben and Ana."]
        assert "Cleo bids in secret" in page.texts()
        assert "Pass the phone to Cleo" not in page.texts()  # it is in her hands


class Stuck(PhoneAccess):
    """A door that opens at the second try."""

    addresses, tries = ("127.0.0.2",), 0

    async def open(self, desk: Desk, address: str = "") -> Invitation:
        self.tries += 1
        if self.tries == 1:
            raise CannotOpen("Another program listens there.")
        self.invitation = Invitation(desk)
        self.wake()
        return self.invitation


async def test_why_the_door_did_not_open_is_no_longer_said_once_it_is_open(store: Store) -> None:
    desk = crown_table(store)
    async with at(store, f"/table/{desk.session_id}/phones", phones=Stuck()) as page:
        await page.tap("phones.open")
        await page.until(lambda: "Another program listens there." in page.texts())
        await page.tap("phones.open")
        await page.until(lambda: page.has("phones.close"))
        assert "Another program listens there." not in page.texts()


async def test_the_host_reads_whether_a_question_is_asked_on_a_phone(store: Store) -> None:
    async with invited(store, crown_table(store), path="") as (page, invitation, _):
        assert status_of(page) == []
        gone = "Ben's phone is not connected. Answer here, or wait for it."
        phone, _ = seated(invitation, 1)
        await page.settle()
        assert status_of(page) == [gone]
        disconnect = invitation.connect(phone, lambda: None)
        await page.settle()
        assert status_of(page) == ["Ben is asked on their own phone. You may answer here as well."]
        disconnect()
        await page.settle()
        assert status_of(page) == [gone]


async def test_the_header_says_whether_phones_are_invited(store: Store) -> None:
    async with invited(store, crown_table(store), path="") as (page, invitation, _):
        assert "Phones are invited" in page.texts()
        invitation.close()
        await page.settle()
        assert "Invite phones" in page.texts()


async def test_the_banner_of_phones_that_wait_moves_nothing_and_shows_one_after_the_other(store: Store) -> None:
    async with invited(store, sealed_table(store)) as (page, invitation, _):

        def count_controls() -> list[int]:
            return [len(view.controls) for view in page.all(ft.View) if isinstance(view.controls[0], ft.Stack)]

        before = count_controls()
        assert before
        for place in (BOARD, Place(Use.SEAT, Seat(1))):
            phone = admit(invitation)
            invitation.ask(phone, place)
        await page.settle()
        assert "A screen wants to show the board (1 more after that)" in page.texts()
        assert count_controls() == before
        assert all(
            head.controls[1].left >= TOUCH for head in page.all(ft.Stack) if head.key == "head"
        )  # Back is in reach
        await page.tap("Let in")
        assert "A phone wants to be Ben" in page.texts()


@pytest.mark.parametrize("is_drawn", [True, False])
async def test_the_host_lets_in_only_what_the_banner_said(store: Store, *, is_drawn: bool) -> None:
    async with invited(store, sealed_table(store)) as (page, invitation, _):
        phone = admit(invitation)
        invitation.ask(phone, WATCHING)
        await page.settle()
        late = page.tappable("Let in")
        invitation.withdraw(phone)
        invitation.ask(phone, Place(Use.SEAT, Seat(1)))
        if is_drawn:
            await page.settle()
        await page.fire(late, "click")
        assert (phone.place, invitation.asking) == (None, (phone,))
        await page.settle()
        await page.tap("Let in")
        assert phone.place == Place(Use.SEAT, Seat(1))
