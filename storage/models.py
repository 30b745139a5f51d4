"""The tables. A row never learns which game it belongs to beyond a key.

Primary: sessions, entries and the shapes of their events, imported plays, arrivals, seats, players and their merges,
half-filled forms, known cards, settings.
Derived, and rebuilt from journals and imported plays by `storage/derived/results.py` and `storage/derived/pipeline.py`:
everything below `ResultRow`.
"""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import JSON, Column, ForeignKey, ForeignKeyConstraint, Index, Integer, String, Table, text
from sqlmodel import Field, SQLModel

from storage.row_types import Microseconds, SessionKey, UtcDateTime, Whole, Word
from storage.text_folding import fold

EVER: Final = datetime.min.replace(tzinfo=UTC)
"""Before everything that was ever played."""


def _moment(*, needed: bool = True) -> Any:
    return Field(default=None if not needed else ..., sa_column=Column(UtcDateTime, nullable=not needed))


def _microseconds() -> Any:
    return Field(sa_column=Column(Microseconds, nullable=False))


def _session() -> Any:
    """Part of the key: the session a row belongs to, by its public id in Python and its integer key in the file."""
    return Field(sa_column=Column(SessionKey, ForeignKey("session.key"), primary_key=True, autoincrement=False))


def _session_of_result() -> Any:
    return Field(sa_column=Column(SessionKey, primary_key=True, autoincrement=False))


def _sought(context: Any) -> str:
    """The note as it is searched, for a row that comes without it."""
    return fold(context.get_current_parameters().get("note", ""))


def _json(*, needed: bool = False) -> Any:
    return Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=not needed))


_CLUSTERED: Final = {"sqlite_with_rowid": False}
"""Rows lie in the order of their key: those of a session together, and no second index for it."""


class SessionRow(SQLModel, table=True):
    """One evening at one game. `status` is open, finished or stopped; `closed_totals` are the points at closing.

    `entries` is the length of its journal, counted by a trigger: a journal that lost an entry to a damaged key is
    recognised by it.
    """

    __tablename__ = "session"
    __table_args__ = (
        Index("ix_session_listed", "binned_at", "opened_at"),
        Index("ix_session_place", "place", "opened_at"),
        Index("ix_session_sought", "sought", sqlite_where=text("sought <> ''")),
    )

    key: int | None = Field(default=None, primary_key=True)  # what other tables call it by; never leaves the file
    id: str = Field(sa_column=Column(String, nullable=False, unique=True))
    game: str
    opened_at: datetime = _moment()
    utc_offset: int  # minutes east of UTC at the table, when the session was opened
    place: str = ""
    note: str = ""
    status: str = "open"
    size: int = 0  # players at the table
    entries: int = 0
    closed_totals: list[list[int]] | None = _json()  # [[seat, points], ...]
    changed_at: datetime = _moment()
    binned_at: datetime | None = _moment(needed=False)
    sought: str = Field(default="", sa_column=Column(String, nullable=False, default=_sought))  # the note, folded


class EventShapeRow(SQLModel, table=True):
    """What the events of a kind in a format are made of: written once, not with every entry. Only ever added to."""

    __tablename__ = "event_shape"
    __table_args__ = (Index("ix_event_shape", "kind", "format", "fields", unique=True),)

    key: int | None = Field(default=None, primary_key=True)
    kind: str
    format: int
    fields: str  # JSON; see `storage/sessions/event_shapes.py`


class EntryRow(SQLModel, table=True):
    """One journal entry. Append-only and without gaps: triggers refuse everything else.

    `payload` are the values of its event, whose kind, format and fields are those of its `shape`.
    """

    __tablename__ = "entry"
    __table_args__ = _CLUSTERED

    session_id: str = _session()
    number: int = Field(primary_key=True)  # from 0: a second writer collides instead of interleaving
    action: str = Field(sa_column=Column(Word("record", "amend", "remove", "undo", "redo"), nullable=False))
    target: int | None = None
    shape: int | None = Field(default=None, foreign_key="event_shape.key")
    payload: list[Any] | None = _json()
    waived: list[str] | None = _json()
    entered_at: datetime = _microseconds()


