"""The app in a window of an installed browser: which one, its command line, and what happens when it is closed."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion import browser_window, launch
from companion.browser_window import NoWindow, find_browser, show_window


def script(folder: Path, name: str, body: str) -> str:
    """An executable that stands in for a browser."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{body}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def test_the_first_browser_on_the_path_is_taken(tmp_path: Path) -> None:
    assert find_browser("linux", {"PATH": str(tmp_path)}) is None
    edge = script(tmp_path, "microsoft-edge", "")
    assert find_browser("linux", {"PATH": str(tmp_path)}) == edge
    chrome = script(tmp_path, "google-chrome", "")
    assert find_browser("linux", {"PATH": str(tmp_path)}) == chrome


@pytest.mark.parametrize(
    ("platform", "variable", "place"),
    [
        ("win32", "PROGRAMFILES", "Google/Chrome/Application/chrome.exe"),
        ("win32", "PROGRAMFILES(X86)", "Microsoft/Edge/Application/msedge.exe"),
        ("darwin", "HOME", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ],
)
def test_a_browser_is_found_where_the_system_keeps_it(tmp_path: Path, platform: str, variable: str, place: str) -> None:
    environment = {"PATH": str(tmp_path / "nothing"), variable: str(tmp_path)}
    assert find_browser(platform, environment) is None
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).touch()
    assert find_browser(platform, environment) == str(tmp_path / place)


def test_the_window_shows_the_page_alone_with_a_profile_of_its_own(tmp_path: Path) -> None:
    browser = script(
        tmp_path, "chromium", f"import sys; open({str(tmp_path / 'said')!r}, 'w').write(chr(10).join(sys.argv[1:]))"
    )
    show_window(browser, "http://127.0.0.1:8550", tmp_path / "profile")
    arguments = (tmp_path / "said").read_text("utf-8").splitlines()
    assert arguments[:2] == ["--app=http://127.0.0.1:8550", f"--user-data-dir={tmp_path / 'profile'}"]
    assert (tmp_path / "profile").is_dir()


def test_a_window_opens_in_its_usual_size_once_and_then_where_it_was_left(tmp_path: Path) -> None:
    command = browser_window._command("chromium", "http://127.0.0.1:8550", tmp_path)
    assert any(word.startswith("--window-size=") for word in command)
    (tmp_path / "Default").mkdir()
    command = browser_window._command("chromium", "http://127.0.0.1:8550", tmp_path)
    assert not any(word.startswith("--window-size=") for word in command)


@pytest.mark.parametrize(("user", "has_sandbox"), [(0, False), (1000, True)])
def test_only_root_has_no_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, user: int, has_sandbox: bool
) -> None:
    monkeypatch.setattr(browser_window.os, "geteuid", lambda: user)
    command = browser_window._command("chromium", "http://127.0.0.1:8550", tmp_path)
    assert ("--no-sandbox" not in command) is has_sandbox


@pytest.mark.parametrize("body", ["raise SystemExit(3)", None])
def test_a_browser_that_cannot_open_a_window_is_named(tmp_path: Path, body: str | None) -> None:
    browser = str(tmp_path / "chromium") if body is None else script(tmp_path, "chromium", body)
    with pytest.raises(NoWindow, match="chromium"):
        show_window(browser, "http://127.0.0.1:8550", tmp_path / "profile")


def test_a_closed_window_ends_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here the browser loads the page once and is closed."""
    body = (
        "import sys, urllib.request\n"
        "url = sys.argv[1].removeprefix('--app=')\n"
        f"open({str(tmp_path / 'page')!r}, 'wb').write(urllib.request.urlopen(url).read())"
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(launch, "preload_modules", list)
    browser = script(tmp_path, "chromium", body)
    with ThreadPoolExecutor(1) as pool:  # this thread may have a browser's event loop already
        assert pool.submit(launch._open_page, lambda page: None, None, None, browser).result(30) == launch.OK
    assert b"flutter" in (tmp_path / "page").read_bytes()
    assert "Table Companion is open at" in capsys.readouterr().out


def test_without_a_window_the_page_opens_in_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(launch.webbrowser, "open", opened.append)
    browser = script(tmp_path, "chromium", "raise SystemExit(1)")
    stopped = threading.Event()
    launch._show_in_window(browser, "http://127.0.0.1:1", tmp_path / "profile", stopped.set)
    assert opened == ["http://127.0.0.1:1"]
    assert not stopped.is_set()
    assert "No window could be opened: chromium ended with code 1." in capsys.readouterr().err
