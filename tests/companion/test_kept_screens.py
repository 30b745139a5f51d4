"""Every screen shows what it showed; `tests/companion/kept_screens.py` says how its text is kept."""

from difflib import unified_diff

import pytest

from tests.companion.kept_screens import list_all


@pytest.mark.long
def test_every_screen_shows_what_was_kept() -> None:
    shown = list_all(keep=False)
    changes = [line for name, kept, now in shown for line in unified_diff(kept, now, name, "now", n=1, lineterm="")]
    assert not changes, "\n".join(changes)
