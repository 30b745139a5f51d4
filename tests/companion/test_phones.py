"""Phones at the table: who is let in, what each seat may answer, and that secrets stay with their seat."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, cast

import flet as ft
import msgpack
import pytest
from flet.controls.id_counter import ControlId, IdCounter
from sqlalchemy import text

from companion.app import main_for
from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.open_session.record_outcomes import Moved, Noted, Recorded, Unsaved
from companion.open_session.table_session import TableSession
from companion.open_session.telling.awaiting import describe_waiting
from companion.phones import phone_codes
from companion.phones.door.connection_limits import ConnectionLimits
from companion.phones.door.phone_door import describe_wait
from companion.phones.door.phone_server import PhoneServer, _wait_until_gone, find_addresses, open_door
from companion.phones.invitation import BOARD, MOST_PHONES, WATCHING, Full, Invitation, Place, Right, Use
from companion.phones.phone_app import guest_main
from companion.phones.phone_codes import Guesses
from companion.phones.phone_requests import who_sits, wish
from companion.phones.phone_table import PhoneTable
from companion.phones.rights import may_answer, part_of, prompts_for
from companion.setup.setup_plan import Plan, seat_corrections
from companion.table import slim_rows
from companion.testing.headless import Client, visited
from scoring.contract.prompts import PLAYER_NAMES, Count, Prompt, Role, find_prompt
from scoring.contract.scores import Seat
from scoring.engine.codec import options_payload
from scoring.engine.journal import Remove
from scoring.games.crown_battles.options import RoundType
from scoring.games.loot_and_recruit import GAME as LOOT_AND_RECRUIT
from scoring.games.loot_and_recruit.options import Options as LootOptions
from scoring.games.score_pad import GAME as SCORE_PAD
from storage.store import Store
from tests.companion.pages import at
from tests.companion.phone_tables import admit, at_seat, crown_table, let_in, on_phone, sealed_table, seated
from tests.companion.tables import ask, bid_all, enter, open_store, opened
from tests.seeds import one_short

SECRETS: dict[str, tuple[RoundType | None, tuple[str, ...], bool]] = {
    "bid_sealed": (None, ("bid=1", "bid=2", "bid=3"), False),
    "blind_bid_sealed": (RoundType.BLIND, ("bid=0", "bid=1", "bid=2"), True),
    "suit_picked": (RoundType.LEAKED_SUIT, ("suit=red", "suit=green", "suit=golems_and_dragons"), False),
    "mission_picked": (RoundType.MISSIONS, ("mission=not_first", "mission=none_or_one", "mission=other"), True),
    "mission_sealed": (RoundType.BLIND_MISSIONS, ("mission=not_first", "mission=none_or_one", "mission=other"), True),
}
"""By kind of secret: its type of round, possible answers, and whether they are confirmed."""


def table_with_secret(store: Store, kind: str) -> Desk:
    """A table where everybody is asked for a secret of this kind."""
    type_ = SECRETS[kind][0]
    if type_ is None:
        return sealed_table(store)
    desk = crown_table(store, type_)
    if find_prompt(desk.prompts, "trump_spun") in desk.mains:
        enter(desk, "trump_spun", shows="red")
    return desk


# Codes and keys ----------------------------------------------------------------------------------------------------


def test_codes_are_long_enough_and_never_repeat() -> None:
    assert len({phone_codes.new_link_code() for _ in range(200)}) == 200
    assert len(phone_codes.new_link_code()) >= 22  # 128 bits at six a letter
    assert len(phone_codes.new_key()) >= 43  # 256 bits
    shorts = [phone_codes.new_short_code() for _ in range(200)]
    assert {len(short) for short in shorts} == {9}
    assert not set("".join(shorts)) & set("01ILOUBSZ")


@pytest.mark.parametrize("typed", ["K7PX-3MQD", "k7px3mqd", " K7PX 3MQD "])
def test_a_short_code_may_be_typed_in_any_way(typed: str) -> None:
    assert phone_codes.is_code(typed, "K7PX-3MQD")
    assert not phone_codes.is_code(typed[:-2], "K7PX-3MQD")
    assert not phone_codes.is_code("", "K7PX-3MQD")


def test_after_ten_wrong_codes_an_address_waits_each_time_longer() -> None:
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    for _ in range(9):
        guesses.count_wrong("a")
    assert guesses.wait("a") == 0
    guesses.count_wrong("a")
    assert guesses.wait("a") == 60
    assert guesses.wait("b") == 0
    now[0] = 61
    assert guesses.wait("a") == 0
    for _ in range(10):
        guesses.count_wrong("a")
    assert guesses.wait("a") == 120
    guesses.forget("a")
    assert guesses.wait("a") == 0


def test_the_wait_after_wrong_codes_halves_with_every_ten_minutes_of_peace() -> None:
    for pause, wait in ((0, 960), (599, 960), (600, 480), (1200, 240), (2400, 60), (6000, 60), (10**9, 60)):
        now = [0.0]
        guesses = Guesses(lambda now=now: now[0])  # type: ignore[misc]
        for _ in range(40):  # 60, 120, 240 and 480 seconds
            guesses.count_wrong("a")
            now[0] += guesses.wait("a")
        now[0] += pause
        for _ in range(10):
            guesses.count_wrong("a")
        assert guesses.wait("a") == wait, pause


def test_a_thousand_wrong_codes_take_hours() -> None:
    now, wrong = [0.0], 0
    guesses = Guesses(lambda: now[0])
    while wrong < 1000:
        now[0] += guesses.wait("a")
        guesses.count_wrong("a")
        wrong += 1
    assert now[0] > 90 * 3600


# The door ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "wait"),
    [
        (0.1, "1 second"),
        (58.2, "59 seconds"),
        (59.9, "1 minute"),
        (60, "1 minute"),
        (59, "59 seconds"),
        (59.5, "1 minute"),
        (61, "2 minutes"),
        (120, "2 minutes"),
        (3600, "60 minutes"),
    ],
)
def test_the_page_says_how_long_to_wait(seconds: float, wait: str) -> None:
    assert f" Wait {wait}, then " in describe_wait(seconds)


class Wire:
    """A transport that only knows whether it was ended."""

    ended = False

    def abort(self) -> None:
        self.ended = True


def test_a_new_connection_ends_the_oldest_of_its_own_address_or_phone() -> None:
    limits, wires = ConnectionLimits(), {}

    def come(host: str, port: int, key: str = "") -> None:
        wires[host, port] = wire = Wire()
        limits.add((host, port), cast(asyncio.Transport, wire))
        if key:
            limits.assign((host, port), key)

    def open_lines() -> Counter[str]:
        return Counter(host for (host, _), wire in wires.items() if not wire.ended)

    for port in range(10):
        come("phone", port, "key")
    for port in range(100):
        come("stranger", port)
    assert open_lines() == {"phone": 10, "stranger": 16}
    assert not wires["stranger", 99].ended
    for number in range(100):
        for port in range(3):
            come(f"many {number}", port)
    assert open_lines().total() == 10 + 128
    assert open_lines()["phone"] == 10
    for port in range(100, 200):
        come("phone", port, "key")
    assert open_lines()["phone"] == 16
    for client in wires:
        limits.remove(client)
    for port in range(200, 216):
        come("stranger", port)
    assert open_lines()["stranger"] >= 16


async def test_an_address_of_another_machine_is_refused_in_one_sentence(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed_table(store)
    server = PhoneServer(Desks(store), "192.0.2.1")
    await open_door(server, is_asked=True)
    assert capsys.readouterr().out.startswith("Phones cannot be invited at 192.0.2.1: ")
    assert server.invitation is None


async def test_what_can_be_no_address_is_refused_in_one_sentence(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed_table(store)
    for name in ("ä" * 70, "a..b", ".ä", "x" * 300, " ", "\0"):
        server = PhoneServer(Desks(store), name)
        await open_door(server, is_asked=True)
        assert capsys.readouterr().out.startswith(f"Phones cannot be invited at {name}: ")
        assert server.invitation is None


def test_addresses_are_the_machines_own_and_not_its_inside() -> None:
    assert not [address for address in find_addresses() if address.startswith(("127.", "169.254."))]


# Phones come and go ------------------------------------------------------------------------------------------------


def test_a_phone_waits_until_the_host_lets_it_in(invitation: Invitation) -> None:
    key = invitation.admit("iPhone", scanned=True)
    phone = invitation.find(key)
    invitation.ask(phone, Place(Use.SEAT, Seat(1)))
    assert invitation.asking == (phone,)
    invitation.refuse(phone)
    assert (phone.place, invitation.asking, phone.was_refused) == (None, (), True)
    invitation.ask(phone, WATCHING)
    invitation.let_in(phone)
    assert phone.place == WATCHING
    assert invitation.find(key[:-1]) is None
    assert invitation.find(key.swapcase()) is None


def test_the_host_reads_whose_each_phone_is(store: Store) -> None:
    places = (Place(Use.SEAT, Seat(1)), WATCHING, BOARD)
    assert [who_sits(sealed_table(store), place) for place in places] == ["Ben", "A spectator", "The board"]


def test_a_second_phone_replaces_the_first_or_is_used_beside_it(invitation: Invitation) -> None:
    (first, _), (second, _) = seated(invitation, 1), seated(invitation, 1)
    assert [phone.place for phone in invitation.phones] == [Place(Use.SEAT, Seat(1))] * 2
    third = admit(invitation, "Android phone")
    invitation.ask(third, Place(Use.SEAT, Seat(1)), replaces=True)
    assert wish(invitation.desk, third) == "A phone wants to be Ben, instead of the phone at that seat"
    assert invitation.phones == (first, second, third)  # not before the host agrees
    invitation.let_in(third)
    assert invitation.phones == (third,)


def test_phones_of_a_kind_are_told_apart(invitation: Invitation) -> None:
    keys = [invitation.admit(device, scanned=True) for device in ("iPhone", "iPhone", "iPad", "iPhone")]
    assert [phone.device for phone in map(invitation.find, keys) if phone] == [
        *("iPhone", "iPhone 2", "iPad", "iPhone 3")
    ]


def test_a_phone_goes_to_another_seat_without_a_new_code(invitation: Invitation) -> None:
    phone, _ = seated(invitation, 1)
    invitation.ask_again(phone)
    assert (phone.place, invitation.has_phone(Seat(1)), Invitation(invitation.desk).phones) == (None, False, ())
    invitation.ask(phone, Place(Use.SEAT, Seat(2)))
    invitation.let_in(phone)
    assert phone.player == invitation.desk.players[2].id


def test_who_scanned_comes_in_by_itself_where_the_host_wants_it_so_but_who_typed_never(store: Store) -> None:
    invitation = Invitation(sealed_table(store), lets_scanned_in=True)
    scanned, typed = (admit(invitation, scanned=on) for on in (True, False))
    invitation.ask(scanned, BOARD)
    invitation.ask(typed, BOARD)
    assert scanned.place == BOARD
    assert invitation.asking == (typed,)


def test_the_host_is_asked_for_a_seat_that_is_taken_also_where_phones_come_in_by_themselves(store: Store) -> None:
    invitation = Invitation(sealed_table(store), lets_scanned_in=True)
    invitation.seat_host(Seat(0))
    phones = [admit(invitation) for _ in range(3)]
    for phone, seat, replaces in zip(phones, (1, 1, 0), (False, True, False), strict=True):
        invitation.ask(phone, Place(Use.SEAT, Seat(seat)), replaces=replaces)
    assert (invitation.asking, phones[0].place) == ((phones[1], phones[2]), Place(Use.SEAT, Seat(1)))


def test_phones_come_back_to_their_seats_after_a_restart_without_their_keys_on_the_disk(path: Path) -> None:
    with open_store(path) as store:
        desk = sealed_table(store)
        invitation = Invitation(desk)
        key = invitation.admit("iPad", scanned=True)
        phone = invitation.find(key)
        invitation.ask(phone, Place(Use.SEAT, Seat(2)))
        invitation.let_in(phone)
    assert key.encode() not in path.read_bytes()
    with open_store(path) as store:
        again = Invitation(Desk(store, desk.session_id)).find(key)
        assert again.place == Place(Use.SEAT, Seat(2))


def test_a_phone_that_is_sent_away_loses_line_and_key(invitation: Invitation) -> None:
    desk = invitation.desk
    key = invitation.admit("Phone", scanned=True)
    phone = invitation.find(key)
    invitation.ask(phone, WATCHING)
    invitation.let_in(phone)
    closed: list[bool] = []
    invitation.connect(phone, lambda: closed.append(True))
    invitation.send_away(phone)
    assert closed == [True]
    assert invitation.find(key) is None
    invitation.ask(phone, WATCHING)
    invitation.let_in(phone)  # tapped before the banner was drawn again
    assert Invitation(desk).find(key) is None


def test_a_phone_that_was_sent_away_by_mistake_gets_its_key_and_its_seat_back(invitation: Invitation) -> None:
    desk = invitation.desk
    phone, _ = seated(invitation, 1)
    invitation.bring_back(phone)  # it is there
    assert invitation.phones == (phone,)
    invitation.send_away(phone)
    assert invitation.phones == Invitation(desk).phones == ()
    invitation.bring_back(phone)
    assert invitation.phones == (phone,)
    assert [kept.place for kept in Invitation(desk).phones] == [Place(Use.SEAT, Seat(1))]
    invitation.send_away(phone)
    first, second, third = desk.state.table.names
    correct_names(desk, second, first, third)
    invitation.bring_back(phone)
    assert phone.place == Place(Use.SEAT, Seat(0)), "where its player sits now"


def test_a_phone_that_is_brought_back_has_its_seat_instead_of_the_host(invitation: Invitation) -> None:
    phone, _ = seated(invitation, 1)
    invitation.send_away(phone)
    invitation.seat_host(Seat(1))
    invitation.bring_back(phone)
    assert (invitation.host_seat, phone.place) == (None, Place(Use.SEAT, Seat(1)))


def test_nobody_is_brought_back_through_a_door_that_was_shut(invitation: Invitation) -> None:
    phone, _ = seated(invitation, 1)
    invitation.send_away(phone)
    invitation.close()
    invitation.bring_back(phone)
    assert invitation.phones == Invitation(invitation.desk).phones == ()


def test_a_phone_that_chose_to_watch_gets_no_seat_at_the_next_table(invitation: Invitation) -> None:
    phone, _ = seated(invitation, 2)
    correct_names(invitation.desk, *invitation.desk.state.table.names[:2])
    invitation.ask(phone, WATCHING)
    invitation.let_in(phone)
    invitation.move_to(sealed_table(invitation.desk.store))
    assert phone.place == WATCHING


def test_nobody_is_brought_back_to_a_table_that_is_full_again(invitation: Invitation) -> None:
    phone, _ = seated(invitation, 1)
    invitation.send_away(phone)
    for _ in range(MOST_PHONES):
        let_in(invitation, WATCHING)
    with pytest.raises(Full):
        invitation.bring_back(phone)


async def test_a_door_that_shuts_waits_until_the_last_phone_has_heard_it(invitation: Invitation) -> None:
    ends = [invitation.connect(seated(invitation, seat)[0], lambda: None) for seat in (0, 1)]
    ends[0]()
    waiting = asyncio.create_task(_wait_until_gone(invitation))
    await asyncio.sleep(0.03)
    assert not waiting.done()
    ends[1]()
    await waiting


def test_a_table_takes_so_many_phones_and_forgets_strangers_first(invitation: Invitation) -> None:
    for _ in range(MOST_PHONES + 1):
        admit(invitation)
    assert len(invitation.phones) == 1  # those that were not let in and have no page open were forgotten
    for _ in range(MOST_PHONES):
        let_in(invitation, WATCHING)
    with pytest.raises(Full):
        invitation.admit("Phone", scanned=True)


def test_a_new_code_ends_the_old_one_and_keeps_the_phones(invitation: Invitation) -> None:
    phone, _ = seated(invitation, 1)
    old = invitation.link_code
    invitation.renew_codes()
    assert not invitation.opens(old)
    assert invitation.opens(invitation.link_code)
    assert min(len(old), len(invitation.link_code)) >= 22  # 128 bits at six a letter
    assert invitation.phones == (phone,)
    assert [invitation.has_phone(Seat(seat)) for seat in range(3)] == [False, True, False]
    stranger, lines = invitation.admit("Phone", scanned=True), ["open"]
    invitation.connect(invitation.find(stranger), lines.clear)
    invitation.renew_codes()
    assert (invitation.phones, invitation.find(stranger), lines) == ((phone,), None, [])
    assert not invitation.was_sent_away(stranger)


def correct_names(desk: Desk, *names: str, moves: bool = False) -> None:
    """Save a correction of who sits where, with what was entered taken along or not."""
    options = options_payload(desk.game, desk.run.opened.options)
    both = seat_corrections(desk.game, Plan(desk.state.table.names, options), Plan(names, options))
    answers = {"names": list(names), "options": options}
    if both is not None:
        answers = both.moved if moves else both.renamed
    desk.write(desk.amendment(0, answers))


@pytest.mark.parametrize("moves", [True, False])
def test_a_phone_goes_with_its_player_to_another_seat(path: Path, *, moves: bool) -> None:
    with open_store(path) as store:
        desk = sealed_table(store)
        invitation = Invitation(desk)
        (anas, ana), (cleos, _) = seated(invitation, 0), seated(invitation, 2)
        enter(ana, "bid_sealed", bid=1)
        assert list(invitation.entered_by.values()) == [0]
        names = desk.state.table.names
        correct_names(desk, names[1], names[0], names[2], moves=moves)
        assert (anas.place, cleos.place) == (Place(Use.SEAT, Seat(1)), Place(Use.SEAT, Seat(2)))
        assert list(invitation.entered_by.values()) == [1]
        assert desk.state.table.names[1] == names[0]
        invitation.close()
        desk.undo(desk.number)
    with open_store(path) as store:  # the correction was taken back while nobody was invited
        again = Invitation(Desk(store, desk.session_id))
        assert [phone.place for phone in again.phones] == [Place(Use.SEAT, Seat(0)), Place(Use.SEAT, Seat(2))]


@pytest.mark.parametrize(
    ("corrections", "seats"),
    [
        (["Dana, Ben, Cleo"], [0, 1, 2]),  # the name was wrong
        (["Dana, Ben, Cleo", "Cleo, Ben, Dana"], [2, 1, 0]),
        (["Ana, Ben"], [0, 1, None]),
        (["Ana, Cleo, Dana"], [0, None, 1]),  # Ben's phone is not that of the next player
    ],
)
def test_phones_go_with_their_players_and_ask_again_where_these_are_gone(
    corrections: list[str], seats: list[int | None], invitation: Invitation
) -> None:
    phones = [seated(invitation, seat)[0] for seat in range(3)]
    watching = let_in(invitation, WATCHING)
    for names in corrections:
        correct_names(invitation.desk, *names.split(", "))
    assert [phone.place for phone in phones] == [None if n is None else Place(Use.SEAT, Seat(n)) for n in seats]
    kept = [phone.fingerprint for phone in (*phones, watching) if phone.place is not None]
    assert watching.place == WATCHING
    assert [phone.fingerprint for phone in Invitation(invitation.desk).phones] == kept


def test_the_phone_of_a_late_joiner_whose_entry_is_on_hold_asks_again(store: Store) -> None:
    desk = crown_table(store)
    first = desk.number
    bid_all(desk, 0)
    enter(desk, "tricks_taken", tricks=[[0, 2], [1, 0], [2, 0]])
    enter(desk, "came_late", name="Zoe", after=0, points=0)
    invitation = Invitation(desk)
    late, _ = seated(invitation, 3)
    desk.write(Remove(first))
    assert desk.hold
    assert late.place is None


def test_who_was_taken_out_while_nobody_was_invited_asks_again(invitation: Invitation) -> None:
    desk = invitation.desk
    second = seated(invitation, 1)[0]
    invitation.close()
    first_name, _, third_name = desk.state.table.names
    correct_names(desk, first_name, third_name, "Dana")
    invitation.open()
    assert second.place is None


def test_phones_that_were_at_a_table_earlier_are_brought_back_to_where_their_players_sit_now(store: Store) -> None:
    desk = sealed_table(store)
    invitation = Invitation(desk)
    phones = [seated(invitation, seat)[0] for seat in (0, 2)]
    invitation.close()
    first, second, _ = desk.state.table.names
    correct_names(desk, second, first, "Dana")
    again = Invitation(sealed_table(store))
    again.move_to(desk)
    places = {phone.fingerprint: phone.place for phone in again.phones}
    assert [places[phone.fingerprint] for phone in phones] == [Place(Use.SEAT, Seat(1)), None]


def test_a_request_for_a_seat_ends_when_somebody_else_sits_there(invitation: Invitation) -> None:
    desk = invitation.desk
    phones = [admit(invitation) for _ in range(4)]
    for phone, place in zip(phones, (*(Place(Use.SEAT, Seat(seat)) for seat in range(3)), WATCHING), strict=True):
        invitation.ask(phone, place)
    first, second, third = desk.state.table.names
    correct_names(desk, second, first, third)
    assert invitation.asking == (phones[2], phones[3])
    correct_names(desk, second, first)
    assert invitation.asking == (phones[3],)


async def test_a_seat_that_was_chosen_on_a_phone_is_chosen_again_when_the_seats_change(store: Store) -> None:
    desk = sealed_table(store)
    invitation = Invitation(desk)
    seated(invitation, 2)
    async with visited(partial(guest_main, invitation, admit(invitation))) as page:
        await page.tap("join[2]")
        assert page.has("join.both")
        correct_names(desk, *desk.state.table.names[:2])
        await page.settle()
        assert not page.has("join.both")
        assert page.has("join[1]")


# Who may enter what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("right", Right)
def test_a_sealed_question_is_its_seats_alone(right: Right, store: Store) -> None:
    desk = sealed_table(store)
    for seat in desk.state.table.seats:
        (prompt,) = (
            prompt for prompt in prompts_for(desk.game, desk.state, seat, right) if prompt.kind == "bid_sealed"
        )
        assert prompt.seat == seat
        for other in desk.state.table.seats:
            assert may_answer(prompt, other, right) == (other == seat)


@pytest.mark.parametrize("kind", SECRETS)
def test_every_secret_is_asked_on_all_phones_at_once_and_nothing_else(kind: str, store: Store) -> None:
    desk = table_with_secret(store, kind)
    for seat, right in product(desk.state.table.seats, (Right.OWN, Right.HOST)):
        mains = [prompt for prompt in prompts_for(desk.game, desk.state, seat, right) if prompt.role is Role.MAIN]
        assert [(main.kind, main.seat) for main in mains] == [(kind, seat)]


def test_a_stopped_session_asks_no_phone_for_its_part(store: Store) -> None:
    desk = crown_table(store)
    bid_all(desk, 1)
    enter(desk, "stopped", reason="", counts=False)
    assert prompts_for(desk.game, desk.state, Seat(0), Right.OWN) == ()


def test_an_open_question_is_its_seats_everybodys_or_the_hosts(store: Store) -> None:
    desk = crown_table(store)
    bidder = desk.main.seat if desk.main else None
    other = Seat((bidder + 1) % 3)
    may = {
        right: [
            find_prompt(prompts_for(desk.game, desk.state, seat, right), "bid_placed") is not None
            for seat in (bidder, other)
        ]
        for right in Right
    }
    assert may == {Right.OWN: [True, False], Right.ALL: [True, True], Right.HOST: [False, False]}


async def test_a_phone_that_watches_answers_nothing_and_takes_nothing_back(invitation: Invitation) -> None:
    desk = invitation.desk
    assert PhoneTable(desk, invitation, None).prompts == ()
    enter(desk, "bid_sealed", bid=1)
    async with on_phone(invitation, let_in(invitation, WATCHING)) as page:
        assert "1 of 3 have chosen. Still open: Ben and Cleo." in page.texts()
        assert not page.has("undo")


def test_phones_bid_in_any_order_and_the_table_says_who_is_missing(invitation: Invitation) -> None:
    desk = invitation.desk
    desks = [seated(invitation, seat)[1] for seat in range(3)]
    drawn = invitation.desk.number  # by then every phone shows its question
    for seat, bid in ((2, 1), (0, 1)):
        prompt = ask(desks[seat], "bid_sealed")
        assert isinstance(desks[seat].record(prompt, dict(prompt.given) | {"bid": bid}, drawn), Recorded)
        assert isinstance(desks[seat].record(prompt, dict(prompt.given) | {"bid": 2}, desks[seat].number), Moved)
    assert describe_waiting(desk.game, desk.state) == "2 of 3 have chosen. Still open: Ben."
    assert desks[0].undoable == "Ana has sealed a bid"
    assert desks[1].undoable == desks[2].undoable == ""
    desks[0].undo(desks[0].number)
    assert describe_waiting(desk.game, desk.state) == "1 of 3 have chosen. Still open: Ana and Ben."


def test_a_phone_takes_back_only_what_it_may_still_enter(store: Store) -> None:
    for desk, kind, answers, right, undoable in (
        (crown_table(store), "bid_placed", {"bid": [1]}, Right.HOST, ""),
        (crown_table(store), "bid_placed", {"bid": [1]}, Right.OWN, "Ben bids 1"),
        (opened(store, SCORE_PAD, 2), "round_entered", {"scores": [[0, 1], [1, 2]]}, Right.OWN, ""),
        (crown_table(store, RoundType.BLIND), "blind_bid_sealed", {"bid": [1]}, Right.HOST, "Ben has sealed a bid"),
    ):
        invitation = Invitation(desk, right=Right.ALL)
        _, ben = seated(invitation, 1)
        enter(ben, kind, **answers)
        assert ben.undoable
        invitation.set_right(right)
        assert ben.undoable == undoable


def test_no_phone_is_offered_the_names_of_players_elsewhere(store: Store) -> None:
    opened(store, LOOT_AND_RECRUIT, 3, LootOptions(), names=("Zoe", "Zack", "Zelda"))
    desk = crown_table(store)
    _, ben = seated(Invitation(desk, right=Right.ALL), 1)
    assert (len(desk.known_cards(PLAYER_NAMES, "z")), ben.known_cards(PLAYER_NAMES, "z")) == (3, ())


def test_half_filled_forms_stay_with_their_seat_while_others_record(path: Path) -> None:
    with open_store(path) as store:
        desk = crown_table(store, RoundType.BLIND)
        invitation = Invitation(desk)
        ana, ben = (seated(invitation, seat)[1] for seat in (0, 1))
        ben.cache_draft(ben.number, "blind_bid_sealed", {"bid": [2]})
        ben.save_draft(ben.number, "blind_bid_sealed")
        assert desk.draft("blind_bid_sealed") == ana.draft("blind_bid_sealed") == {}
        enter(ana, "blind_bid_sealed", bid=[1])
        assert ben.draft("blind_bid_sealed") == {"bid": [2]}
    with open_store(path) as store:
        again = Desk(store, desk.session_id)
        assert PhoneTable(again, Invitation(again), Seat(1)).draft("blind_bid_sealed") == {"bid": [2]}


def test_half_filled_forms_go_with_their_player_into_another_order(store: Store) -> None:
    desk = crown_table(store)
    bid_all(desk, 1)
    invitation = Invitation(desk)
    phones = [seated(invitation, seat) for seat in range(3)]
    for seat, (_, table) in enumerate(phones):
        table.cache_draft(table.number, "tricks_taken", {"tricks": [[seat, seat]]})
        table.save_draft(table.number, "tricks_taken")
    names = desk.state.table.names
    correct_names(desk, names[1], names[0], names[2], moves=True)
    for seat, (phone, _) in zip((1, 0, 2), phones, strict=True):
        table = PhoneTable(desk, invitation, phone.place.seat, phone.fingerprint)
        assert table.draft("tricks_taken") == {"tricks": [[seat, names.index(desk.state.table.names[seat])]]}


def test_a_seats_part_of_a_question_for_all_waits_in_the_hosts_form(store: Store) -> None:
    desk = crown_table(store)
    bid_all(desk, 1)
    invitation = Invitation(desk)
    ben = seated(invitation, 1)[1]
    prompt = ask(ben, "tricks_taken")
    (grid,) = prompt.fields
    assert [cell.key for cell in grid.cells] == [1]  # type: ignore[union-attr]
    assert isinstance(grid.cells[0].field, Count)  # type: ignore[union-attr]
    assert ben.status == "Your turn, Ben"
    woken: list[bool] = []
    desk.watch(lambda: woken.append(True))
    assert isinstance(ben.record(prompt, {"tricks": [[1, 2], [0, 2]]}, ben.number), Noted)
    assert desk.draft("tricks_taken") == {"tricks": [[1, 2]]}  # what it says of others does not count
    assert woken == [True]
    assert ben.status == "Entered. The host records it once all are in."
    assert len(desk.journal) == 4
    with store.database.writing() as db:
        db.execute(text("DROP TABLE draft"))
    ben.cache_draft(ben.number, "tricks_taken", {})  # withdrawn, also where it cannot be stored
    assert desk.draft("tricks_taken") == {"tricks": []}
    invitation.set_right(Right.HOST)
    assert find_prompt(ben.prompts, "tricks_taken") is None


@pytest.mark.parametrize(
    ("kind", "answers", "table"), [("bid_sealed", {"bid": 1}, "entry"), ("tricks_taken", {"tricks": [[1, 1]]}, "draft")]
)
def test_a_phone_reads_no_path_of_the_host_where_something_cannot_be_saved(
    path: Path, kind: str, answers: dict[str, Any], table: str
) -> None:
    with open_store(path) as store:
        desk = sealed_table(store) if kind == "bid_sealed" else crown_table(store)
        bid_all(desk, 1)
        _, ben = seated(Invitation(desk), 1)
        prompt = ask(ben, kind)
        assert desk.draft(kind) == {}
        with store.database.writing() as db:
            db.execute(text(f"DROP TABLE {table}"))
        verdict = ben.record(prompt, dict(prompt.given) | answers, ben.number)
        assert verdict == Unsaved("The host's device could not save it; try again.")


def test_a_question_for_one_seat_has_no_parts(store: Store) -> None:
    desk = sealed_table(store)
    assert [part_of(prompt, Seat(1)) for prompt in desk.prompts if prompt.seat is not None] == [None]


def test_a_phone_corrects_nothing(store: Store) -> None:
    desk = crown_table(store)
    enter(desk, "bid_placed", seat=1, bid=[1])
    ben = seated(Invitation(desk), 1)[1]
    assert not ben.is_host
    assert not {"amendment", "remove", "write"} & {*dir(ben)}


# Secrets -----------------------------------------------------------------------------------------------------------


NUMBER = re.compile(
    rb"\xa2_i(?:[\x00-\x7f]|\xcc.|\xcd..|\xce....)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.DOTALL
)
"""Ids of controls, which count up over all pages in drawing order, and ids of sessions."""


class InOrder(dict[Any, None]):
    """A queue of components to redraw, in order of arrival."""

    def add(self, component: Any) -> None:
        self[component] = None


def as_sent(client: Client) -> Iterator[bytes]:
    """The patches of a client, except those about services, which Flet sends at random times."""
    for body in client.patches:
        if "_services" not in str(body.patch[:2]):
            yield msgpack.packb(body.patch, default=client._encode)


async def heard_by_others(
    store: Store, desk: Desk, kind: str, taps: tuple[str, ...], looked: list[str]
) -> list[list[bytes]]:
    """What the host, another phone, a spectator, the board and the log are sent while Ben answers in secret.

    What he reads while he looks at it again is added to `looked`.
    """
    desks = Desks(store)
    host_desk = desks.desk(desk.session_id)
    invitation = Invitation(host_desk)
    places = (Place(Use.SEAT, Seat(1)), Place(Use.SEAT, Seat(0)), WATCHING, BOARD)
    phones = [partial(guest_main, invitation, let_in(invitation, place)) for place in places]
    main = main_for(store, desks=desks)
    table = f"/table/{desk.session_id}"
    async with AsyncExitStack() as stack:
        own, *pages = [await stack.enter_async_context(visited(one)) for one in (*phones, main, main)]
        for page in (own, *pages):
            setattr(page.session, "_Session__pending_updates", InOrder())  # noqa: B010  # Flet's own is a set
            await page.go(f"{table}/log" if page is pages[-1] else table)
        for page in pages:
            page.client.patches.clear()
        for name in taps:
            await own.tap(name)
        for page in pages:
            page.use()
            await page.settle()
        await own.fire(own.one(ft.GestureDetector), "long_press_start")
        held = own.texts(own.id("own_secret"))
        await own.fire(own.one(ft.GestureDetector), "long_press_end")
        assert own.texts(own.id("own_secret")) != held
        looked.append(" ".join(held))
        for page in pages:
            page.use()
            await page.settle()
            assert not page.has("own_secret")
        texts = [repr(page.texts()).encode() for page in pages]
        return [[*as_sent(page.client), text] for page, text in zip(pages, texts, strict=True)]


@pytest.mark.long
@pytest.mark.parametrize("kind", one_short(tuple(SECRETS)))
async def test_what_is_sealed_makes_no_difference_to_anybody_else(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever Ben answers, all others receive the same bytes, so these cannot contain the secret."""
    heard: list[list[list[bytes]]] = []
    looked: list[str] = []
    _, values, confirmed = SECRETS[kind]
    for value in values:
        monkeypatch.setattr(ControlId, "_counter", IdCounter(start=10)._counter)
        with open_store() as store:
            desk = table_with_secret(store, kind)
            before = len(desk.journal)
            taps = (f"{kind}.{value}", *(("confirm",) if confirmed else ()))
            sent = await heard_by_others(store, desk, kind, taps, looked)
            heard.append([[NUMBER.sub(b"", part) for part in page] for page in sent])
            assert len(Desk(store, desk.session_id).journal) == before + 1
    first, *others = heard
    assert all(len(page) > 1 for page in first[:4])
    for other in others:
        assert other == first
    assert len(set(looked)) == len(values), looked


