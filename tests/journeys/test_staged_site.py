"""The folder for phones has only known parts, is reproducible byte for byte, and is small."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flet_web import get_package_web_dir

from companion.server import web_page
from companion.server.web_page import ForeignPageChanged, folder_index
from companion.testing.browser import ROOT
from tests.site import load_stage_script, stage_site

WEB = Path(get_package_web_dir())
ENGINE = (WEB / "pyodide" / "pyodide.asm.mjs").read_text("utf-8")
BOOTSTRAP = (WEB / "flutter_bootstrap.js").read_text("utf-8")
ICONS = (
    "icons/apple-touch-icon-192.png",
    *(f"icons/icon-{kind}.png" for kind in ("192", "512", "maskable-192", "maskable-512")),
)
README = (ROOT / "README.md").read_text("utf-8")
PAGE = (WEB / "index.html").read_text("utf-8")


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file.read_bytes()


@pytest.mark.deep
def test_the_folder_is_the_same_byte_for_byte_when_it_is_staged_again(site: Path, tmp_path: Path) -> None:
    stage_site(tmp_path / "again")
    assert dict(files(site)) == dict(files(tmp_path / "again"))


@pytest.mark.long
def test_a_phone_fetches_at_most_20_mb(site: Path) -> None:
    for engine in ("skwasm", "canvaskit"):
        assert load_stage_script().compressed_size(site, engine) <= 20_000_000


@pytest.mark.long
def test_the_splash_counts_the_bytes_that_the_readme_names(site: Path) -> None:
    listing = re.search(r"^const FILES = (.*); //", (site / "sw.js").read_text("utf-8"), re.MULTILINE)
    sizes = {name: size for name, _, size in json.loads(listing[1])}
    stage = load_stage_script()
    least, most = (int(number) * 1_000_000 for number in re.findall(r"its (\d+) to (\d+) MB", README)[0])
    for engine, other in (("skwasm", "canvaskit"), ("canvaskit", "skwasm")):
        assert least <= sum(size for name, size in sizes.items() if name not in stage.ENGINES[other]) <= most, engine


@pytest.mark.long
def test_the_folder_names_no_other_host_and_lists_every_file_with_its_digest(site: Path) -> None:
    contents = dict(files(site))
    worker = contents.pop("sw.js").decode()
    listing = re.search(r"^const FILES = (.*); //", worker, re.MULTILINE)
    listed = {name: (digest, size) for name, digest, size in json.loads(listing[1])}
    assert {name: digest for name, (digest, _) in listed.items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in contents.items()
    }
    for name in ("favicon.png", *ICONS):
        assert contents[name] == (ROOT / "assets" / name).read_bytes() != (WEB / name).read_bytes()
    assert f'href="{ICONS[0]}"' in contents["index.html"].decode()
    assert {icon["src"] for icon in json.loads(contents["manifest.json"])["icons"]} == set(ICONS[1:])
    page = contents["index.html"].decode()
    assert not re.findall(r'(?:src|href)="(?:/|https?:)', page)
    assert not re.findall(r"flet\.\w+=\"/", page)


def test_the_folder_has_the_licence_of_everything_in_it() -> None:
    stage = load_stage_script()
    text = stage.licences()
    for name in (*stage.PURE, *stage.COMPILED):
        assert f"\n{name}\n" in text
        assert stage.licence_of(name) or name == "flet", name
    for known in (
        "SIL OPEN FONT LICENSE",
        "Apache License",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "The Flutter Authors",
    ):
        assert known.casefold() in text.casefold(), known


def test_the_tests_for_games_are_left_out() -> None:
    stage = load_stage_script()
    for package in ("scoring", "companion"):
        modules = set(stage.modules_in(stage.ROOT / package))
        assert "__init__.py" in modules or "game.py" in modules
        assert not [name for name in modules if name.startswith("testing")]
    assert (stage.ROOT / "scoring" / "testing" / "laws.py").is_file()


def test_each_change_to_a_foreign_file_is_made_once_and_fails_where_that_file_is_another() -> None:
    stage = load_stage_script()
    assert "stream.stream_ops?.fsync?.(stream)" in stage.sync_files(ENGINE)
    assert "serviceWorkerSettings: {" not in stage.drop_service_worker(BOOTSTRAP)
    assert 'canvasKitVariant: "full"' in stage.draw_with_one_engine(BOOTSTRAP)
    for change, text in (
        (stage.sync_files, ENGINE),
        (stage.drop_service_worker, BOOTSTRAP),
        (stage.draw_with_one_engine, BOOTSTRAP),
    ):
        with pytest.raises(ForeignPageChanged):
            change(change(text))  # the second time there is nothing left to change
        with pytest.raises(ForeignPageChanged):
            change(text + text)


@pytest.mark.parametrize(
    "removed",
    ["<html>", "</head>", web_page._BOOTSTRAP, web_page._LOADING, "<!-- fletAppConfig -->", '<base href="/">'],
)
def test_a_start_page_that_is_another_is_refused(tmp_path: Path, removed: str) -> None:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    assert '<base href="./">' in folder_index(tmp_path)
    assert removed in PAGE
    (tmp_path / "index.html").write_text(PAGE.replace(removed, "<!-- another -->"), "utf-8")
    with pytest.raises(ForeignPageChanged):
        folder_index(tmp_path)


@pytest.mark.parametrize("script", ["stage-app", "stage-site"])
def test_a_folder_in_use_is_left_alone(tmp_path: Path, script: str) -> None:
    (tmp_path / "mine.txt").write_text("keep me", "utf-8")
    stage = str(ROOT / ".ci" / script)
    process = subprocess.run([sys.executable, stage, str(tmp_path)], capture_output=True, text=True, check=False)
    assert process.returncode == 2
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
