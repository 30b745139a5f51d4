"""Years of evenings in a file, by random legal play: `python -m tests.benchmarks.evenings <file>`.

A few hundred sessions of every game are actually played, at tables of every size and with many variants; the rest are
the same sessions with other people in the seats, on other days. All are imported as a session file.
"""

import json
import random
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select

from scoring.contract.game import AnyGame, Stopped
from scoring.engine.journal import Entry, Record, Undo
from scoring.engine.replay import replay
from scoring.games import GAMES
from scoring.testing.walks import Stuck, first_options, options_for, random_session, rolled, table_of
from storage.clock import format_utc
from storage.derived.results import derive
from storage.history import import_log
from storage.models import PLAYER
from storage.sessions.entry_rows import StoredEntry, to_stored
from storage.store import Store
from storage.transfer.session_file import Header, PlayerLine, encode_session
from storage.transfer.session_import import import_sessions

YEARS: Final = 10
PLAYED: Final = 250
"""Sessions of each game that are actually played, if the file is large enough to need them."""

PEOPLE: Final = (
    *("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oli", "Pia"),
    *("Quin", "Ria", "Sam", "Tea", "Udo", "Vera", "Will", "Xenia", "Yann", "Zoë", "Abel", "Bea", "Carl", "Dora"),
    *("Emil", "Flo", "Greta", "Hugo", "Iris", "Jule", "Kai", "Lars", "Mona", "Ned"),
)
"""The players; the first ones come most often, and the last ones are archived."""

EARLIER_NAMES: Final = {"Cleo": "Cleopatra", "Gus": "Gustav"}
"""What players were called in the first tenth of the years; both names are merged."""

PLACES: Final = ("At Ana's", "At Ben's", "Café Möwe", "Holiday hut", "Club room", "Train", "Grandma's", "Office")

NOTES: Final = (
    "Hal brought the big cake.",
    "First time with the new deck.",
    "Best evening of the year!",
    "The cat took a trick.",
    "Fay dealt wrong twice; we let it pass.",
    'Ben said: "never again".',
    "=rain, thunder, candles",
)

_FIRST: Final = datetime(2020, 1, 1, 19, tzinfo=UTC)  # when every model begins, until it gets its own day
_OPEN: Final = 8  # sessions still in progress
_MARK: Final = "Zz{}zZ"  # the name of a seat until a player is assigned


@dataclass(frozen=True, slots=True)
class Model:
    """A session that was played; `totals` by seat once it is over."""

    game: str
    entries: tuple[StoredEntry, ...]
    seats: int
    totals: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class Evening:
    """One session to write: when, who sits where, the place and the note."""

    at: datetime
    model: Model
    names: tuple[str, ...]
    place: str
    note: str
    binned_at: datetime | None = None


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
    tell(f"Importing {sessions:,} sessions ...")
    with Store(path, games) as store:
        with store.database.reading() as db:
            ids = {row.name: row.id for row in db.execute(select(PLAYER.c.name, PLAYER.c.id))}
        evenings = list(_evenings(rng, models, sessions, until or datetime.now(UTC)))
        import_sessions(store, (line for evening in evenings for line in _lines(evening, ids, rng)))
        with store.database.writing() as db:
            import_log.forget_imports(db)  # as if they had been played on this device
        _merge(store)
        for name in PEOPLE[-3:]:
            if name in ids:
                store.players.archive(ids[name], archived=True)


# What was played ----------------------------------------------------------------------------------------------------


def _models(game: AnyGame, rng: random.Random, number: int) -> Iterator[Model]:
    """Sessions of a game, at tables of every size in turn; one in twenty stopped, one in twenty left open."""
    for turn in range(number):
        journal = _corrected(rng, _journal(game, rng, game.box.players[turn % len(game.box.players)]))
        match turn % 20:
            case 3:
                journal = _stopped(rng, _begun(rng, journal))
            case 7:
                journal = _begun(rng, journal)
        yield _model(game, rng, journal)


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


def _model(game: AnyGame, rng: random.Random, journal: tuple[Entry[Any], ...]) -> Model:
    times = _times(game, rng, len(journal))
    entries = tuple(to_stored(game, number, entry, next(times)) for number, entry in enumerate(journal))
    derived = derive(game, replay(game, journal))
    opened: Any = journal[0]
    return Model(game.key, entries, len(opened.event.names), derived and derived.totals)


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
    done = [model for model in models if model.totals is not None]
    left_open = [model for model in models if model.totals is None]
    opened = rng.sample(left_open, min(len(left_open), _OPEN, sessions // 10))
    days = sorted(rng.random() ** 0.8 for _ in range(sessions - len(opened)))
    rest: list[Model] = []
    place, people, at = "", list(PEOPLE), until
    for number, day in enumerate(days):
        if number % 3 == 0:
            at = _evening_of(until, day)
            people = _around(rng, day)
            place = rng.choice(PLACES) if rng.random() < 0.6 else ""
        rest = rest or rng.sample(done, len(done))
        model = rest.pop()
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


def _around(rng: random.Random, day: float) -> list[str]:
    """Everybody by the name of that part of the years, those first who are most likely to come this evening."""
    keen = sorted(PEOPLE, key=lambda name: rng.random() ** (1 - PEOPLE.index(name) / 50))
    return [EARLIER_NAMES.get(name, name) if day < 0.1 else name for name in keen]


def _seated(rng: random.Random, model: Model, people: Sequence[str]) -> tuple[str, ...]:
    """Some of the ten who came, or of more at a larger table."""
    return tuple(rng.sample(people[: max(10, model.seats)], model.seats))


# Into the file ------------------------------------------------------------------------------------------------------


def _lines(evening: Evening, ids: dict[str, str], rng: random.Random) -> Iterator[str]:
    """A session as lines of a file; new players get an id."""
    model, shift = evening.model, evening.at - _FIRST
    header = Header(
        game=model.game,
        session=_uuid(rng),
        opened_at=format_utc(evening.at),
        utc_offset=120 if 4 <= evening.at.month <= 10 else 60,
        players=tuple(PlayerLine(uuid=ids.setdefault(name, _uuid(rng)), name=name) for name in evening.names),
        place=evening.place,
        note=evening.note,
        totals=model.totals,
        binned_at=format_utc(evening.binned_at) if evening.binned_at else None,
    )
    for line in encode_session(header, (entry._replace(at=entry.at + shift) for entry in model.entries)):
        for seat, name in enumerate(evening.names):
            line = line.replace(_MARK.format(seat), json.dumps(name)[1:-1])
        yield line


def _merge(store: Store) -> None:
    """Merge the few players who are in the file under two names."""
    players = {player.name: player.id for player in store.players.list_recent(1000, archived=True)}
    for name, earlier in EARLIER_NAMES.items():
        if name in players and earlier in players:
            store.merges.merge(players[earlier], players[name])


def _uuid(rng: random.Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))


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
