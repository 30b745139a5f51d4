"""Partners stand together wherever points are shown: sheet, previews, result, and what is shared."""

import csv
import io

import pytest

from companion.history.session_row import players_text
from companion.open_session.desk import Desk
from companion.open_session.preview import TOTAL, Change, Preview
from companion.sharing import result_text, sheet_export
from companion.sharing.story import build_story
from companion.table.rows.seats import seat_facts
from companion.testing.headless import Page
from scoring.games import GAMES
from scoring.games.score_pad import Options as PadOptions
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import enter, opened

RECRUIT, PAD = (next(game for game in GAMES if game.key == key) for key in ("recruit", "score_pad"))
HANDS = (
    ((5, 3, 4, 1), (2, 1, 1, 0), (1, 1, 1, 1), (0, 2, 2, 0)),
    ((3, 3, 4, 3), (1, 1, 1, 1), (2, 0, 1, 1), (1, 1, 0, 2)),
    ((4, 2, 6, 1), (1, 0, 3, 0), (1, 2, 1, 0), (1, 0, 2, 1)),
    ((2, 4, 3, 4), (0, 4, 0, 0), (1, 1, 0, 2), (1, 1, 2, 0)),
)
ANA = (20 - 5, 12 - 5, 16, 8)
BEN = (12 - 5, 12, 8 - 5, 16 - 5)
CLEO = (16 - 5, 16, 24 - 10, 12 - 5)
DOV = (4, 12 - 5, 4, 16 - 5)
FIRST, SECOND = sum(ANA) + sum(CLEO), sum(BEN) + sum(DOV)


def pairs(numbers: tuple[int, ...]) -> list[list[int]]:
    return [[seat, number] for seat, number in enumerate(numbers)]


def deal(desk: Desk, hand: int) -> None:
    """A displayed suit and the tricks of a hand."""
    enter(desk, "suit_displayed", suit="H")
    enter(desk, "tricks_counted", tricks=pairs(HANDS[hand][0]))


def count(desk: Desk, hand: int) -> None:
    """The faces of a hand."""
    faces = zip(("jacks", "queens", "kings"), HANDS[hand][1:], strict=True)
    enter(desk, "faces_counted", match=[], **{name: pairs(numbers) for name, numbers in faces})


def partners(store: Store, hands: int = len(HANDS)) -> Desk:
    """Four at Recruit, with so many hands scored."""
    desk = opened(store, RECRUIT, 4, RECRUIT.options())
    for hand in range(hands):
        deal(desk, hand)
        count(desk, hand)
    return desk


def in_order(page: Page, *expected: str) -> bool:
    """Whether these texts are on the page, one after the other."""
    texts = iter(page.texts())
    return all(any(text == wanted for text in texts) for wanted in expected)


async def test_the_sheet_has_partners_side_by_side_and_what_they_have_together(store: Store) -> None:
    desk = partners(store)
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        assert in_order(page, "Ana", "Cleo", "Ben", "Dov")
        assert in_order(page, "Total", str(sum(ANA)), str(sum(CLEO)), str(sum(BEN)), str(sum(DOV)))
        assert in_order(page, "Together", str(FIRST), str(SECOND))


def test_a_list_of_sessions_gives_the_points_of_partners_once(store: Store) -> None:
    assert players_text(partners(store).load_head()) == f"Ana and Cleo {FIRST} · Ben and Dov {SECOND}"


async def test_partners_who_score_as_one_stand_at_the_table_with_what_they_have_together(store: Store) -> None:
    desk = opened(store, PAD, 4, PadOptions(teams=2))
    enter(desk, "round_entered", scores=[[0, 82], [1, -41]])
    assert [(facts.total, facts.change) for facts in seat_facts(desk, desk.main)] == [(82, 82), (-41, -41)] * 2
    assert desk.undoable == "Points: Ana and Cleo 82, Ben and Dov −41"
    preview = desk.preview(desk.amendment(1, {"scores": [[0, 82], [1, 41]]}))
    assert isinstance(preview, Preview)
    assert preview.changes == (Change(1, 1, -41, 41), Change(TOTAL, 1, -41, 41, (3,)))
    enter(desk, "adjusted", seat=2, points=10, reason="a forgotten bonus")
    assert [facts.total for facts in seat_facts(desk, desk.main)] == [92, -41] * 2
    assert desk.undoable == "Cleo +10 by agreement: a forgotten bonus"
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("total[2]")
        assert in_order(page, "Ana and Cleo: where the points come from", "Round 2", "10", "Round 1", "82")
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        assert in_order(page, "Total", "Ana and Cleo", "Ben and Dov", "92", "−41")
        assert "Together" not in page.texts()


