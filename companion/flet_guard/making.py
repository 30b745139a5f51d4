"""Makes controls cheaper to create, where only what is given is set, and their events cheaper to dispatch.

A control of Flet 1.0.5 has fifty to seventy fields, and its generated `__init__` assigns every one of them through a
descriptor that then finds it equal to the default and stores nothing. That was most of the work of drawing a chip. For
every event Flet evaluates the annotations of the control's whole family, to find the same type again. Generated and
imported functions are not in the table of `flet_internals`, which calls `install` where Flet is the tested one.
"""

import inspect
from collections.abc import Callable
from dataclasses import MISSING
from functools import wraps
from typing import Any, Final

import flet as ft
from flet.components.component import Component
from flet.controls import base_control
from flet.controls.control_event import get_event_field_type

KINDS: Final[tuple[Any, ...]] = (
    Component,
    ft.AnimatedSwitcher,
    ft.Column,
    ft.Container,
    ft.Icon,
    ft.IconButton,
    ft.ListView,
    ft.MergeSemantics,
    ft.Row,
    ft.SafeArea,
    ft.Semantics,
    ft.Stack,
    ft.Text,
    ft.TextSpan,
)
"""What screens are full of."""

_OWN: Final[dict[Any, Callable[..., None]]] = {}


def install() -> None:
    """Make it so for every page of this process; once is enough, twice does no harm."""
    for kind in KINDS:
        if kind not in _OWN:
            _OWN[kind] = kind.__init__
            kind.__init__ = quick_init(kind)  # Flet offers no hook for it
    setattr(base_control, "get_event_field_type", event_type)  # noqa: B010  # as above; it was imported there


def event_type(control: Any, field_name: str) -> Any:
    """The type of a control's event, found once for each kind of control."""
    kind = type(control)
    if (kind, field_name) not in _event_types:
        _event_types[kind, field_name] = _find_event_type(control, field_name)
    return _event_types[kind, field_name]


_event_types: Final[dict[tuple[type[Any], str], Any]] = {}
_find_event_type: Callable[[Any, str], Any] = get_event_field_type


def quick_init(kind: Any) -> Callable[..., None]:
    """An `__init__` that takes what the generated one takes, and leaves defaults where they are: on the class."""
    own: Callable[..., None] = _OWN.get(kind, kind.__init__)
    parameters = list(inspect.signature(own).parameters.values())[1:]
    names = [each.name for each in parameters if each.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    known = frozenset(each.name for each in parameters)
    needed = frozenset(each.name for each in parameters if each.default is inspect.Parameter.empty)
    fields = kind.__dataclass_fields__
    made = [(name, each.default_factory) for name, each in fields.items() if each.default_factory is not MISSING]
    passed_on = [(name, each.default) for name, each in fields.items() if "_FIELD_INITVAR" in str(each._field_type)]
    only_passed_on = frozenset(name for name, _ in passed_on)

    @wraps(own)
    def init(self: Any, *args: Any, **given: Any) -> None:
        if args:
            if len(args) > len(names) or not given.keys().isdisjoint(names[: len(args)]):
                own(self, *args, **given)  # it knows what to say
                return
            given.update(zip(names, args, strict=False))
        if not needed <= given.keys() <= known:
            own(self, **given)
            return
        for name, make in made:
            if name not in given:
                object.__setattr__(self, name, make())
        for name, value in given.items():
            if name not in only_passed_on:
                setattr(self, name, value)
        self.__post_init__(*(given.get(name, default) for name, default in passed_on))

    return init
