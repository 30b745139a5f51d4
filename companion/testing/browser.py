"""Drives the app in a real Chromium through the tree a screen reader sees. No sleeps anywhere.

    def test_a_bid_is_recorded(phone: Ui) -> None:
        phone.tap("New game").see("Who plays?")
        assert phone.taps == 1

`phone`, `desktop` and their dark twins (conftest.py) open the app on a server and data of their own. A page that
writes an error to the console, fails a request or asks another machine for anything fails its test at the end.
"""

import io
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import flet as ft
import uvicorn
from PIL import Image
from playwright.sync_api import (
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    ElementHandle,
    Error,
    Locator,
    Page,
    Request,
    Response,
    Route,
    expect,
)

from companion.server.serving import address, config_for, listen

ROOT = Path(__file__).resolve().parent.parent.parent  # where the packages of the app are

SCREENSHOTS = Path("screenshots")

DOUBLE_TAP = 0.4  # seconds; somebody who taps the same place later means it

PHONE: dict[str, Any] = {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
DARK: dict[str, Any] = {"color_scheme": "dark"}
SHARP: dict[str, Any] = {"device_scale_factor": 2}  # as on a real phone, for pictures; paints four times as many pixels
STILL: dict[str, Any] = {"reduced_motion": "reduce"}  # no animations: half as many frames

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
]

GET_ONE = "No Chromium here: `apt-get install chromium` or `.venv/bin/playwright install chromium` gets one."

# Flutter takes over a focused <input> a frame or two later and overwrites what was typed before. At that moment it
# subscribes to its input events, which is the signal to type.
LISTEN_FOR_EDITING = """
(() => {
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (type === 'input' && this instanceof Element) window.__editing = this;
    return add.call(this, type, ...rest);
  };
  add.call(document, 'blur', e => { if (e.target === window.__editing) window.__editing = null; }, true);
})();
"""

# The placeholder is what switches the screen reader's tree on, after every load of the page.
READ_ALOUD = """
new MutationObserver(() => document.querySelector('flt-semantics-placeholder')?.click())
  .observe(document, { childList: true, subtree: true });
"""

ENGINE_BROKE = "(memory access|table index is) out of bounds"
"""Console errors of a page that then reloads itself, by no fault of ours; `test_reconnect.py` checks that it does."""

# The client asks for a frame only to draw one: while none is asked for, nothing moves.
COUNT_FRAMES = """
(() => {
  const ask = window.requestAnimationFrame.bind(window);
  window.__tick = ask;
  window.__frames = 0;
  window.requestAnimationFrame = draw => { window.__frames++; return ask(draw); };
})();
"""

# It paints in a thread of its own, one frame after the other; on a busy machine, long after the frame was drawn.
COUNT_PAINTING = """
(() => {
  const post = Worker.prototype.postMessage;
  const says = (message, words) => message instanceof Object && Object.values(message).includes(words);
  window.__painting = 0;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (says(message, 'renderPictures')) {
      const painted = ({ data }) => {
        if (!says(data, 'onRenderComplete')) return;
        this.removeEventListener('message', painted);
        window.__painting--;
      };
      this.addEventListener('message', painted);
      window.__painting++;
    }
    return post.call(this, message, ...rest);
  };
})();
"""

COME_TO_REST = """async ticks => {
  for (let drawn = -1, quiet = 0, left = 2000; quiet < ticks; left--) {
    if (!left) throw new Error('the screen never came to rest');
    await new Promise(f => window.__tick(f));
    quiet = window.__frames === drawn && !window.__painting ? quiet + 1 : 0;
    drawn = window.__frames;
  }
}"""

QUIET_TICKS = 15  # browser frames without one of the client's and without painting, after which a screen is at rest

# A sheet may still be cut to the height of the window a moment after it came in. Returns the element's role and box.
STAND_STILL = """async e => {
  let old = e.getBoundingClientRect(), still = 0;
  for (let i = 0; i < 60 && still < 2; i++) {
    await new Promise(f => window.__tick(() => window.__tick(f)));
    const now = e.getBoundingClientRect();
    still = now.x === old.x && now.y === old.y ? still + 1 : 0;
    old = now;
  }
  return { role: e.getAttribute('role'), y: old.y, width: old.width, height: old.height };
}"""