class PlayerRow(SQLModel, table=True):
    """Somebody who plays. `counts_as` is who their plays count for: themselves, unless merged."""

    __tablename__ = "player"

    id: str = Field(primary_key=True)
    name: str
    name_key: str = Field(index=True)  # how names are compared: trimmed, without regard to case
    colour: str = ""
    symbol: str = ""
    counts_as: str = Field(foreign_key="player.id", index=True)
    created_at: datetime = _moment()
    changed_at: datetime = _moment()
    used_at: datetime = _moment()  # when they last sat down
    archived_at: datetime | None = _moment(needed=False)


class MergeRow(SQLModel, table=True):
    """`player_id` is the same person as `into_id`, until the merge is taken back."""

    __tablename__ = "player_merge"

    id: str = Field(primary_key=True)
    player_id: str = Field(foreign_key="player.id", index=True)
    into_id: str = Field(foreign_key="player.id", index=True)
    merged_at: datetime = _moment()
    undone_at: datetime | None = _moment(needed=False)


class SeatRow(SQLModel, table=True):
    """Who sat where; `name` is the name of that evening, the player's own is the present one."""

    __tablename__ = "seat"
    __table_args__ = _CLUSTERED

    session_id: str = _session()
    seat: int = Field(primary_key=True)
    player_id: str = Field(foreign_key="player.id", index=True)
    name: str
    created_at: datetime = _microseconds()
    changed_at: datetime = _microseconds()


class HalfFormRow(SQLModel, table=True):
    """What was filled in but not recorded, for the entry that was to come next (or to be amended)."""

    __tablename__ = "half_form"
    __table_args__ = _CLUSTERED

    session_id: str = _session()
    entry_number: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    draft: dict[str, Any] = _json(needed=True)
    changed_at: datetime = _moment()


class PhoneRow(SQLModel, table=True):
    """A phone that was let in at a table. Of its key only the hash is kept."""

    __tablename__ = "phone"
    __table_args__ = _CLUSTERED

    session_id: str = _session()
    fingerprint: str = Field(primary_key=True)
    device: str
    use: str = Field(sa_column=Column(Word("seat", "watch", "board"), nullable=False))
    seat: int | None = None
    first_seen: datetime = _moment()
    last_seen: datetime = _moment()


class KnownCardRow(SQLModel, table=True):
    """A printed card typed once: its numbers, [[label, number], ...]."""

    __tablename__ = "known_card"

    game: str = Field(primary_key=True)
    shelf: str = Field(primary_key=True)
    name_key: str = Field(primary_key=True)
    name: str
    numbers: list[list[Any]] = _json(needed=True)
    changed_at: datetime = _moment()


class SettingRow(SQLModel, table=True):
    """One choice of the settings screen."""

    __tablename__ = "setting"

    key: str = Field(primary_key=True)
    value: Any = Field(default=None, sa_column=Column(JSON, nullable=False))


class ImportedPartRow(SQLModel, table=True):
    """A player, game, place or whatever else came in a file of BG Stats, as it was written there.

    `sort` is the list it stood in, `position` the order in which such things came, `ref` the number other things
    call it by. `game` is the key under which sessions of an imported game are kept, else empty.
    """

    __tablename__ = "imported_part"
    __table_args__ = _CLUSTERED

    sort: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    position: int
    ref: int | None = None
    game: str = ""
    raw: str  # JSON


class ImportedPlayRow(SQLModel, table=True):
    """A session without a journal: the play as it was written, its references being those of `imported_part`."""

    __tablename__ = "imported_play"
    __table_args__ = _CLUSTERED

    session_id: str = _session()
    position: int
    game_id: str
    raw: str  # JSON


class ArrivalRow(SQLModel, table=True):
    """A session that came in a file. All that one file brought has the same moment, its new players included."""

    __tablename__ = "arrival"
    __table_args__ = (Index("ix_arrival_session", "session_id", unique=True), _CLUSTERED)

    at: datetime = Field(sa_column=Column(UtcDateTime, primary_key=True))
    session_id: str = _session()
    app: str  # table_companion, bg_stats
    file: str = ""  # its name


