"""Export everything as CSV tables: one row per player and session, or one row per score line.

Cells are separated as the settings say, unless the caller says otherwise.
"""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.contract.scores import ScoreLine
from scoring.engine import agreements
from scoring.engine.replay import Replay
from storage.clock import at_table
from storage.derived import results
from storage.errors import Unreadable
from storage.file.csv_text import COMMA, SEMICOLON, Cell, iter_csv
from storage.models import PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.sessions import journals
from storage.store import Store
from storage.transfer.session_export import describe_left_out, list_own_sessions

SEPARATOR_SETTING: Final = "separator"

RESULTS: Final = (
    *("session", "game_key", "game", "opened_at", "place", "note", "status", "players", "rounds", "minutes"),
    *("seat", "player", "player_id", "side", "rank", "points", "won", "ranked"),
)
LINES: Final = (
    *("session", "game_key", "game", "opened_at", "status", "round", "round_title"),
    *("seat", "player", "rule", "rule_text", "working", "points"),
)


def export_results(store: Store, separator: str = "") -> Iterator[bytes]:
    """Every player's result in every session that has one, oldest session first, as parts of a CSV file."""
    titles = store.titles.load()
    with store.database.reading() as db:
        rows = _query_results(db)
    return iter_csv(RESULTS, (_make_result_row(titles, row) for row in rows), separator or find_separator(store))


def export_lines(store: Store, separator: str = "", left_out: list[str] | None = None) -> Iterator[bytes]:
    """Every score line of every readable session, oldest session first, as parts of a CSV file.

    `left_out` gets a sentence about each of the others.
    """
    return iter_csv(LINES, _iter_lines(store, left_out), separator or find_separator(store))


def find_separator(store: Store) -> str:
    """The separator of cells that the settings of this device say."""
    return SEMICOLON if store.settings.get(SEPARATOR_SETTING) == SEMICOLON else COMMA


def _query_results(db: Session) -> list[Any]:
    seated = PLAYER.alias("seated")
    query = (
        select(
            *(SESSION.c.id, SESSION.c.game, SESSION.c.opened_at, SESSION.c.utc_offset, SESSION.c.place),
            *(SESSION.c.note, SESSION.c.status, RESULT.c.players, RESULT.c.rounds, RESULT.c.seconds, PLACING.c.seat),
            *(PLAYER.c.name, PLAYER.c.id.label("player_id"), PLACING.c.side, PLACING.c.rank, PLACING.c.points),
            *(PLACING.c.won, PLACING.c.ranked),
        )
        .join(RESULT, RESULT.c.session_id == SESSION.c.id)
        .join(PLACING, PLACING.c.session_id == SESSION.c.id)
        .join(SEAT, (SEAT.c.session_id == PLACING.c.session_id) & (SEAT.c.seat == PLACING.c.seat))
        .join(seated, seated.c.id == SEAT.c.player_id)
        .join(PLAYER, PLAYER.c.id == seated.c.counts_as)
        .where(SESSION.c.binned_at.is_(None))
    )
    return list(db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id, PLACING.c.seat)))


def _make_result_row(titles: dict[str, str], row: Any) -> tuple[Cell, ...]:
    minutes = None if row.seconds is None else round(row.seconds / 60)
    title, opened_at = titles.get(row.game, row.game), at_table(row.opened_at, row.utc_offset)
    return (
        *(row.id, row.game, title, opened_at, row.place, row.note, row.status, row.players, row.rounds, minutes),
        *(row.seat + 1, row.name, row.player_id, row.side + 1, row.rank, row.points, row.won, row.ranked),
    )


def _iter_lines(store: Store, left_out: list[str] | None) -> Iterator[tuple[Cell, ...]]:
    titles = store.titles.load()
    for session_id in list_own_sessions(store):
        try:
            with store.database.reading() as db:
                game, run = results.replay_stored(db, session_id, store.games)
            with journals.running_rules():
                lines = _list_lines(game, run)
        except Unreadable as error:
            if left_out is not None:
                left_out.append(describe_left_out(store, session_id, error))
            continue  # the doctor reports it too
        head, names = store.sessions.load_head(session_id), store.sessions.load_names(session_id)
        opened_at = at_table(head.opened_at, head.utc_offset)
        session_cells = (session_id, head.game, titles.get(head.game, head.game), opened_at, head.status)
        for line, title in lines:
            line_cells = (line.round, title, line.seat + 1, names[line.seat])
            yield (*session_cells, *line_cells, line.rule.id, line.rule.text, line.working, line.points)


def _list_lines(game: AnyGame, run: Replay[Any, Any]) -> list[tuple[ScoreLine, str]]:
    """The score lines of a session by round and seat, each with the title of its round."""
    titles = {head.number: head.title for head in game.rounds(run.state)}
    ledger = sorted(agreements.score_if_stopped(game, run.state).ledger, key=lambda line: (line.round, line.seat))
    return [(line, titles.get(line.round, "")) for line in ledger]
