"""Whole evenings, kept as files: what was entered long ago must read the same for ever.

Every `<folder>/<game>/format-<n>/<evening>.jsonl` is a session as the app exports it (`companion export`), with its
transcript beside it. `<folder>/<game>/questions.txt` has what the game asked and told on all its evenings, and
`sentences.txt` every line it says in random sessions, refusals above all. These texts change only when a score, a rule
or a wording is meant to change; then write them anew and read the difference line by line before it is committed:

    python -m companion.testing.golden <folder>

With the key of a game, three evenings of it are played at random and kept, unless they are there already. They notice
that something changed; that it was right before is for you to read in their transcripts.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Final

import pytest

from companion.testing.random_sessions import played
from scoring.contract.game import AnyGame
from scoring.contract.scores import totals
from scoring.engine import transcript
from scoring.engine.replay import replay
from scoring.games import GAMES, find_game
from scoring.testing.questions import list_questions, list_sentences
from scoring.testing.suite import Games
from storage.file.database import MEMORY
from storage.file.file_io import read_lines, write_lines
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_file import SessionFile, encode_session, parse_session

QUESTIONS: Final = "questions.txt"
SENTENCES: Final = "sentences.txt"


class EveningTests(Games):
    """Every evening in the folder `evenings` reads, counts and is written as it did."""

    evenings: ClassVar[Path]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run a test with the argument `path` for each evening."""
        super().pytest_generate_tests(metafunc)
        if "path" in metafunc.fixturenames:
            paths = find_evenings(self.evenings)
            metafunc.parametrize("path", paths, ids=["/".join(path.parts[-3:]) for path in paths])

    def test_there_are_evenings_and_each_has_its_transcript(self) -> None:
        evenings, transcripts = find_evenings(self.evenings), sorted(self.evenings.glob("*/format-*/*.txt"))
        assert evenings, f"no {self.evenings}/<game>/format-<n>/<evening>.jsonl"
        assert [path.with_suffix("") for path in evenings] == [path.with_suffix("") for path in transcripts]

    def test_an_evening_reads_as_it_did(self, path: Path) -> None:
        file = load(path, self.games)
        assert transcript_of(file) == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()

    def test_a_game_asks_what_it_asked(self, game: AnyGame) -> None:
        kept = (self.evenings / game.key / QUESTIONS).read_text(encoding="utf-8")
        assert questions_of(self.evenings, game) == kept.splitlines()

    @pytest.mark.long
    def test_a_game_says_what_it_said(self, game: AnyGame) -> None:
        kept = (self.evenings / game.key / SENTENCES).read_text(encoding="utf-8")
        assert list_sentences(game) == kept.splitlines()

    def test_an_evening_comes_to_the_totals_it_was_closed_with(self, path: Path) -> None:
        file = load(path, self.games)
        state = replay(file.game, file.journal).state
        points = totals(file.game.provisional(state), state.table.seats)
        assert file.header.totals == tuple(points.values())

    def test_an_evening_lies_where_its_game_and_format_say(self, path: Path) -> None:
        file = load(path, self.games)
        formats = {entry.format for entry in file.entries if entry.format is not None}
        assert (path.parts[-3], path.parts[-2]) == (file.game.key, f"format-{max(formats)}")

    def test_an_evening_is_written_as_it_was_read(self, path: Path) -> None:
        file = load(path, self.games)
        assert tuple(encode_session(file.header, file.entries)) == read_lines(path)


def find_evenings(folder: Path) -> list[Path]:
    """The files of the sessions in a folder."""
    return sorted(folder.glob("*/format-*/*.jsonl"))


def load(path: Path, games: Iterable[AnyGame] = GAMES) -> SessionFile:
    """The session in a file; raises TransferError."""
    return parse_session(read_lines(path), games)


def transcript_of(file: SessionFile) -> list[str]:
    """The lines of the transcript of a session."""
    return list(transcript.lines(file.game, replay(file.game, file.journal)))


def questions_of(folder: Path, game: AnyGame) -> list[str]:
    """What a game asked and told on its evenings in a folder."""
    files = (load(path, (game,)) for path in find_evenings(folder) if path.parts[-3] == game.key)
    return list_questions(game, (replay(file.game, file.journal) for file in files))


def write_texts(folder: Path) -> None:
    """Write the transcript of every evening in a folder, and the questions of every game there."""
    for path in find_evenings(folder):
        write_lines(path.with_suffix(".txt"), transcript_of(load(path, GAMES)))
    for game in GAMES:
        if (folder / game.key).is_dir():
            write_lines(folder / game.key / QUESTIONS, questions_of(folder, game))
            write_lines(folder / game.key / SENTENCES, list_sentences(game))


def play_evenings(folder: Path, game: AnyGame) -> None:
    """Play whole random sessions with the fewest, the middle and the most players, and keep those that are missing."""
    kept = folder / game.key / f"format-{game.format}"
    kept.mkdir(parents=True, exist_ok=True)
    for name, at in (("fewest", 0), ("some", len(game.box.players) // 2), ("most", -1)):
        path = kept / f"{name}_players.jsonl"
        if not path.exists():
            with Store(MEMORY, (game,)) as store:
                write_lines(path, export_session(store, played(store, game, game.box.players[at])))


def main(folder: str, *keys: str) -> None:
    """Play the evenings of these games that are missing, and write all transcripts."""
    for key in keys:
        play_evenings(Path(folder), find_game(key))
    write_texts(Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
