"""Speed up the creation of controls, by setting only the fields that are passed, and the dispatch of their events.

A control of Flet 1.0.5 has fifty to seventy fields, and its generated `__init__` assigns each of them through a
descriptor that stores nothing if it equals the default. That was most of the work of drawing a chip. For every event,
Flet evaluates the annotations of the control and all its base classes, always with the same result. Generated and
imported functions are not in the list of `flet_internals`, which calls `install` on the tested version of Flet.
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
"""The most frequent controls of the screens."""

_FLET_INITS: Final[dict[Any, Callable[..., None]]] = {}


def install() -> None:
    """Replace the methods for all pages of this process; calling it again does nothing."""
    for kind in KINDS:
        if kind not in _FLET_INITS:
            _FLET_INITS[kind] = kind.__init__
            kind.__init__ = quick_init(kind)  # Flet offers no hook for it
    setattr(base_control, "get_event_field_type", event_type)  # noqa: B010  # as above; the module has imported it


def event_type(control: Any, field_name: str) -> Any:
    """The type of a control's event, cached by type of control."""
    kind = type(control)
    if (kind, field_name) not in _event_types:
        _event_types[kind, field_name] = _find_event_type(control, field_name)
    return _event_types[kind, field_name]


_event_types: Final[dict[tuple[type[Any], str], Any]] = {}
_find_event_type: Callable[[Any, str], Any] = get_event_field_type


def quick_init(kind: Any) -> Callable[..., None]:
    """An `__init__` with the signature of the generated one that leaves defaults on the class."""
    flet_init: Callable[..., None] = _FLET_INITS.get(kind, kind.__init__)
    parameters = list(inspect.signature(flet_init).parameters.values())[1:]
    positional = [param.name for param in parameters if param.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    known = frozenset(param.name for param in parameters)
    required = frozenset(param.name for param in parameters if param.default is inspect.Parameter.empty)
    fields = kind.__dataclass_fields__
    factories = [
        (name, field.default_factory) for name, field in fields.items() if field.default_factory is not MISSING
    ]
    init_vars = [(name, field.default) for name, field in fields.items() if "_FIELD_INITVAR" in str(field._field_type)]
    init_var_names = frozenset(name for name, _ in init_vars)

    @wraps(flet_init)
    def init(self: Any, *args: Any, **values: Any) -> None:
        if args:
            if len(args) > len(positional) or not values.keys().isdisjoint(positional[: len(args)]):
                flet_init(self, *args, **values)  # raises the usual TypeError
                return
            values.update(zip(positional, args, strict=False))
        if not required <= values.keys() <= known:
            flet_init(self, **values)
            return
        for name, make in factories:
            if name not in values:
                object.__setattr__(self, name, make())
        for name, value in values.items():
            if name not in init_var_names:
                setattr(self, name, value)
        self.__post_init__(*(values.get(name, default) for name, default in init_vars))

    return init
