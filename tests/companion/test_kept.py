"""Screens, buttons, help and files are what they were: `tests/companion/kept/`."""

from collections.abc import Iterable
from difflib import unified_diff
from typing import Final

import pytest

from tests.companion.kept import files, screens, taps, walks
from tests.companion.kept.texts import File, read

PARTS: Final = 4


def assert_kept(texts: Iterable[File]) -> None:
    """Each file has its lines."""
    changes = [
        line
        for path, lines in texts
        for line in unified_diff(read(path), lines, f"{path.parent.name}/{path.name}", "now", n=1, lineterm="")
    ]
    assert not changes, "\n".join([*changes, "Is it meant? python -m tests.companion.kept writes all anew."])


@pytest.mark.long
@pytest.mark.parametrize("way", screens.WAYS)
def test_every_screen_shows_what_it_showed(way: str) -> None:
    assert_kept(screens.list_all(way, waits=True))


@pytest.mark.long
def test_every_walk_leads_where_it_led() -> None:
    assert_kept(walks.list_all(waits=True))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_button_does_what_it_did(part: int) -> None:
    assert_kept(taps.list_all(waits=True, part=part, parts=PARTS))


@pytest.mark.long
def test_the_sample_counts_up_to_what_it_did_and_is_written_as_it_was() -> None:
    assert_kept(files.list_all())
