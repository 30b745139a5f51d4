"""The invitation to the people of an evening: its codes, the phones that came, and what the host decided about each."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from companion.open_session.desk import Desk
from companion.phones import phone_codes
from companion.window.watchers import Watchable
from scoring.contract.scores import Seat
from scoring.engine.journal import Entry
from storage.clock import utc_now
from storage.errors import StorageError
from storage.sessions.phones import KeptPhone

MOST_PHONES: Final = 24  # phones at one table, including those that wait for approval


class Right(StrEnum):
    """What phones with a seat may enter. The host may enter everything, and sealed parts are always one's own."""

    OWN = "own"  # the questions of their seat
    ALL = "all"  # whatever the host may
    HOST = "host"  # nothing that is open


class Use(StrEnum):
    SEAT = "seat"
    WATCH = "watch"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a phone is at the table; `seat` for `Use.SEAT` only."""

    use: Use
    seat: Seat | None = None


WATCHING: Final = Place(Use.WATCH)
BOARD: Final = Place(Use.BOARD)


class Full(Exception):
    """The table takes no more phones."""


@dataclass
class Phone:
    """One device that came with a code.

    `place` is None until the host has let it in; `wants` is where it asked to be, and it `replaces` the phones of that
    seat if it said so; `was_refused` is whether the host said no to that. `player` is the id of whose phone it is, at
    the seat. `lines` are the functions that close its open connections.
    """

    fingerprint: str
    device: str
    first_seen: datetime
    last_seen: datetime
    scanned: bool = False
    place: Place | None = None
    wants: Place | None = None
    replaces: bool = False
    was_refused: bool = False
    player: str | None = None
    lines: list[Callable[[], None]] = field(default_factory=list)
    pages: set[str] = field(default_factory=set)  # the sessions of its pages: no other key may take them up

    @property
    def connected(self) -> bool:
        """Whether a page of it is open now."""
        return bool(self.lines)

    def close_lines(self) -> None:
        for close in tuple(self.lines):
            close()


class Invitation(Watchable):
    """An open door to one table at a time, the `desk`. Everything here happens in the server's event loop."""

    def __init__(self, desk: Desk, *, right: Right = Right.OWN, lets_scanned_in: bool = False) -> None:
        super().__init__()
        self.desk = desk
        self.right = right
        self.lets_scanned_in = lets_scanned_in
        self.tables = [desk]
        """The tables of this evening, in the order in which the phones were at them."""
        self.link_code = phone_codes.new_link_code()
        self.short_code = phone_codes.new_short_code()
        self.entered_by: dict[tuple[str, int], Seat | None] = {}
        """The entries that phones made, by session and number."""
        self.sealed_on: dict[tuple[str, int], tuple[str, Entry[Any]]] = {}
        """The fingerprint of the phone that sealed an answer, and the entry, by session and number."""
        self._phones: dict[str, Phone] = {}
        self._recall_phones()
        self._sent_away: dict[str, Phone] = {}
        """The phones sent away last, in that order, by fingerprint."""
        self.host_seat: Seat | None = None
        """Who plays on the device that holds the table."""
        self.open()

    # ---- read by the screens ---------------------------------------------------------------

    @property
    def phones(self) -> tuple[Phone, ...]:
        """In the order in which they came."""
        return tuple(self._phones.values())

    @property
    def asking(self) -> tuple[Phone, ...]:
        """The phones that wait for the host."""
        return tuple(phone for phone in self.phones if phone.place is None and phone.wants is not None)

    def has_phone(self, seat: Seat) -> bool:
        """Whether a phone was let in for this seat."""
        return any(phone.place == Place(Use.SEAT, seat) for phone in self.phones)

    def has_place(self, fingerprint: str, seat: Seat | None, desk: Desk) -> bool:
        """Whether the phone with this fingerprint has this seat at this table now; nobody has one in the bin."""
        phone = self._phones.get(fingerprint)
        is_played = desk is self.desk and desk.binned_at is None
        return phone is not None and is_played and phone.place == Place(Use.SEAT, seat)

    def has_players_of(self, desk: Desk) -> bool:
        """Whether a phone that was let in is a player's of this table."""
        players = {player.id for player in desk.players}
        return any(phone.place is not None and phone.player in players for phone in self.phones)

    def is_connected(self, seat: Seat) -> bool:
        """Whether a page of that phone is open now."""
        return any(phone.connected for phone in self.phones if phone.place == Place(Use.SEAT, seat))

    # ---- phones come and go ----------------------------------------------------------------

    def opens(self, link_code: str) -> bool:
        """Whether this is the code of the scanned address."""
        return phone_codes.is_same(link_code, self.link_code)

    def admit(self, device: str, *, scanned: bool) -> str:
        """A new key for a phone that came with a right code; it may choose a place and wait. Raises Full."""
        if len(self._phones) >= MOST_PHONES:
            self._forget_strangers()
        if len(self._phones) >= MOST_PHONES:
            raise Full
        key, now = phone_codes.new_key(), utc_now()
        name = self._tell_apart(device)
        self._phones[phone_codes.fingerprint(key)] = Phone(phone_codes.fingerprint(key), name, now, now, scanned)
        return key

    def find(self, key: str) -> Phone | None:
        """The phone with this key, if it may still come in."""
        return self._phones.get(phone_codes.fingerprint(key))

    def _tell_apart(self, device: str) -> str:
        """A name of its own in the host's list: "Android phone 2"."""
        taken, number = {phone.device for phone in self.phones}, 2
        if device not in taken:
            return device
        while f"{device} {number}" in taken:
            number += 1
        return f"{device} {number}"

    def ask(self, phone: Phone, place: Place, *, replaces: bool = False) -> None:
        """A phone asks for a place; watching and the board need the host's consent as a seat does.

        `lets_scanned_in` gives it no seat that has a phone already or is the host's.
        """
        phone.wants, phone.replaces, phone.was_refused = place, replaces, False
        is_free = place.seat is None or not (self.has_phone(place.seat) or place.seat == self.host_seat)
        if phone.scanned and self.lets_scanned_in and is_free:
            self.let_in(phone)
        else:
            self.wake()

    def let_in(self, phone: Phone) -> None:
        if phone.wants is None or phone.fingerprint not in self._phones:
            return
        if phone.replaces:
            for other in self.phones:
                if other.place == phone.wants:
                    self.send_away(other)
        phone.place, phone.wants = phone.wants, None
        phone.player = None if phone.place.seat is None else self.desk.players[phone.place.seat].id
        self._settle(phone)

    def refuse(self, phone: Phone) -> None:
        """The host says no; the phone may ask for another place."""
        phone.wants, phone.was_refused = None, True
        self.wake()

    def withdraw(self, phone: Phone) -> None:
        phone.wants = None
        self.wake()

    def ask_again(self, phone: Phone) -> None:
        """Let a phone choose another place, because somebody else holds it now."""
        phone.place = phone.wants = phone.player = None
        phone.was_refused = False
        self.sealed_on = {entry: by for entry, by in self.sealed_on.items() if by[0] != phone.fingerprint}
        self.desk.store.phones.delete(phone.fingerprint)
        self._order_questions()
        self.wake()

    def was_sent_away(self, key: str) -> bool:
        """Whether the host sent away the phone with this key, since the program started."""
        return phone_codes.fingerprint(key) in self._sent_away

    def send_away(self, phone: Phone) -> None:
        """End a phone's lines and its key at once; `bring_back` revives the key."""
        if self._phones.pop(phone.fingerprint, None) is None:
            return
        self._sent_away[phone.fingerprint] = phone
        for oldest in tuple(self._sent_away)[:-MOST_PHONES]:
            del self._sent_away[oldest]
        self.desk.store.phones.delete(phone.fingerprint)
        phone.close_lines()
        self._order_questions()
        self.wake()

    def bring_back(self, phone: Phone) -> None:
        """Undo `send_away`: the phone has its key and its place again. Raises Full.

        Nothing happens once the door was shut.
        """
        if self.is_closed or self._sent_away.get(phone.fingerprint) is not phone:
            return
        if len(self._phones) >= MOST_PHONES:
            raise Full
        del self._sent_away[phone.fingerprint]
        self._phones[phone.fingerprint] = phone
        if phone.place is not None and phone.place.seat is not None:  # the players may have changed seats meanwhile
            seat = self._seat_of(phone.player)
            phone.place = None if seat is None else Place(Use.SEAT, seat)
        self._settle(phone)

    def connect(self, phone: Phone, close: Callable[[], None]) -> Callable[[], None]:
        """Note that a page of the phone is open; `close` ends its line. Returns the function to call on disconnect."""
        phone.lines.append(close)
        self._see(phone)

        def disconnect() -> None:
            phone.lines.remove(close)
            self._see(phone)

        return disconnect

    # ---- the host changes its mind ---------------------------------------------------------

    def set_right(self, right: Right) -> None:
        """From now on phones may enter this much."""
        self.right = right
        self.wake()
        self.desk.wake()

    def seat_host(self, seat: Seat | None) -> None:
        """Set who plays on the device that holds the table; None: nobody."""
        self.host_seat = seat
        self._keep_host()
        self._order_questions()
        self.wake()
        self.desk.wake()

    def set_lets_scanned_in(self, on: bool) -> None:
        """Let phones that scanned the code join without approval, or not."""
        self.lets_scanned_in = on
        self.wake()

    def renew_codes(self) -> None:
        """New codes; phones that are in stay in, and the others have to come again."""
        self.link_code, self.short_code = phone_codes.new_link_code(), phone_codes.new_short_code()
        for phone in self.phones:
            if phone.place is None:
                del self._phones[phone.fingerprint]
                phone.close_lines()
        self.wake()

    def open(self) -> None:
        """The door is open, for the first time or again after `close`."""
        self.is_closed = False
        self.desk.invited = self
        self._names: tuple[str, ...] = ()
        self._binned_at = self.desk.binned_at
        self._stop = self.desk.watch(self._follow_desk)  # a watched desk stays the only one of its session
        self._follow_players()

    def move_to(self, desk: Desk) -> None:
        """Move all phones to another table: players keep their seat, all others watch, and requests for seats end."""
        host_player = self.desk.host_player
        self._leave_table()
        self.desk = desk
        self.tables = [*(table for table in self.tables if table is not desk), desk]
        for phone in self.phones:
            if phone.place is None:
                continue
            if phone.place.use is not Use.BOARD:
                seat = self._seat_of(phone.player)
                phone.place = WATCHING if seat is None else Place(Use.SEAT, seat)
            self._keep(phone)
        self._recall_phones()
        self.open()
        self.seat_host(self._seat_of(host_player))

    def close(self) -> None:
        """End every line. Keys stay valid, so that phones come back when the same table invites again."""
        self.is_closed = True
        self._leave_table()
        for phone in self.phones:
            phone.close_lines()
        self.wake()

    # ---- inside ----------------------------------------------------------------------------

    def _settle(self, phone: Phone) -> None:
        """Store the place of a phone that came in; the host's device gives up that seat."""
        if phone.place is not None:
            if phone.place.seat is not None and phone.place.seat == self.host_seat:
                self.seat_host(None)
            self._keep(phone)
        self._order_questions()
        self.wake()

    def _recall_phones(self) -> None:
        """Add the phones that were let in at this table earlier."""
        for kept in self.desk.store.phones.load(self.desk.session_id):
            place = Place(Use(kept.use), None if kept.seat is None else Seat(kept.seat))
            phone = Phone(
                kept.fingerprint, kept.device, kept.first_seen, kept.last_seen, place=place, player=kept.player
            )
            self._phones.setdefault(kept.fingerprint, phone)

    def _leave_table(self) -> None:
        self._stop()
        self.desk.invited = None
        self.desk.ask_in_order(())

    def _order_questions(self) -> None:
        """Have the host's device ask for its own seat first, and last for seats with a phone."""
        seats = self.desk.state.table.seats
        self.desk.ask_in_order(tuple(sorted(seats, key=lambda seat: (seat != self.host_seat, self.has_phone(seat)))))

    def _follow_desk(self) -> None:
        """Draw the phones again when the game goes to the bin or comes back, and move them with their players."""
        if self.desk.binned_at != self._binned_at:
            self._binned_at = self.desk.binned_at
            self.wake()
        self._follow_players()

    def _follow_players(self) -> None:
        """Move phones with their players after a correction of the seats; a corrected name moves none.

        Requests for a seat end where somebody else sits there now.
        """
        if self.desk.state.table.names == self._names:
            return
        earlier, self._names = self._names, self.desk.state.table.names
        steady = {seat for seat, name in enumerate(self._names) if earlier[seat : seat + 1] == (name,)}
        moved: dict[Seat | None, Seat] = {}
        for phone in self.phones:
            if phone.wants is not None and phone.wants.seat not in {None, *steady}:
                phone.wants = None
            if phone.place is None or phone.place.seat is None:
                continue
            before, now = phone.place.seat, self._find_seat(phone.player, phone.place.seat, earlier)
            if now is None:  # seat or player are gone, or changed while nobody was invited: it has to ask again
                phone.place = None
                self.desk.store.phones.delete(phone.fingerprint)
                continue
            moved[before] = now
            phone.place, phone.player = Place(Use.SEAT, now), self.desk.players[now].id
            self._keep(phone)
        self.host_seat = self._find_seat(self.desk.host_player, self.host_seat, earlier)
        if self.host_seat is not None:
            self._keep_host()
        self._order_questions()
        for entry, seat in self.entered_by.items():
            if entry[0] == self.desk.session_id:
                self.entered_by[entry] = moved.get(seat, seat)
        self.wake()

    def _find_seat(self, player: str | None, before: Seat | None, earlier: tuple[str, ...]) -> Seat | None:
        """Where a player sits now; one whose name was corrected stays `before`, as long as somebody was invited."""
        seat, seats = self._seat_of(player), len(self._names)
        is_corrected = earlier and before is not None and before < seats and self._names[before] not in earlier
        return before if seat is None and is_corrected else seat

    def _seat_of(self, player: str | None) -> Seat | None:
        names = self.desk.state.table.names  # of fewer players while a late joiner is on hold
        ids = [seated.id for seated in self.desk.players[: len(names)]]
        return Seat(ids.index(player)) if player in ids else None

    def _see(self, phone: Phone) -> None:
        phone.last_seen = utc_now()
        if phone.place is not None and phone.fingerprint in self._phones:
            self._keep(phone)
        self.wake()
        self.desk.wake()

    def _keep_host(self) -> None:
        seat = self.host_seat
        with suppress(StorageError):  # then the host has to choose again after the next start
            self.desk.keep_host_player("" if seat is None else self.desk.players[seat].id)

    def _keep(self, phone: Phone) -> None:
        assert phone.place is not None
        kept = KeptPhone(
            phone.fingerprint,
            phone.device,
            phone.place.use.value,
            phone.place.seat,
            phone.player,
            phone.first_seen,
            phone.last_seen,
        )
        with suppress(StorageError):  # it has to be let in again after the next start
            self.desk.store.phones.save(self.desk.session_id, kept)

    def _forget_strangers(self) -> None:
        for phone in self.phones:
            if phone.place is None and not phone.connected:
                del self._phones[phone.fingerprint]
