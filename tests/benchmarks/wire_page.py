"""A page without a browser: it applies every patch to a tree, and taps by identifier."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

import msgpack
from flet.controls.object_patch import Operation
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PHONE: Final = {"width": 412, "height": 915, "platform": "android", "web": True, "platform_brightness": "light"}
_FRAME: Final = b"\0"


class WirePage:
    """One page over a real socket; `heard` holds the times of its patches, in seconds."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._controls: dict[int, Any] = {}
        self._root: Any = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self.heard: list[float] = []

    @classmethod
    async def open(cls, host: str, cookie: str, route: str, **props: Any) -> "WirePage":
        """Open the page of the phone with this cookie at this route."""
        headers = {"Cookie": cookie} if cookie else {}
        line = await connect(
            f"ws://{host}/ws",
            origin=f"http://{host}",  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
        )
        page = cls(line)
        registration = {"session_id": "", "page_name": "", "page": {**PHONE, "route": route, **props}}
        await page._send(MessageAction.REGISTER_CLIENT, registration)
        page._listening = asyncio.create_task(page._listen())
        return page

    async def close(self) -> None:
        """Leave, as a closed tab does."""
        await self._line.close()
        if self._listening is not None:
            await self._listening

    async def tap(self, identifier: str) -> float:
        """Tap the control with this identifier; returns the time of the tap."""
        target = self._tappable(identifier)
        assert target is not None, f"no {identifier} to tap"
        moment = perf_counter()
        await self._send(MessageAction.CONTROL_EVENT, {"target": target, "name": "click", "data": None})
        return moment

    def shows(self, identifier: str) -> bool:
        """Whether a control with this identifier can be tapped now."""
        return self._tappable(identifier) is not None

    async def until(self, holds: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait until a condition holds; checked after every message."""
        async with asyncio.timeout(seconds):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def _tappable(self, identifier: str) -> int | None:
        for control in _walk(self._root):
            if control.get("_c") == "Semantics" and control.get("identifier") == identifier:
                pressed = (inside for inside in _walk(control) if inside.get("on_click") and not inside.get("disabled"))
                return next((int(inside["_i"]) for inside in pressed), None)
        return None

    async def _send(self, action: MessageAction, body: Any) -> None:
        await self._line.send(_FRAME + msgpack.packb([action.value, body]))

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                frame = await self._line.recv(decode=False)
                moment = perf_counter()
                action, body = msgpack.unpackb(frame[1:], ext_hook=decode_ext_from_msgpack, strict_map_key=False)
                await self._take(MessageAction(action), body, moment)
                self._news.set()

    async def _take(self, action: MessageAction, body: Any, moment: float) -> None:
        match action:
            case MessageAction.REGISTER_CLIENT:
                self._root = body["page_patch"]
                self._index(self._root)
            case MessageAction.PATCH_CONTROL:
                self.heard.append(moment)
                self._apply(self._controls[body["id"]], body["patch"])
            case MessageAction.INVOKE_METHOD:
                await self._answer(body)
            case _:
                raise AssertionError(f"the page crashed: {body}")

    async def _answer(self, call: Any) -> None:
        result = {"control_id": call["control_id"], "call_id": call["call_id"], "result": None, "error": None}
        await self._send(MessageAction.INVOKE_METHOD, result)
        if call["name"] == "push_route":
            route = {"route": call["args"]["route"]}
            number = self._root["_i"]
            await self._send(MessageAction.UPDATE_CONTROL_PROPS, {"id": number, "props": route})
            await self._send(MessageAction.CONTROL_EVENT, {"target": number, "name": "route_change", "data": route})

    def _index(self, value: Any) -> None:
        for control in _walk(value):
            if "_i" in control:
                self._controls[control["_i"]] = control

    def _apply(self, root: Any, patch: list[Any]) -> None:
        """Apply a patch to the tree as a browser does: a table of places, then the operations at them."""
        places, *operations = patch
        paths = _paths(places, ())
        for operation in operations:
            kind, place, key, *more = operation
            parent = _at(root, paths[place])
            match Operation(kind):
                case Operation.Replace:
                    parent[key] = more[0]
                    self._index(more[0])
                case Operation.Add if isinstance(parent, list):
                    parent.insert(key, more[0])
                    self._index(more[0])
                case Operation.Add:
                    parent[key] = more[0]
                    self._index(more[0])
                case Operation.Remove:
                    del parent[key]
                case Operation.Move:
                    moved = parent.pop(key)
                    _at(root, paths[more[0]]).insert(more[1], moved)


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    """Every control in a value, parents first."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from _walk(part)


def _paths(node: list[Any], path: tuple[Any, ...]) -> dict[int, tuple[Any, ...]]:
    number, *below = node
    paths = {number: path}
    for key, inner in (below[0] if below else {}).items():
        paths |= _paths(inner, (*path, key))
    return paths


def _at(root: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        root = root[key]
    return root
