"""`companion replay`: print a session file as text."""

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import Any

from companion.cli.arguments import file_path
from companion.cli.console import OK, fail, print_json, print_lines
from companion.cli.input_files import read_lines
from scoring.contract.game import AnyGame
from scoring.engine import agreements, transcript
from scoring.engine.replay import Replay, replay
from storage.transfer import session_file


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=file_path, help="'-' reads stdin")


def run(options: Namespace) -> int:
    sessions = [lines for _, lines in session_file.split_sessions(read_lines(options.file))]
    if len(sessions) > 1:
        return fail("Only a file with a single session can be replayed; `companion export` writes one.")
    file = session_file.parse_session(sessions[0])
    names = tuple(player.name for player in file.header.players)
    replayed = replay(file.game, file.journal, names)
    if options.json:
        print_json(_make_values(file.game, replayed))
    else:
        print_lines(*transcript.lines(file.game, replayed))
    return OK


def _make_values(game: AnyGame, replayed: Replay[Any, Any]) -> dict[str, Any]:
    outcome = agreements.outcome(game, replayed.state)
    refused = replayed.violation
    return {
        "game": game.key,
        "players": replayed.state.table.names,
        "lines": list(transcript.lines(game, replayed)),
        "standings": [asdict(place) for place in agreements.standings(game, replayed.state)],
        "outcome": outcome and {"rule": outcome.rule.id, "winners": outcome.winners, "because": outcome.because},
        "refused": refused and {"rule": refused.rule.id, "message": refused.message},
        "waiting": replayed.waiting,
    }
