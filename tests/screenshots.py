"""Screenshots of every screen, on phone and desktop, light and dark: `python -m tests.screenshots [folder]`.

The app that is photographed runs on a file of its own with three evenings in it.
"""

import re
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from companion.open_session.desk import Desk
from companion.sharing import picture
from companion.sharing.story import build_story
from companion.testing import browser
from companion.testing.browser import ARGUMENTS, DARK, DESKTOP, PHONE, SHARP, Server, Ui, find_chromium, wait_until
from scoring.contract.game import Opened
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars import options as factions
from storage.store import Store
from tests.journeys.hands import FIVE, Round, close_sheet, events_of, record

EIGHT: Final = ("Ana", "Bartholomew the Third", "Cleo", "Dov", "Maximiliane-Henriette", "Fay", "Gus", "Hal")

SHARP_PHONE: Final = PHONE | SHARP
SMALL_PHONE: Final = {**SHARP_PHONE, "viewport": {"width": 360, "height": 740}}
BOARD_SIZE: Final = {"width": 1280, "height": 720}
DOOR: Final = "127.0.0.2"
"""The address for phones while they are photographed."""

EVENING: Final = (
    Round(((0,), (1,), (0, 1), (0,), (1,)), (0, 1, 0, 0, 1), "yellow"),
    Round(((1,), (1,), (1, 2), (0,), (2,)), (2, 1, 0, 0, 1), "blue"),
    Round(((1,), (2,), (1,), (1,), (2,)), (1, 2, 0, 1, 2), "none"),
    Round(((2,), (2,), (1,), (1, 2), (3,)), (2, 1, 1, 1, 3), "red"),
    Round(((3,), (2,), (1,), (1,), (3, 4)), (3, 2, 1, 1, 3), "green"),
    Round(((2,), (3,), (2,), (1,), (3,)), (3, 3, 1, 1, 4), "yellow"),
)


def play_crown(store: Store, names: tuple[str, ...], rounds: int, *, bids_of_next: int = 0) -> str:
    """A five-player base game of so many rounds, and the first bids of the next one; gives its id."""
    events = [event for number, played in enumerate(EVENING[:rounds]) for event in events_of(number, played)]
    if bids_of_next:
        events += events_of(rounds, EVENING[rounds])[: 1 + bids_of_next]
    return record(store, CROWN, Opened(names, CROWN.presets(len(names))[0].options), events)


def fill(path: Path) -> dict[str, str]:
    """The file that is photographed; gives the sessions by name."""
    with Store(path) as store:
        finished = play_crown(store, FIVE, 6)
        crowd = store.sessions.open(CROWN, Opened(EIGHT, CROWN.presets(8)[0].options))
        tricks = play_crown(store, FIVE, 3, bids_of_next=5)
        bidding = play_crown(store, FIVE, 3, bids_of_next=2)
        store.settings.put("here", "/")
    return {"finished": finished, "crowd": crowd, "tricks": tricks, "bidding": bidding}


def sent(path: Path, session: str) -> bytes:
    """The picture of a result, as people send it."""
    with Store(path) as store:
        return picture.draw(build_story(Desk(store, session), store.sessions.load_head(session))).png()


def photograph(ui: Ui, ids: dict[str, str], name: Callable[[str], str]) -> None:
    """Every screen in turn."""
    ui.open("/").see("New game").screenshot(name("home"))
    ui.open("/new/crown_battles").see("At the table")
    for player in FIVE:
        ui.tap_id(f"seat:{player}").see_id(f"leave[{FIVE.index(player)}]")
    ui.screenshot(name("new-game"))
    ui.open(f"/table/{ids['bidding']}").see_id("total[0]").screenshot(name("bidding"))
    ui.tap_id("asides").see("This game").screenshot(name("asides"))
    close_sheet(ui)
    ui.open(f"/table/{ids['tricks']}").see_id("confirm").screenshot(name("tricks"))
    ui.tap_id("total[0]").see("where the points come from").screenshot(name("points"))
    close_sheet(ui)
    ui.open(f"/table/{ids['crowd']}").see_id("total[7]").screenshot(name("crowd"))
    ui.open(f"/table/{ids['tricks']}/sheet").see("Total").screenshot(name("sheet"))
    ui.open(f"/table/{ids['tricks']}/log").see("Log").screenshot(name("log"))
    ui.tap(ui.page.locator('[flt-semantics-identifier^="entry["]').nth(7)).see("Correct this")
    ui.screenshot(name("amend"))
    close_sheet(ui)
    ui.open(f"/result/{ids['finished']}").see_id("winner").screenshot(name("result"))
    ui.open(f"/result/{ids['finished']}/share").see_id("share.picture").screenshot(name("share"))
    ui.open("/history").see("History").screenshot(name("history"))
    ui.open("/players").see("of your games").screenshot(name("players"))
    ui.tap(ui.page.locator('[flt-semantics-identifier^="player["]').first).see("by chance").screenshot(name("player"))
    ui.tap_id("tab=rivals").see("Everybody").screenshot(name("rivals"))
    ui.open("/games").see("Your games in numbers").screenshot(name("games"))
    ui.open("/games/crown_battles").see("Records").screenshot(name("game"))
    ui.open(f"/session/{ids['finished']}").see("Total").screenshot(name("session"))
    ui.open("/rules/crown_battles").see_id("rules.search").screenshot(name("rules"))
    ui.tap_id("rules.chapter[1]").see_id("glance.CB-180").screenshot(name("glance"))
    ui.open("/settings").see("Theme").screenshot(name("settings"))