def find_chromium(kind: BrowserType) -> str | None:
    """The browser to drive: COMPANION_CHROMIUM, one on the path, or Playwright's own."""
    names = [os.environ.get("COMPANION_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    program = next((path for name in names if name and (path := shutil.which(name))), None)
    own = kind.executable_path
    return program or (own if Path(own).exists() else None)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Server:
    """The real command in its own process, with its own port and data."""

    def __init__(
        self,
        data: Path,
        database: Path | None = None,
        command: tuple[str, ...] = ("-m", "companion"),
        more: tuple[str, ...] = (),
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or data / "companion.sqlite"
        self.log = data / "server.log"
        self._command = [sys.executable, *command, "--web", "--port", str(self.port), "--database", str(self.database)]
        self._command += more
        self.start()

    def start(self) -> None:
        """Start, or restart after `stop`, and wait until it answers."""
        self._launch()
        end = time.monotonic() + 120
        while not answers(self.url):
            if not self.running() or time.monotonic() > end:
                self.kill()
                raise AssertionError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.02)  # polls a port, not the screen

    def stop(self) -> None:
        """Stop as Ctrl+C does; kill it if that does not help."""
        self.signal(signal.SIGTERM)
        if self.wait(5) is None:
            self.kill()

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.wait()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Hold the process: its connections stay open, and nothing comes through them."""
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)

    def _launch(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self._command, cwd=ROOT, env=quiet_environment(), stdout=out, stderr=subprocess.STDOUT
            )

    def running(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self, seconds: float | None = None) -> int | None:
        """Its exit code; None if it still runs after this many seconds."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(seconds)
        return None


def quiet_environment() -> dict[str, str]:
    """Our environment without a display, so that nothing opens a window or a browser, and without our settings."""
    dropped = {"DISPLAY", "WAYLAND_DISPLAY", "COMPANION_DATABASE"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped and not name.startswith("FLET_")}
    return {**kept, "PYTHONUNBUFFERED": "1"}


def answers(url: str) -> bool:
    """Whether a server answers there."""
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def wait_until(holds: Callable[[], object], seconds: float = 10.0, failure: str = "") -> None:
    """Poll something outside the screen, such as a file or a process, until it holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, failure
        time.sleep(0.02)


@contextmanager
def served(main: Callable[[ft.Page], Any]) -> Iterator[str]:
    """Serve a page of the test on our server in a thread of this process; returns its address."""
    bound = listen(0)
    server = uvicorn.Server(config_for(main))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    url = address(bound)
    yield url
    for visitor in VISITORS.pop(url, ()):  # pages that have left do not complain that the server closes
        visitor.leave()
    server.should_exit = True
    thread.join(5)


class Cable:
    """A proxy between browser and server that can be cut and mended."""

    def __init__(self, url: str) -> None:
        self._target = int(url.rsplit(":", 1)[1])
        self._connected = True
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut all connections and refuse new ones."""
        self._connected = False
        for end in self._ends:
            _shut(end)
        self._ends.clear()

    def mend(self) -> None:
        """Let new connections through again."""
        self._connected = True

    def _accept(self) -> None:
        while True:
            near, _ = self._door.accept()
            if not self._connected:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._target))
            self._ends += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=_pump, args=(a, b), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    _shut(source)
    _shut(sink)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


VISITORS: "dict[str, list[Ui]]" = {}  # open windows by address


