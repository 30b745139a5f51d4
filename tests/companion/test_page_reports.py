"""Nothing that a page sends changes what another page shows; what Flet's client reports gets through."""

import dataclasses
import re
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import flet as ft
import msgpack
import pytest

import companion
from companion.app import main_for
from companion.flet_guard import page_reports
from companion.open_session.desks import Desks
from companion.phones.invitation import BOARD, WATCHING, Invitation, Place, Use
from companion.phones.phone_app import guest_main
from companion.testing.headless import Page, mounted, visited
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options as CrownOptions
from storage.store import Store
from tests.companion.phone_tables import let_in
from tests.companion.tables import opened

HOSTILE: tuple[Any, ...] = (
    {"__dict__": {}},
    {"_values": {}},
    {"_frozen": None, "__prev_lists": {}},
    {"top": {"__dict__": {}}, "color": {"__dict__": {}}, "left": None},
    {"x": float("nan")},
    [],
    [{"__dict__": {}}],
    None,
    -1,
    2**63,
    float("nan"),
    "no such thing",
)

REPORTING = set(
    re.findall(
        r"\w+",
        """
        AlertDialog AutoComplete Banner BottomSheet Checkbox Chip CupertinoAlertDialog CupertinoBottomSheet
        CupertinoCheckbox CupertinoDatePicker CupertinoNavigationBar CupertinoPicker CupertinoSegmentedButton
        CupertinoSlider CupertinoSlidingSegmentedButton CupertinoSwitch CupertinoTextField CupertinoTimerPicker
        DatePicker DateRangePicker Dropdown DropdownM2 ExpansionPanelList ExpansionTile NavigationBar
        NavigationDrawer NavigationRail RadioGroup RangeSlider SearchBar SegmentedButton Slider SnackBar Switch Tabs
        TextField TimePicker
        """,
    )
)
"""The controls about which Flet's client reports something, by its source."""


def shown(page: Page) -> bytes:
    """Everything on a page, as it would be sent to a browser that opens it now."""
    sent: bytes = msgpack.packb(page.page, default=page.client._encode)
    return sent


def names_of(control: Any) -> set[str]:
    """Every name that may be written on a control, Flet's private ones included."""
    return (
        {field.name for field in dataclasses.fields(control)} | set(vars(control)) | {"_frozen", "_values", "__dict__"}
    )


def writable(page: Page) -> set[int]:
    """The objects of a page that it may write to."""
    return {id(control) for control in page.session.index.values() if control._c in page_reports._REPORTED}


@pytest.mark.long
async def test_whatever_a_page_sends_no_other_page_changes(store: Store) -> None:
    desks = Desks(store)
    desk = desks.desk(opened(store, CROWN, 3, CrownOptions(schedule=(2, 2))).session_id)
    invitation = Invitation(desk)
    host = main_for(store, desks=desks)
    table = f"/table/{desk.session_id}"
    mains = [(host, "/setup/crown_battles"), (host, table), (host, "/settings")]
    for place in (Place(Use.SEAT, Seat(1)), WATCHING, BOARD):
        phone = let_in(invitation, place)
        mains.append((partial(guest_main, invitation, phone), table))
    async with AsyncExitStack() as stack:
        pages = []
        for main, route in mains:
            page = await stack.enter_async_context(visited(main))
            await page.go(route)
            pages.append(page)
        for page in pages:
            await page.settle()
        tried = 0
        for attacker in pages:
            others = [page for page in pages if page is not attacker]
            before = [shown(page) for page in others]
            for control in tuple(attacker.session.index.values()):
                for name in names_of(control):
                    for value in HOSTILE:
                        attacker.session.apply_patch(control._i, {name: value})
                        tried += 1
            assert [shown(page) for page in others] == before
            assert not any(writable(attacker) & writable(page) for page in others)
        assert tried > 100_000


@ft.component
def Reporters() -> ft.Control:
    place = ft.NavigationBarDestination(icon=ft.Icons.ADD, label="a")
    return ft.Column([ft.TextField(value="old"), ft.Switch(value=True), ft.NavigationBar([place, place])])


REPORTS: tuple[tuple[type[Any], str, tuple[Any, ...], tuple[Any, ...]], ...] = (
    (ft.Page, "route", ("/table/x", ""), (None, 1, b"/", ["/"])),
    (ft.Page, "width", (412, 412.5, 0), (None, True, "412", -1, float("nan"), float("inf"), 1e9, 2**63)),
    (ft.Page, "height", (915, 915.5, 0), (None, True, "915", -1, float("nan"), float("inf"), 1e9, 2**63)),
    (ft.Page, "platform", ("ios", "linux"), (None, "IOS", "", 1, ["ios"])),
    (ft.Page, "platform_brightness", ("dark", "light"), (None, "grey", 0, {})),
    (ft.Page, "web", (True, False), (None, 1, "true")),
    (ft.Page, "title", (), ("title",)),
    (ft.Page, "theme", (), ({"color_scheme_seed": "red"}, None)),
    (ft.Page, "fonts", (), ({"a": "http://127.0.0.1/a"},)),
    (ft.TextField, "value", ("", "Ana"), (None, 1, b"Ana", ["Ana"], {"a": 1})),
    (ft.TextField, "label", (), ("Ana",)),
    (ft.Switch, "value", (True, False), (None, 0, "true")),
    (ft.Switch, "_i", (), (1,)),
    (ft.NavigationBar, "selected_index", (0, 1), (None, -1, True, 1.0, "1", 2**63)),
    (ft.NavigationBar, "destinations", (), ([],)),
)


@pytest.mark.parametrize(("kind", "name", "good", "bad"), REPORTS)
async def test_what_a_page_reports_gets_through_and_nothing_else(
    kind: type[Any], name: str, good: tuple[Any, ...], bad: tuple[Any, ...]
) -> None:
    async with mounted(Reporters) as page:
        control = page.page if kind is ft.Page else page.one(kind)
        for value in good:
            page.session.apply_patch(control._i, {name: value})
            kept = getattr(control, name)
            assert getattr(kept, "value", kept) == value  # a member of an enumeration is made of it
        before = getattr(control, name)
        for value in bad:
            page.session.apply_patch(control._i, {name: value})
            assert getattr(control, name) is before, value
        page.session.apply_patch(2**40, {name: "of a control that is gone"})


@pytest.mark.parametrize("kind", ["AlertDialog", "BottomSheet", "SnackBar"])
def test_a_page_may_close_what_lies_over_it_and_not_open_it(kind: str) -> None:
    assert page_reports._REPORTED[kind]["open"](False)
    assert not any(page_reports._REPORTED[kind]["open"](value) for value in (True, None, 0, "", {}))


def test_every_control_of_the_app_that_reports_something_has_its_line() -> None:
    folder = Path(companion.__file__).parent
    sources = (file.read_text("utf-8") for file in folder.rglob("*.py"))
    used = {name for source in sources for name in re.findall(r'\bft\.(?:control\(")?(\w+)["(]', source)}
    assert (used & REPORTING) == page_reports._REPORTED.keys() - {"Page"}