_EXTREMES: Final = ("high", "low", "lead", "climb", "most", "least")
"""Columns of a result in which it may hold a record of its game."""


class ResultRow(SQLModel, table=True):
    """A session that counts, finished or stopped. Deleting it deletes everything derived below it.

    `high` and `low` are the most and the least a seat got in one round, `top` the points of the best side and `lead`
    how many more than the next one; all None where there are no such points. `most` and `least` are the points of the
    sides that got most and fewest.
    """

    __tablename__ = "result"
    __table_args__ = (
        ForeignKeyConstraint(["session_id"], ["session.key"]),
        Index("ix_result_finished_at", "finished_at", "session_id"),
        Index("ix_result_game", "game", "finished_at"),
        Index("ix_result_seconds", "game", "players", "seconds"),
        *(Index(f"ix_result_{name}", "game", name, "finished_at", "session_id") for name in _EXTREMES),
        _CLUSTERED,
    )

    session_id: str = _session_of_result()
    game: str
    status: str  # finished, stopped
    finished_at: datetime = _microseconds()
    players: int
    rounds: int
    rule: str  # id of the rule that ended it
    because: str
    seconds: int | None = None  # at play, without pauses; None where nobody knows
    first: int | None = None  # the seat that began the first round; None where all begin at once
    high: int | None = None
    low: int | None = None
    top: int | None = None
    lead: int | None = None
    climb: int | None = None  # the most ranks anybody made up after halfway
    most: int | None = None
    least: int | None = None


def _of_result() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["session_id"], ["result.session_id"], ondelete="CASCADE")


class PlacingRow(SQLModel, table=True):
    """How a seat came out. `side` is the lowest seat of its side, `points` the side's total.

    Only an imported play may have no points.
    """

    __tablename__ = "placing"
    __table_args__ = (_of_result(), _CLUSTERED)

    session_id: str = _session_of_result()
    seat: int = Field(primary_key=True)
    side: int
    rank: int
    points: int | None = None
    won: bool
    halfway: int | None = None  # rank by points when half of the rounds were over


class RoundRow(SQLModel, table=True):
    """One row of the score sheet: `kind` is the game's key, `size` its hand size (0: has none)."""

    __tablename__ = "round"
    __table_args__ = (_of_result(), _CLUSTERED)

    session_id: str = _session_of_result()
    number: int = Field(primary_key=True)
    title: str
    kind: str
    size: int
    first: int | None = None  # the seat that began; None where all begin at once


class RoundScoreRow(SQLModel, table=True):
    """What a seat scored in a round; round 0 is what was agreed before the first."""

    __tablename__ = "round_score"
    __table_args__ = (_of_result(), _CLUSTERED)

    session_id: str = _session_of_result()
    number: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    points: int


class MeasureRow(SQLModel, table=True):
    """One of the game's own countables in long form: `value` out of `of` (0: not a share)."""

    __tablename__ = "measure"
    __table_args__ = (_of_result(), _CLUSTERED)

    session_id: str = _session_of_result()
    round: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: int
    of: int


class ChoiceRow(SQLModel, table=True):
    """An option of a session that is not as printed; a list of words has a row for each."""

    __tablename__ = "choice"
    __table_args__ = (_of_result(), _CLUSTERED)

    session_id: str = _session_of_result()
    name: str = Field(primary_key=True)
    value: str = Field(primary_key=True)  # JSON


class RoundSumRow(SQLModel, table=True):
    """Points (key "") or a measure in all rounds of a sort; kept in step by `storage/derived/pipeline.py`."""

    __tablename__ = "round_sum"
    __table_args__ = _CLUSTERED

    game: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    size: int = Field(primary_key=True)
    turn: int = Field(primary_key=True)
    count: int
    value: int
    of: int
    whole: int


