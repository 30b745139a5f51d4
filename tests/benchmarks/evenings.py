"""Years of evenings in a file, by random legal play: `python -m tests.benchmarks.evenings <file>`.

A few hundred sessions of every game are actually played, at tables of every size and with many variants; the rest are
the same sessions with other people in the seats, on other days. Names are filled in before anything is derived from
them, so that results recomputed from the journals equal those in the file.
"""

import json
import random
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Table, insert, select

from scoring.contract.game import AnyGame, Stopped
from scoring.engine.journal import Entry, Record, Undo
from scoring.engine.replay import extend, replay
from scoring.games import GAMES
from scoring.testing.walks import Stuck, first_options, options_for, random_session, rolled, table_of
from storage.derived import pipeline, results
from storage.derived.results import derive
from storage.file.database import MEMORY
from storage.models import ENTRY, PLAYER, SEAT, SESSION
from storage.row_types import UtcDateTime
from storage.sessions import journals
from storage.sessions.entry_rows import to_stored
from storage.store import Store
from storage.text_folding import fold
from tests.benchmarks.people import NOTES, PEOPLE, PLACES, SAME, UNDER_ONE_NAME, Person

YEARS: Final = 10
PLAYED: Final = 250
"""Sessions of each game that are actually played, if the file is large enough to need them."""

_FIRST: Final = datetime(2020, 1, 1, 19, tzinfo=UTC)  # when every model begins, until it gets its own day
_TOGETHER: Final = 5_000  # sessions in one transaction
_OPEN: Final = 8  # sessions still in progress
_MARK: Final = "Zz{}zZ"  # the name of a seat until a player is assigned

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """A session that was played: its rows by table, and the ranks of its seats (0: it does not count)."""

    game: str
    status: str
    ranks: tuple[int, ...]
    rows: Mapping[Table, tuple[Row, ...]]


@dataclass(frozen=True, slots=True)
class Evening:
    """One session to write: when, who sits where, the place and the note."""

    at: datetime
    model: Model
    seats: tuple[Person, ...]
    place: str
    note: str
    binned_at: datetime | None = None


def play(store: Store, game: AnyGame, journal: tuple[Record[Any], ...], upto: int | None = None) -> str:
    """Record a session entry by entry, results included, as the app does; gives its id."""
    session = store.sessions.open(game, journal[0].event)
    run = replay(game, journal[:1])
    for number, entry in enumerate(journal[1:upto], start=1):
        run = extend(game, run, number, entry.event, entry.waived)
        store.sessions.append(session, number, game, entry, derive(game, run))
    return session


