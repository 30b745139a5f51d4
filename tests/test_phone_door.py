"""The second door over real sockets: strangers get nothing, guests only their table."""

import asyncio
import http.client
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import msgpack
import pytest
from flet.messaging.protocol import MessageAction
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion.device.downloads import OUTBOX, OutgoingFile
from companion.open_session.desks import MOST_IDLE, Desks
from companion.phones.door import phone_socket
from companion.phones.door.certificate import Certificate
from companion.phones.door.phone_server import PhoneServer, open_door
from companion.phones.door.phone_socket import PhoneSocket
from companion.phones.invitation import BOARD, WATCHING, Invitation, Right
from companion.phones.phone_access import CannotOpen
from companion.server import timeouts
from companion.server.timeouts import sessions_by_key
from companion.testing.browser import wait_until
from companion.testing.headless import headless
from companion.window.routes import EVENING_PATH, PICTURE_PATH
from scoring.games.faction_wars import GAME as FACTION_WARS
from storage.store import Store
from tests.companion.tables import finished, open_store, opened
from tests.seeds import one_short
from tests.test_server import ODD_PATHS, ask, status

pytestmark = pytest.mark.long

PLACE = "127.0.0.2"
HELLO = {"session_id": "", "page_name": "", "page": {"width": 412, "height": 915, "platform": "android", "route": "/"}}


@dataclass
class Table:
    """An open door in its own loop."""

    server: PhoneServer
    invitation: Invitation
    loop: asyncio.AbstractEventLoop
    trust: ssl.SSLContext | None = None  # of a browser whose owner trusts the certificate

    @property
    def host(self) -> str:
        return self.server.host

    def ask(
        self, method: str, path: str, body: str | None = None, source: str = "127.0.0.1", **headers: str
    ) -> http.client.HTTPResponse:
        """The response to one request from an address with these headers; Host is right unless given."""
        line = http.client.HTTPConnection(self.host, timeout=10, source_address=(source, 0))
        if self.trust is not None:
            line = http.client.HTTPSConnection(self.host, timeout=10, source_address=(source, 0), context=self.trust)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, {"Host": self.host, **sent})
        return line.getresponse()

    def key(self) -> str:
        """The cookie of a phone that scanned the code."""
        answer = self.ask("GET", f"/join/{self.invitation.link_code}")
        assert answer.status == 200
        return str(answer.headers["set-cookie"]).split(";")[0]

    def connect(self, cookie: str = "", origin: str | None = None, host: str | None = None) -> ClientConnection:
        """A web socket."""
        headers = {"Cookie": cookie} if cookie else {}
        return connect(
            f"ws://{self.host}/ws",
            origin=origin or f"http://{host or self.host}",  # type: ignore[arg-type]
            additional_headers=headers,
            open_timeout=10,
            legacy=True,  # a connection at once, which its test closes
        )

    def run(self, act: object) -> None:
        """Run something in the server's loop, as the host's screen does."""
        done = threading.Event()

        def do() -> None:
            act()  # type: ignore[operator]
            done.set()

        self.loop.call_soon_threadsafe(do)
        assert done.wait(10)


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store() as store:
        yield store


@contextmanager
def serving(store: Store, certificate: Certificate | None = None) -> Iterator[Table]:
    """Open the door to a new table in its own loop."""
    desks = Desks(store)
    server, desk = PhoneServer(desks, PLACE, certificate), desks.desk(opened(store, FACTION_WARS, 3).session_id)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    opening = asyncio.run_coroutine_threadsafe(server.open(desk), loop)
    trust = ssl.create_default_context(cafile=certificate.chain) if certificate else None
    yield Table(server, opening.result(20), loop, trust)
    asyncio.run_coroutine_threadsafe(server.close(), loop).result(20)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


@pytest.fixture
def table(store: Store) -> Iterator[Table]:
    with serving(store) as table:
        yield table


