"""Flet's code is unchanged where we replace it; other versions run without the replacements made for speed."""

import ast
import hashlib
import inspect
import logging
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from flet.version import flet_version

from companion.flet_guard import flet_internals
from companion.flet_guard.flet_internals import DEPENDENCIES, REPLACEMENTS, Dependency, Purpose, Replacement, locate

COMPANION = Path(flet_internals.__file__).parent.parent
RECORDS: tuple[Replacement | Dependency, ...] = (*REPLACEMENTS, *DEPENDENCIES)


def definition(target: str) -> tuple[str, Any]:
    """The text of a module of Flet and the node that defines the target, whatever replaces it at run time."""
    module, _, path = target.partition(":")
    text = inspect.getsource(import_module(module))
    node: Any = ast.parse(text)
    for name in path.split("."):
        node = next(child for child in node.body if getattr(child, "name", None) == name)
    return text, node


def fingerprint(target: str) -> str:
    source = ast.get_source_segment(*definition(target))
    assert source is not None
    return hashlib.sha256(source.encode()).hexdigest()[:16]


@pytest.fixture
def _restored() -> Iterator[None]:
    places = [locate(record.target) for record in REPLACEMENTS]
    before = [getattr(owner, name) for owner, name in places]
    yield
    for (owner, name), method in zip(places, before, strict=True):
        setattr(owner, name, method)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.target)
def test_flets_code_is_the_code_the_record_was_written_for(record: Replacement | Dependency) -> None:
    ours = record.replacement if isinstance(record, Replacement) else record.user
    now = fingerprint(record.target)
    assert now == record.source, (
        f"Flet {flet_version} changed {record.target}, which {ours} replaces or uses because: {record.reason} "
        f'Read its new code and mend {ours}, or delete it where it is no longer needed; then write source="{now}".'
    )


def test_all_records_were_checked_against_the_installed_flet() -> None:
    assert flet_version == flet_internals.TESTED_FLET, (
        "When the tests above pass, raise TESTED_FLET; until then the replacements for speed are left out."
    )


@pytest.mark.parametrize("record", REPLACEMENTS, ids=lambda record: record.target)
def test_a_replacement_takes_the_arguments_of_the_original(record: Replacement) -> None:
    _, method = definition(record.target)
    inspect.signature(resolve_name(record.replacement)).bind(*(argument.arg for argument in method.args.args))


@pytest.mark.usefixtures("_restored")
def test_installing_replaces_every_method_of_the_list_and_twice_changes_nothing() -> None:
    for _ in range(2):
        flet_internals.install()
        for record in REPLACEMENTS:
            owner, name = locate(record.target)
            assert getattr(owner, name) is resolve_name(record.replacement)


@pytest.mark.usefixtures("_restored")
def test_another_flet_runs_without_what_is_only_for_speed_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    original = object()
    for record in REPLACEMENTS:
        setattr(*locate(record.target), original)
    flet_internals._warn_of_version.cache_clear()
    monkeypatch.setattr(flet_internals, "flet_version", "1.0.6")
    with caplog.at_level(logging.WARNING, "companion"):
        flet_internals.install()
        flet_internals.install()
    for record in REPLACEMENTS:
        owner, name = locate(record.target)
        assert (getattr(owner, name) is original) == (record.purpose is Purpose.SPEED)
    (warning,) = caplog.records
    assert "1.0.6" in warning.getMessage()
    assert "DiffBuilder._removed_controls" in warning.getMessage()


@pytest.mark.long
def test_only_the_guard_touches_what_flet_keeps_private() -> None:
    """Other rooms import only Flet's public modules, and use no private names of its classes."""
    public = {"flet", "flet.canvas", "flet.utils", "flet.version", "flet_web", "flet_web.fastapi"}
    for module in COMPANION.rglob("*.py"):
        if module.parent.name in ("flet_guard", "testing"):
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert {name for name in names if name.split(".")[0] in ("flet", "flet_web")} <= public, module
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not node.value.startswith("_Flet"), module
