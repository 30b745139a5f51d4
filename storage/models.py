"""The tables. No row knows more of its game than the game's key.

Primary: sessions, entries, imported plays, seats, players and their merges,
deletions, drafts, phones, named games, known cards, settings.
Derived: everything from `ResultRow` on. `storage/derived/` rebuilds it from journals and imported plays.
"""

import re
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from sqlalchemy import JSON, Column, Float, Index, Integer, String, Table, text
from sqlalchemy.orm import declared_attr
from sqlmodel import Field, SQLModel

from storage.row_types import HalfOrWhole, UtcDateTime, Whole
from storage.text_folding import fold

DERIVATION: Final = 20
"""Raise it when results are derived differently: those of every file are then derived again when it is next opened."""

EVER: Final = datetime.min.replace(tzinfo=UTC)
"""A time before the first session."""


def _moment(*, needed: bool = True) -> Any:
    return Field(default=None if not needed else ..., sa_column=Column(UtcDateTime, nullable=not needed))


def _sought(context: Any) -> str:
    return fold(context.get_current_parameters().get("note", ""))


def _json(*, needed: bool = False) -> Any:
    return Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=not needed))


def _edits() -> Any:
    """When and on which device each part that people may change was changed (`sessions/later_edit_wins.py`)."""
    return Field(sa_column=Column(JSON, nullable=False, default=dict, server_default="{}"))


_CLUSTERED: Final = {"sqlite_with_rowid": False}
"""Store rows in the order of their key, so that those of a session lie together and need no index."""

_WITH_ROWID: Final = {"sqlite_with_rowid": True}


class _Row(SQLModel):
    """A table, with the name of its class: `NamedGameRow` is `named_game`.

    What comes from outside is checked before, so no model builds its validator.
    """

    model_config = {"defer_build": True}
    __table_args__: ClassVar[Any] = _CLUSTERED

    @declared_attr.directive
    def __tablename__(cls) -> str:  # noqa: N805
        return re.sub("(?<=[a-z])(?=[A-Z])", "_", cls.__name__.removesuffix("Row")).lower()


class SessionRow(_Row, table=True):
    """One evening at one game. `status` is open, finished or stopped; `closed_totals` are the points at closing.

    `derived_by` is the `DERIVATION` by which its results were derived.
    `entries` is the length of its journal, counted by a trigger, so that a lost entry is noticed. All sessions and new
    players that came in one file have the same `imported_at`.
    """

    __table_args__ = (
        Index("ix_session_listed", "binned_at", "opened_at"),
        Index("ix_session_place", "place", "opened_at"),
        Index("ix_session_sought", "sought", sqlite_where=text("sought <> ''")),
        Index("ix_session_derived_by", "derived_by"),
        Index("ix_session_imported", "imported_at", sqlite_where=text("imported_at IS NOT NULL")),
        _CLUSTERED,
    )

    id: str = Field(primary_key=True)
    game: str  # the key of the game it counts as
    rules: str = ""  # the key of the game whose rules read its journal; empty for an imported play
    opened_at: datetime = _moment()
    utc_offset: int  # minutes east of UTC at the table, when the session was opened
    place: str = ""
    note: str = ""
    status: str = "open"
    size: int = 0  # players at the table
    entries: int = 0
    derived_by: int = Field(default=DERIVATION, sa_column=Column(Whole, nullable=False, default=DERIVATION))
    closed_totals: list[list[float]] | None = _json()  # [[seat, points], ...]
    changed_at: datetime = _moment()
    binned_at: datetime | None = _moment(needed=False)
    edits: dict[str, Any] = _edits()
    imported_at: datetime | None = _moment(needed=False)
    imported_app: str | None = None  # table_companion, bg_stats
    imported_file: str | None = None  # its name
    clock: dict[str, Any] | None = _json()  # see `storage/sessions/turn_clocks.py`
    clock_seen: datetime | None = _moment(needed=False)  # when somebody last had the session with its clock in view
    sought: str = Field(default="", sa_column=Column(String, nullable=False, default=_sought))  # the note, folded


class EntryRow(_Row, table=True):
    """One journal entry. Append-only and without gaps: triggers refuse everything else.

    `kind`, `format` and `payload` are those of its event; entries that only undo or remove have none.
    """

    session_id: str = Field(primary_key=True, foreign_key="session.id")
    number: int = Field(primary_key=True)  # from 0: a second writer collides instead of interleaving
    action: str  # record, amend, remove, undo, redo
    target: int | None = None
    kind: str | None = None
    format: int | None = None
    payload: dict[str, Any] | None = _json()
    waived: list[str] | None = _json()
    entered_at: datetime = _moment()