@pytest.fixture
def cookie(table: Table) -> str:
    """The cookie of a phone that scanned the code."""
    return table.key()


def register(line: ClientConnection, session: str = "") -> str:
    """Register as a page does; returns the session."""
    line.send(greet(session))
    return read_session(line.recv(10))


def greet(session: object = "") -> bytes:
    """The first message of a page."""
    return b"\0" + bytes(msgpack.packb([MessageAction.REGISTER_CLIENT.value, {**HELLO, "session_id": session}]))


def read_session(answer: str | bytes) -> str:
    """The session that the answer to the first message names."""
    _, body = msgpack.unpackb(answer[1:], ext_hook=msgpack.ExtType, strict_map_key=False)
    return str(body["session_id"])


def read_to_the_end(line: ClientConnection) -> None:
    """Read until the server closes the connection: ConnectionClosed."""
    while True:
        line.recv(10)


# Strangers ----------------------------------------------------------------------------------------------------------


def test_without_a_key_there_is_nothing(table: Table) -> None:
    pages = ("/manifest.json", "/assets/FontManifest.json", "/flutter_bootstrap.js", "/table/x", "/ws")
    for path in ("/main.dart.js", *pages):
        answer = table.ask("GET", path)
        assert answer.status == 403, path
        assert b'<a href="/">Enter the code</a>' in answer.read()  # a phone that was sent away reloads where it was


def test_without_a_key_the_first_page_is_a_field_for_the_code(table: Table) -> None:
    answer = table.ask("GET", "/")
    body = answer.read().decode()
    assert answer.status == 200
    assert 'name="code"' in body
    assert "<script" not in body
    assert table.invitation.short_code not in body
    assert table.invitation.link_code not in body


def test_another_host_gets_nothing(table: Table) -> None:
    for host in ("evil.example", "127.0.0.2", "127.0.0.1:8600", "localhost", "", "127.0.0.2:1"):
        assert table.ask("GET", f"/join/{table.invitation.link_code}", Host=host).status == 403, host
    assert table.invitation.phones == ()


def test_only_the_code_is_ever_sent(table: Table, cookie: str) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        assert table.ask(method, "/", Cookie=cookie).status in (403, 405), method
        assert table.ask(method, "/main.dart.js", Cookie=cookie).status == 403, method


def test_a_code_sent_by_another_site_does_not_count(table: Table) -> None:
    body = f"code={table.invitation.short_code}"
    for origin in ("http://evil.example", "null", "https://127.0.0.2", "http://127.0.0.2:1"):
        assert table.ask("POST", "/code", body, Origin=origin).status == 403, origin
    assert table.ask("POST", "/code", body).status == 403
    assert table.invitation.phones == ()
    right = table.ask("POST", "/code", body, Origin=f"http://{table.host}")
    assert right.status == 200
    assert len(table.invitation.phones) == 1


def test_a_wrong_code_stays_in_the_field_which_shows_no_other(table: Table) -> None:
    answer = table.ask("POST", "/code", "code=K7PX-%22%3E", Origin=f"http://{table.host}")
    page = answer.read().decode()
    assert 'value="K7PX-&quot;&gt;"' in page
    assert "placeholder" not in page


def test_a_thousand_wrong_codes_open_nothing(table: Table) -> None:
    origin = f"http://{table.host}"
    answers = [table.ask("POST", "/code", f"code=AAAA{number:04}", Origin=origin).status for number in range(1000)]
    assert answers[:10] == [403] * 10
    assert set(answers[10:]) == {429}
    assert table.ask("POST", "/code", f"code={table.invitation.short_code}", Origin=origin).status == 429
    assert table.ask("GET", f"/join/{table.invitation.link_code}").status == 429
    assert table.invitation.phones == ()


