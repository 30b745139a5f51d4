"""The second door: the ASGI app for phones at a table. It checks every request before Flet sees it.

Nobody gets a page, a file or a socket without a key; a key comes from the scanned address or the typed code. Whoever
has one gets the one table's pages, never the house: no store, no history, no other session.
"""

import asyncio
from contextvars import ContextVar
from http.cookies import CookieError, SimpleCookie
from math import ceil
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.phones import phone_codes
from companion.phones.door.connection_limits import ConnectionLimits
from companion.phones.door.phone_page import (
    HERE_PATH,
    NO_KEY,
    OPEN_TWICE,
    OTHER_TABLE_PAGE,
    SENT_AWAY_PAGE,
    code_page,
    plain_page,
    watch_line,
)
from companion.phones.door.phone_socket import PhoneSocket
from companion.phones.invitation import Full, Invitation, Phone
from companion.server import timeouts
from companion.server.page_access import headers_of, is_own_origin, refuse, with_headers
from companion.server.site import Site
from companion.sharing import picture
from companion.sharing.story import build_story
from companion.window.long_work import collect
from companion.window.routes import EVENING_PATH, PICTURE_PATH
from storage.errors import StorageError
from storage.transfer.session_export import export_session, list_own_sessions

PHONE: ContextVar[Phone] = ContextVar("phone")  # the phone whose page is being opened
_MOST_SOCKETS: Final = 2  # open pages of one key
_LONGEST_FORM: Final = 1024  # bytes of the form with the typed code
_COOKIE: Final = "table_key"  # the cookie with a phone's key, valid for every table of the evening

_COOKIE_SECONDS: Final = 30 * 24 * 3600

_DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("Windows", "Windows computer"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux computer"),
)


