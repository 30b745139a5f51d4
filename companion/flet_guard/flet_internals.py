"""The methods of Flet that the app replaces, each because something does not work without it.

Each replacement says in its docstring what goes wrong. `tests/companion/test_flet_internals.py` fails as soon as Flet
changes a method that is replaced or relied on: read Flet's new code, mend or delete the replacement, and then write the
new fingerprint. `REPORT.md` in this folder tells Flet's authors about each of them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from flet.components.component import Component, Renderer
from flet.messaging.session import Session

from companion.flet_guard import guard, page_reports


class Replacement(NamedTuple):
    """`own` is Flet's method, `source` its fingerprint: 16 hex digits of the SHA-256 of its source."""

    owner: Any  # the class
    name: str
    own: Callable[..., Any]
    replacement: Callable[..., Any]
    source: str


REPLACEMENTS: Final = (
    Replacement(Renderer, "render", Renderer.render, guard.render, "c82fc5cec284e1a9"),
    Replacement(Renderer, "render_component", Renderer.render_component, guard.render_component, "a3528d4a835744b7"),
    Replacement(Component, "update", Component.update, guard.update, "07f19ab88a1a8036"),
    Replacement(Session, "error", Session.error, guard.report_error, "3b4ba2f8c4bd3dc0"),
    Replacement(Session, "apply_patch", Session.apply_patch, page_reports.apply_patch, "f590a8384c3320ce"),
)


def install() -> None:
    """Put all replacements in place, for every page of this process; a second call changes nothing."""
    for record in REPLACEMENTS:
        setattr(record.owner, record.name, record.replacement)  # Flet offers no hook for it
