"""Speed up Flet's comparison of two drawings by comparing only the fields that are set.

Flet 1.0.5 walks about sixty fields per new or removed control, of which about five are set, and for every pair of
controls it logs, rebuilds generic checks and validates defaults. At a table that was half of the work between a tap
and its frame. Everything but the frozen output of components is left to Flet's own code.
"""

import weakref
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Final, TypeVar

from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, get_control_key
from flet.controls.value_types import Value
from flet.utils.validation import _compile_class_spec

_configure: Callable[..., Iterator[Any]] = DiffBuilder._configure_dataclass
_removed: Callable[..., Iterator[Any]] = DiffBuilder._removed_controls
_compare_values: Callable[..., None] = DiffBuilder._compare_values
_compare_lists: Callable[..., None] = DiffBuilder._compare_lists
_compare_dataclasses: Callable[..., None] = DiffBuilder._compare_dataclasses

T = TypeVar("T")


def _cached_by_type(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """Cache the result for each type of control."""
    return cache(function)


_SAME: Final = ("_i", "_c")
"""Structural fields that two compared controls always share."""


# ---- comparing -------------------------------------------------------------------------------


def compare_values(self: DiffBuilder, parent: Any, path: list[Any], key: Any, src: Any, dst: Any, frozen: bool) -> None:
    """Compare two values of one field."""
    if frozen:
        kind = dst.__class__
        if type(src) is not kind:
            if kind in _NUMBERS and type(src) in _NUMBERS and src == dst:
                return
        elif kind is list:
            if src and dst:
                self._compare_lists(parent, path if key is None else [*path, key], src, dst, True)
                return
            if not src and not dst:
                return
        elif _is_sparse(kind):
            if src is dst:
                return
            if _is_reconciled(src, dst):
                self._compare_dataclasses(parent, path if key is None else [*path, key], src, dst, True)
                return
        elif kind in _SCALARS:
            if src != dst:
                self._item_replaced(path, key, dst)
            return
    _compare_values(self, parent, path, key, src, dst, frozen)


def compare_lists(self: DiffBuilder, parent: Any, path: list[Any], src: Any, dst: Any, frozen: bool) -> None:
    """Compare two lists item by item if they have the same controls at the same positions."""
    if not frozen or len(src) != len(dst) or not all(map(_is_same_item, src, dst)):
        _compare_lists(self, parent, path, src, dst, frozen)
        return
    for index, (old, new) in enumerate(zip(src, dst, strict=True)):
        if old is not new:
            self._compare_dataclasses(parent, [*path, index], old, new, True)
        elif parent is not None and parent is not new:
            new._parent = weakref.ref(parent)


def compare_dataclasses(self: DiffBuilder, parent: Any, path: list[Any], src: Any, dst: Any, frozen: bool) -> None:
    """Compare two controls or values of the same type field by field."""
    kind = dst.__class__
    isolated = isinstance(parent, BaseControl) and getattr(parent, "_isolated", False)
    if not frozen or src is dst or isolated or type(src) is not kind or not _is_sparse(kind):
        _compare_dataclasses(self, parent, path, src, dst, frozen)
        return
    if isinstance(dst, BaseControl):
        _replace_control(self, parent, src, dst)
    old_values, new_values = src._values, dst._values
    for name in _structure(kind):
        old, new = getattr(src, name), getattr(dst, name)
        if old is not new and (old or new) and not (name == "_internals" and old == new):
            self._compare_values(dst, path, name, old, new, True)
    defaults, events = kind._prop_defaults, kind._event_fields
    for name, old in old_values.items():
        new = new_values.get(name, _MISSING)
        if old is not new:
            new = defaults.get(name) if new is _MISSING else new
            _compare_field(self, dst, path, name, old, new, name in events)
    for name, new in new_values.items():
        if name not in old_values:
            _compare_field(self, dst, path, name, defaults.get(name), new, name in events)
    if not isinstance(dst, BaseControl):
        self._dataclass_removed(src)
        self._dataclass_added(dst, parent, True)


_MISSING: Final = object()
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})
_NUMBERS: Final = frozenset({int, float})


def _compare_field(self: DiffBuilder, dst: Any, path: list[Any], name: str, old: Any, new: Any, is_event: bool) -> None:
    if is_event:
        old, new = old is not None, new is not None
    elif isinstance(new, Value) and _is_same_value(old, new):
        return
    self._compare_values(dst, path, name, old, new, True)


def _is_same_value(old: Any, new: Any) -> bool:
    return type(old) is type(new) and not _structure(new.__class__) and old._values == new._values


