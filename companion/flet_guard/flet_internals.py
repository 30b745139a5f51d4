"""The one list of Flet's internals that the app replaces or depends on.

To replace another method of Flet, write the replacement in this folder and add one `Replacement`. To use a private
name of Flet, do it in this folder and add one `Dependency`. Copy `source` from the message of
`tests/companion/test_flet_internals.py`: that test fails as soon as Flet's code differs from what the record was
written for.

To raise Flet: change the pins in `pyproject.toml` and `constraints.txt`, run that test, and go through the records it
names. Read Flet's new code, mend or delete the replacement, and update `source`. At last raise `TESTED_FLET`.
"""

import logging
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pkgutil import resolve_name
from typing import Any, Final

from flet.version import flet_version

from companion.flet_guard import making

log = logging.getLogger("companion")

TESTED_FLET: Final = "1.0.5"
"""The version of Flet whose code all records were checked against."""


class Purpose(StrEnum):
    """What a replacement is for."""

    CORRECTNESS = "correctness"  # without it something does not work: installed whatever the version
    SPEED = "speed"  # the same result, sooner: installed only on the version it was checked against


@dataclass(frozen=True, slots=True)
class Replacement:
    """A method of Flet that the app replaces.

    `target` and `replacement` are written `module:Class.method` and `module:function`. `since` is the version of Flet
    it was first needed for, `source` the fingerprint of Flet's own method: 16 hex digits.
    """

    target: str
    replacement: str
    purpose: Purpose
    since: str
    reason: str
    source: str


@dataclass(frozen=True, slots=True)
class Dependency:
    """Code of Flet whose private names or undocumented behaviour the app uses; `user` is the module that does."""

    target: str
    user: str
    since: str
    reason: str
    source: str


REPLACEMENTS: Final = (
    Replacement(
        target="flet.components.component:Renderer.render",
        replacement="companion.flet_guard.guard:render",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="A component that raises ends all updates of its page without a message; show a card instead.",
        source="c82fc5cec284e1a9",
    ),
    Replacement(
        target="flet.components.component:Renderer.render_component",
        replacement="companion.flet_guard.guard:render_component",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="Components below a memoized one lose the contexts above it.",
        source="a3528d4a835744b7",
    ),
    Replacement(
        target="flet.components.component:Component.update",
        replacement="companion.flet_guard.guard:update",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="Controls that cannot be sent to the browser end all updates of their page; show a card instead.",
        source="07f19ab88a1a8036",
    ),
    Replacement(
        target="flet.components.component:Component._schedule_update",
        replacement="companion.flet_guard.guard:schedule_update",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="Raises when a thread changes state of a window that was closed for good.",
        source="c1b173c26cd1716d",
    ),
    Replacement(
        target="flet.components.component:Component._schedule_effect",
        replacement="companion.flet_guard.guard:schedule_effect",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="Raises when a thread changes state of a window that was closed for good.",
        source="edb6ebf96536f6b9",
    ),
    Replacement(
        target="flet.messaging.session:Session.error",
        replacement="companion.flet_guard.guard:report_error",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="A handler that raises replaces the whole page by an error text; say it in a snack bar instead.",
        source="3b4ba2f8c4bd3dc0",
    ),
    Replacement(
        target="flet.messaging.session:Session.apply_patch",
        replacement="companion.flet_guard.page_reports:apply_patch",
        purpose=Purpose.CORRECTNESS,
        since="1.0.5",
        reason="A page may write any property, and into the styles that it shares with all other pages.",
        source="f590a8384c3320ce",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder._configure_dataclass",
        replacement="companion.flet_guard.diffing:configured",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Walks about sixty fields per new control, of which about five are set.",
        source="1908c38057be8d88",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder._removed_controls",
        replacement="companion.flet_guard.diffing:removed",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Walks about sixty fields per discarded control, of which about five are set.",
        source="e02c9bde0a889f63",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder._compare_values",
        replacement="companion.flet_guard.diffing:compare_values",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Logs and checks every pair of values, set or not.",
        source="990f48b8feec398b",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder._compare_lists",
        replacement="companion.flet_guard.diffing:compare_lists",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Builds keys and logs for lists in which the same controls stand in the same places.",
        source="b5baae9ea4f2dd01",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder._compare_dataclasses",
        replacement="companion.flet_guard.diffing:compare_dataclasses",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Compares and validates what is not set, for every pair of controls.",
        source="76fc6fa768dee7d8",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder.get_added_controls",
        replacement="companion.flet_guard.diffing:all_added",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Walks again what was made ready when it was compared.",
        source="09b710f4090a36c7",
    ),
    Replacement(
        target="flet.controls.object_patch:DiffBuilder.get_removed_controls",
        replacement="companion.flet_guard.diffing:all_removed",
        purpose=Purpose.SPEED,
        since="1.0.5",
        reason="Walks again what gave its place to another control.",
        source="fadd630a4369bece",
    ),
)

