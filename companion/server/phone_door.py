"""The second door: what phones at a table reach. It is shut before Flet.

Nobody gets a page, a file or a socket without a key; a key comes from the scanned address or the typed code. Whoever
has one gets the one table's pages, never the house: no store, no history, no other session.
"""

import asyncio
from collections.abc import Callable, Collection
from contextvars import ContextVar
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.phones import keys
from companion.phones.access import PICTURE_PATH
from companion.phones.invitation import Full, Invitation, Phone
from companion.server.access import headers_of, is_own_origin, with_headers
from companion.server.phone_socket import PhoneSocket
from companion.server.site import Site
from companion.sharing import picture
from companion.sharing.story import build_story

PHONE: ContextVar[Phone] = ContextVar("phone")
"""The phone whose page is being opened."""

_MOST_SOCKETS: Final = 2
"""Open pages of one key."""

_LONGEST_FORM: Final = 1024
"""Bytes of a typed code with everything around it."""

_COOKIE_SECONDS: Final = 30 * 24 * 3600

_DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("Windows", "Windows computer"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux computer"),
)

_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class PhoneDoor:
    """ASGI: lets phones with a key through to the table's pages, and all others only to the field for the code.

    `names` gives the hosts, with port, under which this door is reached.
    """

    def __init__(self, invitation: Invitation, names: Callable[[], Collection[str]], pages: ASGIApp) -> None:
        self._invitation = invitation
        self._names = names
        self._guesses = keys.Guesses()
        site = Site()
        self._socket = PhoneSocket(pages, invitation)
        self._site = Router([*site.routes, Mount("/", site)])
        self._start = site.start_page
        self._router = Router(
            [
                Route("/", self._open, methods=["GET"]),
                Route("/join/{code}", self._scan, methods=["GET"]),
                Route("/code", self._type, methods=["POST"]),
            ]
        )
        self._picture = Router([Route(PICTURE_PATH, self._draw_result, methods=["GET"])])
        self.cookie = f"table_{invitation.desk.session_id[:8]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts = headers_of(scope, b"host")
        if len(hosts) != 1 or hosts[0] not in self._names() or "\0" in scope["path"]:
            await self._refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._talk(scope, receive, send)
        else:
            await self._pages(scope)(scope, receive, with_headers(send))

    def _pages(self, scope: Scope) -> ASGIApp:
        """What answers a request: the way in for all, files for phones with a key."""
        if scope["path"] in ("/", "/code") or scope["path"].startswith("/join/"):
            return self._router
        if self._phone(scope) is None or scope["method"] not in ("GET", "HEAD"):
            return _NOTHING
        return self._picture if scope["path"] == PICTURE_PATH else self._site

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        phone = self._phone(scope)
        if phone is None or not _is_own_page(scope) or len(phone.lines) >= _MOST_SOCKETS:
            await self._refuse(scope, receive, send)
            return
        PHONE.set(phone)
        await self._socket.talk(phone, scope, receive, send)

    def _phone(self, scope: Scope) -> Phone | None:
        """Whose key came with the request."""
        try:
            cookie = SimpleCookie("; ".join(headers_of(scope, b"cookie")))
        except CookieError:
            return None
        return self._invitation.find(cookie[self.cookie].value) if self.cookie in cookie else None

    async def _open(self, request: Request) -> Response:
        return self._start() if self._phone(request.scope) else self._ask_for_code()

    async def _scan(self, request: Request) -> Response:
        if self._phone(request.scope):
            return RedirectResponse("/", 303)
        address = _address(request)
        if self._guesses.wait(address):
            return self._ask_for_code(_WAIT, 429)
        if not self._invitation.opens(request.path_params["code"]):
            self._guesses.count_wrong(address)
            return self._ask_for_code("This code is no longer valid. Ask for the new one, or scan again.", 403)
        return self._admit(request, scanned=True)

    async def _type(self, request: Request) -> Response:
        address = _address(request)
        if not _is_own_page(request.scope):
            return _NOTHING
        if self._guesses.wait(address):
            return self._ask_for_code(_WAIT, 429)
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > _LONGEST_FORM:
                return Response(status_code=413)
        typed = parse_qs(body.decode("utf-8", "replace")).get("code", [""])[0]
        if not keys.is_code(typed, self._invitation.short_code):
            self._guesses.count_wrong(address)
            return self._ask_for_code("Wrong code. The right one is shown on the host's device.", 403)
        return self._admit(request, scanned=False)

    async def _draw_result(self, request: Request) -> Response:
        """The picture of the result, which a phone keeps or sends by its own means; 404 while there is none."""
        desk, phone = self._invitation.desk, self._phone(request.scope)
        if phone is None or phone.place is None:
            return _NOTHING
        story = build_story(desk, desk.load_head())
        if story.result is None:
            return Response("There is no result yet.", 404, media_type="text/plain")
        drawn = await asyncio.to_thread(picture.png, story)
        return Response(drawn, media_type="image/png", headers={"cache-control": "no-store"})

    def _admit(self, request: Request, *, scanned: bool) -> Response:
        self._guesses.forget(_address(request))
        try:
            key = self._invitation.admit(_device(request), scanned=scanned)
        except Full:
            return self._ask_for_code("This table has no room for another phone.", 403)
        # the page goes on by itself: a redirect from a scanner would not bring a strict cookie along
        answer = _page("Opening the table …", "", head='<meta http-equiv="refresh" content="0;url=/">')
        answer.set_cookie(
            self.cookie,
            key,
            max_age=_COOKIE_SECONDS,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    def _ask_for_code(self, message: str = "", status: int = 200) -> Response:
        return _page("Join the table", _FORM.format(message=escape(message)), status=status)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        await _NOTHING(scope, receive, with_headers(send))


_WAIT: Final = "Too many wrong codes came from this device. Wait a minute, then try again."

_FORM: Final = """<form method="post" action="/code">
<label for="code">The code shown on the host's device</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" autofocus required maxlength="12"
  placeholder="K7PX-3MQD">
<button>Join</button>
<p role="alert">{message}</p>
</form>"""

_STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 18px system-ui, sans-serif;
  background: #2c5a4b; color: #fff; }
main { width: min(22em, 86vw); text-align: center; }
h1 { font-size: 1.5em; }
form { display: grid; gap: 16px; text-align: left; }
input { font: 600 1.4em ui-monospace, monospace; letter-spacing: .1em; padding: 14px; border: 0; border-radius: 12px;
  text-align: center; width: 100%; box-sizing: border-box; background: #fff; color: #171412; }
button { font: inherit; font-weight: 700; min-height: 56px; border: 0; border-radius: 16px; background: #e8c468;
  color: #171412; }
p { min-height: 3em; margin: 0; }
"""


def _page(title: str, body: str, *, head: str = "", status: int = 200) -> HTMLResponse:
    """A page without Flet, for whoever has no key yet."""
    text = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{head}'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><main><h1>{title}</h1>{body}</main></body></html>"
    )
    headers = {
        "content-security-policy": _POLICY,
        "cache-control": "no-store",
        "referrer-policy": "same-origin",  # with none, browsers send a form without its origin
    }
    return HTMLResponse(text, status, headers)


_NOTHING: Final = _page(
    "You need a code",
    '<p>This device is not, or no longer, at the table. <a href="/">Enter the code</a> to join it.</p>',
    status=403,
)
"""For whoever has no key: also a phone that was sent away and is loaded again."""


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _is_own_page(scope: Scope) -> bool:
    """Whether a page of this door asks, and over the same protocol."""
    protocol = "https://" if scope["scheme"] in ("https", "wss") else "http://"
    return is_own_origin(scope) and headers_of(scope, b"origin")[0].startswith(protocol)


def _device(request: Request) -> str:
    """What kind of device it says it is, in the host's list of phones."""
    agent = request.headers.get("user-agent", "")
    return next((name for word, name in _DEVICES if word in agent), "Phone")


def join_address(site: str, invitation: Invitation) -> str:
    """The address in the QR code; `site` is the protocol, host and port."""
    return f"{site}/join/{quote(invitation.link_code)}"