def test_wrong_links_count_like_wrong_codes(table: Table) -> None:
    assert [table.ask("GET", f"/join/{number:022}").status for number in range(12)] == [403] * 10 + [429] * 2
    assert table.ask("GET", f"/join/{table.invitation.link_code}").status == 429


def test_the_tenth_wrong_code_is_told_to_wait_and_forms_that_came_in_with_it_do_not_count(table: Table) -> None:
    origin = f"http://{table.host}"
    right = f"code={table.invitation.short_code}"
    begun = f"POST /code HTTP/1.1\nHost: {{0}}\nOrigin: {origin}\nContent-Length: {len(right)}\n\n{right[0]}"
    (line,) = crowd(table, ["127.0.0.1"], 1, begun)
    pages = [table.ask("POST", "/code", "code=AAAA2222", Origin=origin).read().decode() for _ in range(10)]
    assert all("Wrong code." in page for page in pages[:9])
    assert re.search(r"Wait (1 minute|\d\d seconds), then try again", pages[9])
    with closing(line):
        line.sendall(right[1:].encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 429 ")
    assert table.invitation.phones == ()


def test_a_form_that_is_too_long_is_cut_off(table: Table) -> None:
    assert table.ask("POST", "/code", "code=" + "A" * 5000, Origin=f"http://{table.host}").status == 413


def crowd(table: Table, senders: Sequence[str], each: int, sent: str) -> list[socket.socket]:
    """Connections that send this much and then stay, some from each address."""
    host, port = table.host.split(":")
    lines = []
    for sender in senders:
        for _ in range(each):
            line = socket.create_connection((host, int(port)), timeout=10, source_address=(sender, 0))
            line.sendall(sent.replace("\n", "\r\n").format(table.host).encode())
            lines.append(line)
    return lines


BEGUN = {
    "nothing": "",
    "half a head": "GET / HTTP/1.1\nHost: {0}\nX-Slow: ",
    "a code without its end": "POST /code HTTP/1.1\nHost: {0}\nOrigin: http://{0}\nContent-Length: 14\n\nc",
    "a code in parts without end": "POST /code HTTP/1.1\nHost: {0}\nOrigin: http://{0}\n"
    "Transfer-Encoding: chunked\n\n1\nc\n",
    "the body of something else": "POST / HTTP/1.1\nHost: {0}\nContent-Length: 9\n\nc",
    "requests whose answers it does not read": "GET / HTTP/1.1\nHost: {0}\n\n" * 5,
}
"""What a stranger may send before it falls silent."""


@pytest.mark.parametrize("begun", one_short(list(BEGUN)))
def test_strangers_who_never_finish_keep_nobody_out(
    table: Table, begun: str, caplog: pytest.LogCaptureFixture, cookie: str
) -> None:
    """By one address alone and by many; also for a phone at the same address."""
    for senders, each in ((["127.0.0.3"], 40), ([f"127.0.3.{number}" for number in range(1, 42)], 10)):
        lines = crowd(table, senders, each, BEGUN[begun])
        for source in ("127.0.0.1", senders[0]):
            assert table.ask("GET", "/", source=source).status == 200
            assert "flutter_bootstrap.js" in table.ask("GET", "/", source=source, Cookie=cookie).read().decode()
        with closing(table.connect(cookie)) as phone:
            assert register(phone)
        assert len(table.invitation.phones) == 1
        for line in lines:
            line.close()
    assert "table_" in table.key()
    assert not [record for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]


def test_a_code_that_never_comes_to_its_end_is_given_up(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timeouts, "FORM_SECONDS", 0.2)
    (line,) = crowd(table, ["127.0.0.1"], 1, BEGUN["a code without its end"])
    with closing(line):
        assert b"".join(iter(lambda: line.recv(4096), b"")).startswith(b"HTTP/1.1 408 ")
    assert not caplog.records


def test_a_phone_that_types_a_code_again_goes_on_to_its_table(table: Table) -> None:
    origin, cookie = f"http://{table.host}", table.key()
    for number in range(12):
        table.ask("POST", "/code", f"code=AAAA{number:04}", Origin=origin)
    assert table.ask("POST", "/code", "code=AAAA", Origin=origin).status == 429
    assert table.ask("POST", "/code", "code=AAAA", Origin=origin, Cookie=cookie).status == 303
    assert len(table.invitation.phones) == 1


def test_the_door_ends_the_oldest_connection_of_an_address_with_too_many(table: Table) -> None:
    first, *others = crowd(table, ["127.0.0.4"], 40, "")
    with closing(first):
        first.settimeout(10)
        with suppress(ConnectionResetError):
            assert first.recv(1) == b""
    for line in others:
        line.close()


# Keys ---------------------------------------------------------------------------------------------------------------


def test_a_key_is_kept_from_scripts_and_other_sites(table: Table) -> None:
    cookie = str(table.ask("GET", f"/join/{table.invitation.link_code}").headers["set-cookie"])
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    assert len(re.findall(r"=([\w-]{43})", cookie)) == 1


def test_a_key_opens_the_page_and_its_files(table: Table, cookie: str) -> None:
    assert table.ask("GET", "/", Cookie=cookie).status == 200
    assert table.ask("GET", "/main.dart.js", Cookie=cookie).status == 200
    assert table.ask("GET", f"/table/{table.invitation.desk.session_id}", Cookie=cookie).status == 200


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_odd_path_leads_to_no_file_and_no_fault(
    table: Table, method: str, caplog: pytest.LogCaptureFixture, cookie: str
) -> None:
    start = table.ask("GET", "/", Cookie=cookie).read()
    for path, expected in ODD_PATHS.items():
        head = f"{method} {path} HTTP/1.1\nHost: {table.host}\nConnection: close\nCookie: "
        answers = [ask(f"http://{table.host}", head + key) for key in (cookie, "")]
        assert [*map(status, answers)] == [expected, expected if expected == 400 else 403], path
        if method == "GET" and expected == 200:
            assert answers[0].endswith(start), path
    assert not [record for record in caplog.records if record.exc_info]


def test_a_spoilt_key_or_none_opens_nothing(table: Table) -> None:
    name, key = table.key().split("=", 1)
    before = len(sessions_by_key())
    for spoilt in ("", f"{name}={key[:-1]}", f"{name}={key[::-1]}", f"{name}=", f"x{name}={key}"):
        assert table.ask("GET", "/main.dart.js", Cookie=spoilt).status == 403, spoilt
        with pytest.raises(InvalidStatus):
            table.connect(spoilt)
    assert len(sessions_by_key()) == before


def test_who_scans_comes_in_by_itself_where_the_host_wants_it_so(table: Table) -> None:
    table.invitation.set_lets_scanned_in(True)
    table.key()
    (phone,) = table.invitation.phones
    table.invitation.ask(phone, BOARD)
    assert phone.place == BOARD


# Sockets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.2:1"])
def test_a_socket_of_another_site_is_refused(table: Table, origin: str) -> None:
    with pytest.raises(InvalidStatus):
        table.connect(table.key(), origin=origin)


def test_a_key_has_two_sockets_at_most(table: Table, cookie: str) -> None:
    with closing(table.connect(cookie)) as first, closing(table.connect(cookie)) as second:
        register(first)
        register(second)
        with pytest.raises(InvalidStatus):
            table.connect(cookie)


def test_nobody_takes_up_the_session_of_another(table: Table) -> None:
    with closing(table.connect(table.key())) as line:
        session = register(line)
    with closing(table.connect(table.key())) as other:
        assert register(other, session) != session


def test_a_phone_takes_up_its_own_session_again(table: Table, cookie: str) -> None:
    with closing(table.connect(cookie)) as line:
        session = register(line)
    wait_until(lambda: not any(phone.connected for phone in table.invitation.phones))
    with closing(table.connect(cookie)) as line:
        assert register(line, session) == session


def test_what_no_page_of_ours_says_ends_the_line(table: Table) -> None:
    event = {"target": 1, "name": "resize", "data": "x" * phone_socket.LARGEST_MESSAGE}
    huge = b"\0" + msgpack.packb([MessageAction.CONTROL_EVENT.value, event])
    for message in (b"", b"\x01\0\0\0\0x", b"\0\x93\x01\x02\x03", b"\0\xdc\x00\x02\x01\x80", "text", huge):
        with closing(table.connect(table.key())) as line:
            register(line)
            line.send(message)
            with pytest.raises(ConnectionClosed):
                read_to_the_end(line)


@pytest.mark.parametrize("messages", [[greet(), greet()], [greet([])]])
def test_a_second_or_malformed_registration_ends_the_line(
    table: Table, messages: list[bytes], cookie: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = set(sessions_by_key())  # those of other tests end meanwhile
    with closing(table.connect(cookie)) as line:
        for message in messages:
            line.send(message)
        with pytest.raises(ConnectionClosed):
            read_to_the_end(line)
    assert len(set(sessions_by_key()) - before) == len(messages) - 1
    assert not [record for record in caplog.records if record.exc_info]


def test_a_flood_of_messages_ends_the_line(table: Table) -> None:
    tap = b"\0" + msgpack.packb([MessageAction.CONTROL_EVENT.value, {"target": 1, "name": "resize", "data": None}])
    with closing(table.connect(table.key())) as line:
        register(line)
        with suppress(ConnectionClosed):
            for _ in range(2000):
                line.send(tap)
        with pytest.raises(ConnectionClosed):
            read_to_the_end(line)


@headless
async def test_a_page_that_stops_reading_loses_its_line(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_socket, "_UNREAD_SECONDS", 0.2)
    invitation = Invitation(opened(store, FACTION_WARS, 3))
    phone = invitation.find(invitation.admit("Phone", scanned=True))
    heard: list[str] = []

    async def pages(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.send", "bytes": b"\0\x92\x02\x80"})
        heard.append((await receive())["type"])

    async def silent() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def unread(message: Message) -> None:
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()

    await asyncio.wait_for(PhoneSocket(pages, invitation).talk(phone, {}, silent, unread), 10)
    assert heard == ["websocket.disconnect"]
    assert not phone.connected


@headless
async def test_what_a_phone_sent_before_it_was_sent_away_is_not_relayed_after_it(store: Store) -> None:
    invitation = Invitation(opened(store, FACTION_WARS, 3))
    phone = invitation.find(invitation.admit("Phone", scanned=True))
    heard: list[str] = []

    async def pages(scope: Scope, receive: Receive, send: Send) -> None:
        invitation.send_away(phone)
        heard.append((await receive())["type"])

    async def tap() -> Message:
        return {"type": "websocket.receive", "bytes": b"\0\x92\x03\x80"}

    async def read(message: Message) -> None:
        heard.append(message["type"])

    await PhoneSocket(pages, invitation).talk(phone, {}, tap, read)
    assert heard == ["websocket.close", "websocket.disconnect"]


# What belongs to the house ------------------------------------------------------------------------------------------


def here(table: Table, cookie: str = "") -> int:
    """What a page is told that asks whether its phone is still at the table."""
    return table.ask("GET", "/here", **({"Cookie": cookie} if cookie else {})).status


def test_a_page_learns_whether_its_phone_is_still_at_the_table(table: Table, cookie: str) -> None:
    assert here(table) == 403
    assert here(table, cookie) == 204
    with closing(table.connect(cookie)) as first, closing(table.connect(cookie)) as second:
        register(first)
        register(second)
        assert here(table, cookie) == 409
    assert here(table, f"{cookie}x") == 403


def test_the_code_of_a_closed_line_says_why(table: Table) -> None:
    def shut() -> None:
        table.loop.create_task(table.server.close())

    for end, code in (("send away", 4403), ("shut", 4410)):
        cookie = table.key()
        with closing(table.connect(cookie)) as line:
            register(line)
            (phone,) = table.invitation.phones
            table.run(partial(table.invitation.send_away, phone) if end == "send away" else shut)
            with pytest.raises(ConnectionClosed) as closed:
                read_to_the_end(line)
            assert closed.value.rcvd.code == code


def test_nobody_comes_in_while_the_door_is_being_closed(table: Table, cookie: str) -> None:
    table.run(table.invitation.close)
    with pytest.raises(InvalidStatus):
        table.connect(cookie)


def test_who_was_sent_away_reads_it_on_the_first_page_and_may_be_brought_back(table: Table, cookie: str) -> None:
    (phone,) = table.invitation.phones
    table.run(partial(table.invitation.send_away, phone))
    page = table.ask("GET", "/", Cookie=cookie).read().decode()
    assert "The host removed this phone from the table." in page
    assert 'name="code"' in page
    assert here(table, cookie) == 403
    assert table.ask("GET", "/main.dart.js", Cookie=cookie).status == 403
    with pytest.raises(InvalidStatus):
        table.connect(cookie)
    table.run(partial(table.invitation.bring_back, phone))
    assert here(table, cookie) == 204
    assert "flutter_bootstrap.js" in table.ask("GET", "/", Cookie=cookie).read().decode()


def test_a_key_of_another_table_is_told_so(table: Table) -> None:
    page = table.ask("GET", "/", Cookie="table_key=abc").read().decode()
    assert "This phone is not at this table yet." in page


def test_downloads_and_uploads_of_the_house_are_not_here(table: Table) -> None:
    where = OUTBOX.put(OutgoingFile("evening.html", "text/html", b"secret"))
    answer = table.ask("GET", where, Cookie=table.key())
    assert b"secret" not in answer.read()
    assert table.ask("PUT", "/upload/x", "x", Cookie=table.key(), Origin=f"http://{table.host}").status == 403


def test_games_in_the_bin_or_deleted_are_no_part_of_the_evening(table: Table, store: Store, cookie: str) -> None:
    (phone,) = table.invitation.phones
    sessions = [finished(store, 0, 1) for _ in range(3)]

    def play() -> None:
        table.invitation.ask(phone, WATCHING)
        table.invitation.let_in(phone)
        for session in sessions:
            table.invitation.move_to(table.server.desks.desk(session))

    def find_sessions() -> list[bool]:
        body = table.ask("GET", EVENING_PATH, Cookie=cookie).read()
        return [session.encode() in body for session in sessions]

    table.run(play)
    assert find_sessions() == [True, True, True]
    for session in sessions[:2]:
        store.bin.add(session)
    store.bin.empty([sessions[0]])
    assert find_sessions() == [False, False, True]
    store.bin.add(sessions[2])
    store.bin.empty([sessions[2]])
    assert table.ask("GET", PICTURE_PATH, Cookie=cookie).status == 404


def test_every_answer_carries_the_security_headers(table: Table) -> None:
    for path, cookie in (("/", ""), ("/nowhere", ""), ("/", table.key()), ("/main.dart.js", table.key())):
        headers = table.ask("GET", path, Cookie=cookie).headers
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] in ("no-referrer", "same-origin")
        assert headers["server"] is None
    policy = table.ask("GET", "/").headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy


@headless
async def test_a_closed_door_leaves_no_port_behind(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3)
    desks = Desks(store)
    server = PhoneServer(desks, PLACE)
    await server.open(desks.desk(desk.session_id))
    port = int(server.host.split(":")[1])
    await server.close()
    assert server.invitation is None
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((PLACE, port), timeout=5)


@headless
async def test_the_address_that_was_asked_for_holds_where_a_door_is_remembered(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    desks = Desks(store)
    desk = desks.desk(opened(store, FACTION_WARS, 3).session_id)
    server = PhoneServer(desks, PLACE)
    await server.open(desk)
    remembered = store.settings.get("phones")
    await server.close()
    for asked, place in (("127.0.0.3", "127.0.0.3"), ("", PLACE), ("192.0.2.1", "")):
        store.settings.put("phones", remembered)
        server = PhoneServer(desks, asked)
        await open_door(server, is_asked=True)
        assert server.host.partition(":")[0] == place
        assert (server.invitation is not None) == bool(place)
        await server.close()
    assert "Phones cannot be invited at 192.0.2.1: " in capsys.readouterr().out


@headless
@pytest.mark.parametrize(("hours", "is_open"), [(11, True), (13, False)])
async def test_a_door_is_opened_again_on_the_same_evening_only(
    store: Store, capsys: pytest.CaptureFixture[str], *, hours: int, is_open: bool
) -> None:
    desk = opened(store, FACTION_WARS, 3)
    server = PhoneServer(Desks(store), PLACE)
    await server.open(server.desks.desk(desk.session_id))
    remembered = store.settings.get("phones")
    await server.close()
    opened_at = datetime.fromisoformat(remembered["opened_at"]) - timedelta(hours=hours)
    store.settings.put("phones", remembered | {"opened_at": opened_at.isoformat()})
    server = PhoneServer(Desks(store), PLACE)
    await open_door(server, is_asked=False)
    assert (server.invitation is not None) == is_open
    assert (f"find their table again at http://{PLACE}:" in capsys.readouterr().out) == is_open
    kept = datetime.fromisoformat(store.settings.get("phones")["opened_at"])
    assert kept == opened_at  # a restart does not make the evening longer
    await server.close()


@headless
async def test_a_name_with_capital_letters_is_the_same_host(store: Store) -> None:
    desks = Desks(store)
    server = PhoneServer(desks, "LocalHost")
    invitation = await server.open(desks.desk(opened(store, FACTION_WARS, 3).session_id))
    table = Table(server, invitation, asyncio.get_running_loop())
    for host in (server.host, server.host.title()):
        assert (await asyncio.to_thread(table.ask, "GET", "/", Host=host)).status == 200
        code, headers = f"code={invitation.short_code}", {"Host": host, "Origin": f"http://{server.host}"}
        assert (await asyncio.to_thread(table.ask, "POST", "/code", code, **headers)).status == 200
    assert server.host.startswith("localhost:")
    await server.close()


@headless
async def test_an_open_door_that_is_opened_for_another_table_takes_its_phones_along(store: Store) -> None:
    desks = Desks(store)
    first, other = (desks.desk(opened(store, FACTION_WARS, 3).session_id) for _ in range(2))
    server = PhoneServer(desks, PLACE)
    invitation = await server.open(first)
    assert await server.open(other) is invitation
    assert invitation.desk is other
    await server.close()


@headless
async def test_an_address_that_is_gone_leaves_the_open_door_as_it_is(store: Store) -> None:
    desk = Desks(store).desk(opened(store, FACTION_WARS, 3).session_id)
    server = PhoneServer(Desks(store))
    invitation = await server.open(desk, PLACE)
    invitation.set_right(Right.ALL)
    with pytest.raises(CannotOpen, match=r"192\.0\.2\.1"):
        await server.open(desk, "192.0.2.1")
    assert server.invitation is invitation
    assert await server.open(desk, PLACE) is invitation
    assert invitation.right is Right.ALL
    await server.close()


def test_the_desk_of_an_open_door_stays_the_only_one_of_its_session(table: Table, store: Store) -> None:
    desks = table.server.desks
    for _ in range(MOST_IDLE + 5):
        desks.desk(opened(store, FACTION_WARS, 3).session_id)
    assert desks.desk(table.invitation.desk.session_id) is table.invitation.desk