DEPENDENCIES: Final = (
    Dependency(
        target="flet.controls.page:Page.session",
        user="companion.flet_guard.guard",
        since="1.0.5",
        reason="A window that was closed for good is known by the RuntimeError this raises.",
        source="e517544f3f5d574c",
    ),
    Dependency(
        target="flet.messaging.session:Session.patch_control",
        user="companion.flet_guard.guard",
        since="1.0.5",
        reason="Called with `_b` of a component to put the card in place of what it drew.",
        source="6cdd24450a7b9598",
    ),
    Dependency(
        target="flet.components.component:Renderer.__init__",
        user="companion.flet_guard.guard",
        since="1.0.5",
        reason="`_root_component` and `_render_stack` tell which component is being drawn.",
        source="75c2dfd5ae8ae501",
    ),
    Dependency(
        target="flet.components.component:Component",
        user="companion.flet_guard.guard",
        since="1.0.5",
        reason="`_b` is what a component drew, `_contexts` and `_state.hooks` what it carries.",
        source="5d3b5b9161e86dac",
    ),
    Dependency(
        target="flet.components.hooks.use_effect:EffectHook",
        user="companion.flet_guard.guard",
        since="1.0.5",
        reason="Cancelled and cleaned up when a page is closed for good, which Flet leaves out.",
        source="a4eeac56ff25cac0",
    ),
    Dependency(
        target="flet_web.fastapi.flet_app:FletApp.__init__",
        user="companion.flet_guard.web_sessions",
        since="1.0.5",
        reason="The private `__session` is None until the page has registered.",
        source="f367485643326e53",
    ),
    Dependency(
        target="flet_web.fastapi.flet_app:FletApp.handle",
        user="companion.server.serving",
        since="1.0.5",
        reason="Wrapped, because it waits for ever on a page that never registers; must still end on a disconnect.",
        source="f96fd0d5afe53949",
    ),
    Dependency(
        target="flet_web.fastapi.flet_app:FletApp.send_message",
        user="companion.flet_guard.web_sessions",
        since="1.0.5",
        reason="Overridden without formatting the message for the log; the private `__send_queue` must be the same.",
        source="e5b38043a8bbef75",
    ),
    Dependency(
        target="flet_web.fastapi.flet_app:FletApp.__receive_loop",
        user="companion.server.timeouts",
        since="1.0.5",
        reason="Its 'Receive loop error' is cut to one line in the log.",
        source="1f2dbfcea607bee9",
    ),
    Dependency(
        target="flet_web.fastapi.flet_app_manager:FletAppManager.__init__",
        user="companion.flet_guard.web_sessions",
        since="1.0.5",
        reason="The private `__sessions` is the only list of pages by their key.",
        source="5726678b9149539e",
    ),
    Dependency(
        target="flet_web.fastapi.flet_app_manager:FletAppManager.delete_session",
        user="companion.server.timeouts",
        since="1.0.5",
        reason="Deletes the pages closed longest ago, earlier than Flet's own time limit would.",
        source="9a1d1d6b811721d1",
    ),
    Dependency(
        target="flet.messaging.session:Session.__cancel_method_calls",
        user="companion.server.timeouts",
        since="1.0.5",
        reason="Its 'Session closed' is kept out of the log.",
        source="d473e1c0147ae56b",
    ),
    Dependency(
        target="flet.utils.validation:_compile_class_spec",
        user="companion.flet_guard.diffing",
        since="1.0.5",
        reason="Tells which fields of a kind of control are validated at all.",
        source="430403001b4f8d0c",
    ),
    Dependency(
        target="flet.controls.base_control:BaseControl._before_update_safe",
        user="companion.flet_guard.diffing",
        since="1.0.5",
        reason="Left out where it would do nothing: no `before_update` of its own, no validated field set.",
        source="b28fc01b21c42e92",
    ),
    Dependency(
        target="flet.controls.value_types:Prop.__set__",
        user="companion.flet_guard.making",
        since="1.0.5",
        reason="Stores nothing where a value is the default, so defaults need not be assigned.",
        source="c04b0fd5e604a86a",
    ),
    Dependency(
        target="flet.controls.base_control:BaseControl.__post_init__",
        user="companion.flet_guard.making",
        since="1.0.5",
        reason="Called by our `__init__` as by the generated one.",
        source="412dbd101be4c9dc",
    ),
    Dependency(
        target="flet.controls.base_page:Dialogs",
        user="companion.flet_guard.sheets",
        since="1.0.5",
        reason="`_dialogs.controls` of a page are the sheets above it.",
        source="dcf1f3c2091e9f58",
    ),
    Dependency(
        target="flet.controls.control_event:get_event_field_type",
        user="companion.flet_guard.making",
        since="1.0.5",
        reason="Remembered for each kind of control, where `BaseControl._trigger_event` calls it.",
        source="9a2c9d4f4eb2b833",
    ),
)


def install() -> None:
    """Put all replacements in place, for every page of this process; a second call changes nothing.

    On another Flet than `TESTED_FLET` those for speed are left out, and the log says so once.
    """
    for record in REPLACEMENTS:
        if record.purpose is Purpose.CORRECTNESS or flet_version == TESTED_FLET:
            owner, name = locate(record.target)
            setattr(owner, name, resolve_name(record.replacement))  # Flet offers no hook for it
    if flet_version == TESTED_FLET:
        making.install()
    if flet_version != TESTED_FLET:
        _warn_of_version(flet_version)


def locate(target: str) -> tuple[Any, str]:
    """The class and the name of the method that a record is about."""
    owner, _, name = target.rpartition(".")
    return resolve_name(owner), name


@cache
def _warn_of_version(version: str) -> None:
    log.warning(
        "Flet %s is installed, but our replacements were checked against %s. These, only for speed, are left out: %s",
        version,
        TESTED_FLET,
        ", ".join(record.target for record in REPLACEMENTS if record.purpose is Purpose.SPEED),
    )
