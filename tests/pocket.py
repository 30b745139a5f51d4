"""A phone with the folder installed and its network cut: lay a database into the browser's storage, and read it back.

The files are written and read as `companion/pocket/storage.js` keeps them, from any page of the same origin.
"""

import base64
import json
import struct
from itertools import count
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page

from companion.testing.browser import PHONE, Ui
from tests.site import PATIENCE, Host, open_app, wait_until_open

FOLDER: Final = "table-companion"
HEAD: Final = 4096
"""Bytes before the data of a file, with its name; as in storage.js."""

MAGIC: Final = "table-companion/1"

SMALL: Final = {**PHONE, "viewport": {"width": 360, "height": 740}}
"""The smallest phone that everything must fit on."""

_QUIET_PAGE: Final = "/manifest.json"
"""A page of the folder without the app, to work on its storage."""

_LAY: Final = """async ([folder, files]) => {
  const root = await navigator.storage.getDirectory();
  for (let left = 600; ; left--) { // a page that was just closed may hold its files a little longer
    try {
      await root.removeEntry(folder, { recursive: true });
    } catch (error) {
      if (error.name === "NotFoundError") break;
      if (!left) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const room = await root.getDirectoryHandle(folder, { create: true });
  for (const content of files) {
    const file = await room.getFileHandle(crypto.randomUUID(), { create: true });
    const writable = await file.createWritable();
    await writable.write(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)));
    await writable.close();
  }
}"""

_READ: Final = """async (folder) => {
  const root = await navigator.storage.getDirectory();
  const room = await root.getDirectoryHandle(folder);
  const contents = [];
  for await (const handle of room.values()) {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    let letters = "";
    for (let at = 0; at < bytes.length; at += 32768) {
      letters += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }
    contents.push(btoa(letters));
  }
  return contents;
}"""


def lay_files(page: Page, files: dict[str, bytes]) -> None:
    """Replace all that the app has stored by these files; the app must be closed, and the page of its origin."""
    slots = [_slot(name, turn, content) for turn, (name, content) in enumerate(files.items(), 1)]
    page.evaluate(_LAY, [FOLDER, [base64.b64encode(slot).decode() for slot in slots]])


def read_files(page: Page) -> dict[str, bytes]:
    """All files that the app has stored, by name; the app may be open."""
    files: dict[str, tuple[int, bytes]] = {}
    for encoded in page.evaluate(_READ, FOLDER):
        slot = base64.b64decode(encoded)
        label = slot[:HEAD].rstrip(b"\0")
        if not label:
            continue
        header = json.loads(label)
        assert header["magic"] == MAGIC
        if header["turn"] > files.get(header["name"], (0, b""))[0]:
            files[header["name"]] = header["turn"], slot[HEAD:]
    return {name: content for name, (_, content) in files.items()}


def copy_files(page: Page, folder: Path) -> Path:
    """Copy what the app has stored at this moment to a new folder; returns the database."""
    folder.mkdir()
    for name, content in read_files(page).items():
        (folder / name).write_bytes(content)
    return folder / "companion.sqlite"


def _slot(name: str, turn: int, content: bytes) -> bytes:
    label = json.dumps({"magic": MAGIC, "name": name, "turn": turn}).encode()
    return label.ljust(HEAD, b"\0") + content


def count_commits(wal: bytes) -> int:
    """The transactions in a write-ahead log of SQLite: the frames of its current round that end one."""
    if len(wal) < 32:
        return 0
    page_size = struct.unpack(">I", wal[8:12])[0]
    salts, commits = wal[16:24], 0
    for at in range(32, len(wal) - 23, 24 + page_size):
        if wal[at + 8 : at + 16] != salts:
            break
        commits += struct.unpack(">I", wal[at + 4 : at + 8])[0] > 0
    return commits


class Pocket:
    """The folder on a phone that has fetched it once; with the attributes of `Server` that journeys use."""

    def __init__(self, context: BrowserContext, url: str, room: Path) -> None:
        self.url = url
        self.context = context
        self.ui: PocketUi | None = None
        self._room = room
        self._copies = count()

    @property
    def database(self) -> Path:
        """Before the app is opened, where to put its database; then a copy of what is stored at this moment."""
        if self.ui is None or not self.ui.is_open:
            return self._room / "companion.sqlite"
        return copy_files(self.ui.page, self._room / f"copy-{next(self._copies)}")

    def take_out(self, **options: Any) -> "PocketUi":
        """The phone in the hand, with nothing open yet."""
        self.ui = PocketUi(self.context, self)
        self.ui.page.set_viewport_size(options.get("viewport", PHONE["viewport"]))
        if "permissions" in options:
            self.context.grant_permissions(options["permissions"], origin=self.url.rpartition("/")[0])
        return self.ui

    def put_away(self) -> None:
        """Close all pages; they must have been free of errors."""
        for page in self.context.pages:
            page.close()
        self.context.unroute_all()
        if self.ui is not None:
            self.ui.assert_untroubled()


class PocketUi(Ui):
    """The app from the folder: it keeps its route behind a "#", and takes longer to start."""

    def __init__(self, context: BrowserContext, pocket: Pocket) -> None:
        super().__init__(context, pocket.url)
        self.is_open = False
        self._pocket = pocket

    def open(self, path: str = "/") -> "PocketUi":
        """Go to a screen by its address. The first time, start with the database that was prepared, if there is one."""
        if self.is_open:
            self.page.evaluate("path => { location.hash = path; }", path)
            self.ready()
            return self
        prepared = self._pocket.database.parent.glob("companion.sqlite*")
        self.page.goto(self.url + _QUIET_PAGE)
        lay_files(self.page, {file.name: file.read_bytes() for file in prepared if not file.name.endswith("-shm")})
        open_app(self, f"/#{path}")
        self.is_open = True
        return self

    def reload(self) -> "PocketUi":
        """Load the page again; Python starts anew."""
        self.page.reload()
        wait_until_open(self)
        return self


def install(context: BrowserContext, site: Path) -> str:
    """Open the folder once, in a subfolder of its host, and cut the network for good; returns the address."""
    host = Host(site.parent)
    address = f"{host.url}/{site.name}"
    page = context.new_page()
    page.goto(f"{address}/")
    page.wait_for_function("globalThis.companionMarks", timeout=PATIENCE)
    page.close()
    host.close()
    context.set_offline(True)
    return address
