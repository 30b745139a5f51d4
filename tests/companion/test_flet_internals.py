"""Flet's code is unchanged where the app replaces or relies on it, and its private names stay in a few rooms."""

import ast
import hashlib
import inspect
from importlib import import_module
from pathlib import Path

import pytest

from companion.flet_guard import flet_internals
from companion.flet_guard.flet_internals import REPLACEMENTS

COMPANION = Path(flet_internals.__file__).parent.parent

RELIED_ON = {
    "flet.controls.page:Page.session": "e517544f3f5d574c",  # raises for a window that was closed for good
    "flet.messaging.session:Session.patch_control": "6cdd24450a7b9598",
    "flet.messaging.session:Session.dispatch_event": "d30817a5cf57795b",  # drops a tap on a control that is gone
    "flet.components.component:Renderer.__init__": "75c2dfd5ae8ae501",
    "flet.components.component:Component": "5d3b5b9161e86dac",
    "flet.components.hooks.use_effect:EffectHook": "a4eeac56ff25cac0",
    "flet.controls.base_page:Dialogs": "dcf1f3c2091e9f58",
    "flet_web.fastapi.flet_app:FletApp.__init__": "f367485643326e53",
    "flet_web.fastapi.flet_app:FletApp.handle": "f96fd0d5afe53949",
    "flet_web.fastapi.flet_app:FletApp.send_message": "e5b38043a8bbef75",
    "flet_web.fastapi.flet_app:FletApp.__receive_loop": "1f2dbfcea607bee9",
    "flet_web.fastapi.flet_app_manager:FletAppManager.__init__": "5726678b9149539e",
    "flet_web.fastapi.flet_app_manager:FletAppManager.delete_session": "9a1d1d6b811721d1",
    "flet.messaging.session:Session.__cancel_method_calls": "d473e1c0147ae56b",
}
"""Code of Flet with private names or undocumented behaviour that the app uses, with its fingerprint."""

REPLACED = {f"{entry.owner.__module__}:{entry.owner.__name__}.{entry.name}": entry.source for entry in REPLACEMENTS}


def fingerprint(target: str) -> str:
    """Of the text that defines the target, whatever replaces it at run time."""
    module, _, path = target.partition(":")
    text = inspect.getsource(import_module(module))
    node: ast.AST = ast.parse(text)
    for name in path.split("."):
        node = next(child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == name)
    source = ast.get_source_segment(text, node)
    return hashlib.sha256(source.encode()).hexdigest()[:16]


@pytest.mark.parametrize(("target", "source"), (REPLACED | RELIED_ON).items())
def test_flets_code_is_the_code_it_was_written_for(target: str, source: str) -> None:
    assert fingerprint(target) == source, "Read Flet's new code, and mend or delete what depends on it."


@pytest.mark.long
def test_only_the_guard_and_the_server_touch_what_flet_keeps_private() -> None:
    """Other rooms import only Flet's public modules, and use no private names of its classes."""
    public = {"flet", "flet.canvas", "flet.utils", "flet.version", "flet_web", "flet_web.fastapi"}
    for module in COMPANION.rglob("*.py"):
        if module.parent.name in ("flet_guard", "server", "door", "testing"):
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert {name for name in names if name.split(".")[0] in ("flet", "flet_web")} <= public, module
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not node.value.startswith("_Flet"), module
