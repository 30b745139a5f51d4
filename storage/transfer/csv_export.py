"""Everything that was played as two tables for a spreadsheet: a row a player and session, and a row a score line."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any, Final

from sqlalchemy import Connection, select

from scoring import agreements
from scoring.game import AnyGame
from scoring.replay import Replay
from storage.derived import results
from storage.errors import Unreadable
from storage.file.csv_text import Cell, csv_parts
from storage.models import PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.store import Store
from storage.transfer.session_export import own_sessions

RESULTS: Final = (
    *("session", "game_key", "game", "opened_at", "place", "note", "status", "players", "rounds", "minutes"),
    *("seat", "player", "player_id", "side", "rank", "points", "won"),
)
LINES: Final = (
    *("session", "game_key", "game", "opened_at", "round", "round_title"),
    *("seat", "player", "rule", "rule_text", "working", "points"),
)


def results_csv(store: Store) -> Iterator[bytes]:
    """How everybody came out of every session with a result, the oldest session first."""
    titles = store.titles()
    with store.database.reading() as db:
        rows = _results(db)
    return csv_parts(RESULTS, (_result_row(titles, row) for row in rows))


def lines_csv(store: Store, tell: Callable[[int], None] | None = None) -> Iterator[bytes]:
    """Every score line of every session that can be read: a row a round, player and rule, the oldest session first.

    `tell` is told how many sessions are done.
    """
    return csv_parts(LINES, _lines(store, tell))


def _results(db: Connection) -> list[Any]:
    sat = PLAYER.alias("sat")
    query = (
        select(
            *(SESSION.c.id, SESSION.c.game, SESSION.c.opened_at, SESSION.c.utc_offset, SESSION.c.place),
            *(SESSION.c.note, SESSION.c.status, RESULT.c.players, RESULT.c.rounds, RESULT.c.seconds, PLACING.c.seat),
            *(PLAYER.c.name, PLAYER.c.id.label("player_id"), PLACING.c.side, PLACING.c.rank, PLACING.c.points),
            PLACING.c.won,
        )
        .join(RESULT, RESULT.c.session_id == SESSION.c.id)
        .join(PLACING, PLACING.c.session_id == SESSION.c.id)
        .join(SEAT, (SEAT.c.session_id == PLACING.c.session_id) & (SEAT.c.seat == PLACING.c.seat))
        .join(sat, sat.c.id == SEAT.c.player_id)
        .join(PLAYER, PLAYER.c.id == sat.c.counts_as)
        .where(SESSION.c.binned_at.is_(None))
    )
    return list(db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id, PLACING.c.seat)))


def _result_row(titles: dict[str, str], row: Any) -> tuple[Cell, ...]:
    minutes = None if row.seconds is None else round(row.seconds / 60)
    return (
        *(row.id, row.game, titles.get(row.game, row.game), _wall(row.opened_at, row.utc_offset), row.place, row.note),
        *(row.status, row.players, row.rounds, minutes, row.seat + 1, row.name, row.player_id, row.side + 1),
        *(row.rank, row.points, row.won),
    )


def _lines(store: Store, tell: Callable[[int], None] | None) -> Iterator[tuple[Cell, ...]]:
    for done, session_id in enumerate(own_sessions(store), start=1):
        try:
            with store.database.reading() as db:
                game, run = results.replayed(db, session_id, store.games)
        except Unreadable:
            continue  # the doctor names it
        head = store.head(session_id)
        of = (session_id, game.key, game.title, _wall(head.opened_at, head.utc_offset))
        yield from _session_lines(game, run, store.names(session_id), of)
        if tell:
            tell(done)


def _session_lines(
    game: AnyGame, run: Replay[Any, Any], names: Sequence[str], of: tuple[Cell, ...]
) -> Iterator[tuple[Cell, ...]]:
    titles = {head.number: head.title for head in game.rounds(run.state)}
    for line in sorted(agreements.counted(game, run.state).ledger, key=lambda line: (line.round, line.seat)):
        where = (line.round, titles.get(line.round, ""), line.seat + 1, names[line.seat])
        yield (*of, *where, line.rule.id, line.rule.text, line.working, line.points)


def _wall(at: datetime, offset: int) -> datetime:
    """A moment by the clock on the wall at that table."""
    return at.astimezone(timezone(timedelta(minutes=offset)))
