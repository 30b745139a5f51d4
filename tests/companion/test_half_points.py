"""An evening with half points, on its way through everything that reads points."""

import csv
import io
import json
from collections.abc import Iterable, Mapping

import flet as ft
import pytest
from sqlalchemy import select

from companion.history.session_row import players_text
from companion.open_session.desk import Desk
from companion.sharing import picture, result_text, sheet_export
from companion.sharing.bg_stats_link import play as play_of
from companion.sharing.story import build_story
from companion.ui.theme import DAY, NIGHT
from scoring.games.score_pad import GAME, Options
from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.models import PLACING, PLAY, RESULT, ROUND_SCORE
from storage.statistics.games import load_game_page, load_rounds
from storage.store import Store
from storage.transfer.results_csv import export_lines, export_results
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from tests.companion.pages import at
from tests.companion.tables import NAMES, enter, open_store, opened

POINTS = ("most_points", "least_points", "best_round", "worst_round")
HALVES = Options("Golf", halves=True)


def evening(store: Store) -> Desk:
    """Ana 5, Ben 12, Cleo −0.5."""
    desk = opened(store, GAME, 3, HALVES)
    enter(desk, "round_entered", scores=[[0, 2.5], [1, 4], [2, -0.5]])
    enter(desk, "round_entered", scores=[[0, 2.5], [1, [5.5, 2.5]], [2, 0]])
    enter(desk, "game_ended")
    return desk


def columns(parts: Iterable[bytes], *names: str) -> list[list[str]]:
    rows = csv.DictReader(io.StringIO(b"".join(parts).decode("utf-8-sig"), newline=""))
    return [[row[name] for name in names] for row in rows]


def test_rows_and_totals_keep_halves_and_whole_numbers_stay_whole(store: Store) -> None:
    desk = evening(store)
    with store.database.reading() as db:
        tables = (PLACING, PLAY, ROUND_SCORE)
        of = {table.name: db.execute(select(table.c.points)).scalars().all() for table in tables}
        result = db.execute(select(RESULT)).one()
    assert {name: sorted(map(repr, values)) for name, values in of.items()} == {
        "placing": ["-0.5", "12", "5"],
        "play": ["-0.5", "12", "5"],
        "round_score": ["-0.5", "0", "2.5", "2.5", "4", "8"],
    }
    assert repr((result.high, result.low, result.top, result.lead, result.most, result.least)) == (
        "(8, -0.5, 12, 7, 12, -0.5)"
    )
    head = store.history.list_sessions().sessions[0]
    assert (repr(head.closed_totals), players_text(head)) == ("(5, 12, -0.5)", "Ben 12 · Ana 5 · Cleo −0.5")
    store.rebuild()
    with store.database.reading() as db:
        assert db.execute(select(RESULT)).one() == result
    assert Desk(store, desk.session_id).state == desk.state


def test_statistics_count_halves(store: Store) -> None:
    evening(store)
    head = store.history.list_sessions().sessions
    page = load_game_page(store.database, head[0].game)
    assert {record.key: repr(record.value) for record in page.records if record.key in POINTS} == {
        "most_points": "12",
        "least_points": "-0.5",
        "best_round": "8",
        "worst_round": "-0.5",
    }
    assert [(count.points, count.won) for count in page.scores] == [(-0.5, False), (5, False), (12, True)]
    sums = {row.count: row.value for row in load_rounds(store.database, head[0].game) if row.by == "type"}
    assert sums == {6: 16.5}


def test_a_session_file_and_the_tables_have_halves() -> None:
    with open_store() as store, open_store() as other:
        desk = evening(store)
        lines = export_session(store, desk.session_id)
        assert json.loads(lines[0])["totals"] == [5, 12, -0.5]
        assert '"scores":[[0,2.5],[1,[5.5,2.5]],[2,0]]' in lines[3]
        import_sessions(other, lines)
        assert export_session(other, desk.session_id) == lines
        assert columns(export_results(store), "player", "points") == [["Ana", "5"], ["Ben", "12"], ["Cleo", "-0.5"]]
        assert columns(export_lines(store), "working", "points")[4] == ["5.5 + 2.5 points = 8", "8"]
        assert b";-0,5;" in b"".join(export_results(store, ";"))


