"""`companion import-cards`: import a file of remembered cards."""

from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from companion.cli.arguments import file_path
from companion.cli.console import report
from companion.cli.input_files import read_lines
from companion.device.paths import database_path
from scoring.games import find_game
from storage.store import Store
from storage.transfer import card_file


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=file_path)


def run(options: Namespace) -> int:
    text = "\n".join(read_lines(options.file))
    with Store(database_path(options.database)) as store:
        result = card_file.import_cards(store, text)
    title = find_game(result.game).box.title
    sentence = f"{title}: {result.new} new, {result.corrected} corrected, {result.known} already known."
    return report(options, asdict(result), sentence)
