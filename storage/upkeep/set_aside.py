"""A database that cannot be opened: copy it as it is, and set it aside, so that the next start begins a new one."""

from pathlib import Path

from storage.errors import CannotOpen
from storage.file.database import SHARED_MEMORY, SIDECARS, free_name


def copy_as_it_is(path: Path) -> dict[str, bytes]:
    """The file and the entries beside it that are not in it yet, by file name. Raises CannotOpen."""
    try:
        journals = {part.name: part.read_bytes() for part in _beside(path) if not part.name.endswith(SHARED_MEMORY)}
        return {path.name: path.read_bytes()} | {name: content for name, content in journals.items() if content}
    except OSError as error:
        raise CannotOpen(f"{path} cannot be read: {error.strerror or error}.") from error


def set_aside(path: Path) -> Path:
    """Give the file, and what belongs to it, another name in the same folder; returns its path. Raises CannotOpen.

    The file itself comes last: a new database must never meet the journal of the old one.
    """
    aside = free_name(path, "set-aside")
    try:
        for part in (*_beside(path), path):
            part.rename(aside.with_name(aside.name + part.name.removeprefix(path.name)))
    except OSError as error:
        raise CannotOpen(f"{path} cannot be set aside: {error.strerror or error}.") from error
    return aside


def _beside(path: Path) -> list[Path]:
    sidecars = (path.with_name(path.name + suffix) for suffix in SIDECARS)
    return [sidecar for sidecar in sidecars if sidecar.is_file()]
