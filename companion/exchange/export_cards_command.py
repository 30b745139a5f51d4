"""`companion export-cards`: export the remembered cards of a game to share them."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.arguments import file_path, words
from companion.cli.console import OK, add_force, fail, print_data, report
from companion.cli.existing_store import open_existing_store
from companion.ui.text import counted
from scoring.games import KEYS, UnknownGame, find_game
from storage.file import file_io
from storage.transfer import card_file
from storage.upkeep.export_targets import check_export


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", type=words, help=f"its key: {', '.join(KEYS)}")
    parser.add_argument("file", nargs="?", type=file_path, help="default: stdout")
    add_force(parser)


def run(options: Namespace) -> int:
    """Write the cards to a file or to stdout."""
    try:
        game = find_game(options.game)
    except UnknownGame as error:
        return fail(str(error))
    with open_existing_store(options) as store:
        if options.file is not None:
            check_export(Path(options.file), store, force=options.force)
        lines = card_file.export_cards(store, game.key).splitlines()
        number = store.cards.count_by_game().get(game.key, 0)
    if options.file is None:
        print_data(lines)
        return OK
    file_io.write_lines(Path(options.file), lines)
    values = {"game": game.key, "file": options.file, "cards": number}
    cards = counted(number, f"card of {game.box.title} was", f"cards of {game.box.title} were")
    return report(options, values, f"{cards} exported to {options.file}.")