def play_secretly(store: Store) -> str:
    """Faction Wars with sealed bids, of which Cleo's is in; gives its id."""
    options = factions.Options(bids=factions.Bids.SEALED, level=factions.Level.ROUNDS)
    return record(store, FACTION_WARS, Opened(FIVE[:4], options), [("bid_sealed", {"round": 1, "seat": 2, "bid": 3})])


class Phones:
    """A table with its door open, and the windows that come in by it."""

    def __init__(self, chromium: Browser, server: Server, session: str, more: dict[str, Any]) -> None:
        self._chromium, self._more = chromium, more
        self.host = Ui(chromium.new_context(**DESKTOP, **more), server.url).open(f"/table/{session}/phones")
        printed = re.findall(r"open (http://\S+) and type (\S+):", server.log.read_text())
        self._address, self._code = printed[-1]

    def come(self, options: dict[str, Any]) -> Ui:
        """A window that entered the code and is asked who it is."""
        phone = Ui(self._chromium.new_context(**options, **self._more), self._address)
        phone.page.goto(self._address)
        phone.page.fill("#code", self._code)
        phone.page.click("button")
        phone.page.wait_for_selector("flutter-view", state="attached")
        return phone.ready().see("Who are you?")

    def join(self, options: dict[str, Any], place: str) -> Ui:
        """A window that was let in at a place: "join[1]"."""
        phone = self.come(options).tap_id(place).see("One moment")
        self.host.tap("Let in")
        return phone.gone("One moment")


def take(ui: Ui, path: str) -> None:
    """Take a picture of a window; if it had to reload, wait until it is back."""
    ui.gone("Working...", timeout=60_000).screenshot(path)


def photograph_phones(phones: Phones, name: Callable[[str], str], small: dict[str, Any]) -> None:
    """Photograph the host, two phones and the board of an open session."""
    host = phones.host
    asking = phones.come(small)
    take(asking, name("phone-who"))
    take(asking.tap_id("join[1]").see("One moment"), name("phone-asks"))
    take(host.see("A phone wants to be Ben"), name("invite-asked"))
    host.tap("Let in")
    ben = asking.gone("One moment")
    ana, board = phones.join(SHARP_PHONE, "join[0]"), phones.join({"viewport": BOARD_SIZE}, "join.board")
    take(ben, name("phone-turn"))
    take(ana, name("phone-other"))
    take(board.see_id("board.waiting"), name("board"))
    take(host.see("connected"), name("invite"))
    for screen in ("sheet", "log", "rules"):
        take(ben.tap_id(f"open.{screen}"), name(f"phone-{screen}"))
        ben.tap("Back")


TABLES: Final[dict[str, Callable[[Store], str]]] = {
    "open": lambda store: play_crown(store, FIVE, 3, bids_of_next=2),
    "secret": play_secretly,
}


def photograph_doors(chromium: Browser, data: Path) -> None:
    """An open and a secret question on phones, by day and by night."""
    for kind, light in product(TABLES, ("light", "dark")):
        folder = data / f"{kind}-{light}"
        folder.mkdir()
        with Store(folder / "companion.sqlite") as store:
            session = TABLES[kind](store)
        server = Server(folder, more=("--phones", DOOR))
        wait_until(lambda server=server: "and type" in server.log.read_text())
        phones = Phones(chromium, server, session, DARK if light == "dark" else {})
        photograph_phones(phones, named(kind, light), SMALL_PHONE)
        print(f"phones {kind} {light}: done", *phones.host.troubles, sep="\n")
        server.stop()


def named(kind: str, light: str) -> Callable[[str], str]:
    """Names of pictures: "board-open-light"."""
    return lambda screen: f"{screen}-{kind}-{light}"


def main(folder: Path) -> None:
    browser.SCREENSHOTS = folder
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        path = Path(data) / "companion.sqlite"
        ids = fill(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "picture.png").write_bytes(sent(path, ids["finished"]))
        server = Server(Path(data), path)
        chromium = playwright.chromium.launch(executable_path=find_chromium(playwright.chromium), args=ARGUMENTS)
        for size, options in (("phone", SHARP_PHONE), ("desktop", DESKTOP)):
            for light, more in (("light", {}), ("dark", DARK)):
                ui = Ui(chromium.new_context(**options, **more), server.url)
                photograph(ui, ids, lambda screen, size=size, light=light: f"{screen}-{size}-{light}")  # type: ignore[misc]
                print(f"{size} {light}: done", *ui.troubles, sep="\n")
        server.stop()
        photograph_doors(chromium, Path(data))
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else browser.SCREENSHOTS)
