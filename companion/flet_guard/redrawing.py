"""What is drawn again and what stays: Flet passes over whatever is the same as before."""

from collections.abc import Callable
from typing import Any, TypeVar

import flet as ft

C = TypeVar("C", bound=Callable[..., Any])


def drawn_once(component: C) -> C:
    """A component that is drawn again only when what it is given differs."""
    remembered: C = ft.memo(component)  # type: ignore[no-untyped-call]  # Flet left it untyped
    return remembered


Keeping = Callable[[str, tuple[Any, ...], Callable[[], ft.Control]], ft.Control]
"""Gives the control of a name, made anew where what it shows is another."""


def anew(_: str, __: tuple[Any, ...], make: Callable[[], ft.Control]) -> ft.Control:
    """For what is drawn too seldom to be kept."""
    return make()


class Keep:
    """What a component drew the last time, so that it hands out the same where nothing changed.

    Flet passes over what is the same object as before: it is neither made, nor compared, nor sent. It
    must stand in a list of controls, where Flet tells it whose child it is now, and it has a key, by
    which it is found again when others come before it.
    """

    def __init__(self, whose: Any, before: "Keep | None") -> None:
        self._whose = whose
        self._before = before._now if before and before._whose == whose else {}
        self._now: dict[str, tuple[tuple[Any, ...], ft.Control]] = {}

    def __call__(self, name: str, of: tuple[Any, ...], make: Callable[[], ft.Control]) -> ft.Control:
        """The control of this name as it was drawn before, made anew where `of`, all that it shows, is another."""
        held = self._before.get(name)
        if held is None or not _same(held[0], of):
            held = of, _keyed(name, make())
        self._now[name] = held
        return held[1]


def _keyed(name: str, made: ft.Control) -> ft.Control:
    if made.key is None:
        made.key = name
    return made


def _same(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """Whether two drawings show the same; of controls only the very same one is."""
    return len(before) == len(now) and all(
        one is other or (not isinstance(one, ft.BaseControl) and one == other)
        for one, other in zip(before, now, strict=True)
    )


def use_keep(whose: Any = None) -> Keep:
    """Keeps the controls of this component from drawing to drawing, as long as they are about `whose` table.

    Only for controls whose taps act on what holds when they come.
    """
    kept: Any = ft.use_ref(None)
    kept.current = Keep(whose, kept.current)
    keep: Keep = kept.current
    return keep


def use_same(act: Callable[..., None], of: str) -> Callable[..., None]:
    """A function that stays the same object from drawing to drawing, so that what gets it need not be drawn again."""
    same: Callable[..., None] = ft.use_callback(act, [of])
    return same
