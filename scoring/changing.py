"""`replace` for the frozen values of the rules: as in `dataclasses`, at a third of its price.

A round changes its state some hundred times, and a replay does it all over again: with the standard library half of its
time goes into copying fields by their names.
"""

from typing import TYPE_CHECKING

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace  # so that mypy checks the names and types of the fields
else:
    from collections.abc import Callable
    from dataclasses import fields
    from typing import Any

    _COPY = """
def make(new, cls, {setters}):
    def copy(value, changes):
        changed = new(cls)
{lines}
        return changed
    return copy
"""
    _LINE = "        set_{name}(changed, changes.pop('{name}') if '{name}' in changes else value.{name})"

    _copies: dict[type, Callable[[Any, dict[str, Any]], Any]] = {}

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of a frozen dataclass with slots and no `__post_init__`, with some fields changed.

        TypeError for a name that is no field.
        """
        cls = value.__class__
        copy = _copies.get(cls) or _copies.setdefault(cls, _copy_of(cls))
        changed = copy(value, changes)
        if changes:
            raise TypeError(f"{cls.__name__} has no field {next(iter(changes))!r}")
        return changed

    def _copy_of(cls: type) -> Callable[[Any, dict[str, Any]], Any]:
        """A function that copies one class field by field, written out as `dataclasses` writes `__init__`."""
        names = [field.name for field in fields(cls)]
        setters = ", ".join(f"set_{name}" for name in names)
        source = _COPY.format(setters=setters, lines="\n".join(_LINE.format(name=name) for name in names))
        namespace: dict[str, Any] = {}
        exec(source, namespace)
        return namespace["make"](object.__new__, cls, *(getattr(cls, name).__set__ for name in names))
