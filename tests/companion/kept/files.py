"""What the sample counts up to and is written as: its statistics, tables, BG Stats file and pictures; and all help."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import closing, redirect_stdout, suppress
from io import StringIO
from pprint import pformat
from typing import Any, Final
from unittest.mock import Mock, patch

from companion.cli import command_line
from companion.history.sample import SAMPLE_FILE
from companion.open_session.desk import Desk
from companion.sharing import picture
from companion.sharing.pens import use_pens
from companion.sharing.pillow_pens import PillowPens
from companion.sharing.story import build_story
from companion.statistics import retrospect_picture
from companion.statistics.retrospect_text import describe_evening, describe_year
from scoring.games import GAMES
from storage.bg_stats.exporting import export_plays
from storage.derived.results import Status
from storage.history.session_filter import SessionFilter
from storage.statistics import games, player_totals, profile, rivals
from storage.statistics.evenings_and_years import find_last_evening, load_evening, load_year
from storage.store import Store
from storage.transfer.results_csv import export_lines, export_results
from storage.transfer.sample_store import Sample
from tests.companion.kept.screens import IDS, NOW, on_that_day
from tests.companion.kept.texts import TEXTS, File

FOLDER: Final = TEXTS / "files"
_PLAYED: Final = SessionFilter(statuses=(Status.FINISHED,), counts=True)
_YEAR: Final = SessionFilter(year=NOW.year)


def list_all() -> Iterator[File]:
    """The files, on the day of `NOW`; ids are numbered in the order in which they come."""
    yield FOLDER / "help.txt", list(_list_help())
    with on_that_day(), closing(Sample(GAMES, SAMPLE_FILE, NOW)) as sample:
        store = sample.store
        yield FOLDER / "results.csv", _read(b"".join(export_results(store)))
        yield FOLDER / "lines.csv", _read(b"".join(export_lines(store)))
        plays = json.dumps(json.loads(export_plays(store).content), indent=0, ensure_ascii=False)
        yield FOLDER / "plays.json", _number_ids(plays).splitlines()
        yield FOLDER / "pictures.txt", _draw_all(store)
        yield FOLDER / "statistics.txt", _number_ids(pformat(list(_count_up(store)), width=120)).splitlines()


def _list_help() -> Iterator[str]:
    for command in ((), *((name,) for name in command_line.COMMANDS)):
        out = StringIO()
        with patch.dict(os.environ, COLUMNS="1000"), redirect_stdout(out), suppress(SystemExit):
            command_line.run([*command, "--help"], lambda *_: 0)
        yield from out.getvalue().splitlines()


def _count_up(store: Store) -> Iterator[Any]:
    database = store.database
    summaries = games.list_games(database)
    yield from summaries
    for summary in summaries:
        yield games.load_game_page(database, summary.game)
        yield games.load_rounds(database, summary.game)
    players = player_totals.list_player_summaries(database)
    yield from players
    for player in players:
        yield profile.load_overview(database, player.player.id)
        yield profile.load_games(database, player.player.id)
        yield rivals.load_rivals(database, player.player.id)
    last = find_last_evening(database)
    assert last is not None
    yield load_evening(database, last)


class Recorder(PillowPens):
    """Writes down how a picture is drawn."""

    def begin(self, width: int, height: int, paper: str) -> Any:
        strokes = Mock()
        strokes("begin", width, height, paper)
        return strokes


def _draw_all(store: Store) -> list[str]:
    """The strokes of the picture of the newest session of each game, of its evening and of its year."""
    titles = store.titles.load()
    heads = {head.game: head for head in reversed(store.history.search(_PLAYED).sessions)}
    last = find_last_evening(store.database)
    assert last is not None
    evening, year = (
        load_evening(store.database, last),
        load_year(store.database, _YEAR),
    )
    use_pens(Recorder())
    try:
        pictures = [
            *(picture.draw(build_story(Desk(store, head.id), head)) for head in heads.values()),
            retrospect_picture.draw(describe_evening(evening, titles, {})),
            retrospect_picture.draw(describe_year(last.year, year, titles, {})),
        ]
    finally:
        use_pens(PillowPens())
    for drawn in pictures:
        drawn.png()  # draws the words
    pens: list[Any] = [drawn.pen for drawn in pictures]
    return [re.sub(r"(\d+\.\d)\d+", r"\1", str(stroke)) for pen in pens for stroke in pen.mock_calls]


def _read(content: bytes) -> list[str]:
    return _number_ids(content.decode("utf-8-sig")).splitlines()


def _number_ids(text: str) -> str:
    numbers: dict[str, str] = {}
    return IDS.sub(lambda match: numbers.setdefault(match[0], f"ID-{len(numbers)}"), text)
