"""The sample counts up to what it did, and is written as it was; see `tests/companion/kept_files.py`."""

from difflib import unified_diff

import pytest

from tests.companion.kept_files import list_files


@pytest.mark.long
def test_the_sample_counts_and_is_written_as_it_was() -> None:
    files = [(path.name, path.read_text(encoding="utf-8").splitlines(), lines) for path, lines in list_files()]
    changes = [line for name, kept, now in files for line in unified_diff(kept, now, name, "now", n=1, lineterm="")]
    assert not changes, "\n".join(changes)