class PlayerRow(_Row, table=True):
    """A player. `counts_as` is the canonical player their plays count for: themselves, unless merged."""

    __table_args__ = _WITH_ROWID

    id: str = Field(primary_key=True)
    name: str
    name_key: str = Field(index=True)  # the name as it is compared: trimmed, case-folded
    colour: str = ""
    symbol: str = ""
    counts_as: str = Field(foreign_key="player.id", index=True)
    created_at: datetime = _moment()
    changed_at: datetime = _moment()
    used_at: datetime = _moment()  # when they last got a seat
    archived_at: datetime | None = _moment(needed=False)
    edits: dict[str, Any] = _edits()


class MergeRow(_Row, table=True):
    """A merge: `player_id` is the same person as `into_id`, until the merge is undone."""

    __tablename__ = "player_merge"
    __table_args__ = _WITH_ROWID

    id: str = Field(primary_key=True)
    player_id: str = Field(foreign_key="player.id", index=True)
    into_id: str = Field(foreign_key="player.id", index=True)
    merged_at: datetime = _moment()
    undone: bool = False


class SeatRow(_Row, table=True):
    """A seat of a session. `name` is the player's name on that evening, `player.name` the current one."""

    session_id: str = Field(primary_key=True, foreign_key="session.id")
    seat: int = Field(primary_key=True)
    player_id: str = Field(foreign_key="player.id", index=True)
    name: str
    created_at: datetime = _moment()
    changed_at: datetime = _moment()


class DraftRow(_Row, table=True):
    """A half-filled form: the answers for the entry `entry_number`, which is the next one or one to amend."""

    session_id: str = Field(primary_key=True, foreign_key="session.id")
    entry_number: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    answers: dict[str, Any] = _json(needed=True)
    changed_at: datetime = _moment()


class PhoneRow(_Row, table=True):
    """A phone that was let in at a table, with the hash of its key."""

    session_id: str = Field(primary_key=True, foreign_key="session.id")
    fingerprint: str = Field(primary_key=True)
    device: str
    use: str  # seat, watch, board
    seat: int | None = None
    player: str | None = None
    first_seen: datetime = _moment()
    last_seen: datetime = _moment()


class NamedGameRow(_Row, table=True):
    """A title that a table gave a game, and the key of the game that sessions under this title count as.

    `rules` is the key of the game whose options name it: the score pad.
    """

    name_key: str = Field(primary_key=True)
    key: str
    name: str
    rules: str


class KnownCardRow(_Row, table=True):
    """The numbers of a printed card that somebody typed: [[label, number], ...]."""

    __table_args__ = _WITH_ROWID

    game: str = Field(primary_key=True)
    shelf: str = Field(primary_key=True)
    name_key: str = Field(primary_key=True)
    name: str
    numbers: list[list[Any]] = _json(needed=True)
    changed_at: datetime = _moment()


class SettingRow(_Row, table=True):
    """A value of the settings screen, or of the app's own bookkeeping."""

    __table_args__ = _WITH_ROWID

    key: str = Field(primary_key=True)
    value: Any = Field(default=None, sa_column=Column(JSON, nullable=False))


class ImportedObjectRow(_Row, table=True):
    """A player, game, place or other object of a BG Stats file, unchanged.

    `list_name` is the list of the file it was in, `position` its place in that list, `ref` the number by which other
    objects refer to it. `game` is the key of an imported game's sessions, empty for other objects.
    """

    list_name: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    position: int
    ref: int | None = None
    game: str = ""
    raw: str  # JSON


class ImportedPlayRow(_Row, table=True):
    """A session without a journal: the play as in the file, with a UUID and our own reference numbers."""

    session_id: str = Field(primary_key=True, foreign_key="session.id")
    position: int
    game_id: str
    raw: str  # JSON


class DeletionRow(_Row, table=True):
    """A session that was deleted for good, so that an older file does not bring it back; columns as in `session`.

    `entries` are the fingerprints of its entries.
    """

    id: str = Field(primary_key=True)
    entries: list[str] = _json(needed=True)
    binned_at: datetime = _moment()
    edits: dict[str, Any] = _edits()