async def test_a_side_has_one_column_before_its_first_number(store: Store) -> None:
    desk = opened(store, PAD, 4, PadOptions(teams=2))
    enter(desk, "adjusted", seat=2, points=10, reason="a head start")
    assert [facts.total for facts in seat_facts(desk, desk.main)] == [10, 0] * 2
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        assert in_order(page, "Total", "Ana and Cleo", "Ben and Dov", "10", "0")


async def test_what_was_agreed_for_either_partner_is_corrected_where_its_line_stands(store: Store) -> None:
    desk = opened(store, PAD, 4, PadOptions(teams=2))
    enter(desk, "round_entered", scores=[[0, 82], [1, -41]])
    enter(desk, "adjusted", seat=2, points=10, reason="a forgotten bonus")
    enter(desk, "adjusted", seat=0, points=5, reason="the song")
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        for line, told in enumerate(("Cleo +10 by agreement: a forgotten bonus", "Ana +5 by agreement: the song")):
            await page.tap("cell[2][0]")
            assert in_order(page, "Cleo: 10 by agreement (a forgotten bonus)", "Ana: 5 by agreement (the song)")
            await page.tap(f"line.correct[{line}]")
            assert told in page.texts()
            await page.tap("sheet.close")


@pytest.mark.long
async def test_a_complete_hand_shows_what_partners_will_have_together(store: Store) -> None:
    desk = partners(store, 2)
    deal(desk, 2)
    async with at(store, f"/table/{desk.session_id}") as page:
        before, now = sum(ANA[:2]) + sum(CLEO[:2]), sum(ANA[:2]) + sum(CLEO[:2]) + 16 + 24
        assert in_order(page, "Ana and Cleo together", f"{before} → {now}")


async def test_a_stopped_table_keeps_the_totals_of_partners_and_has_nothing_to_remember(store: Store) -> None:
    desk = partners(store, hands=1)
    enter(desk, "suit_displayed", suit="H")
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.has("notice.RT-012")
    enter(desk, "stopped", reason="", counts=True)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.has("fact.team_0")
        assert not page.has("fact.trump")
        assert not page.has("notice.RT-012")


def test_the_preview_of_a_correction_adds_up_partners(store: Store) -> None:
    desk = partners(store)
    last = desk.run.steps[-1].entry
    answers = {**desk.payload(last), "jacks": pairs((1, 3, 0, 0)), "queens": pairs((2, 1, 0, 1))}
    preview = desk.preview(desk.amendment(last, answers))
    assert Change(TOTAL, 0, sum(ANA), sum(ANA) - 5) in preview.changes
    assert Change(TOTAL, 0, FIRST, FIRST - 5, (2,)) in preview.changes
    assert Change(TOTAL, 1, SECOND, SECOND + 5, (3,)) in preview.changes


@pytest.mark.long
async def test_awards_and_turning_points_are_of_partners(store: Store) -> None:
    desk = partners(store)
    async with at(store, f"/result/{desk.session_id}") as page:
        assert in_order(page, "Ana and Cleo", "Busiest hands: 31 of 52 tricks won.", "Ben and Dov")
    story = build_story(desk, desk.load_head())
    assert "Busiest hands: Ana and Cleo. 31 of 52 tricks won." in result_text.as_text(story)
    assert "Busiest hands:</strong> Ana and Cleo. 31 of 52 tricks won." in sheet_export.to_page(story).decode()
    assert all("led" in line or "took the lead" in line for line in story.turning_points[:1])
    assert story.turning_points[0].startswith("Ana and Cleo ")


def test_the_sheet_that_is_shared_adds_up_partners(store: Store) -> None:
    story = build_story(desk := partners(store), desk.load_head())
    rows = list(csv.reader(io.StringIO(sheet_export.to_csv(story).decode("utf-8-sig"))))
    assert rows[0][-4:] == ["Ana", "Cleo", "Ben", "Dov"]
    assert rows[-2][-4:] == [str(FIRST), "", str(SECOND), ""]
    page = sheet_export.to_page(story).decode()
    assert f'<td>Together</td>\n<td colspan="2">{FIRST}</td>\n<td colspan="2">{SECOND}</td>' in page
