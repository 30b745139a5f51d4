"""The second door with a certificate: https only, and one clear sentence if the files do not match."""

import http.client
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from companion import launch
from companion.cli.command_line import AppOptions
from companion.exchange.importing import import_file
from companion.phones.door.certificate import BadCertificate, Certificate, read_certificate
from companion.phones.invitation import Place, Use
from companion.server import timeouts
from companion.testing.headless import run_apart
from companion.window.routes import EVENING_PATH, PICTURE_PATH
from scoring.contract.scores import Seat
from storage.derived.results import Status
from storage.store import Store
from tests.companion.tables import enter, open_store
from tests.https import CERTIFICATE, KEY, LOCKED_KEY, OTHER_KEY
from tests.test_phone_door import PLACE, Table, greet, read_session, serving


@pytest.fixture
def table() -> Iterator[Table]:
    with open_store() as store, serving(store, Certificate(CERTIFICATE, KEY)) as table:
        yield table


def open_page(table: Table, key: str, origin: str) -> str:
    """The session of a page over https. In an event loop: two threads may not use one TLS connection at once."""

    async def open_page() -> str:
        names: Any = {"origin": origin, "additional_headers": {"Cookie": key}}
        async with connect(f"wss://{table.host}/ws", ssl=table.trust, **names) as line:
            await line.send(greet())
            return read_session(await line.recv())

    return run_apart(open_page)


def test_addresses_and_code_say_https(table: Table) -> None:
    assert re.fullmatch(rf"https://{PLACE}:\d+", table.server.address)
    assert table.server.join_address.startswith(f"{table.server.address}/join/")


@pytest.mark.long
def test_a_phone_comes_in_by_https_with_a_cookie_that_never_leaves_it(table: Table) -> None:
    cookie = str(table.ask("GET", f"/join/{table.invitation.link_code}").headers["set-cookie"])
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    key = cookie.partition(";")[0]
    assert table.ask("GET", "/main.dart.js", Cookie=key).status == 200
    assert open_page(table, key, f"https://{table.host}")


def test_a_page_that_came_by_plain_http_is_another_site(table: Table) -> None:
    key, plain = table.key(), f"http://{table.host}"
    with pytest.raises(InvalidStatus):
        open_page(table, key, plain)
    body = f"code={table.invitation.short_code}"
    assert table.ask("POST", "/code", body, Origin=plain).status == 403
    assert table.ask("POST", "/code", body, Origin=f"https://{table.host}").status == 200


def test_plain_http_gets_no_answer(table: Table) -> None:
    with pytest.raises((http.client.HTTPException, OSError)):
        replace(table, trust=None).ask("GET", "/")


@pytest.mark.long
@pytest.mark.parametrize("beginning", [b"", b"\x16\x03\x01\x02\x00\x01"], ids=["silent", "begun"])
def test_handshakes_that_never_end_are_ended_and_leave_room_for_a_guest(
    monkeypatch: pytest.MonkeyPatch, beginning: bytes
) -> None:
    monkeypatch.setattr(timeouts, "HEAD_SECONDS", 1.0)
    certificate = Certificate(CERTIFICATE, KEY)
    with open_store() as store, serving(store, certificate) as table, ExitStack() as lines:
        host, port = table.host.split(":")
        silent = [lines.enter_context(socket.create_connection((host, int(port)), timeout=30)) for _ in range(200)]
        for line in silent:
            line.sendall(beginning)
        assert "table_" in table.key()
        for line in silent:
            with suppress(ConnectionError):  # or it is reset
                assert line.recv(1) == b""


# Files that do not fit ----------------------------------------------------------------------------------------------


def test_without_the_options_there_is_no_certificate() -> None:
    assert read_certificate(None, None) is None
    assert read_certificate(str(CERTIFICATE), str(KEY)) == Certificate(CERTIFICATE, KEY)


@pytest.mark.parametrize(
    ("chain", "key", "says"),
    [
        (CERTIFICATE, None, "--certificate needs --key as well"),
        (None, KEY, "--key needs --certificate as well"),
        (Path("nowhere.pem"), KEY, "nowhere.pem cannot be read: No such file or directory."),
        (CERTIFICATE, Path("nowhere.pem"), "nowhere.pem cannot be read: No such file or directory."),
        (CERTIFICATE.parent, KEY, "https cannot be read: Is a directory."),
        (CERTIFICATE, OTHER_KEY, "do not fit together"),
        (CERTIFICATE, LOCKED_KEY, "do not fit together"),
        (KEY, CERTIFICATE, "do not fit together"),
        (Path(__file__), KEY, "do not fit together"),
    ],
)
def test_files_that_do_not_fit_are_refused_in_one_sentence(
    chain: Path | None, key: Path | None, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [None if path is None else str(path) for path in (chain, key)]
    with pytest.raises(BadCertificate, match=re.escape(says)):
        read_certificate(*files)
    database = tmp_path / "companion.sqlite"
    assert launch.open_app(AppOptions(str(database), certificate=files[0], key=files[1])) == launch.FAILED
    assert says in capsys.readouterr().err
    assert not database.exists()


# The result ---------------------------------------------------------------------------------------------------------


def let_in(table: Table) -> None:
    """Let the only phone in at seat 1."""
    (phone,) = table.invitation.phones
    table.run(lambda: table.invitation.ask(phone, Place(Use.SEAT, Seat(1))))
    table.run(lambda: table.invitation.let_in(phone))


def stop(table: Table) -> None:
    """End the session with a result that counts."""
    desk = table.invitation.desk
    table.run(lambda: enter(desk, "adjusted", seat=1, points=10, reason="spilt"))
    table.run(lambda: enter(desk, "stopped", reason="", counts=True))


@pytest.mark.long
def test_a_phone_gets_the_picture_of_its_tables_result_and_nobody_else_does(table: Table) -> None:
    key = table.key()
    assert table.ask("GET", PICTURE_PATH).status == 403
    assert table.ask("GET", PICTURE_PATH, Cookie=key).status == 403  # it was not let in yet
    let_in(table)
    assert table.ask("GET", PICTURE_PATH, Cookie=key).status == 404
    stop(table)
    answer = table.ask("GET", PICTURE_PATH, Cookie=key)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    assert answer.read().startswith(b"\x89PNG")


@pytest.mark.long
def test_a_guest_takes_the_games_of_the_evening_home_as_a_file(table: Table, tmp_path: Path) -> None:
    key, desk = table.key(), table.invitation.desk
    assert table.ask("GET", EVENING_PATH).status == 403
    assert table.ask("GET", EVENING_PATH, Cookie=key).status == 403  # it was not let in yet
    let_in(table)
    assert table.ask("GET", EVENING_PATH, Cookie=key).status == 404
    stop(table)
    answer = table.ask("GET", EVENING_PATH, Cookie=key)
    assert answer.headers["content-disposition"] == 'attachment; filename="evening.jsonl"'
    home = tmp_path / "evening.jsonl"
    home.write_bytes(answer.read())
    with Store(tmp_path / "guest.sqlite") as store:
        import_file(store, home)
        (head,) = store.history.list_sessions().sessions
        assert (head.id, head.status) == (desk.session_id, Status.STOPPED)
