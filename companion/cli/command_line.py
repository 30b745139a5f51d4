"""The command line: opens the app, or runs one of the commands.

Every command is a module `…_command` with `add_arguments` and `run`, in the room of what it does, imported only when
it is used.
"""

from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from companion import VERSION
from companion.cli.arguments import file_path, whole_number, words
from companion.cli.console import fail
from companion.lazy_modules import load
from scoring.contract.errors import GameFailed
from storage.errors import StorageError

COMMANDS: Final = {
    "replay": ("exchange.replay_command", "Print a session file, entry by entry."),
    "sessions": ("history.sessions_command", "List the sessions, newest first."),
    "export": ("exchange.export_command", "Export a session to a file."),
    "export-all": ("exchange.export_all_command", "Export all sessions to one file."),
    "import": (
        "exchange.import_command",
        "Import sessions, plays of BG Stats or BoardGameGeek, or remembered cards.",
    ),
    "export-cards": ("exchange.export_cards_command", "Export the remembered cards of a game to share them."),
    "import-cards": ("exchange.import_cards_command", "Import a file of remembered cards."),
    "backup": ("exchange.backup_command", "Copy everything into a new file."),
    "restore": ("exchange.restore_command", "Restore a backup; the current data are saved first."),
    "doctor": ("repair.doctor_command", "Check the database without changing it."),
}
"""The module and the description of each command."""


class AppOptions(NamedTuple):
    """The options for opening the app, without a sub-command."""

    database: str | None = None
    web: bool = False
    window: bool = False
    port: int | None = None
    phones: str | None = None  # an address, "" for the likeliest one, None if no door is to be opened
    certificate: str | None = None  # PEM files; with them phones are served by https
    key: str | None = None


OpenApp = Callable[[AppOptions], int]


class CommandParser(ArgumentParser):
    """The parser of one command; it imports the command's module when it is used."""

    def __init__(self, *, module: str, **options: Any) -> None:
        super().__init__(**options)
        self._module = module

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Import the command and parse its arguments; unlike argparse, accept an optional file after options."""
        if self.get_default("command") is None:
            command = load(f"companion.{self._module}")
            command.add_arguments(self)
            self.set_defaults(command=command.run)
        options, rest = super().parse_known_args(args, namespace)
        if rest and not rest[0].startswith("-") and getattr(options, "file", rest) is None:
            options.file = rest.pop(0)
        return options, rest


def run(argv: Sequence[str], open_app: OpenApp) -> int:
    """Run the command line and return the exit code; calls `open_app` if there is no sub-command."""
    parser = _parser()
    options = parser.parse_args(argv)
    if [] in vars(options).values():  # argparse takes "--limit=--" so
        parser.error("an option has no value")
    if options.command is None:
        return open_app(AppOptions(*(getattr(options, name) for name in AppOptions._fields)))
    command: Callable[[Namespace], int] = options.command
    try:
        return command(options)
    except (StorageError, GameFailed) as error:
        return fail(str(error))
    except OSError:
        raise
    except Exception:
        if sentence := load("companion.cli.existing_store").describe_damage(options):
            return fail(sentence)
        raise


def _parser() -> ArgumentParser:
    parser = ArgumentParser("companion", description="The companion for card games at a real table.")
    parser.add_argument("--version", action="version", version=f"Table Companion {VERSION}")
    parser.add_argument("--web", action="store_true", help="open in the browser")
    parser.add_argument("--window", action="store_true", help="open in a window of its own")
    parser.add_argument("--port", type=whole_number(65535), help="the port of the page")
    parser.add_argument(
        "--phones", metavar="ADDRESS", nargs="?", type=words, const="", help="invite phones to the session played last"
    )
    parser.add_argument("--certificate", metavar="FILE", type=file_path, help="serve phones by https: its PEM file")
    parser.add_argument("--key", metavar="FILE", type=file_path, help="the certificate's private key in PEM")
    parser.add_argument("--database", metavar="PATH", type=file_path, help="the database file")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=CommandParser)
    for name, (module, text) in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text, module=module)
        sub.add_argument("--database", metavar="PATH", type=file_path, default=SUPPRESS, help="the database file")
        sub.add_argument("--json", action="store_true", help="print JSON")
    return parser