class ResultRow(_Row, table=True):
    """The result of a session that counts, finished or stopped. Deleting it deletes its derived rows.

    `high` and `low` are the most and the fewest points of a seat in one round, `top` the points of the best side and
    `lead` the difference to the next one; None without such points, or if one of the two left early. `most` and `least`
    are the highest and the lowest points of a side.
    """

    __table_args__ = (
        Index("ix_result_finished_at", "finished_at", "session_id"),
        Index("ix_result_game", "game", "finished_at"),
        _CLUSTERED,
    )

    session_id: str = Field(primary_key=True, foreign_key="session.id")
    game: str
    status: str  # finished, stopped
    finished_at: datetime = _moment()
    players: int
    rounds: int
    rule: str  # id of the rule that ended it
    because: str
    seconds: int | None = None  # playing time without pauses; None if unknown
    starter: int | None = None  # the seat that started the first round; None if all start at once
    high: float | None = None
    low: float | None = None
    top: float | None = None
    lead: float | None = None
    climb: int | None = None  # the most ranks a side made up in the second half
    most: float | None = None
    least: float | None = None


def _of_result() -> Any:
    return Field(primary_key=True, foreign_key="result.session_id", ondelete="CASCADE")


class PlacingRow(_Row, table=True):
    """The result of a seat. `side` is the lowest seat of its side, `points` the side's total.

    Only imported plays may have no points.
    """

    session_id: str = _of_result()
    seat: int = Field(primary_key=True)
    side: int
    rank: int
    points: float | None = None
    won: bool
    halfway: int | None = None  # the rank by points after half of the rounds
    ranked: bool = True  # False for who left early, not ranked by the points: they are no record and in no average


class RoundRow(_Row, table=True):
    """A round. `type` is the game's key for the type of round, `size` the hand size (0 if there is none)."""

    session_id: str = _of_result()
    number: int = Field(primary_key=True)
    title: str
    type: str
    size: int
    starter: int | None = None  # the seat that started; None if all start at once


class RoundScoreRow(_Row, table=True):
    """The points of a seat in a round. Round 0 has the points agreed before the first round."""

    session_id: str = _of_result()
    number: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    points: float


class MeasureRow(_Row, table=True):
    """A measure of a seat in a round: `value` out of `of` (0 if it is not a share)."""

    session_id: str = _of_result()
    round: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: int
    of: int


class ChoiceRow(_Row, table=True):
    """An option that differs from the printed rules; a list of words has a row for each word."""

    session_id: str = _of_result()
    name: str = Field(primary_key=True)
    value: str = Field(primary_key=True)  # JSON


class PlayRow(_Row, table=True):
    """A seat of a session that counts and is not in the bin, in the order of players.

    It copies results, seats and the bin, so that the plays of a player lie together. `evening` is the date at the table
    on which the session began, which ends at five in the morning; `ahead` and `behind` are the numbers of sides with a
    better and a worse rank. `points` are final scores: None in a session that was stopped, and for who left early and
    is not ranked by the points.
    """

    __table_args__ = (
        Index("ix_play_session", "session_id", "side", "rank", "player_id"),
        Index("ix_play_climb", "player_id", "climb", "finished_at", sqlite_where=text("climb > 0")),
        Index("ix_play_game", "game", "player_id", "won"),
        _CLUSTERED,
    )

    player_id: str = Field(primary_key=True, foreign_key="player.id")
    finished_at: datetime = Field(sa_column=Column(UtcDateTime, primary_key=True))
    session_id: str = _of_result()
    seat: int = Field(primary_key=True)
    game: str
    evening: str
    side: int
    sides: int
    rank: int
    ahead: int
    behind: int
    points: float | None = None
    won: bool
    halfway: int | None = None
    seconds: int | None = None
    players: int
    climb: int | None = None  # the ranks made up in the second half


for _model in SQLModel.metadata.tables.values():
    for _column in _model.columns:
        if type(_column.type) is Integer:
            _column.type = Whole()  # also where a field is declared as int
        elif type(_column.type) is Float:
            _column.type = HalfOrWhole()


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]


SESSION, ENTRY, SEAT = _table("session"), _table("entry"), _table("seat")
PLAYER, MERGE = _table("player"), _table("player_merge")
DRAFT, KNOWN_CARD, SETTING = _table("draft"), _table("known_card"), _table("setting")
NAMED_GAME = _table("named_game")
PHONE = _table("phone")
IMPORTED_OBJECT, IMPORTED_PLAY = _table("imported_object"), _table("imported_play")
DELETION = _table("deletion")
RESULT, PLACING, MEASURE = _table("result"), _table("placing"), _table("measure")
ROUND, ROUND_SCORE = _table("round"), _table("round_score")
CHOICE, PLAY = _table("choice"), _table("play")

PRIMARY: Final = (
    *(SESSION, ENTRY, SEAT, PLAYER, MERGE),
    *(DRAFT, PHONE, NAMED_GAME, KNOWN_CARD, SETTING, IMPORTED_OBJECT, IMPORTED_PLAY, DELETION),
)
"""The tables that cannot be derived; all others can."""
