"""The conditions under which sessions match a filter."""

from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import ColumnElement, and_, func, literal_column, or_, select
from sqlmodel import Session

from storage.derived.evening_date import EVENING
from storage.history.session_filter import SessionFilter
from storage.models import PLACING, PLAYER, SEAT, SESSION
from storage.text_folding import fold

Conditions = tuple[ColumnElement[bool], ...]
"""Conditions on a row of `session`, all of which must hold."""

_EVENING: Final[ColumnElement[str]] = literal_column(EVENING)


def list_conditions(db: Session, filters: SessionFilter, titles: Mapping[str, str]) -> Iterator[ColumnElement[bool]]:
    """The conditions of all filters. `titles` are the games' titles by key; only a search for words needs them.

    Words, places and names are compared without case and accents. SQLite cannot do that, but there are few places and
    players, so they are looked through here.
    """
    yield SESSION.c.binned_at.is_not(None) if filters.binned else SESSION.c.binned_at.is_(None)
    if filters.game is not None:
        yield SESSION.c.game == filters.game
    if filters.rules is not None:
        yield SESSION.c.rules == filters.rules
    if filters.seats is not None:
        yield SESSION.c.size == filters.seats
    if filters.statuses:
        yield SESSION.c.status.in_([status.value for status in filters.statuses])
    if filters.counts is not None:
        has_result = select(PLACING.c.seat).where(PLACING.c.session_id == SESSION.c.id).exists()
        yield has_result if filters.counts else ~has_result
    if filters.place:
        place = fold(filters.place)
        yield SESSION.c.place.in_([spelling for spelling, folded in _load_places(db).items() if folded == place])
    for player in filters.players:
        yield _has_player(_is_player(player))
    if filters.winner:
        yield _has_player(and_(_is_player(filters.winner), _HAS_WON))
    for word in filters.search_words:
        yield _has_word(db, word, titles)
    if filters.since:
        yield SESSION.c.opened_at >= filters.since
    if filters.until:
        yield SESSION.c.opened_at < filters.until
    if filters.year is not None:
        yield _EVENING.between(f"{filters.year:04}-01-01", f"{filters.year:04}-12-31")


def _has_word(db: Session, word: str, titles: Mapping[str, str]) -> ColumnElement[bool]:
    """Whether a session has a word in its place, its note, the game's title or a player's name."""
    games = [key for key, title in titles.items() if word in fold(title)]
    places = [place for place, folded in _load_places(db).items() if word in folded]
    people = db.execute(select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.counts_as)).all()
    called = {player_id for player_id, name, _ in people if word in fold(name)}
    players = [player_id for player_id, _, counts_as in people if called & {player_id, counts_as}]
    return or_(
        SESSION.c.game.in_(games),
        SESSION.c.place.in_(places),
        _has_player(PLAYER.c.id.in_(players)),
        func.instr(SESSION.c.sought, word) > 0,
    )


def _load_places(db: Session) -> dict[str, str]:
    """Every place, folded, by how it was written."""
    places = db.execute(select(SESSION.c.place).where(SESSION.c.place != "").distinct()).scalars()
    return {place: fold(place) for place in places}


def _has_player(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    seated = select(SEAT.c.session_id).join(PLAYER, PLAYER.c.id == SEAT.c.player_id).where(condition)
    return SESSION.c.id.in_(seated)


def _is_player(player_id: str) -> ColumnElement[bool]:
    same = PLAYER.alias("same")  # who was merged since the filter was set
    return PLAYER.c.counts_as == select(same.c.counts_as).where(same.c.id == player_id).scalar_subquery()


_HAS_WON: Final = (
    select(PLACING.c.seat)
    .where(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat, PLACING.c.won)
    .correlate(SEAT)
    .exists()
)