class ResultSumRow(SQLModel, table=True):
    """How often a number came up in sessions of a game, for winning and other sides: `storage/derived/pipeline.py`.

    `sort` says which number: a final score, a turn, a time, or a column of `result`.
    """

    __tablename__ = "result_sum"
    __table_args__ = _CLUSTERED

    game: str = Field(primary_key=True)
    sort: str = Field(primary_key=True)
    players: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    won: bool = Field(primary_key=True)
    count: int


class TableSumRow(SQLModel, table=True):
    """The sessions of a game with so many players and one status; kept in step by `storage/derived/pipeline.py`."""

    __tablename__ = "table_sum"
    __table_args__ = _CLUSTERED

    game: str = Field(primary_key=True)
    players: int = Field(primary_key=True)
    status: str = Field(primary_key=True)
    count: int
    timed: int
    seconds: int
    rounds: int
    scored: int
    top: int


class ChoiceSumRow(SQLModel, table=True):
    """The finished sessions with an option that is not as printed; kept in step by `storage/derived/pipeline.py`."""

    __tablename__ = "choice_sum"
    __table_args__ = _CLUSTERED

    game: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    value: str = Field(primary_key=True)
    count: int
    timed: int
    seconds: int
    scored: int
    top: int


BLOCK: Final = 62
"""Sessions in one row of `session_set`: as many bits as a whole number of SQLite has room for beside its sign."""


class SessionSetRow(SQLModel, table=True):
    """Which sessions have something in common, as bits; kept in step by `storage/derived/pipeline.py`.

    `sort` says what it is: their status, game, size, place, month, a player or a winner, and `value` which one. Bit n
    of block b is the session with the key `b * BLOCK + n`, and `count` is how many bits are set. Sessions in the bin
    have sets of their own.
    """

    __tablename__ = "session_set"
    __table_args__ = _CLUSTERED

    binned: bool = Field(primary_key=True)
    sort: str = Field(primary_key=True)
    value: str = Field(primary_key=True)
    block: int = Field(primary_key=True)
    count: int
    bits: int


class TallyRow(SQLModel, table=True):
    """A measure of a seat summed over the session; `rounds` in which it was counted."""

    __tablename__ = "tally"
    __table_args__ = (_of_result(), _CLUSTERED)

    session_id: str = _session_of_result()
    seat: int = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: int
    of: int
    rounds: int


CROWD: Final = 20
"""Tables with more players than this are left out of the sums of pairs, which grow with the square of the players."""


class PlayRow(SQLModel, table=True):
    """A seat of a session that counts and does not lie in the bin, by who sat there.

    A copy of results, seats and the bin, so that the past of a player lies together: `storage/derived/pipeline.py`.
    `evening` is the table's date, which ends at five in the morning; `ahead` and `behind` are how many
    sides came out better and worse.
    """

    __tablename__ = "play"
    __table_args__ = (
        _of_result(),
        Index("ix_play_session", "session_id", "side", "rank", "player_id"),
        Index("ix_play_climb", "player_id", "climb", "finished_at", sqlite_where=text("climb > 0")),
        Index("ix_play_won", "player_id", "session_id", sqlite_where=text("won = 1")),
        Index("ix_play_crowd", "player_id", "session_id", sqlite_where=text(f"players > {CROWD}")),
        _CLUSTERED,
    )

    player_id: str = Field(primary_key=True, foreign_key="player.id")
    finished_at: datetime = Field(sa_column=Column(Microseconds, primary_key=True))
    session_id: str = _session_of_result()
    seat: int = Field(primary_key=True)
    game: str
    evening: str
    side: int
    sides: int
    rank: int
    ahead: int
    behind: int
    points: int | None = None
    won: bool
    halfway: int | None = None
    seconds: int | None = None
    players: int
    climb: int | None = None  # the ranks made up after halfway


class PlaySumRow(SQLModel, table=True):
    """The plays of a player at one game with so many sides. `storage/derived/pipeline.py` keeps it in step.

    `ranks`, `beaten`, `lost`, `points` and `seconds` are sums over the plays; `partnered` are the plays in which some
    side had more than one player.
    """

    __tablename__ = "play_sum"
    __table_args__ = _CLUSTERED

    player_id: str = Field(primary_key=True)
    game: str = Field(primary_key=True)
    sides: int = Field(primary_key=True)
    count: int
    wins: int
    ranks: int
    beaten: int
    lost: int
    points: int
    scored: int
    seconds: int
    timed: int
    partnered: int


