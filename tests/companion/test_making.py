"""Controls made by setting only the given fields equal those that Flet makes."""

from typing import Any

import flet as ft
import pytest
from flet.components.component import Component

from companion.flet_guard import making

pytestmark = pytest.mark.deep  # goes with what it tests

GIVEN: dict[Any, dict[str, Any]] = {
    Component: {"fn": len, "args": (1,)},
    ft.Icon: {"icon": ft.Icons.ADD, "size": 3},
    ft.SafeArea: {"content": ft.Text("a")},
    ft.TextSpan: {"text": "a"},
}
"""The required fields of a kind, and a few more."""

COMMON = {"key": "k", "visible": False, "data": [1]}


def parts(control: Any) -> dict[str, Any]:
    """All fields of a control except its own number."""
    own = {name: value for name, value in vars(control).items() if name not in ("_i", "_state")}
    named = {name for name in control.__dataclass_fields__ if name not in ("_i", "_state", "ref", "_parent")}
    return own | {name: getattr(control, name) for name in named if hasattr(control, name)}


@pytest.fixture(autouse=True)
def _installed() -> None:
    making.install()


@pytest.mark.parametrize("kind", making.KINDS, ids=lambda kind: str(kind.__name__))
@pytest.mark.parametrize("more", [{}, COMMON, {"visible": True}])
def test_a_control_is_the_one_that_flet_makes(kind: Any, more: dict[str, Any]) -> None:
    given = GIVEN.get(kind, {}) | more
    slow = object.__new__(kind)
    making._FLET_INITS[kind](slow, **given)
    assert parts(kind(**given)) == parts(slow)
    assert kind(**given)._i > slow._i


def test_a_list_of_its_own_for_every_control() -> None:
    one, other = ft.Row(), ft.Row()
    one.controls.append(ft.Text("a"))
    assert other.controls == []
    assert one._values is not other._values


def test_values_may_be_given_by_their_place() -> None:
    inside = [ft.Text("a")]
    assert ft.Row(inside).controls is inside
    assert ft.Text("b", size=4).value == "b"


def test_a_ref_is_told_its_control() -> None:
    ref = ft.Ref[ft.Text]()
    control = ft.Text("a", ref=ref)
    assert ref.current is control


@pytest.mark.parametrize(
    ("args", "given"),
    [(("a",), {"value": "b"}), ((), {"nonsense": 1}), (tuple(range(99)), {})],
    ids=["twice", "unknown", "too many"],
)
def test_what_flet_refuses_is_refused(args: tuple[Any, ...], given: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        ft.Text(*args, **given)


def test_what_is_needed_must_be_given() -> None:
    with pytest.raises(TypeError, match="icon"):
        ft.Icon()  # type: ignore[call-arg]  # that is the point
