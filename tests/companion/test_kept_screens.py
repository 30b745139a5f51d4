"""Every screen shows what it showed; `tests/companion/kept_screens.py` says how that is kept."""

from difflib import unified_diff

import pytest

from tests.companion.kept_screens import WAYS, list_all


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_every_screen_shows_what_was_kept(way: str) -> None:
    shown = list_all(way, keep=False)
    changes = [line for name, kept, now in shown for line in unified_diff(kept, now, name, "now", n=1, lineterm="")]
    assert not changes, "\n".join(changes)