def _replace_control(self: DiffBuilder, parent: Any, src: Any, dst: Any) -> None:
    """Let the new control replace the old one, with its number."""
    dst._migrate_state(src)
    if not hasattr(dst, "_initialized"):
        frozen = dst.__dict__.pop("_frozen", None)
        dst.build()
        if frozen is not None:
            object.__setattr__(dst, "_frozen", frozen)
        object.__setattr__(dst, "_initialized", True)
    if parent is not None and parent is not dst:
        dst._parent = weakref.ref(parent)
    dst._frozen = True
    self._added_dataclasses[dst._i] = dst
    self._removed_dataclasses[src._i] = src
    _prepare(dst)


def _prepare(control: Any) -> None:
    """Run Flet's preparation of an update, unless it would do nothing."""
    is_plain, validated = _preparation(control.__class__)
    if not is_plain or not validated.isdisjoint(control._values):
        control._before_update_safe()


@_cached_by_type
def _preparation(kind: Any) -> tuple[bool, frozenset[str]]:
    """Whether a type of control has no preparation of its own, and the names of its validated fields."""
    spec = _compile_class_spec(kind)
    is_plain = kind.before_update is BaseControl.before_update and not spec.class_rules
    return is_plain, frozenset(name for name, _ in spec.field_rules)


@_cached_by_type
def _structure(kind: Any) -> tuple[str, ...]:
    """The fields of a type that Flet stores outside its sparse values and that may differ."""
    return tuple(name for name in kind._structural_fields if name not in _SAME)


@_cached_by_type
def _is_sparse(kind: Any) -> bool:
    """Whether objects of this type store only the fields that are set."""
    return hasattr(kind, "_structural_fields") and issubclass(kind, BaseControl | Value)


def _is_reconciled(src: Any, dst: Any) -> bool:
    """Whether `dst` replaces `src`; both are of the same type."""
    if get_control_key(src) != get_control_key(dst):
        return False
    return not isinstance(dst, Component) or src.fn is dst.fn


def _is_same_item(src: Any, dst: Any) -> bool:
    """Whether two items at the same position of a list are the same control."""
    return isinstance(dst, BaseControl) and (src is dst or (type(src) is type(dst) and _is_reconciled(src, dst)))


# ---- added and removed controls --------------------------------------------------------------


def all_added(self: DiffBuilder) -> Iterator[Any]:
    """The controls that are new or replace another one."""
    for number, item in self._added_dataclasses.items():
        replaces = number in self._removed_dataclasses
        if replaces and isinstance(item, BaseControl) and hasattr(item, "_frozen"):
            yield item  # prepared when it was compared
        else:
            yield from self._configure_dataclass(item, None, False, replaces)


def all_removed(self: DiffBuilder) -> Iterator[Any]:
    """The controls that are removed or replaced."""
    for number, item in self._removed_dataclasses.items():
        replaced = number in self._added_dataclasses
        if replaced and isinstance(item, BaseControl) and not hasattr(item, "__prev_lists"):
            yield item
        else:
            yield from self._removed_controls(item, not replaced)


def configured(self: DiffBuilder, item: Any, parent: Any, frozen: bool, marks_only: bool = False) -> Iterator[Any]:
    """Prepare a new control or value with everything below it; yields the controls among them."""
    if marks_only or not _has_sparse_values(item):
        yield from _configure(self, item, parent, frozen, marks_only)
        return
    marked = list(_configure(self, item, parent, frozen, True))
    frozen = getattr(item, "_frozen", frozen)
    is_control = isinstance(item, BaseControl)
    if is_control:
        item.build()
        _prepare(item)
        object.__setattr__(item, "_initialized", True)
        parent = item
    yield from marked
    for part in _iter_parts(item):
        yield from self._configure_dataclass(part, parent, frozen)
    if not frozen:
        item._dirty.clear()


def removed(self: DiffBuilder, item: Any, recurse: bool) -> Iterator[Any]:
    """A removed control and all controls below it."""
    if not recurse or not isinstance(item, BaseControl) or hasattr(item, "__prev_lists"):
        yield from _removed(self, item, recurse)
        return
    for part in _iter_parts(item):
        yield from self._removed_controls(part, recurse)
    yield item


def _has_sparse_values(item: Any) -> bool:
    return hasattr(item, "_values") and hasattr(item, "_structural_fields")


def _iter_parts(item: Any) -> Iterator[Any]:
    """The values of an item that may contain controls."""
    values = (*item._values.values(), *(getattr(item, name) for name in item._structural_fields))
    return (value for value in values if isinstance(value, list | dict) or is_dataclass(value))
