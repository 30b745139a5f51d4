"""A Flet page without a browser: a real session on a connection that plays the client.

    @headless
    async def test_a_tap_counts():
        async with mounted(Counter) as page:
            await page.tap("Add")
            assert "1" in page.texts()

A frozen or crashed page fails the test by itself.
"""

import asyncio
import dataclasses
import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft
import msgpack  # type: ignore[import-untyped]  # it carries no types
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.controls.value_types import Prop
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

P = ParamSpec("P")
T = TypeVar("T")

WORDS = ("value", "content", "title", "subtitle", "label", "text", "tooltip", "hint_text", "error", "semantics_label")
PHONE = {"width": 412, "height": 915}


def headless(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test in plain pytest."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        run_apart(lambda: test(*args, **kwargs))

    return run


def run_apart(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run it in its own thread and loop: Playwright leaves a running loop in the main thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


class Client(Connection):
    """The browser's side of the connection: encodes as the wire does, keeps messages, and answers calls."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # Flet left it untyped
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(max_workers=2)
        self.pubsubhub = PubSubHub(loop=self.loop, executor=self.executor)
        self.page_url = "http://127.0.0.1"
        self.session: Session | None = None
        self.patches: list[Any] = []
        self.crashes: list[str] = []
        self.calls: list[tuple[str, Any]] = []
        self.answers: dict[str, Any] = {}
        self.faults: dict[str, str] = {}
        self._encode = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]  # Flet left it untyped
        self._tasks: set[asyncio.Task[None]] = set()

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send_message(self, message: Message) -> None:
        """Receive a message; the real encoder refuses what the wire would, and sets the baseline of the next diff."""
        msgpack.packb([message.action, message.body], default=self._encode)
        body: Any = message.body
        match message.action:
            case MessageAction.PATCH_CONTROL:
                self.patches.append(body)
            case MessageAction.SESSION_CRASHED:
                self.crashes.append(body.message)
            case MessageAction.INVOKE_METHOD:
                self._answer(body)
            case _:
                pass

    def _answer(self, call: Any) -> None:
        session = cast(Session, self.session)
        self.calls.append((call.name, call.args))
        if call.name == "push_route":
            self._keep(asyncio.ensure_future(_go(session, call.args["route"])))
        answer, fault = self.answers.get(call.name), self.faults.get(call.name)
        self.loop.call_soon(session.handle_invoke_method_results, call.control_id, call.call_id, answer, fault)


class Page:
    """One visitor: find controls on the screen, tap, type, go back."""

    def __init__(self, **props: Any) -> None:
        self.client = Client()
        self.session = self.client.session = Session(self.client)
        self.page: ft.Page = self.session.page
        self.use()
        self.session.apply_page_patch({"route": "/", **PHONE, "platform": "linux", "web": True, **props})
        patch = self.session.get_page_patch()  # type: ignore[no-untyped-call]  # Flet left it untyped
        answer = RegisterClientResponseBody(self.session.id, patch, "")
        self.client.send_message(Message(MessageAction.REGISTER_CLIENT, answer))

    def use(self) -> None:
        """Make this visitor the current one, if a test has several."""
        _context_page.set(self.page)  # type: ignore[arg-type]  # Flet types its default alone
        context.reset_auto_update()  # type: ignore[no-untyped-call]  # Flet left it untyped

    async def run(self, main: Callable[[ft.Page], Any]) -> "Page":
        """Draw the page with the app's own `main`."""
        self.use()
        drawn = main(self.page)
        if inspect.isawaitable(drawn):
            await cast(Awaitable[None], drawn)
        await self.settle()
        return self

    async def settle(self, seconds: float = 0.0) -> None:
        """Wait until updates, effects and routes are done; with `seconds`, threads too."""
        end = self.client.loop.time() + seconds
        while True:
            for _ in range(30):
                await asyncio.sleep(0)
            if self.client.loop.time() >= end:
                break
            await asyncio.sleep(0.005)
        updates: asyncio.Task[None] | None = getattr(self.session, "_Session__updates_task")  # noqa: B009
        if updates is not None and updates.done() and not updates.cancelled():
            raise AssertionError("the page is frozen") from updates.exception()
        assert not self.client.crashes, f"the page crashed: {self.client.crashes[-1]}"

    async def until(self, holds: Callable[[], bool], seconds: float = 10.0) -> None:
        """Wait until a condition set by a thread or timer holds."""
        end = self.client.loop.time() + seconds
        while not holds():
            assert self.client.loop.time() < end, f"it did not come to pass; on the screen: {self.texts()}"
            await self.settle(0.01)

    def walk(self, root: Any = None) -> Iterator[BaseControl]:
        """Every control below `root`, parents first; of the whole page without one."""
        return iter(_below(self.page if root is None else root, set(), []))

    def all(self, kind: type[Any] = BaseControl, **props: Any) -> list[Any]:
        """All controls of a class with these properties."""
        return [
            control
            for control in self.walk()
            if isinstance(control, kind) and all(getattr(control, name, None) == value for name, value in props.items())
        ]

    def one(self, kind: type[Any] = BaseControl, **props: Any) -> Any:
        """The only control of a class with these properties."""
        controls = self.all(kind, **props)
        assert len(controls) == 1, f"{len(controls)} x {kind.__name__} {props}; on the screen: {self.texts()}"
        return controls[0]

    def id(self, identifier: str) -> Any:
        """The `ft.Semantics` with this identifier and everything inside it."""
        return self.one(ft.Semantics, identifier=identifier)

    def has(self, identifier: str) -> bool:
        """Whether something with this identifier is on the screen."""
        return bool(self.all(ft.Semantics, identifier=identifier))

    def names(self, start: str = "", root: Any = None) -> list[str]:
        """The identifiers on the screen that begin with `start`, in order."""
        names = (control.identifier or "" for control in self.walk(root) if isinstance(control, ft.Semantics))
        return [name for name in names if name and name.startswith(start)]

    def texts(self, root: Any = None) -> list[str]:
        """The texts on the screen, in order."""
        return [word for control in self.walk(root) for word in _words(control)]

    def tappable(self, name: str) -> BaseControl:
        """The control that reacts to a tap and has this identifier, key, tooltip or text; exact matches win."""
        for holder in self.all(ft.Semantics, identifier=name):
            inside = [control for control in self.walk(holder) if _answers_a_tap(control)]
            if inside:
                return inside[0]
        hits = [c for c in self.walk() if _answers_a_tap(c) and (c.key == name or name in self.texts(c))]
        exact = [c for c in hits if name in _words(c)] or hits
        assert len(exact) == 1, f"{len(exact)} tappable {name!r}; on the screen: {self.texts()}"
        return exact[0]

    async def fire(self, control: BaseControl, event: str, data: Any = None) -> None:
        """Send an event to the app as the browser does, by the control's id."""
        self.use()
        await self.session.dispatch_event(control._i, event, data)
        await self.settle()

    async def tap(self, *targets: BaseControl | str) -> None:
        """Tap controls one after the other, given by name or directly."""
        for target in targets:
            control = self.tappable(target) if isinstance(target, str) else target
            event = next(
                kind for kind in ("click", "tap", "select") if getattr(control, f"on_{kind}", None) is not None
            )
            await self.fire(control, event)

    async def hold(self, identifier: str) -> None:
        """Hold what has this identifier until it opens."""
        held = next(control for control in self.walk(self.id(identifier)) if isinstance(control, ft.Container))
        await self.fire(held, "long_press")

    async def change(self, control: BaseControl, value: str | bool) -> None:
        """Type into a field, or turn a switch: the property first, then the event, as the browser does."""
        self.session.apply_patch(control._i, {"value": value})
        await self.fire(control, "change", value)

    async def fill(self, label: str, text: str, *, submit: bool = False) -> None:
        """Type into the field with this label."""
        await self.change(self.one(ft.TextField, label=label), text)
        if submit:
            await self.fire(self.one(ft.TextField, label=label), "submit", text)

    async def key(self, *names: str, ctrl: bool = False, shift: bool = False, alt: bool = False) -> None:
        """Press keys one after the other."""
        for name in names:
            pressed = {"key": name, "ctrl": ctrl, "shift": shift, "alt": alt, "meta": False}
            await self.fire(self.page, "keyboard_event", pressed)

    async def go(self, route: str) -> None:
        self.use()
        await _go(self.session, route)
        await self.settle()

    async def close(self) -> None:
        """The visitor leaves."""
        self.use()
        self.session.close()  # type: ignore[no-untyped-call]  # Flet left it untyped
        for _ in range(3):
            await asyncio.sleep(0)
        self.client.executor.shutdown(wait=False)


@asynccontextmanager
async def visited(main: Callable[[ft.Page], Any], **props: Any) -> AsyncIterator[Page]:
    """Open the whole app on a page: `main` as the server calls it."""
    page = Page(**props)
    try:
        yield await page.run(main)
    finally:
        await page.close()


@asynccontextmanager
async def mounted(component: Callable[..., Any], *args: Any, views: bool = False, **kwargs: Any) -> AsyncIterator[Page]:
    """Mount one component on its own page."""

    def main(page: ft.Page) -> None:
        render = page.render_views if views else page.render
        render(component, *args, **kwargs)

    async with visited(main) as page:
        yield page


async def _go(session: Session, route: str) -> None:
    session.apply_page_patch({"route": route})
    await session.dispatch_event(session.page._i, "route_change", {"route": route})


_NESTS = (list, tuple, dict)


def _below(root: Any, seen: set[int], controls: list[BaseControl]) -> list[BaseControl]:
    for part in _inside(root, seen, controls):
        if isinstance(part, _NESTS) or hasattr(part, "__dataclass_fields__"):
            _below(part, seen, controls)
    return controls


def _inside(root: Any, seen: set[int], controls: list[BaseControl]) -> Iterable[Any]:
    """The direct parts of a value; collects every control it meets once."""
    if isinstance(root, dict):
        return root.values()
    if isinstance(root, _NESTS):
        return root
    if id(root) in seen or (isinstance(root, ft.DialogControl) and not root.open):
        return ()  # met before, or sliding away
    seen.add(id(root))
    if isinstance(root, BaseControl):
        controls.append(root)
    return [getattr(root, name, None) for name in _set(root)]


def _set(root: Any) -> list[str]:
    """The fields of a control, or of a value of one, that may hold other controls, in their order.

    Flet keeps what differs from the default in `_values`: five fields of sixty, and no default is a control.
    """
    kind: Any = type(root)
    places, plain = _parts(kind)
    return sorted((*plain, *(places.keys() & getattr(root, "_values", {}).keys() - plain)), key=places.__getitem__)


@functools.cache
def _parts(kind: type[Any]) -> tuple[dict[str, int], frozenset[str]]:
    """The place of each such field, and those that Flet does not keep in `_values`."""
    if not dataclasses.is_dataclass(kind):
        return {}, frozenset()
    names = [part.name for part in dataclasses.fields(kind) if not part.metadata.get("skip") and part.name != "_parent"]
    plain = frozenset(name for name in names if not isinstance(inspect.getattr_static(kind, name, None), Prop))
    return {name: place for place, name in enumerate(names)}, plain


def _words(control: BaseControl) -> list[str]:
    """The texts of a control; the value of a switch or a slider is none."""
    names = WORDS if isinstance(control, ft.Text | ft.TextField) else WORDS[1:]
    return [word for name in names if isinstance(word := getattr(control, name, None), str) and word]


def _answers_a_tap(control: BaseControl) -> bool:
    handlers = ["on_click"]
    if isinstance(control, ft.GestureDetector | ft.Chip):
        handlers += ["on_tap", "on_select"]
    return not getattr(control, "disabled", False) and any(getattr(control, h, None) is not None for h in handlers)
