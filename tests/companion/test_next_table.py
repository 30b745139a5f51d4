"""Phones stay with the people for an evening: they come along to the rematch and to the next game."""

from contextlib import AsyncExitStack
from functools import partial

import flet as ft

from companion.open_session.record_outcomes import Moved
from companion.phones.invitation import BOARD, WATCHING, Invitation, Place, Use
from companion.phones.phone_app import guest_main
from companion.testing.headless import Page, visited
from scoring.contract.scores import Seat
from scoring.games.recruits import GAME as RECRUITS
from storage.store import Store
from tests.companion.pages import has
from tests.companion.phone_tables import admit, hosting, let_in, on_phone, sealed_table, seated, status_of
from tests.companion.tables import enter, opened


def test_everybody_comes_along_and_sits_where_their_player_sits(store: Store, invitation: Invitation) -> None:
    desk = invitation.desk
    (ana, _), (ben, _), (cleo, _) = (seated(invitation, seat) for seat in range(3))
    guest, board = let_in(invitation, WATCHING), let_in(invitation, BOARD)
    following = opened(store, RECRUITS, 3, names=("Cleo", "Dov", "Ana"))
    invitation.move_to(following)
    assert (ana.place, cleo.place) == (Place(Use.SEAT, Seat(2)), Place(Use.SEAT, Seat(0)))
    assert ben.place == guest.place == WATCHING
    assert board.place == BOARD
    assert desk.invited is None
    assert following.invited is invitation
    last = opened(store, RECRUITS, 2, names=("Ben", "Ana"))
    invitation.move_to(last)
    assert ben.place == Place(Use.SEAT, Seat(0))  # whose turn it was to watch plays again
    assert guest.place == WATCHING
    assert invitation.tables == [desk, following, last]


def test_who_plays_on_the_hosts_device_still_does_at_the_next_table(store: Store, invitation: Invitation) -> None:
    invitation.seat_host(Seat(1))
    invitation.move_to(opened(store, RECRUITS, 3, names=("Cleo", "Dov", "Ben")))
    assert invitation.host_seat == Seat(2)
    invitation.move_to(opened(store, RECRUITS, 2, names=("Cleo", "Dov")))
    assert invitation.host_seat is None


def test_who_asked_for_a_seat_asks_again_and_who_was_sent_away_stays_away(store: Store, invitation: Invitation) -> None:
    asking = [admit(invitation, scanned=False) for _ in range(3)]
    for seat, phone in enumerate(asking):  # there is no seat 2 at the next table
        invitation.ask(phone, Place(Use.SEAT, Seat(seat)))
    gone, _ = seated(invitation, 2)
    invitation.send_away(gone)
    invitation.move_to(opened(store, RECRUITS, 2, names=("Cleo", "Dov")))
    assert [phone.wants for phone in asking] == [None] * 3
    assert invitation.phones == tuple(asking)


def test_the_new_table_is_remembered_for_the_next_start(store: Store, invitation: Invitation) -> None:
    ana, _ = seated(invitation, 0)
    following = opened(store, RECRUITS, 2, names=("Ben", "Ana"))
    invitation.move_to(following)
    assert [(kept.fingerprint, kept.place) for kept in Invitation(following).phones] == [
        (ana.fingerprint, Place(Use.SEAT, Seat(1)))
    ]


def said(page: Page) -> list[str]:
    """What the messages at the bottom of a page say."""
    return [text for bar in page.all(ft.SnackBar) for text in page.texts(bar)]


async def test_a_rematch_takes_phones_and_board_along_without_a_tap_of_theirs(store: Store) -> None:
    async with AsyncExitStack() as stack:
        host, server = await stack.enter_async_context(hosting(store))
        desk = server.desks.desk(sealed_table(store).session_id)
        invitation = await server.open(desk)
        enter(desk, "bid_sealed", seat=0, bid=1)
        (ben, _), board = seated(invitation, 1), let_in(invitation, BOARD)
        phone, television = [
            await stack.enter_async_context(visited(partial(guest_main, invitation, one))) for one in (ben, board)
        ]
        await host.go("/history")
        await host.go(f"/table/{opened(store, RECRUITS, 2, names=('Ben', 'Ana')).session_id}")
        await phone.until(lambda: phone.page.route == f"/table/{invitation.desk.session_id}")
        assert invitation.desk.title == "Recruits"
        assert ben.place == Place(Use.SEAT, Seat(0))
        assert said(phone) == ["Recruits is played now: you are Ben, seat 1."]
        assert phone.one(ft.SnackBar).margin.bottom >= phone.page.height - 58, "above the facts, keys and buttons"
        await television.settle()
        assert "Recruits" in television.texts()
        code = invitation.link_code
        await host.go(f"/table/{desk.session_id}")  # a look at the other table, which goes on
        assert invitation.desk.title == "Recruits"
        assert invitation.link_code == code
        await host.go(f"/table/{desk.session_id}/phones")
        await host.tap("phones.bring")
        assert invitation.desk is desk
        await phone.until(lambda: phone.page.route == f"/table/{desk.session_id}")
        assert ben.place == Place(Use.SEAT, Seat(1))


