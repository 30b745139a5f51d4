"""The types of an event's fields, as the functions that look for seats in them read them."""

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints


@cache
def list_hints(record: Any) -> dict[str, Any]:
    """The types of the fields of a dataclass, by name; empty for anything else."""
    return get_type_hints(record) if isinstance(record, type) else {}


def find_element(hint: Any) -> Any:
    """The type of the elements of a tuple of any length; None if it is none."""
    parts = get_args(hint)
    return parts[0] if get_origin(hint) is tuple and len(parts) == 2 and parts[1] is Ellipsis else None


def find_pair(hint: Any) -> tuple[Any, Any]:
    """The two types of a pair; twice None if it is none."""
    parts = get_args(hint)
    return (parts[0], parts[1]) if get_origin(hint) is tuple and len(parts) == 2 else (None, None)
