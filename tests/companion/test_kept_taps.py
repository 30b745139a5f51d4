"""Every button does what it did; `tests/companion/kept_taps.py` says how that is kept."""

from difflib import unified_diff

import pytest

from tests.companion.kept_taps import list_all

PARTS = 4


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_button_does_what_was_kept(part: int) -> None:
    tried = list_all(keep=False, part=part, parts=PARTS)
    changes = [line for name, kept, now in tried for line in unified_diff(kept, now, name, "now", n=0, lineterm="")]
    assert not changes, "\n".join(changes)
