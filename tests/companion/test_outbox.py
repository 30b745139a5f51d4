"""Files leave the app once, at an address nobody can guess, in the way the device supports."""

from urllib.parse import unquote

import flet as ft
import httpx
import pytest

from companion.app import main_for
from companion.device import downloads
from companion.device.device import Device
from companion.device.downloads import OUTBOX, Outbox, OutgoingFile, file_name
from companion.device.native_window import OwnWindow
from companion.device.pocket_page import Pocket
from companion.device.served_page import ServedPage
from companion.device.uploads import INBOX
from companion.server.serving import application
from companion.testing.headless import Client, visited
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import Browser, played

SHEET = OutgoingFile("Café = 1.csv", "text/csv", b"a,b\r\n")


async def fetched(address: str, host: str = "127.0.0.1", method: str = "GET") -> httpx.Response:
    """The response of the app's server for this address."""
    transport = httpx.ASGITransport(app=application(lambda page: None))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as browser:
        return await browser.request(method, address)


async def test_a_file_is_fetched_once_and_then_the_address_is_void() -> None:
    address = OUTBOX.put(SHEET)
    first, second = await fetched(address), await fetched(address)
    assert (first.status_code, first.content) == (200, b"a,b\r\n")
    assert first.headers["content-type"].startswith("text/csv")
    assert unquote(first.headers["content-disposition"]) == "attachment; filename*=UTF-8''Café = 1.csv"
    assert second.status_code == 404
    assert "already downloaded" in second.text


async def test_asking_for_the_head_of_a_file_leaves_it_there() -> None:
    address = OUTBOX.put(SHEET)
    assert (await fetched(address, method="HEAD")).status_code == 405
    assert (await fetched(address)).content == b"a,b\r\n"


async def test_a_page_to_look_at_is_shown_instead_of_kept() -> None:
    answer = await fetched(OUTBOX.put(OutgoingFile("sheet.html", "text/html", b"<p>Hi", is_page=True)))
    assert answer.headers["content-disposition"].startswith("inline")


async def test_a_foreign_site_gets_nothing() -> None:
    address = OUTBOX.put(SHEET)
    assert (await fetched(address, host="evil.example")).status_code == 403
    assert (await fetched(address)).status_code == 200


def test_the_oldest_that_nobody_came_for_makes_room() -> None:
    box = Outbox(room=2)
    tokens = [box.put(OutgoingFile(f"{n}.txt", "text/plain", b"")).split("/")[2] for n in range(3)]
    assert [box.take(token) is None for token in tokens] == [True, False, False]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Crown Battles 2026-11-20", "Crown-Battles-2026-11-20.png"),
        ("../a b\\c?.", "a-b-c.png"),
        ("é" * 90, "é" * 80 + ".png"),
    ],
)
def test_the_name_of_a_file_fits_every_system(words: str, name: str) -> None:
    assert file_name(words, "png") == name


def calls(client: Client) -> list[str]:
    return [name for name, _ in client.calls]


@pytest.mark.parametrize(
    ("device", "platform", "method", "words"),
    [
        (ServedPage(), "linux", "launch_url", "Café = 1.csv is in your downloads."),
        (ServedPage(), "android", "launch_url", "Café = 1.csv is in your downloads."),
        (OwnWindow(), "android", "share_files", ""),
        (OwnWindow(), "linux", "save_file", "Saved: /tmp/x.csv"),
        (Pocket(), "android", "save_file", "Café = 1.csv is in your downloads."),
    ],
)
async def test_a_file_leaves_by_the_way_the_device_has(device: Device, platform: str, method: str, words: str) -> None:
    async with visited(lambda page: page.add(ft.Text("here")), platform=platform) as page:
        page.client.answers |= {"share_files": {"status": "success", "raw": ""}, "save_file": "/tmp/x.csv"}
        assert await device.deliver_file(SHEET) == words
        assert method in calls(page.client)
    assert downloads.DOWNLOAD_PATH == "/download"


@pytest.mark.parametrize(
    ("device", "is_refused", "method", "words"),
    [
        (ServedPage(), False, "launch_url", "Café = 1.csv is in your downloads."),
        (OwnWindow(), False, "share_files", ""),
        (Pocket(has_share_sheet=True), False, "share_files", ""),
        (Pocket(has_share_sheet=True), True, "save_file", "Café = 1.csv is in your downloads."),
        (Pocket(has_share_sheet=False), False, "save_file", "Café = 1.csv is in your downloads."),
    ],
)
async def test_a_file_is_sent_through_the_share_sheet_where_there_is_one(
    device: Device, is_refused: bool, method: str, words: str
) -> None:
    async with visited(lambda page: page.add(ft.Text("here")), platform="android") as page:
        page.client.answers |= {"share_files": {"status": "success", "raw": ""}, "save_file": "/tmp/x.csv"}
        if is_refused:
            page.client.faults["share_files"] = "NotAllowedError"
        assert await device.send_file(SHEET) == words
        assert calls(page.client)[-1] == method


@pytest.mark.parametrize("device", [OwnWindow(), Pocket()])
async def test_a_device_without_a_server_takes_the_content_of_a_chosen_file(device: Device) -> None:
    async with visited(lambda page: page.add(ft.Text("here")), platform="android") as page:
        picked = {"id": 1, "name": "cards.json", "size": 2, "path": None, "bytes": b"{}"}
        page.client.answers["pick_files"] = [picked]
        file = await device.pick_file()
        assert (file.name, file.path.read_bytes()) == ("cards.json", b"{}")
        assert dict(page.client.calls)["pick_files"]["with_data"] is True
        INBOX.remove(file.token)
        page.client.answers["pick_files"] = []
        assert await device.pick_file() is None


@pytest.mark.parametrize("kept", [True, False])
async def test_settings_say_where_a_browser_keeps_the_sessions_and_whether_it_may_drop_them(
    kept: bool, store: Store
) -> None:
    async with at(store, "/settings", Browser(promises=kept)) as page:
        await page.until(lambda: page.has("setting.not_kept") is not kept)
        texts = " ".join(page.texts())
        assert "It is stored in this browser" in texts
        assert "companion doctor" not in texts
        assert ("Add the companion to the home screen" in texts) is not kept


@pytest.mark.long
@pytest.mark.parametrize("kept", [True, False])
async def test_a_browser_that_promises_nothing_is_named_before_the_first_session_and_backups_are_asked_for(
    kept: bool, store: Store
) -> None:
    async with visited(main_for(store, device=Browser(promises=kept))) as page:
        await page.until(lambda: page.has("home.not_kept") is not kept)
    for seed in range(5):
        assert not await reminded(store, kept=kept)
        played(store, store.games[1], 3, seed=seed)
    assert await reminded(store, kept=kept) is not kept
    if kept:
        return
    async with at(store, "/exchange", Browser(promises=kept)) as page:
        page.client.answers["save_file"] = None
        await page.tap("exchange.out.backup")
        await page.until(lambda: "is in your downloads" in " ".join(page.texts()))
    assert not await reminded(store, kept=kept)


async def reminded(store: Store, *, kept: bool) -> bool:
    """Whether the first screen asks for a backup."""
    device = Browser(promises=kept)
    async with visited(main_for(store, device=device)) as page:
        await page.until(lambda: device.asked)
        await page.settle()
        return page.has("home.not_backed_up")
