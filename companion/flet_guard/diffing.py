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
    controls: list[Any] = []
    _prepare_all(self, item, parent, frozen, controls)
    yield from controls


def _prepare_all(self: DiffBuilder, item: Any, parent: Any, frozen: bool, controls: list[Any]) -> None:
    """Prepare an item and everything below it, and collect the controls among them, parents first."""
    kind = item.__class__
    if not _is_sparse(kind):
        controls += _configure(self, item, parent, frozen)
        return
    if parent is None:
        reference = getattr(item, "_parent", None)
        parent = reference() if reference else None
    if parent is item:
        controls += _configure(self, item, parent, frozen)  # raises the usual error
        return
    if parent:
        item._parent = weakref.ref(parent)
    if hasattr(item, "_frozen"):
        frozen = item._frozen
    elif frozen:
        item._frozen = frozen
    if getattr(kind, "__flet_control_cls__", None) is None:
        kind.__flet_control_cls__ = self.control_cls
    if _is_control(kind):
        item.build()
        _prepare(item)
        object.__setattr__(item, "_initialized", True)
        controls.append(item)
        parent = item
    for part in _iter_parts(item):
        if part.__class__ is list:
            for inner in part:
                if _holds_parts(inner.__class__):
                    _prepare_all(self, inner, parent, frozen, controls)
        else:
            _prepare_all(self, part, parent, frozen, controls)
    if not frozen:
        item._dirty.clear()


def removed(self: DiffBuilder, item: Any, recurse: bool) -> Iterator[Any]:
    """A removed control and all controls below it."""
    if not recurse or not isinstance(item, BaseControl) or hasattr(item, "__prev_lists"):
        yield from _removed(self, item, recurse)
        return
    controls: list[Any] = []
    _collect_removed(self, item, controls)
    yield from controls


def _collect_removed(self: DiffBuilder, item: Any, controls: list[Any]) -> None:
    """Collect the controls in a removed item, those below a control before it."""
    if item.__class__ is list:
        for inner in item:
            if _holds_parts(inner.__class__):
                _collect_removed(self, inner, controls)
    elif not _is_control(item.__class__) or hasattr(item, "__prev_lists"):
        controls += _removed(self, item, True)
    else:
        for part in _iter_parts(item):
            _collect_removed(self, part, controls)
        controls.append(item)


def _has_sparse_values(item: Any) -> bool:
    return hasattr(item, "_values") and hasattr(item, "_structural_fields")


def _iter_parts(item: Any) -> list[Any]:
    """The values of an item that may contain controls."""
    values = [value for value in item._values.values() if _holds_parts(value.__class__)]
    for name in item._structural_fields:
        value = getattr(item, name)
        if _holds_parts(value.__class__):
            values.append(value)
    return values


@_cached_by_type
def _holds_parts(kind: Any) -> bool:
    """Whether values of this type may contain controls."""
    return issubclass(kind, list | dict) or is_dataclass(kind)


@_cached_by_type
def _is_control(kind: Any) -> bool:
    return issubclass(kind, BaseControl)
