"""The page without a browser finds what a person would, and a failure in the test kit says why."""

from importlib import import_module
from pkgutil import iter_modules

import flet as ft
import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

import companion.testing
import scoring.testing
from companion.testing.headless import headless, mounted


@ft.component
def TwoChips() -> ft.Control:
    tapped, set_tapped = ft.use_state("nothing")

    def chip(name: str) -> ft.Control:
        inside = ft.Container(ft.Text(name), on_click=lambda: set_tapped(name))
        return ft.Semantics(identifier=f"chip.{name}", content=inside)

    return ft.Column(
        [ft.Button("Back", on_click=lambda: set_tapped("Back")), chip("Ana"), chip("Ben"), ft.Text(tapped)]
    )


@headless
async def test_a_tap_by_identifier_presses_what_stands_there_and_nothing_before_it() -> None:
    async with mounted(TwoChips) as page:
        for name in ("Ben", "Ana"):
            await page.tap(f"chip.{name}")
            assert page.texts()[-1] == name


@headless
async def test_a_part_of_the_page_has_only_its_own_words() -> None:
    async with mounted(TwoChips) as page:
        assert page.texts(page.id("chip.Ben")) == ["Ben"]


@headless
async def test_what_is_not_there_cannot_be_tapped() -> None:
    async with mounted(TwoChips) as page:
        with pytest.raises(AssertionError, match="0 tappable 'Cleo'"):
            await page.tap("Cleo")


KITS = (companion.testing, scoring.testing)
MODULES = [f"{kit.__name__}.{module.name}" for kit in KITS for module in iter_modules(kit.__path__)]


@pytest.mark.parametrize("module", MODULES)
def test_a_failed_assert_of_the_kit_says_what_was_compared(module: str) -> None:
    assert isinstance(import_module(module).__loader__, AssertionRewritingHook)