def test_bg_stats_gets_halves_and_gives_them_back() -> None:
    with open_store() as store, open_store() as other:
        evening(store)
        file = json.loads(export_plays(store).content)
        assert [row["score"] for row in file["plays"][0]["playerScores"]] == ["5", "12", "-0.5"]
        import_plays(other, file)
        (head,) = other.history.list_sessions().sessions
        assert players_text(head) == "Ben 12 · Ana 5 · Cleo −0.5"


def test_what_is_sent_has_halves(store: Store) -> None:
    desk = evening(store)
    story = build_story(desk, store.history.list_sessions().sessions[0])
    assert "3. Cleo −0.5" in result_text.as_text(story)
    assert "Cleo −0.5" in result_text.as_grid(story)
    assert b"Round 1,2.5,4,-0.5\r\nRound 2,2.5,8,0\r\nTotal,5,12,-0.5\r\n" in sheet_export.to_csv(story)
    assert "+2.5" in sheet_export.to_page(story).decode()
    assert "−0.5" in [written.text for written in picture.draw(story).written]
    assert "-0.5" in json.dumps(play_of(story))


def test_a_table_is_told_halves_and_what_a_correction_changes(store: Store) -> None:
    desk = opened(store, GAME, 3, HALVES)
    enter(desk, "round_entered", scores=[[0, 2.5], [1, 4], [2, -0.5]])
    assert desk.shown.round_summary.text == "Ben +4, leads by 1.5"
    enter(desk, "round_entered", scores=[[0, 2.5], [1, 0], [2, 0]])
    assert desk.shown.round_summary.text == "Ana +2.5, leads by 1"
    preview = desk.preview(desk.amendment(1, {"scores": [[0, 3], [1, 4], [2, -0.5]]}))
    assert [(change.seat, repr(change.was), repr(change.now)) for change in preview.changes] == [
        (0, "5", "5.5"),
        (0, "2.5", "3"),
    ]


def test_a_set_up_without_halves_does_not_fit_what_was_entered(store: Store) -> None:
    desk = evening(store)
    preview = desk.preview(desk.amendment(0, desk.payload_of(desk.run.opened) | {"options": {"name": "Golf"}}))
    assert preview.violation.message == "Numbers are whole here; the set-up can allow half points."
    assert preview.waiting[0] == 1


async def test_the_choice_comes_back_with_the_name_of_the_game(store: Store) -> None:
    evening(store)
    async with at(store, "/new/score_pad") as page:

        def is_on() -> bool:
            (switch,) = [part for part in page.walk(page.id("option.halves")) if isinstance(part, ft.Switch)]
            return bool(switch.value)

        await page.fill("New player", ", ".join(NAMES[:3]), submit=True)
        assert not is_on()
        await page.fill("Which game?", "golf")
        assert is_on()


@pytest.mark.parametrize(
    ("path", "shows"),
    [
        ("/table/{}", {"+2.5", "−0.5"}),
        ("/result/{}", {"−0.5", "12", "5"}),
        ("/session/{}", {"−0.5"}),
        ("/session/{}/log", {"Points: Ana 2.5, Ben 4, Cleo −0.5"}),
        ("/games/{}", {"−0.5"}),
    ],
)
async def test_screens_write_halves_with_a_point(path: str, shows: set[str], store: Store) -> None:
    desk = evening(store)
    key = store.history.list_sessions().sessions[0].game
    async with at(store, path.format(key if path.startswith("/games") else desk.session_id)) as page:
        assert shows <= set(page.texts())


@pytest.mark.parametrize(("theme", "paper"), [("light", DAY), ("dark", NIGHT)])
@pytest.mark.parametrize(("points", "has_edge"), [(12.5, False), (104.5, True)])
async def test_a_long_number_makes_its_column_wider_than_a_small_phone_gives_it(
    theme: str, paper: Mapping[str, str], points: float, store: Store, *, has_edge: bool
) -> None:
    store.settings.put("theme", theme)
    desk = opened(store, GAME, 5, HALVES)
    enter(desk, "round_entered", scores=[[seat, points] for seat in range(5)])
    async with at(store, f"/table/{desk.session_id}/sheet", width=360, height=740) as page:
        boxes = [box for box in page.all(ft.Container) if isinstance(box.content, ft.Icon)]
        edges = [box for box in boxes if box.content.semantics_label == "More players follow"]
        fades = [edge.gradient.colors[-1] for edge in edges if edge.gradient is not None]
        assert fades == [paper["surface_container_lowest"]] * has_edge