class Ui:
    """One browser page: open, find, tap, type, look. It counts the taps and scrolls a person would need."""

    def __init__(self, context: BrowserContext, url: str, page: Page | None = None) -> None:
        """`page` is reused from another `Ui` of the context."""
        self.url = url
        self.taps = 0
        self.scrolls = 0
        self._tapped: tuple[str, float] = ("", 0)  # what was tapped last, and when
        self.troubles: list[str] = []
        self.expected: list[re.Pattern[str]] = [re.compile(f"^uncaught: {ENGINE_BROKE}$")]
        context.route(lambda address: not address.startswith((self.url, "data:", "blob:")), self._refuse)
        VISITORS.setdefault(url, []).append(self)
        self.page: Page = page or context.new_page()
        if page is None:
            self.page.set_default_timeout(10_000)
            self.page.add_init_script(LISTEN_FOR_EDITING + READ_ALOUD + COUNT_FRAMES + COUNT_PAINTING)
        self._hears: dict[Any, Callable[[Any], None]] = {
            "response": self._answered,
            "requestfailed": self._failed,
            "console": self._said,
            "pageerror": lambda error: self.troubles.append(f"uncaught: {error}"),
        }
        for event, hear in self._hears.items():
            self.page.on(event, hear)
        self.touch: bool = bool(self.page.evaluate("navigator.maxTouchPoints > 0"))

    def leave(self) -> None:
        """Leave the app, as if the tab were closed."""
        with suppress(Error):
            self.page.goto("about:blank")

    def let_go(self) -> bool:
        """Leave the app, so that another `Ui` can use the page; False if the page is of no use any more.

        A later server may get the same port: what the browser keeps there would bring back this one's session.
        """
        try:
            self.page.evaluate("sessionStorage.clear(), localStorage.clear()")
            self.page.goto("about:blank")
            self.page.context.unroute_all()
            self.page.context.clear_cookies()
        except Error:
            return False
        for event, hear in self._hears.items():
            self.page.remove_listener(event, hear)
        return True

    def expect_trouble(self, *patterns: str) -> "Ui":
        """Ignore troubles that the test itself causes, such as a cut connection."""
        self.expected += [re.compile(pattern) for pattern in patterns]
        return self

    def assert_untroubled(self) -> None:
        """Fail on console errors, failed requests and requests to other machines."""
        troubles = [text for text in self.troubles if not any(known.search(text) for known in self.expected)]
        assert not troubles, "\n".join(troubles)

    def _refuse(self, route: Route) -> None:
        self.troubles.append(f"asked elsewhere: {route.request.url}")
        route.abort()

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.troubles.append(f"{answer.status}: {answer.url}")

    def _failed(self, request: Request) -> None:
        if "ERR_ABORTED" not in str(request.failure):  # leaving a page aborts what it was still loading
            self.troubles.append(f"failed: {request.url} {request.failure}")

    def _said(self, message: ConsoleMessage) -> None:
        # "GPU stall" says the drawing engine, without a GPU
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.troubles.append(f"{message.type}: {message.text}")

    def open(self, path: str = "/") -> "Ui":
        """Open a screen by its address."""
        self.page.goto(self.url + path)
        return self.ready()

    def reload(self) -> "Ui":
        """Reload the page, as pulling it down does."""
        self.page.reload()
        return self.ready()

    def ready(self) -> "Ui":
        """Wait for the first frame and the screen reader's tree."""
        tree = self.page.locator("flt-semantics-host flt-semantics flt-semantics").first
        tree.wait_for(state="attached", timeout=30_000)
        return self

    def id(self, identifier: str) -> Locator:
        """The element with `ft.Semantics(identifier=...)`."""
        return self.page.locator(f'[flt-semantics-identifier="{identifier}"]')

    def button(self, name: str) -> Locator:
        """Anything that takes a tap and has this name: button, tab, chip, switch, menu item, list tile."""
        exact = re.compile(rf"^{re.escape(name)}(\s+Tab \d+ of \d+)?$")
        button = self.page.get_by_role("button", name=exact)
        for role in ("tab", "checkbox", "switch", "radio", "menuitem", "link"):
            button = button.or_(self.page.get_by_role(role, name=exact))
        return button.or_(self.page.locator(f'flt-semantics[aria-label="{name}"] > flt-semantics[role=button]')).first

    def text(self, text: str | re.Pattern[str]) -> Locator:
        """Text anywhere on the screen."""
        return self.page.locator("flt-semantics-host").get_by_text(text)

    def tap_id(self, identifier: str) -> "Ui":
        """Tap the element with this identifier."""
        return self.tap(self.id(identifier).first)

    def tap(self, target: str | Locator) -> "Ui":
        """Tap something by name once it stands still, slower than a double tap; scrolling to it is counted."""
        spot = self.button(target) if isinstance(target, str) else target
        before, at = self._tapped
        if str(spot) == before and (left := DOUBLE_TAP - (time.monotonic() - at)) > 0:
            self.page.wait_for_timeout(left * 1000)
        place = spot.evaluate(STAND_STILL)
        if self._bring_into_view(spot, place):
            place = spot.evaluate(STAND_STILL)
        position = _live_area(place)
        # Nodes of the tree overlap, but the app goes by the coordinates: do not check what is on top.
        if self.touch:
            spot.tap(force=True, position=position)
        else:
            spot.click(force=True, position=position)
            self.page.mouse.move(0, 0)  # a hovered tooltip would double the name
        self.taps += 1
        self._tapped = str(spot), time.monotonic()
        return self

    def _bring_into_view(self, spot: Locator, place: Any) -> bool:
        """Scroll to it if it is outside the screen; True if that was needed."""
        size = self.page.viewport_size
        if not size or 0 <= place["y"] + place["height"] / 2 < size["height"]:
            return False
        self.scrolls += 1
        spot.scroll_into_view_if_needed()
        return True

    def fill(self, label: str, text: str, *, submit: bool = False) -> "Ui":
        """Replace the text of the field with this label."""
        self.focus(self.page.get_by_role("textbox", name=label, exact=True)).evaluate("e => e.select()")
        if text:
            self.page.keyboard.insert_text(text)
        else:
            self.page.keyboard.press("Delete")
        if submit:
            self.page.keyboard.press("Enter")
        return self

    def focus(self, box: Locator) -> ElementHandle:
        """Focus a text field until the app listens to it; a redraw may put another element in its place meanwhile."""
        listens = "e => document.activeElement === e && window.__editing === e"
        for patience in (2_000, 3_000, 5_000):
            handle = box.element_handle()
            handle.focus()
            with suppress(Error):
                self.page.wait_for_function(listens, arg=handle, timeout=patience)
                return handle
            handle.evaluate("e => e.blur()")
        raise AssertionError("The app does not listen to the field.")

    def see(self, text: str | re.Pattern[str], timeout: float = 10_000) -> "Ui":
        """Wait until this text is on the screen."""
        self.text(text).first.wait_for(state="attached", timeout=timeout)
        return self

    def see_id(self, identifier: str) -> "Ui":
        """Wait until the element with this identifier is on the screen."""
        self.id(identifier).first.wait_for(state="attached")
        return self

    def gone(self, text: str, timeout: float = 10_000) -> "Ui":
        """Wait until this text is off the screen."""
        self.text(text).first.wait_for(state="detached", timeout=timeout)
        return self

    def value(self, identifier: str, text: str) -> "Ui":
        """Wait until the element with this identifier has this text."""
        expect(self.id(identifier)).to_have_text(text)
        return self

    def screenshot(self, name: str) -> Path:
        """Save a picture of the screen to screenshots/, once everything is painted and still."""
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        path.write_bytes(self.picture())
        return path

    def rest(self) -> "Ui":
        """Wait until nothing moves: screens and toasts take no taps during their animation."""
        self.page.evaluate(COME_TO_REST, QUIET_TICKS)
        return self

    def picture(self) -> bytes:
        """A picture of the screen, once everything is painted and still."""
        before = b""
        for _ in range(80):
            self.rest()
            now = self.page.screenshot()  # what is drawn may not be painted yet
            if now == before and not is_blank(now):
                return now
            before = now
        raise AssertionError("the screen never came to rest, or stayed blank")


def _live_area(place: Any) -> Any:
    """A switch's node spans its parent's width, but only the box and its label take a tap."""
    if place["role"] not in ("checkbox", "switch", "radio"):
        return None
    return {"x": min(20, place["width"] / 2), "y": place["height"] / 2}


Open = Callable[..., Ui]  # opens a browser window at an address


def is_blank(png: bytes) -> bool:
    """Whether a picture has a single colour, as before the page is painted."""
    return len(Image.open(io.BytesIO(png)).convert("RGB").getcolors(2) or ()) == 1