class PhoneDoor:
    """ASGI: serves phones with a key, and everybody else the code page only; `host` is its own, with port."""

    def __init__(self, invitation: Invitation, host: str, pages: ASGIApp) -> None:
        self._invitation = invitation
        self._host = host
        self._guesses = phone_codes.Guesses()
        self.connections = ConnectionLimits()
        site = Site(watch_line())
        self._socket = PhoneSocket(pages, invitation)
        picture, evening = Route(PICTURE_PATH, self._draw_result), Route(EVENING_PATH, self._send_evening)
        self._site = Router([picture, evening, *site.routes, Mount("/", site)])
        self._start_page = site.start_page
        self._router = Router(
            [
                Route("/", self._open, methods=["GET"]),
                Route("/join/{code}", self._scan, methods=["GET"]),
                Route("/code", self._type, methods=["POST"]),
                Route(HERE_PATH, self._tell_if_here, methods=["GET"]),
            ]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if [host.lower() for host in headers_of(scope, b"host")] != [self._host] or "\0" in scope["path"]:
            await refuse(scope, receive, send, NO_KEY)
        elif scope["type"] == "websocket":
            await self._talk(scope, receive, send)
        else:
            await self._pages(scope)(scope, receive, with_headers(send))

    def _pages(self, scope: Scope) -> ASGIApp:
        """The app that answers a request: the way in for all, files for phones with a key."""
        phone = self._phone(scope)
        if phone is not None and scope["client"]:
            self.connections.assign(tuple(scope["client"]), phone.fingerprint)
        if scope["path"] in ("/", "/code", HERE_PATH) or scope["path"].startswith("/join/"):
            return self._router
        if phone is None or scope["method"] not in ("GET", "HEAD"):
            return NO_KEY
        return self._site

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        phone = self._phone(scope)
        is_shut = self._invitation.is_closed  # a phone that reconnects at once would only be disconnected again
        if phone is None or is_shut or not _is_own_page(scope) or len(phone.lines) >= _MOST_SOCKETS:
            await refuse(scope, receive, send, NO_KEY)
            return
        PHONE.set(phone)
        await self._socket.talk(phone, scope, receive, send)

    def _phone(self, scope: Scope) -> Phone | None:
        key = _read_cookies(scope).get(_COOKIE)
        return None if key is None else self._invitation.find(key)

    async def _open(self, request: Request) -> Response:
        if self._phone(request.scope):
            return self._start_page
        cookies = _read_cookies(request.scope)
        if self._invitation.was_sent_away(cookies.get(_COOKIE, "")):
            return SENT_AWAY_PAGE
        return OTHER_TABLE_PAGE if _COOKIE in cookies else code_page()

    async def _tell_if_here(self, request: Request) -> Response:
        phone = self._phone(request.scope)
        if phone is None:
            return NO_KEY
        return Response(status_code=OPEN_TWICE if len(phone.lines) >= _MOST_SOCKETS else 204)

    async def _scan(self, request: Request) -> Response:
        if self._phone(request.scope):
            return RedirectResponse("/", 303)
        is_right = self._invitation.opens(request.path_params["code"])
        wrong = "This code is no longer valid. Ask for the new one, or scan again."
        return self._answer_code(request, is_right=is_right, wrong=wrong, scanned=True)

    async def _type(self, request: Request) -> Response:
        if not _is_own_page(request.scope):
            return NO_KEY
        if self._phone(request.scope):
            return RedirectResponse("/", 303)
        body = b""
        try:
            async with asyncio.timeout(timeouts.FORM_SECONDS):
                async for part in request.stream():
                    body += part
                    if len(body) > _LONGEST_FORM:
                        return Response(status_code=413, headers=_LAST)
        except (ClientDisconnect, TimeoutError):
            return Response(status_code=408, headers=_LAST)
        typed = parse_qs(body.decode("utf-8", "replace")).get("code", [""])[0]
        is_right = phone_codes.is_code(typed, self._invitation.short_code)
        wrong = "Wrong code. The right one is shown on the host's device."
        return self._answer_code(request, is_right=is_right, wrong=wrong, scanned=False, typed=typed)

    def _answer_code(self, request: Request, *, is_right: bool, wrong: str, scanned: bool, typed: str = "") -> Response:
        """Admit a phone with the right code; otherwise the code page again, with the wait or the reason."""
        address, status = _address(request), 429
        if not self._guesses.wait(address):
            if is_right:
                return self._admit(request, scanned=scanned)
            self._guesses.count_wrong(address)
            status = 403
        seconds = self._guesses.wait(address)
        return code_page(describe_wait(seconds) if seconds else wrong, status, typed)

    async def _draw_result(self, request: Request) -> Response:
        """The picture of the result; 404 while there is none."""
        desk, phone = self._invitation.desk, self._phone(request.scope)
        if phone is None or phone.place is None:
            return NO_KEY
        try:
            story = build_story(desk, desk.load_head(), await collect(desk.shown.tell_near_wins()))
        except StorageError:
            return _UNREADABLE
        if story.result is None:
            return Response("There is no result yet.", 404, media_type="text/plain")
        drawn = await asyncio.to_thread(lambda: picture.draw(story).png())
        return Response(drawn, media_type="image/png", headers={"cache-control": "no-store"})

    async def _send_evening(self, request: Request) -> Response:
        """The finished games of this evening as a session file, but those in the bin or deleted; 404 without any."""
        phone, tables = self._phone(request.scope), self._invitation.tables
        if phone is None or phone.place is None:
            return NO_KEY
        try:
            store = self._invitation.desk.store
            own = list_own_sessions(store)
            over = [desk.session_id for desk in tables if desk.shown.is_over and desk.session_id in own]
            lines = [line for session_id in over for line in export_session(store, session_id)]
        except StorageError:
            return _UNREADABLE
        if not lines:
            return Response("No game of this evening is over yet.", 404, media_type="text/plain")
        headers = {"cache-control": "no-store", "content-disposition": 'attachment; filename="evening.jsonl"'}
        return Response("\n".join(lines) + "\n", media_type="application/x-ndjson", headers=headers)

    def _admit(self, request: Request, *, scanned: bool) -> Response:
        self._guesses.forget(_address(request))
        try:
            key = self._invitation.admit(_device(request), scanned=scanned)
        except Full:
            return code_page("This table has no room for another phone.", 403)
        # the page goes on by itself: a redirect from a scanner would not bring a strict cookie along
        answer = plain_page("Opening the table …", "", head='<meta http-equiv="refresh" content="0;url=/">')
        answer.set_cookie(
            _COOKIE,
            key,
            max_age=_COOKIE_SECONDS,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer


_UNREADABLE: Final = Response("The host's device could not read it.", 404, media_type="text/plain")
_LAST: Final = {"connection": "close"}  # closes a connection whose request was not read completely


def describe_wait(seconds: float) -> str:
    count, unit = (ceil(seconds / 60), "minute") if seconds > 59 else (ceil(seconds), "second")
    wait = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"Too many wrong codes came from this device. Wait {wait}, then try again."


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _read_cookies(scope: Scope) -> dict[str, str]:
    try:
        cookie = SimpleCookie("; ".join(headers_of(scope, b"cookie")))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in cookie.items()}


def _is_own_page(scope: Scope) -> bool:
    """Whether the request comes from a page of this door, over the same protocol."""
    protocol = "https://" if scope["scheme"] in ("https", "wss") else "http://"
    return is_own_origin(scope) and headers_of(scope, b"origin")[0].startswith(protocol)


def _device(request: Request) -> str:
    agent = request.headers.get("user-agent", "")
    return next((name for word, name in _DEVICES if word in agent), "Phone")
