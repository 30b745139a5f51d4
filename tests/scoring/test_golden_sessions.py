"""Whole evenings, kept as files: what was entered long ago must read the same for ever.

Every `tests/sessions/<game>/format-<n>/<evening>.jsonl` is a session as the app exports it, with its
transcript beside it. A transcript changes only when a score, a rule or a wording is meant to change;
then write them anew and read the difference line by line before it is committed:

    python -m tests.scoring.test_golden_sessions
"""

from pathlib import Path
from typing import Final

import pytest

from scoring import transcript
from scoring.replay import replay
from scoring.scores import totals
from storage.file.file_io import read_lines
from storage.transfer.session_file import SessionFile, encode_session, parse_session

SESSIONS: Final = Path(__file__).parents[1] / "sessions"
FILES: Final = sorted(SESSIONS.glob("*/format-*/*.jsonl"))

every_evening = pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.relative_to(SESSIONS).parts))


def load(path: Path) -> SessionFile:
    return parse_session(read_lines(path))


def transcript_of(file: SessionFile) -> list[str]:
    return list(transcript.lines(file.game, replay(file.game, file.journal)))


def test_there_are_evenings_and_each_has_its_transcript() -> None:
    transcripts = sorted(SESSIONS.glob("*/format-*/*.txt"))
    assert FILES
    assert [path.with_suffix("") for path in FILES] == [path.with_suffix("") for path in transcripts]


@every_evening
def test_an_evening_reads_as_it_did(path: Path) -> None:
    file = load(path)
    assert transcript_of(file) == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


@every_evening
def test_an_evening_comes_to_the_totals_it_was_closed_with(path: Path) -> None:
    file = load(path)
    state = replay(file.game, file.journal).state
    points = totals(file.game.provisional(state), state.table.seats)
    assert file.header.totals == tuple(points.values())


@every_evening
def test_an_evening_lies_where_its_game_and_format_say(path: Path) -> None:
    file = load(path)
    formats = {entry.format for entry in file.entries if entry.format is not None}
    assert (path.parts[-3], path.parts[-2]) == (file.game.key, f"format-{max(formats)}")


@every_evening
def test_an_evening_is_written_as_it_was_read(path: Path) -> None:
    file = load(path)
    assert tuple(encode_session(file.header, file.entries)) == read_lines(path)


if __name__ == "__main__":
    for path in FILES:
        path.with_suffix(".txt").write_text(
            "".join(f"{line}\n" for line in transcript_of(load(path))), encoding="utf-8"
        )
