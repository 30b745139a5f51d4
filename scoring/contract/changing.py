"""A `replace` for frozen dataclasses, five times as fast as that of `dataclasses`.

A round changes its state about a hundred times. With the standard library, half the time of a replay goes into copying
fields by name.
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
def copy(value, changes):
    changed = new(draft)
{lines}
    for name in changes:
        put(changed, name, changes[name])
    changed.__class__ = cls
    return changed
"""
    _LINE = "    changed.{name} = value.{name}"

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of a frozen dataclass with slots and no `__post_init__`, with some fields changed.

        TypeError for a name that is no field.
        """
        try:
            return _copies[value.__class__](value, changes)
        except AttributeError as error:
            unknown = sorted(changes.keys() - {field.name for field in fields(value)})
            raise TypeError(f"{value.__class__.__name__} has no field {', '.join(map(repr, unknown))}") from error

    class _Copies(dict[type, Callable[[Any, dict[str, Any]], Any]]):
        """A copy function for each class, compiled on first use."""

        def __missing__(self, cls: type) -> Callable[[Any, dict[str, Any]], Any]:
            self[cls] = _copy_of(cls)
            return self[cls]

    _copies = _Copies()

    def _copy_of(cls: type) -> Callable[[Any, dict[str, Any]], Any]:
        """Compile a function that copies values of one class field by field.

        It fills an object of a class with the same slots that is not frozen, so that each field is a plain assignment,
        and sets its `__class__` at the end.
        """
        draft = type(cls.__name__, cls.__bases__, {"__slots__": cls.__slots__, "__setattr__": object.__setattr__})
        lines = "\n".join(_LINE.format(name=field.name) for field in fields(cls))
        namespace: dict[str, Any] = {"new": object.__new__, "put": setattr, "draft": draft, "cls": cls}
        exec(_COPY.format(lines=lines), namespace)
        return namespace["copy"]
