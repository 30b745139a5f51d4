"""`companion sessions`: list the sessions."""

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from companion.cli.arguments import whole_number, words
from companion.cli.console import OK, fail, print_json, print_lines
from companion.cli.existing_store import open_existing_store
from scoring.contract.names import name_key
from scoring.games import KEYS, UnknownGame
from storage.clock import at_table
from storage.history.session_list import SessionHead

_MOST: Final = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=whole_number(_MOST), default=50, help="at most this many (default: 50)")
    parser.add_argument(
        "--game", type=words, help=f"only sessions of this game, by its title or its key: {', '.join(KEYS)}"
    )


def run(options: Namespace) -> int:
    """Print the sessions, newest first."""
    with open_existing_store(options) as store:
        titles = store.titles.load()
        keys = {name_key(name): key for key, title in titles.items() for name in (title, key)}
        game = keys.get(name_key(options.game or ""))
        if options.game is not None and game is None:
            return fail(str(UnknownGame(options.game)))
        heads = store.history.list_sessions(limit=options.limit, game=game).sessions
    if options.json:
        print_json([_make_values(head) for head in heads])
    else:
        print_lines(*(_format_line(head, titles.get(head.game, head.game)) for head in heads))
    return OK


def _make_values(head: SessionHead) -> dict[str, Any]:
    return {
        "session": head.id,
        "game": head.game,
        "opened_at": head.opened_at.isoformat(),
        "utc_offset": head.utc_offset,
        "status": head.status.value,
        "place": head.place,
        "note": head.note,
        "players": [
            {"name": seated.player.name, "rank": seated.rank, "points": seated.points, "won": seated.won}
            for seated in head.seats
        ],
    }


def _format_line(head: SessionHead, title: str) -> str:
    """ "1f0c2a9b  2026-01-02 21:00  Crown Battles  finished  Ana 85 (won), Ben 60"."""
    opened_at = at_table(head.opened_at, head.utc_offset)
    players = ", ".join(
        seated.player.name
        + (f" {seated.points}" if seated.points is not None else "")
        + (" (won)" if seated.won else "")
        for seated in head.seats
    )
    return f"{head.id[:8]}  {opened_at:%Y-%m-%d %H:%M}  {title}  {head.status.value}  {players}"