class EveningSumRow(SQLModel, table=True):
    """The plays of a player on one evening. `storage/derived/pipeline.py` keeps it in step."""

    __tablename__ = "evening_sum"
    __table_args__ = _CLUSTERED

    player_id: str = Field(primary_key=True)
    evening: str = Field(primary_key=True)
    count: int
    wins: int
    beaten: int
    lost: int


class RivalSumRow(SQLModel, table=True):
    """How `player_id` fared against and with `other_id`, at tables of at most `CROWD` players.

    `storage/derived/pipeline.py` keeps it in step. `count` are the plays at one table, `meetings` those on
    different sides.
    """

    __tablename__ = "rival_sum"
    __table_args__ = _CLUSTERED

    player_id: str = Field(primary_key=True)
    other_id: str = Field(primary_key=True)
    count: int
    meetings: int
    beaten: int
    lost: int
    together: int
    won_together: int


class TallySumRow(SQLModel, table=True):
    """The tallies of a player's plays by game. `storage/derived/pipeline.py` keeps it in step."""

    __tablename__ = "tally_sum"
    __table_args__ = _CLUSTERED

    player_id: str = Field(primary_key=True)
    game: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    count: int
    rounds: int
    value: int
    of: int


class RatingRow(SQLModel, table=True):
    """What somebody was worth after their play `number`, from 1; `game` is empty for all games together."""

    __tablename__ = "rating"
    __table_args__ = (Index("ix_rating_finished_at", "finished_at"), _CLUSTERED)

    game: str = Field(primary_key=True)
    player_id: str = Field(primary_key=True, foreign_key="player.id")
    number: int = Field(primary_key=True)
    finished_at: datetime = _microseconds()
    mu: float
    sigma: float


class RatingStateRow(SQLModel, table=True):
    """The only row: how often plays changed, how often when ratings were last made, and from when on they are old."""

    __tablename__ = "rating_state"

    id: int = Field(primary_key=True)
    changes: int
    rated: int
    since: datetime | None = _moment(needed=False)


for _each in SQLModel.metadata.tables.values():
    for _column in _each.columns:
        if type(_column.type) is Integer:
            _column.type = Whole()  # also where a field is declared as int


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]


SESSION, ENTRY, SEAT = _table("session"), _table("entry"), _table("seat")
EVENT_SHAPE = _table("event_shape")
PLAYER, MERGE = _table("player"), _table("player_merge")
HALF_FORM, KNOWN_CARD, SETTING = _table("half_form"), _table("known_card"), _table("setting")
PHONE = _table("phone")
IMPORTED_PART, IMPORTED_PLAY = _table("imported_part"), _table("imported_play")
ARRIVAL = _table("arrival")
RESULT, PLACING, MEASURE = _table("result"), _table("placing"), _table("measure")
ROUND, ROUND_SCORE = _table("round"), _table("round_score")
TALLY, PLAY = _table("tally"), _table("play")
CHOICE, ROUND_SUM, RESULT_SUM = _table("choice"), _table("round_sum"), _table("result_sum")
TABLE_SUM, CHOICE_SUM, SESSION_SET = _table("table_sum"), _table("choice_sum"), _table("session_set")
PLAY_SUM, EVENING_SUM = _table("play_sum"), _table("evening_sum")
RIVAL_SUM, TALLY_SUM = _table("rival_sum"), _table("tally_sum")
RATING, RATING_STATE = _table("rating"), _table("rating_state")

PRIMARY: Final = (
    *(SESSION, EVENT_SHAPE, ENTRY, SEAT, PLAYER, MERGE),
    *(HALF_FORM, PHONE, KNOWN_CARD, SETTING, IMPORTED_PART, IMPORTED_PLAY, ARRIVAL),
)
"""What cannot be derived from anything else; all other tables can."""
