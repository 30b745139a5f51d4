"""Which controls are drawn again and which stay: Flet skips one that is the same object as in the last drawing."""

from collections.abc import Callable
from operator import is_
from typing import Any, Protocol, TypeVar, TypeVarTuple

import flet as ft

C = TypeVar("C", bound=Callable[..., Any])
F = TypeVar("F", bound=tuple[Any, ...])
Acts = TypeVarTuple("Acts")


def drawn_once(component: C) -> C:
    """A component that is drawn again only when its arguments differ."""
    memoized: C = ft.memo(component)  # type: ignore[no-untyped-call]  # Flet left it untyped
    return memoized


class Parts(tuple[ft.Control, ...]):
    """Controls inside another one, as facts; equal only to the very same objects.

    Two controls of Flet are equal if all their fields are, which is slow to find out.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parts) and len(self) == len(other) and all(map(is_, self, other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


class Keeping(Protocol):
    """Gives the control of a name: the one drawn last if its facts are the same, else a new one.

    `facts` is a named tuple with everything that `draw` draws from, or the `Parts` that it puts together. `draw` is a
    function of a module: it gets the facts and the acts and can see nothing else, so no dependency can be forgotten.
    `acts` are what taps call. They are not compared: a tap calls the act of the latest drawing.
    """

    def __call__(self, name: str, facts: F, draw: Callable[[F, *Acts], ft.Control], *acts: *Acts) -> ft.Control: ...


def draw_always(name: str, facts: F, draw: Callable[[F, *Acts], ft.Control], *acts: *Acts) -> ft.Control:
    """A `Keeping` that keeps nothing, for what is drawn too seldom."""
    return draw(facts, *acts)


class _Kept:
    """A control with the facts it was drawn from."""

    __slots__ = ("acts", "control", "draw", "facts")

    def __init__(self, name: str, facts: tuple[Any, ...], draw: Callable[..., ft.Control], acts: tuple[Any, ...]):
        self.facts, self.draw, self.acts = facts, draw, acts
        self.control = draw(facts, *map(self._latest, range(len(acts))))
        if self.control.key is None:
            self.control.key = name

    def _latest(self, place: int) -> Callable[..., Any]:
        """Calls the act that the latest drawing gave for this place."""
        return lambda *given: self.acts[place](*given)


class Keep:
    """The `Keeping` of one component, from drawing to drawing.

    Flet passes over a kept control: it is neither made, nor compared, nor sent. It must stand in a list of controls,
    where Flet tells it whose child it is now, and it has a key, by which Flet finds it when others come before it.
    """

    def __init__(self, subject: Any, last: "Keep | None") -> None:
        self._subject = subject
        self._last: dict[str, _Kept] = last._now if last and last._subject == subject else {}
        self._now: dict[str, _Kept] = {}

    def __call__(self, name: str, facts: F, draw: Callable[[F, *Acts], ft.Control], *acts: *Acts) -> ft.Control:
        kept = self._last.get(name)
        if kept is not None and kept.draw is draw and kept.facts == facts:
            kept.acts = acts
        else:
            kept = _Kept(name, facts, draw, acts)
        self._now[name] = kept
        return kept.control


def use_keep(subject: Any = None) -> Keep:
    """Keep the controls of this component from drawing to drawing, as long as it shows the same `subject`."""
    last: Any = ft.use_ref(None)
    last.current = Keep(subject, last.current)
    keep: Keep = last.current
    return keep


def find_live(page: ft.Page, control: ft.Control | None) -> ft.Control | None:
    """The control of the page that a drawn one became: Flet may keep the one of the drawing before in its place."""
    live = page.get_control(control._i) if control is not None else None
    return live if isinstance(live, ft.Control) else None


def use_same(act: Callable[..., None], subject: str) -> Callable[..., None]:
    """Keep the first function given for this subject, so that a `drawn_once` component it is passed to stays."""
    same: Callable[..., None] = ft.use_callback(act, [subject])
    return same
