"""Screens, buttons, help and files are what was kept of them; tests/README.md says how they are kept."""

from collections.abc import Iterable
from difflib import unified_diff
from typing import Final

import pytest

from tests.companion import kept_files, kept_help, kept_screens, kept_taps

PARTS: Final = 4


def assert_kept(files: Iterable[tuple[str, list[str], list[str]]]) -> None:
    """Each file by its name, the lines that were kept and those of now."""
    changes = [line for name, kept, now in files for line in unified_diff(kept, now, name, "now", n=1, lineterm="")]
    assert not changes, "\n".join(changes)


@pytest.mark.long
@pytest.mark.parametrize("way", kept_screens.WAYS)
def test_every_screen_shows_what_it_showed(way: str) -> None:
    assert_kept(kept_screens.list_all(way, keep=False))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_button_does_what_it_did(part: int) -> None:
    assert_kept(kept_taps.list_all(keep=False, part=part, parts=PARTS))


@pytest.mark.long
def test_the_sample_counts_up_to_what_it_did_and_is_written_as_it_was() -> None:
    assert_kept((path.name, kept_screens.read(path), lines) for path, lines in kept_files.list_files())


def test_the_help_of_every_command_is_what_it_was() -> None:
    assert_kept([("help", kept_screens.read(kept_help.PATH), list(kept_help.list_help()))])
