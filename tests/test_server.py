"""The server's responses to strangers, broken requests, and requests that never end."""

import gzip
import http.client
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import flet as ft
import pytest
from flet.messaging.protocol import MessageAction
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.device.downloads import OUTBOX, OutgoingFile
from companion.device.uploads import INBOX
from companion.server import page_socket, serving, timeouts
from companion.server.page_access import page_policy
from companion.server.timeouts import sessions_by_key
from companion.testing.browser import served, wait_until
from companion.testing.guarding import guard_pages
from tests.visitor import Visitor


def hello(page: ft.Page) -> None:
    page.add(ft.Text("hello"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """One of our pages, served."""
    with served(hello) as url:
        yield url


@pytest.fixture
def site(address: str, caplog: pytest.LogCaptureFixture) -> Iterator[str]:
    """The address of the page; no request may leave a traceback in the log."""
    yield address
    troubles = [record for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]
    assert [record.getMessage() for record in troubles] == []


SHARED = ft.TextStyle(size=3)
"""A style that texts of all pages share."""


@pytest.mark.long
def test_a_page_writes_nothing_that_others_share(caplog: pytest.LogCaptureFixture) -> None:
    """By the socket; tests/companion/test_page_reports.py tries everything else."""
    main = served(lambda page: page.add(ft.Text("hello", style=SHARED)))
    with guard_pages(caplog), main as url, Visitor(url) as page:
        page.receive()
        (session,) = (session for session in sessions_by_key().values() if session.id == page.session)
        for number in tuple(session.index):
            page.send(MessageAction.UPDATE_CONTROL_PROPS, {"id": number, "props": {"style": {"__dict__": {}}}})
        page.send(MessageAction.UPDATE_CONTROL_PROPS, {"id": 1, "props": {"width": 777}})
        wait_until(lambda: session.page.width == 777)
        assert ft.TextStyle(size=3) == SHARED


def ask(url: str, head: str) -> bytes:
    """The answer to a request written by hand; `\\r\\n` is added at the end of each line."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n")
        return b"".join(iter(lambda: line.recv(65536), b""))


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


MALFORMED = [
    ("GET / HTTP/1.1\nHost: [", 403),
    ("GET / HTTP/1.1\nHost: 127.0.0.1:port", 200),  # the name is ours
    ("GET / HTTP/1.1\nHost: [::1", 403),
    ("GET / HTTP/1.1\nHost: evil.example", 403),
    ("GET / HTTP/1.1\nHost: 127.0.0.1\nHost: evil.example", 403),
    ("GET / HTTP/1.1\nHost:", 403),
    ("GET /%00 HTTP/1.1\nHost: 127.0.0.1", 403),
    ("GET /fonts/%00 HTTP/1.1\nHost: 127.0.0.1", 403),
    ("GET /assets/fonts/%00.ttf HTTP/1.1\nHost: 127.0.0.1", 403),
    (f"GET /{'x' * 5000} HTTP/1.1\nHost: 127.0.0.1", 200),  # could be a screen's address
    (f"GET /{'x' * 5000}.js HTTP/1.1\nHost: 127.0.0.1", 404),
    (f"GET /assets/fonts/{'x' * 5000} HTTP/1.1\nHost: 127.0.0.1", 200),  # any font gets our signs
    ("GET /%ff%fe HTTP/1.1\nHost: 127.0.0.1", 200),  # a screen's address
    ("PUT /upload/unknown HTTP/1.1\nHost: 127.0.0.1\nOrigin: http://[\nContent-Length: 0", 403),
    ("GET /download/unknown/file HTTP/1.1\nHost: 127.0.0.1", 404),
    ("nonsense", 400),
]


@pytest.mark.parametrize(("head", "expected"), MALFORMED)
def test_a_malformed_request_gets_an_answer_and_leaves_no_traceback(site: str, head: str, expected: int) -> None:
    assert status(ask(site, f"{head}\nConnection: close")) == expected


ODD_PATHS = {
    "/../companion.sqlite": 404,
    "/../pyproject.toml": 404,
    "/../../etc/passwd.txt": 404,
    "/a/../../b.js": 404,
    "/assets/../../pyproject.toml": 404,
    "/" + "../" * 500 + "x.js": 404,
    "//etc/passwd.txt": 404,
    "/%2fetc/passwd.txt": 404,
    "/%2e%2e/companion.sqlite": 404,
    "/%2e%2e%2fcompanion.sqlite": 404,
    "/%252e%252e/companion.sqlite": 404,
    "/..%5ccompanion.sqlite": 404,
    "/..\\companion.sqlite": 404,
    "/C:/x.sqlite": 404,
    "/C:%5cx.sqlite": 404,
    "/nul.js": 404,
    "/~root/.ssh/id.js": 404,
    "/%ff.js": 404,
    "/%f0%9f%92%a9.js": 404,
    "/x.js%20": 404,
    "/x.js;y": 404,
    "/x.js#y": 404,
    "/index.html/x.js": 404,
    "/main.dart.js/x.js": 404,
    "/" + "a/" * 2000 + "x.js": 404,
    "/" + "x" * 300 + ".js": 404,
    "/" + "x" * 5000 + ".js": 404,
    "http://evil.example/x.js": 404,
    "/..": 200,  # the rest could be screens
    "/../../etc/passwd": 200,
    "/%2e%2e/%2e%2e": 200,
    "/%": 200,
    "/%zz": 200,
    "/%ff": 200,
    "/assets": 200,
    "/canvaskit/": 200,
    "/%00": 403,
    "/a%00.js": 403,
    "/ x.js": 400,
    "/\x7f": 400,
    "/\xe9.js": 400,
}
"""Paths that no page of ours asks for, and the status they get."""


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_odd_path_leads_to_no_file_and_no_fault(site: str, method: str) -> None:
    with urllib.request.urlopen(site) as answer:
        start = answer.read()
    for path, expected in ODD_PATHS.items():
        answer = ask(site, f"{method} {path} HTTP/1.1\nHost: 127.0.0.1\nConnection: close")
        assert status(answer) == expected, path
        assert (method, expected) != ("GET", 200) or answer.endswith(start), path


@pytest.mark.parametrize("path", ["/assets/fonts/../..", "/assets/fonts/..%2f..", "/assets/fonts/%2e%2e/%2e%2e", ""])
def test_no_file_beside_the_assets_is_served(site: str, path: str) -> None:
    answer = ask(site, f"GET {path}/pyproject.toml HTTP/1.1\nHost: 127.0.0.1\nConnection: close")
    assert b"requires-python" not in answer


@pytest.mark.parametrize("origin", ["http://[", "http://127.0.0.1:port", "//", "http://127.0.0.1:1 http://x"])
def test_a_malformed_origin_gets_no_socket(site: str, origin: str) -> None:
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13"
    head = f"GET /ws HTTP/1.1\nHost: 127.0.0.1\nUpgrade: websocket\nConnection: Upgrade\n{key}\nOrigin: {origin}"
    assert status(ask(site, head)) == 403


def test_two_origins_are_none(site: str) -> None:
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13"
    host = site.removeprefix("http://")
    head = f"GET /ws HTTP/1.1\nHost: {host}\nUpgrade: websocket\nConnection: Upgrade\n{key}\nOrigin: {site}"
    assert status(ask(site, f"{head}\nOrigin: http://evil.example")) == 400


def test_every_answer_forbids_frames_and_guesses(site: str) -> None:
    with urllib.request.urlopen(site) as answer:
        headers = dict(answer.headers)
        index = answer.read().decode()
    policy = headers["content-security-policy"]
    assert policy == page_policy(index)
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in re.search(r"script-src[^;]*", policy)[0]  # type: ignore[index]
    assert policy.count("'sha256-") == len(re.findall(r"<script>", index)) >= 4
    for path in ("/", "/main.dart.js", "/nowhere.js", "/download/unknown/file"):
        assert_guarded(site + path)


def assert_guarded(url: str) -> None:
    """Assert the headers of every response of this server."""
    try:
        with urllib.request.urlopen(url) as answer:
            headers = answer.headers
    except urllib.error.HTTPError as error:
        headers = error.headers
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_page_to_print_runs_no_script(site: str) -> None:
    where = OUTBOX.put(OutgoingFile("evening.html", "text/html", b"<script>alert(1)</script>", is_page=True))
    with urllib.request.urlopen(site + where) as answer:
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("said", ["hello", b"\0" * 5_000_000], ids=["text", "too large"])
def test_a_message_that_no_page_sends_ends_the_socket_without_a_traceback(site: str, said: str | bytes) -> None:
    with connect(site.replace("http", "ws") + "/ws", origin=site) as line:  # type: ignore[arg-type]
        line.send(said)
        with pytest.raises(ConnectionClosed):
            line.recv(5)


@pytest.mark.long
@pytest.mark.parametrize("frame", [b"\0garbage", b"\0\x92\x63\x80", b"\0\x92\x03\x80", b"\0\xc1"])
def test_nonsense_on_the_socket_is_logged_in_one_line(site: str, frame: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_socket, "GREETING_SECONDS", 0.3)
    with connect(site.replace("http", "ws") + "/ws", origin=site) as line:  # type: ignore[arg-type]
        line.send(frame)
        with pytest.raises(ConnectionClosed):
            line.recv(5)


@pytest.mark.long
def test_a_socket_that_never_says_who_it_is_is_closed(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_socket, "GREETING_SECONDS", 0.2)
    with connect(site.replace("http", "ws") + "/ws", origin=site) as line, pytest.raises(ConnectionClosed):  # type: ignore[arg-type]
        line.recv(5)
    with Visitor(site) as page:
        time.sleep(0.5)
        page.send(MessageAction.CONTROL_EVENT, {"target": 1, "name": "resize", "data": None})
        assert page.session


@pytest.mark.long
def test_a_page_stays_longer_than_a_request_may_take(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEAD_SECONDS", 0.2)
    with Visitor(site) as page:
        page.receive_until_quiet(0.6)
        assert any(page.session in key for key in awake())
        page.send(MessageAction.CONTROL_EVENT, {"target": 1, "name": "resize", "data": None})
        time.sleep(0.2)
        assert any(page.session in key for key in awake())


WHOLE = b"GET /version.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.long
@pytest.mark.parametrize("said", [(b"",), (b"GET / HTTP/1.1\r\nHost: 127",), (WHOLE, b"GET")])
def test_a_request_that_is_never_finished_is_closed(
    site: str, monkeypatch: pytest.MonkeyPatch, said: tuple[bytes, ...]
) -> None:
    monkeypatch.setattr(timeouts, "HEAD_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", int(site.rsplit(":", 1)[1]))) as line:
        line.settimeout(3)
        for part in said:
            line.sendall(part)
            time.sleep(0.1)
        while line.recv(65536):
            pass
    with urllib.request.urlopen(site) as answer:
        assert answer.status == 200


@pytest.mark.long
def test_an_upload_that_stops_leaves_a_sentence_and_no_traceback(site: str) -> None:
    file = INBOX.expect_upload("evenings.jsonl")
    with socket.create_connection(("127.0.0.1", int(site.rsplit(":", 1)[1]))) as line:
        line.sendall(f"PUT /upload/{file.token} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf".encode())
        time.sleep(0.2)
    wait_until(lambda: file.arrived.is_set())
    assert file.error == "The upload was incomplete; try it again."


@pytest.mark.long
def test_an_upload_that_brings_nothing_is_given_up(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PART_SECONDS", 0.2)
    file = INBOX.expect_upload("evenings.jsonl")
    head = f"PUT /upload/{file.token} HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 99\nConnection: close"
    assert status(ask(site, head)) == 507
    assert file.error == "The upload was incomplete; try it again."


@pytest.mark.long
def test_the_oldest_closed_pages_are_forgotten(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_socket, "MOST_CLOSED_PAGES", 3)
    others = awake()
    sessions = []
    for _ in range(6):
        with Visitor(site) as page:
            page.receive_until_quiet(0.05)
            sessions.append(page.session)
        wait_until(lambda: awake() <= others)
    for session in sessions[3:]:
        with Visitor(site, session=session) as page:
            assert page.session == session
        wait_until(lambda: awake() <= others)
    with Visitor(site, session=sessions[0]) as page:
        assert page.session != sessions[0]


@pytest.mark.long
def test_closed_pages_are_kept_below_the_limit(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_socket, "MOST_CLOSED_PAGES", len(sessions_by_key()) + 4)
    others = awake()
    for _ in range(3):
        known = set(sessions_by_key())
        with Visitor(site) as page:
            page.receive_until_quiet(0.05)
        wait_until(lambda: awake() <= others)
        time.sleep(0.1)  # closed pages are deleted after the socket is
        assert known < sessions_by_key().keys()


def awake() -> set[str]:
    """The sessions with an open page; other tests of the process may have left some."""
    return {key for key, session in list(sessions_by_key().items()) if session.connection is not None}


# What a page costs --------------------------------------------------------------------------------------------------


def fetched(site: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of a response, as sent over the wire."""
    line = http.client.HTTPConnection(site.removeprefix("http://"), timeout=20)
    line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/main.dart.wasm", "/canvaskit/skwasm.wasm", "/assets/fonts/text.ttf", "/flutter.js"])
def test_files_come_compressed_and_are_kept(site: str, path: str) -> None:
    status, headers, packed = fetched(site, path, accept_encoding="gzip, deflate")
    _, _, plain = fetched(site, path)
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert headers["cache-control"] == "no-cache"
    assert gzip.decompress(packed) == plain
    assert len(packed) < 0.6 * len(plain)
    again, kept, nothing = fetched(site, path, accept_encoding="gzip", if_none_match=headers["etag"])
    assert (again, nothing) == (304, b"")
    assert kept["etag"] == headers["etag"]


@pytest.mark.long
def test_a_picture_is_sent_as_it_is(site: str) -> None:
    _, headers, _ = fetched(site, "/icons/icon-192.png", accept_encoding="gzip")
    assert "content-encoding" not in headers
    assert headers["cache-control"] == "no-cache"