async def test_a_table_to_which_phones_follow_says_at_once_for_whom_it_waits(store: Store) -> None:
    async with hosting(store) as (host, server):
        invitation = await server.open(server.desks.desk(opened(store, RECRUITS, 3).session_id))
        seated(invitation, 1)
        await host.go(f"/table/{sealed_table(store).session_id}")
        await host.until(lambda: has(host, "0 of 3 have chosen. Still open: Ana, Cleo and Ben."))


async def test_a_table_that_is_over_gives_its_phones_to_the_one_that_goes_on(store: Store) -> None:
    earlier = opened(store, RECRUITS, 2, names=("Ben", "Ana"))
    enter(earlier, "stopped", reason="pause", counts=False)
    async with hosting(store) as (host, server):
        desk = server.desks.desk(sealed_table(store).session_id)
        invitation = await server.open(desk)
        await host.go(f"/table/{earlier.session_id}")
        assert invitation.desk is desk


async def test_a_phone_that_only_watches_has_its_seat_again_at_the_earlier_table(store: Store) -> None:
    async with hosting(store) as (host, server):
        desk = server.desks.desk(sealed_table(store).session_id)
        enter(desk, "bid_sealed", seat=0, bid=1)
        invitation = await server.open(desk)
        phones = {name: seated(invitation, seat)[0] for seat, name in enumerate(desk.state.table.names)}
        invitation.send_away(phones["Ana"])
        for names, says in (("Ana", "Dov"), []), (("Ben", "Dov"), ["The phones are at Recruits.", "Bring them here"]):
            await host.go(f"/table/{opened(store, RECRUITS, 2, names=names).session_id}")
            assert phones["Cleo"].place == WATCHING
            await host.go(f"/table/{desk.session_id}")
            assert (said(host), invitation.desk is desk) == (says, not says)


async def test_phones_of_a_game_in_the_bin_follow_to_the_table_that_goes_on(store: Store) -> None:
    following = opened(store, RECRUITS, 2, names=("Ben", "Ana"))
    enter(following, "adjusted", seat=0, points=1, reason="song")
    async with hosting(store) as (host, server):
        invitation = await server.open(server.desks.desk(sealed_table(store).session_id))
        async with on_phone(invitation, seated(invitation, 0)[0]) as phone:
            host.use()
            await host.go(f"/session/{invitation.desk.session_id}")
            await host.tap("session.bin")
            await host.go(f"/table/{following.session_id}")
            await phone.until(lambda: phone.page.route == f"/table/{following.session_id}")


async def test_phones_enter_nothing_in_a_game_in_the_bin_whose_door_closes_when_it_is_deleted(store: Store) -> None:
    async with hosting(store) as (host, server):
        desk = server.desks.desk(sealed_table(store).session_id)
        invitation = await server.open(desk)
        (ana, table), board = seated(invitation, 0), let_in(invitation, BOARD)
        async with on_phone(invitation, ana) as phone, on_phone(invitation, board) as television:
            host.use()
            await host.go(f"/session/{desk.session_id}")
            await host.tap("session.bin")
            for page in (phone, television):
                await page.until(lambda page=page: has(page, "The host moved this game to the bin."))
            assert isinstance(table.record(table.main, {"seat": 0, "bid": 1}, table.number), Moved)
            await host.go(f"/session/{desk.session_id}")
            await host.tap("bin.restore")
            await phone.until(lambda: status_of(phone) == ["Your turn, Ana"])
            store.bin.add(desk.session_id)
            store.bin.empty([desk.session_id])
            await host.until(lambda: server.invitation is None)
            assert invitation.is_closed


async def test_a_phone_that_chooses_a_taken_seat_is_asked_whether_it_replaces_the_other(invitation: Invitation) -> None:
    seated(invitation, 1)
    phone = admit(invitation, "Android phone", scanned=False)
    async with visited(partial(guest_main, invitation, phone)) as page:
        await page.tap("join[1]")
        assert "Ben already has a phone" in page.texts()
        await page.tap("join.back", "join[1]", "join.replace")
        assert (phone.wants, phone.replaces) == (Place(Use.SEAT, Seat(1)), True)
        invitation.let_in(phone)
        await page.settle()
        assert "Your turn, Ben" in page.texts()
        invitation.ask_again(phone)
        await page.settle()
        assert "Who are you?" in page.texts()