def fill(
    path: Path,
    sessions: int,
    *,
    seed: int = 11,
    played: int = PLAYED,
    until: datetime | None = None,
    games: Sequence[AnyGame] = GAMES,
    tell: Callable[[str], object] = lambda text: None,
) -> None:
    """Add `sessions` sessions to the file; up to `played` of each game are distinct.

    They end at `until`, now without it; everything else depends on the seed alone.
    """
    rng = random.Random(seed)
    per_game = max(1, min(played, sessions // (2 * len(games))))
    tell(f"Playing {per_game} sessions of each of {len(games)} games ...")
    models = [model for game in games for model in _models(game, rng, per_game)]
    tell(f"Writing {sessions:,} sessions ...")
    Store(path, games).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA cache_size = -200000")
        added = _write(db, list(_evenings(rng, models, sessions, until or datetime.now(UTC))), rng)
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with Store(path, games) as store:
        tell("Summing ...")
        for at in range(0, len(added), _TOGETHER):
            with store.database.writing() as writing:
                pipeline.add_sessions(writing, added[at : at + _TOGETHER])
        _merge(store)


# What was played ----------------------------------------------------------------------------------------------------


def _models(game: AnyGame, rng: random.Random, number: int) -> Iterator[Model]:
    """Sessions of a game, at tables of every size in turn; one in twenty stopped, one in twenty left open."""
    with Store(MEMORY, (game,)) as store:
        for turn in range(number):
            journal = _corrected(rng, _journal(game, rng, game.box.players[turn % len(game.box.players)]))
            match turn % 20:
                case 3:
                    journal = _stopped(rng, _begun(rng, journal))
                case 7:
                    journal = _begun(rng, journal)
            yield _kept(store, game, rng, journal)


def _journal(game: AnyGame, rng: random.Random, seats: int) -> tuple[Record[Any], ...]:
    """A complete session: most with the options the app offers, the others with random options."""
    names = tuple(map(_MARK.format, range(seats)))
    options = first_options(game, seats)
    if rng.random() < 0.4:
        options = options_for(game, table_of(seats), rolled(rng))
    try:
        return random_session(game, rng, seats, options, names=names)
    except Stuck:  # a house rule with which random players never finish
        return random_session(game, rng, seats, names=names)


def _begun(rng: random.Random, journal: tuple[Entry[Any], ...]) -> tuple[Entry[Any], ...]:
    """The first entries of a session."""
    return journal[: rng.randrange(1, max(2, len(journal)))]


def _stopped(rng: random.Random, journal: tuple[Entry[Any], ...]) -> tuple[Entry[Any], ...]:
    """The same session, stopped, with a reason."""
    reason = rng.choice(("The last train leaves.", "The baby woke up.", "It got late."))
    return (*journal, Record(Stopped(reason, counts=rng.random() < 0.7)))


def _corrected(rng: random.Random, journal: tuple[Entry[Any], ...]) -> tuple[Entry[Any], ...]:
    """The same session, with a few entries undone and entered again."""
    entries: list[Entry[Any]] = []
    for record in journal:
        entries.append(record)
        if len(entries) > 1 and rng.random() < 0.02:
            entries += [Undo(len(entries) - 1), record]
    return tuple(entries)


def _kept(store: Store, game: AnyGame, rng: random.Random, journal: tuple[Entry[Any], ...]) -> Model:
    """A session as rows, derived by the app's own code."""
    times = list(_times(game, rng, len(journal)))
    session = str(_uuid(rng))
    row = {"id": session, "game": game.key, "opened_at": times[0], "utc_offset": 0, "place": "", "note": ""}
    derived = derive(game, replay(game, journal))
    with store.database.writing() as db:
        db.execute(insert(SESSION).values(**row, rules=row["game"], status="open", changed_at=times[-1]))
        stored = [to_stored(game, number, entry, times[number]) for number, entry in enumerate(journal)]
        journals.insert_entries(db, session, stored)
        results.close(db, session, derived, times[-1])
        status = db.execute(select(SESSION.c.status).where(SESSION.c.id == session)).scalar_one()
        tables = (SESSION, ENTRY, *(SESSION.metadata.tables[name] for name in results.load_rows(db, session)))
        rows = {table: _raw(db, table, session) for table in tables}
    placings = derived.result.placings if derived and derived.result else ()
    opened: Any = journal[0]
    ranks = {place.seat: place.rank for place in placings}
    return Model(game.key, status, tuple(ranks.get(seat, 0) for seat in range(len(opened.event.names))), rows)


def _raw(db: Any, table: Table, session: str) -> tuple[Row, ...]:
    """The rows of a session as SQLite stores them, parents before children; times as datetimes."""
    key = "id" if table is SESSION else "session_id"
    order = ", ".join(column.name for column in table.primary_key)
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    query = f'SELECT {names} FROM "{table.name}" WHERE {key} = ? ORDER BY {order}'
    return tuple(
        tuple(_as_moment(value, column.type) for value, column in zip(row, table.columns, strict=True))
        for row in db.connection().exec_driver_sql(query, (session,))
    )


def _as_moment(value: Any, kind: Any) -> Any:
    """A stored time as a datetime; any other value unchanged."""
    return datetime.fromisoformat(value) if isinstance(kind, UtcDateTime) and value else value


def _times(game: AnyGame, rng: random.Random, entries: int) -> Iterator[datetime]:
    """A time for every entry: the playing time on the box, some breaks, a long one in every eighth session."""
    low, high = game.box.minutes if game.box.minutes[1] else (20, 60)
    seconds = 60 * rng.uniform(low, high) * rng.choice((0.8, 1, 1, 1.3))
    gaps = [rng.expovariate(1) + 0.05 for _ in range(entries - 1)]
    pause = rng.randrange(1, entries) if entries > 1 and rng.random() < 0.125 else 0
    at = _FIRST
    yield at
    for number, gap in enumerate(gaps, start=1):
        took = min(gap / sum(gaps) * seconds, 14 * 60)
        at += timedelta(seconds=round(took, 3) + (60 * rng.randrange(16, 90) if number == pause else 0))
        yield at


# Who plays what, and when -------------------------------------------------------------------------------------------


def _evenings(rng: random.Random, models: Sequence[Model], sessions: int, until: datetime) -> Iterator[Evening]:
    """Evenings in order of time, each with a few sessions in a row; open sessions are among the latest."""
    done = [model for model in models if model.status != "open"]
    left_open = [model for model in models if model.status == "open"]
    by_game: dict[str, list[Model]] = {}
    for model in done:
        by_game.setdefault(model.game, []).append(model)
    opened = rng.sample(left_open, min(len(left_open), _OPEN, sessions // 10))
    days = sorted(rng.random() ** 0.8 for _ in range(sessions - len(opened)))
    rest: list[Model] = []
    place, people, at = "", PEOPLE, until
    for number, day in enumerate(days):
        if number % 3 == 0:
            at = _evening_of(until, day)
            people = _around(rng, day)
            place = rng.choice(PLACES) if rng.random() < 0.6 else ""
        rest = rest or rng.sample(done, len(done))
        model = rest.pop() if rng.random() < 0.7 else rng.choice(by_game[_loved(rng, people, list(by_game))])
        note = rng.choice(NOTES) if rng.random() < 0.12 else ""
        binned = until - timedelta(days=rng.uniform(0.1, 25)) if rng.random() < 0.01 else None
        began = min(at + timedelta(minutes=rng.randrange(12)), until - timedelta(hours=6))
        yield Evening(began, model, _seated(rng, model, people), place, note, binned)
        at += timedelta(minutes=50)
    for model in opened:
        began = until - timedelta(days=rng.uniform(0.3, 9))
        yield Evening(began, model, _seated(rng, model, _around(rng, 1.0)), "", "")


def _evening_of(until: datetime, day: float) -> datetime:
    """The evening at this share of the years before `until`; later years have more weekends."""
    at = until - timedelta(days=YEARS * 365.25 * (1 - day) + 0.5)
    at += timedelta(days=(4 - at.weekday()) % 7 if at.toordinal() % 3 else 0)
    return min(at.replace(hour=17 + at.toordinal() % 4, minute=at.toordinal() * 7 % 60), until - timedelta(hours=6))


def _around(rng: random.Random, day: float) -> tuple[Person, ...]:
    """Ten friends who play in that part of the years; keen ones come more often."""
    there = [person for person in PEOPLE if person.since <= day <= person.upto]
    circle = rng.randrange(5)
    keenness = {person: rng.random() ** (1 / person.keen) + (person.circle == circle) for person in there}
    return tuple(sorted(there, key=lambda person: -keenness[person])[:10])


def _loved(rng: random.Random, people: Sequence[Person], games: Sequence[str]) -> str:
    """A game that one of them loves."""
    return games[rng.choice(people).loves % len(games)]


def _seated(rng: random.Random, model: Model, people: Sequence[Person]) -> tuple[Person, ...]:
    """Assign players to seats; stronger ones more often get the better result."""
    if len(people) < len(model.ranks):
        people = UNDER_ONE_NAME  # a large table draws from everybody
    chosen = sorted(people, key=lambda person: rng.random() ** (1 / person.keen), reverse=True)[: len(model.ranks)]
    strength = {person: person.skill + rng.gauss(0, 1) for person in chosen}
    by_strength = sorted(chosen, key=lambda person: -strength[person])
    by_rank = sorted(range(len(model.ranks)), key=lambda seat: (model.ranks[seat], rng.random()))
    sat = dict(zip(by_rank, by_strength, strict=True))
    return tuple(sat[seat] for seat in range(len(model.ranks)))


# Into the file ------------------------------------------------------------------------------------------------------


def _write(db: sqlite3.Connection, evenings: Sequence[Evening], rng: random.Random) -> list[str]:
    """Write the sessions with the rows derived from each alone; returns their ids."""
    players = _players(db, evenings, rng)
    added: list[str] = []
    for evening in evenings:
        session = str(_uuid(rng))
        added.append(session)
        opened = evening.at.replace(tzinfo=None)
        shift = opened - _FIRST.replace(tzinfo=None)
        names = {_MARK.format(seat): person.name for seat, person in enumerate(evening.seats)}
        for table, rows in evening.model.rows.items():
            moved = [_moved(row, shift, names, escaped=table is ENTRY) for row in rows]
            if table is SESSION:
                moved = [_session(row, session, evening) for row in moved]
            _insert(db, table, [(session, *row[1:]) for row in moved])
        _insert(
            db,
            SEAT,
            [
                (session, seat, players[person], person.name, _text(opened), _text(opened))
                for seat, person in enumerate(evening.seats)
            ],
        )
    return added


def _players(db: sqlite3.Connection, evenings: Sequence[Evening], rng: random.Random) -> dict[Person, str]:
    """Every player of any evening."""
    ids: dict[Person, str] = {}
    first: dict[Person, datetime] = {}
    last: dict[Person, datetime] = {}
    for evening in sorted(evenings, key=lambda evening: evening.at):
        for person in evening.seats:
            ids.setdefault(person, str(_uuid(rng)))
            first.setdefault(person, evening.at)
            last[person] = evening.at
    known = dict(db.execute("SELECT name_key, id FROM player"))
    for person, new in ids.items():
        ids[person] = known.get(person.name.casefold(), new)
        if ids[person] == new:
            _insert(db, PLAYER, [_player(person, new, first[person], last[person])])
    return ids


def _player(person: Person, new: str, first: datetime, last: datetime) -> Row:
    created, used = (_text(moment.replace(tzinfo=None)) for moment in (first, last))
    values = {"id": new, "name": person.name, "name_key": person.name.casefold(), "colour": "", "symbol": ""}
    values |= {"edits": "{}", "counts_as": new, "created_at": created, "changed_at": created, "used_at": used}
    if person.upto < 0.6:
        values["archived_at"] = used
    return tuple(values.get(column.name) for column in PLAYER.columns)


def _moved(row: Row, shift: timedelta, names: Mapping[str, str], *, escaped: bool) -> Row:
    return tuple(
        _text(value + shift)
        if isinstance(value, datetime)
        else _named(value, names, escaped=escaped)
        if isinstance(value, str)
        else value
        for value in row
    )


def _named(text: str, names: Mapping[str, str], *, escaped: bool) -> str:
    """Replace the placeholders by names, for JSON with `escaped`."""
    if "Zz" in text:
        for mark, name in names.items():
            text = text.replace(mark, json.dumps(name)[1:-1] if escaped else name)
    return text


def _session(row: Row, session: str, evening: Evening) -> Row:
    """The session row with the values of this evening."""
    summer = 4 <= evening.at.month <= 10
    own = {
        "id": session,
        "utc_offset": 120 if summer else 60,
        "size": len(evening.seats),
        "entries": 0,  # counted as they are written
        "place": evening.place,
        "note": evening.note,
        "sought": fold(evening.note),
        "binned_at": _text(evening.binned_at.replace(tzinfo=None)) if evening.binned_at else None,
    }
    return tuple(own.get(column.name, value) for column, value in zip(SESSION.columns, row, strict=True))


def _insert(db: sqlite3.Connection, table: Table, rows: Sequence[Row]) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    marks = ", ".join("?" * len(table.columns))
    db.executemany(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', rows)


def _merge(store: Store) -> None:
    """Merge the few players who are in the file under two names."""
    players = {player.name: player.id for player in store.players.list_recent(1000, archived=True)}
    for one, other in SAME:
        if one in players and other in players:
            store.merges.merge(players[one], players[other])


def _text(moment: datetime) -> str:
    return moment.isoformat(sep=" ", timespec="microseconds")


def _uuid(rng: random.Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)


def main() -> int:
    """The command line."""
    parser = ArgumentParser(
        "python -m tests.benchmarks.evenings",
        description="Fill a file with years of evenings of all games, by random legal play.",
    )
    parser.add_argument("file", type=Path, help="a new file, or one of the app's own to add to")
    parser.add_argument("--sessions", type=int, default=10_000, help="how many to add (default: 10,000)")
    parser.add_argument("--seed", type=int, default=11, help="another seed, other evenings (default: 11)")
    help_text = f"how many of each game are actually played; the rest repeat them with other people (default: {PLAYED})"
    parser.add_argument("--played", type=int, default=PLAYED, help=help_text)
    arguments = parser.parse_args()
    start = perf_counter()
    fill(arguments.file, arguments.sessions, seed=arguments.seed, played=arguments.played, tell=print)
    print(f"{arguments.sessions:,} sessions in {arguments.file}, made in {perf_counter() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
