"""`companion import-cards`: a file of remembered cards."""

from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from companion.commands.files import read_lines
from companion.commands.outcome import report
from companion.files.paths import database_path
from scoring.games import find_game
from storage.store import Store
from storage.transfer import card_file


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument("file")


def run(options: Namespace) -> int:
    """Take the cards in."""
    text = "\n".join(read_lines(options.file))
    with Store(database_path(options.database)) as store:
        done = card_file.import_cards(store, text)
    title = find_game(done.game).title
    sentence = f"{title}: {done.new} new, {done.corrected} corrected, {done.known} known already."
    return report(options, asdict(done), sentence)
