"""The share screen, the awards on the result, the search of the rules and the cards at a glance."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flet as ft
import pytest

from companion.app import main_for
from companion.device.downloads import OUTBOX, OutgoingFile
from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.sharing import bg_stats_link, picture, result_text
from companion.sharing.qr_code import fits_code
from companion.sharing.story import build_story
from companion.testing.accessibility import out_of_reach
from companion.testing.headless import Page, visited
from companion.window.messages import ABOVE_DOCK
from scoring.games import GAMES as SHELF
from scoring.games import find_game
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion import tables
from tests.companion.pages import LONG, assert_drawn, at, has
from tests.companion.tables import NAMES, Browser, played


def actions(page: Page, kind: type[Any]) -> list[Any]:
    """The device actions that the buttons of this screen trigger."""
    return [button.action for button in page.all(ft.OutlinedButton) if isinstance(button.action, kind)]


def fetched(page: Page) -> OutgoingFile:
    """The file behind the address that was opened last."""
    (arguments,) = [args for name, args in page.client.calls if name == "launch_url"][-1:]
    return OUTBOX.take(arguments["url"].split("/")[2])


@pytest.mark.long
@pytest.mark.parametrize("players", [CROWN.box.players[0], CROWN.box.players[-1]])
@pytest.mark.parametrize("route", ["result", "session"])
async def test_everything_on_the_share_screen_can_be_reached_and_read(players: int, route: str, store: Store) -> None:
    store.settings.put("theme", "dark" if route == "session" else "light")
    session_id = played(store, CROWN, players, seed=players, names=LONG)
    async with at(store, f"/{route}/{session_id}") as page:
        await page.tap("share" if route == "result" else "session.share")
        await page.until(lambda: len(page.all(ft.Image)) == 2, 10)
        assert_drawn(page)
        await page.tap("back")
        assert page.page.route == f"/{route}/{session_id}"


@pytest.mark.parametrize("can_send", [True, False])
async def test_the_picture_is_sent_where_the_device_can_send(store: Store, *, can_send: bool) -> None:
    desk = tables.tiny(store, (0, 5), (1, 8), (0, 9))
    async with visited(main_for(store, Browser(has_share_sheet=can_send))) as page:
        page.client.answers["share_files"] = {"status": "success", "raw": ""}
        await page.go(f"/result/{desk.session_id}/share")
        assert [words for words in page.texts() if words.endswith(" the picture")] == [
            *(["Send the picture"] if can_send else []),
            "Save the picture",
        ]
        if can_send:
            await page.tap("share.send")
            await page.until(lambda: any(name == "share_files" for name, _ in page.client.calls), 10)
        await page.tap("share.picture")
        await page.until(lambda: page.all(ft.SnackBar) != [], 10)
        assert page.all(ft.SnackBar)[-1].margin.bottom >= ABOVE_DOCK, "also back on the result, above its button"


async def test_grid_words_and_link_are_copied_by_the_device_itself(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 8), (0, 9))
    story = build_story(desk, store.sessions.load_head(desk.session_id))
    async with at(store, f"/result/{desk.session_id}/share") as page:
        texts = [action.data for action in actions(page, ft.CopyToClipboard)]
        assert texts == [result_text.as_grid(story), result_text.as_text(story), bg_stats_link.link(story)]
        assert [action.url for action in actions(page, ft.OpenUrl)] == [bg_stats_link.link(story)]


def test_the_link_to_bg_stats_holds_names_with_any_sign(store: Store) -> None:
    names = ("Tom & Tina", "Ann + 1", "50 % #2")
    session_id = played(store, find_game("score_pad"), 3, names=names)
    link = bg_stats_link.link(build_story(Desk(store, session_id), store.sessions.load_head(session_id)))
    (data,) = parse_qs(urlsplit(link).query, strict_parsing=True)["data"]
    assert {row["name"] for row in json.loads(data)["players"]} == set(names)


async def test_a_picture_that_cannot_be_drawn_ends_in_a_sentence_and_is_tried_again_after_a_correction(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    def fail(_: Any) -> bytes:
        raise OSError

    desks = Desks(store)
    desk = desks.desk(tables.tiny(store, (0, 5), (1, 8), (0, 9)).session_id)
    sentence = "This cannot be drawn. Share the text instead."
    async with at(store, f"/result/{desk.session_id}", desks=desks) as page:
        with monkeypatch.context() as broken:
            broken.setattr(picture, "draw", fail)
            await page.go(f"/result/{desk.session_id}/share")
            await page.until(lambda: has(page, sentence), 10)
        desk.write(desk.amendment(1, {"seat": 0, "points": 4}))
        desk.wake()
        await page.until(lambda: not has(page, sentence) and len(page.all(ft.Image)) == 2, 10)
        await page.until(lambda: page.all(ft.ProgressRing) == [], 10)


LETTERS = [
    pytest.param("a", True, marks=pytest.mark.long),
    ("Ж", False),
    *(pytest.param(letter, False, marks=pytest.mark.long) for letter in ("गी", "李")),
]


@pytest.mark.parametrize(("letter", "fits"), LETTERS)
async def test_a_link_that_is_too_long_for_a_code_is_copied_instead(letter: str, fits: bool, store: Store) -> None:
    names = tuple(f"{letter * (30 // len(letter))} {number}" for number in range(12))
    session_id = played(store, find_game("score_pad"), 12, names=names)
    async with at(store, f"/session/{session_id}/share") as page:
        link = bg_stats_link.link(build_story(Desk(store, session_id), store.sessions.load_head(session_id)))
        assert fits_code(link) is fits
        assert has(page, "These names are too long for a QR code.") is not fits
        assert page.names("share.code") == ["share.code"] * fits
        assert [action.data for action in actions(page, ft.CopyToClipboard)][-1] == link
        assert len(page.all(ft.ProgressRing)) == 1 + fits, "the picture is being drawn, and the code"
        await page.until(lambda: len(page.all(ft.Image)) == 1 + fits, 20)
        assert (page.all(ft.ProgressRing), out_of_reach(page)) == ([], [])


@pytest.mark.long
async def test_picture_table_and_page_are_handed_over(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 8), (0, 9))
    async with at(store, f"/result/{desk.session_id}/share") as page:
        for name, file, beginning in (
            ("share.picture", "Tiny-2026-01-02.png", b"\x89PNG"),
            ("share.csv", "Tiny-2026-01-02.csv", b"\xef\xbb\xbfRound"),
            ("share.print", "Tiny-2026-01-02.html", b"<!doctype html>"),
            ("share.session", "Tiny-2026-01-02.jsonl", b'{"app":"table-companion"'),
        ):
            before = len(page.client.calls)
            await page.tap(name)
            await page.until(lambda before=before: any(n == "launch_url" for n, _ in page.client.calls[before:]), 10)
            given = fetched(page)
            assert given.name == file
            assert given.content.startswith(beginning)
            assert given.is_page is (name == "share.print")
            window = next(args["web_only_window_name"] for n, args in page.client.calls[before:] if n == "launch_url")
            assert window == ("_blank" if given.is_page else "_self"), "a page to look at leaves the app where it is"
        assert has(page, "Tiny-2026-01-02.csv is in your downloads.")


@pytest.mark.long
@pytest.mark.parametrize("size", [{}, {"width": 1280, "height": 800}], ids=["phone", "desk"])
async def test_the_code_stands_on_white_and_fills_the_window_at_a_tap(size: dict[str, float], store: Store) -> None:
    store.settings.put("theme", "dark")
    session_id = played(store, CROWN, 5)
    async with at(store, f"/session/{session_id}/share", **size) as page:
        small = page.tappable("share.code")
        assert small.bgcolor == "#ffffff"
        await page.tap("share.code")
        large = page.tappable("share.code.large")
        assert large.width > small.width
        assert large.width <= (page.page.width or 0)
        assert large.height <= (page.page.height or 0)
        assert large.width >= min(page.page.width or 0, page.page.height or 0) - 90
        assert_drawn(page)
        await page.tap("share.code.large")
        assert "share.code.large" not in page.names("share.code")


async def test_an_open_session_shares_its_words_and_its_sheet_only(store: Store) -> None:
    desk = tables.tiny(store, (0, 5))
    async with at(store, f"/session/{desk.session_id}/share") as page:
        assert has(page, "Not finished.", "Picture, grid and the link to BG Stats come with the result.")
        assert page.all(ft.Image) == []
        assert len(actions(page, ft.CopyToClipboard)) == 1


async def test_a_notice_opens_its_rule(store: Store) -> None:
    desks = (Desk(store, played(store, CROWN, 4, seed=seed, events=8)) for seed in range(20))
    desk = next(desk for desk in desks if desk.game.view(desk.state).notices)
    notice = desk.game.view(desk.state).notices[0]
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap(f"rule.{notice.rule.id}")
        assert page.names("text.") == [f"text.{notice.rule.id}"]


@pytest.mark.long
async def test_one_search_finds_the_rules_of_all_games_and_is_cleared_by_a_tap(store: Store) -> None:
    async with at(store, "/rules") as page:
        await page.fill("Search the rules of all games", "highest")
        ids = page.names("section.")
        assert {section.split(".")[1].split("-")[0] for section in ids} >= {"CB", "RT", "RS", "FW", "LR"}
        assert_drawn(page)
        await page.fill("Search the rules of all games", "rt 025")
        assert page.names("section.")[0] == "section.RT-025"
        assert has(page, "Recruit", "The tricks")
        await page.fill("Search the rules of all games", "zebra")
        assert has(page, "No rule found.")
        await page.tap("rules.search.clear")
        assert len(page.names("rules.")) >= len(SHELF)
        assert has(page, "Crown Battles")


@pytest.mark.long
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.key)
async def test_the_cards_of_every_game_are_seen_at_a_glance(game: Any, store: Store) -> None:
    for width in (320, 412, 1280):
        async with at(store, f"/rules/{game.key}", width=width) as page:
            await page.tap("rules.chapter[1]")
            assert page.names("glance.")
            assert out_of_reach(page) == []
            await page.tap("rules.chapter[0]")
            assert page.names("glance.") == []


@pytest.mark.long
async def test_at_the_table_the_card_of_the_round_stands_beside_the_rule_of_the_moment(store: Store) -> None:
    desk = tables.opened(store, CROWN, 5, names=NAMES)
    async with at(store, f"/table/{desk.session_id}/rules") as page:
        assert page.names("glance.") == ["glance.CB-180"]
        await page.fill("Search the rules", "cb-160")
        assert page.names("section.")[0] == "section.CB-160"
        assert page.names("glance.") == []


async def test_beside_the_game_the_rule_of_what_is_done_is_one_tap_from_its_form(store: Store) -> None:
    desk = Desk(store, played(store, CROWN, 4, seed=1, events=8))
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.level_chosen", "rule.CB-057")
        assert page.names("text.") == ["text.CB-057"]
        assert out_of_reach(page) == []
        await page.tap("aside.back")
        assert page.names("text.") == []
