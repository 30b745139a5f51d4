"""Where the texts are."""

from pathlib import Path
from typing import Final

TEXTS: Final = Path(__file__).parent / "texts"

File = tuple[Path, list[str]]
"""A file, and the lines that it should have."""


def read(path: Path) -> list[str]:
    """The lines that were kept; none where there is no file."""
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