async def test_each_look_at_a_sealed_answer_has_its_whole_time(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    monkeypatch.setattr(slim_rows, "LONGEST_LOOK", 1.0)
    desks = Desks(store)
    invitation = Invitation(desks.desk(table_with_secret(store, "bid_sealed").session_id))
    phone, _ = seated(invitation, 1)
    async with visited(partial(guest_main, invitation, phone)) as page:
        await page.tap("bid_sealed.bid=1")
        await page.settle()

        async def hold() -> None:
            await page.fire(page.one(ft.GestureDetector), "long_press_start")
            await page.settle()

        covered = page.texts(page.id("own_secret"))
        await hold()
        shown = page.texts(page.id("own_secret"))
        assert shown != covered
        await asyncio.sleep(0.7)
        await page.fire(page.one(ft.GestureDetector), "long_press_end")
        await page.settle()
        assert page.texts(page.id("own_secret")) == covered
        await hold()
        await asyncio.sleep(0.5)  # the time of the first look is over
        await page.settle()
        assert page.texts(page.id("own_secret")) == shown
        await asyncio.sleep(0.7)
        await page.settle()
        assert page.texts(page.id("own_secret")) == covered


def answer_secret(desk: TableSession, prompt: Prompt | None, answer: str) -> None:
    """Seal an answer such as "bid=1", on a phone or on the host's device."""
    name, _, value = answer.partition("=")
    given: Any = value if name in ("suit", "mission") else int(value)
    answers = {**dict(prompt.given), name: [given] if prompt.kind == "blind_bid_sealed" else given}
    assert isinstance(desk.record(prompt, answers, desk.number), Recorded)


@pytest.mark.parametrize("kind", SECRETS)
def test_a_sealed_answer_is_told_again_on_the_phone_it_was_given_on_and_nowhere_else(kind: str, store: Store) -> None:
    desk = table_with_secret(store, kind)
    invitation = Invitation(desk)
    phones = [seated(invitation, seat)[0] for seat in (1, 1, 0)]
    own, second, other = [
        PhoneTable(desk, invitation, phone.place.seat if phone.place else None, phone.fingerprint) for phone in phones
    ]
    assert not own.has_own_secret
    answer_secret(own, find_prompt(own.prompts, kind), SECRETS[kind][1][1])
    told = own.reveal_own_secret()
    assert told.startswith("Ben ")
    assert told != desk.sentence(desk.event(desk.number - 1))
    reloaded = PhoneTable(desk, invitation, Seat(1), phones[0].fingerprint)
    assert reloaded.reveal_own_secret() == told
    moved = PhoneTable(desk, invitation, Seat(0), phones[0].fingerprint)
    board = PhoneTable(desk, invitation, None, phones[0].fingerprint)
    unknown = PhoneTable(desk, invitation, Seat(1))
    for stranger in (second, other, moved, board, unknown, desk):
        assert not stranger.has_own_secret
        assert stranger.reveal_own_secret() == ""
    own.undo(own.number)
    assert not own.has_own_secret
    answer_secret(desk, next(p for p in desk.game.sealed(desk.state) if p.seat == 1), SECRETS[kind][1][0])
    assert not own.has_own_secret
    desk.undo(desk.number)
    answer_secret(own, find_prompt(own.prompts, kind), SECRETS[kind][1][2])
    assert own.reveal_own_secret() not in ("", told)
    invitation.ask_again(phones[0])  # the phone goes from hand to hand
    assert not PhoneTable(desk, invitation, Seat(1), phones[0].fingerprint).has_own_secret


def test_a_sealed_answer_is_told_again_after_another_table_and_on_another_seat(store: Store) -> None:
    desk = sealed_table(store)
    invitation = Invitation(desk)
    phone, ben = seated(invitation, 1)
    enter(ben, "bid_sealed", bid=2)
    invitation.move_to(sealed_table(store))
    assert not PhoneTable(invitation.desk, invitation, Seat(1), phone.fingerprint).has_own_secret
    invitation.move_to(desk)
    assert (ben.reveal_own_secret(), ben.undoable) == ("Ben bid 2", "Ben has sealed a bid")
    first, second, third = desk.state.table.names
    correct_names(desk, second, first, third, moves=True)
    moved = PhoneTable(desk, invitation, Seat(0), phone.fingerprint)
    assert (moved.reveal_own_secret(), ben.reveal_own_secret()) == ("Ben bid 2", "")
    desk.undo(desk.number)
    assert (moved.reveal_own_secret(), ben.reveal_own_secret()) == ("", "Ben bid 2")


def test_a_sealed_answer_that_the_host_corrected_or_the_table_revealed_is_told_no_more(store: Store) -> None:
    desk = table_with_secret(store, "bid_sealed")
    invitation = Invitation(desk)
    tables = [PhoneTable(desk, invitation, Seat(seat), seated(invitation, seat)[0].fingerprint) for seat in range(3)]
    for seat in (0, 1):
        answer_secret(tables[seat], find_prompt(tables[seat].prompts, "bid_sealed"), "bid=1")
    assert [table.has_own_secret for table in tables] == [True, True, False]
    number = desk.number - 1
    assert isinstance(desk.write(desk.amendment(number, {**desk.payload(number), "bid": 3})), Recorded)
    assert [table.has_own_secret for table in tables] == [True, False, False]
    answer_secret(tables[2], find_prompt(tables[2].prompts, "bid_sealed"), "bid=2")
    assert [table.has_own_secret for table in tables] == [False, False, False]


async def test_a_phone_has_a_menu_only_where_something_is_in_it(invitation: Invitation) -> None:
    async with at_seat(invitation, 1) as page:
        assert not page.has("asides")
        invitation.set_right(Right.ALL)
        await page.settle()
        await page.tap("asides")
        assert "Points by agreement" in page.texts()


@pytest.mark.long
async def test_a_guest_reaches_no_other_screen(store: Store) -> None:
    desk, elsewhere = sealed_table(store), sealed_table(store)
    invitation = Invitation(desk)
    phone, _ = seated(invitation, 1)
    async with visited(partial(guest_main, invitation, phone)) as page:
        for route in (
            "/history",
            "/players",
            "/games",
            "/settings",
            "/exchange",
            "/bin",
            "/rules",
            "/new/faction_wars",
            f"/session/{desk.session_id}",
            f"/table/{desk.session_id}/setup",
            f"/table/{desk.session_id}/phones",
            f"/result/{desk.session_id}/share",
        ):
            await page.go(route)
            assert page.all(ft.Icon, icon=ft.Icons.EXPLORE_OFF_OUTLINED), route
        for other in ("table/{}", "table/{}/log", "result/{}"):
            await page.go(f"/{other.format(elsewhere.session_id)}")
            await page.until(lambda: page.page.route == f"/table/{desk.session_id}")
        for own in ("", "/sheet", "/log", "/rules"):
            await page.go(f"/table/{desk.session_id}{own}")
            assert not page.all(ft.Icon, icon=ft.Icons.EXPLORE_OFF_OUTLINED), own


def test_a_seat_adds_up_its_own_part_with_a_button_of_its_own(store: Store) -> None:
    desk = opened(store, LOOT_AND_RECRUIT, 3, LootOptions())
    for number in range(1, 6):
        enter(desk, "event_flipped", round=number, card=None, effect=False)
    invitation = Invitation(desk)
    ben = seated(invitation, 1)[1]
    prompt = ask(ben, "checkpoint_counted")
    assert not prompt.instant  # a tape is never complete by itself
    assert isinstance(ben.record(prompt, {"points": [[1, [4, 2, 4]]]}, ben.number), Noted)
    assert desk.draft("checkpoint_counted") == {"points": [[1, [4, 2, 4]]]}


# The host plays too --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bid_sealed", "blind_bid_sealed"])
def test_the_hosts_device_asks_for_its_own_seat_first_and_last_for_those_with_a_phone(kind: str, store: Store) -> None:
    desk = table_with_secret(store, kind)
    first = desk.main.seat
    assert first is not None
    invitation = Invitation(desk)
    assert desk.main.seat == first or kind == "blind_bid_sealed"  # clockwise from the dealer there
    seated(invitation, 0)
    invitation.seat_host(Seat(2))
    assert desk.main.seat == Seat(2)
    invitation.seat_host(Seat(1))
    assert desk.main.seat == Seat(1)
    enter(desk, kind, bid=1 if kind == "bid_sealed" else [1])
    assert desk.main.seat == Seat(2)
    enter(desk, kind, bid=2 if kind == "bid_sealed" else [1])
    assert desk.main.seat == Seat(0)  # the phone may have died
    invitation.close()
    assert desk.main.seat == Seat(0)


def test_a_seat_is_asked_in_its_turn_again_once_its_phone_or_all_are_sent_away(store: Store) -> None:
    desk = table_with_secret(store, "bid_sealed")
    first = desk.main.seat
    assert first is not None
    invitation = Invitation(desk)
    phone, _ = seated(invitation, first)
    assert desk.main.seat != first
    invitation.send_away(phone)
    assert desk.main.seat == first
    invitation.seat_host(Seat((first + 1) % desk.state.players))
    assert desk.main.seat != first
    invitation.close()
    assert desk.main.seat == first


def test_the_hosts_own_seat_is_kept_and_goes_with_its_player(path: Path) -> None:
    with open_store(path) as store:
        desk = sealed_table(store)
        Invitation(desk).seat_host(Seat(2))
    with open_store(path) as store:
        desk = Desk(store, desk.session_id)
        invitation = Invitation(desk)
        assert invitation.host_seat == Seat(2)
        seated(invitation, 2)
        assert invitation.host_seat is None  # who plays there has a phone now
        assert Invitation(Desk(store, desk.session_id)).host_seat is None


def test_the_hosts_own_seat_stays_where_its_name_is_corrected(invitation: Invitation) -> None:
    desk = invitation.desk
    invitation.seat_host(Seat(0))
    _, second, third = desk.state.table.names
    correct_names(desk, "Anna", second, third)
    assert (invitation.host_seat, Invitation(desk).host_seat) == (Seat(0), Seat(0))
    correct_names(desk, second, third)
    assert invitation.host_seat is None


def test_a_half_filled_secret_of_the_host_stays_while_phones_record_and_never_goes_to_another_seat(
    store: Store,
) -> None:
    desk = crown_table(store, RoundType.BLIND)
    invitation = Invitation(desk)
    ben = seated(invitation, 1)[1]
    invitation.seat_host(Seat(0))
    desk.cache_draft(desk.number, "blind_bid_sealed", {"bid": [2]})
    enter(ben, "blind_bid_sealed", bid=[1])
    assert desk.main.seat == Seat(0)
    assert desk.draft("blind_bid_sealed") == {"bid": [2]}
    invitation.seat_host(Seat(2))
    assert desk.main.seat == Seat(2)
    assert desk.draft("blind_bid_sealed") == {}
    desk.cache_draft(desk.number, "blind_bid_sealed", {"bid": [0]})
    enter(desk, "blind_bid_sealed", bid=[0])
    assert desk.main.seat == Seat(0)
    assert desk.draft("blind_bid_sealed") == {}


@pytest.mark.long
async def test_a_cover_that_is_open_for_one_player_is_closed_for_the_next(store: Store) -> None:
    """The phone of that seat may answer while the host holds the cover open."""
    desk = sealed_table(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.hold("bid_sealed.bid.hold")
        assert not page.has("bid_sealed.bid.hold")
        enter(desk, "bid_sealed", seat=desk.main.seat, bid=1)
        await page.until(lambda: page.has("bid_sealed.bid.hold"))
