"""Searching, filtering, counting and paging sessions, by example and against a full scan."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from scoring.contract.game import Opened, Stopped
from scoring.engine import agreements
from scoring.engine.journal import Record
from scoring.engine.replay import replay
from storage.derived.results import Status
from storage.file.database import MEMORY
from storage.history.session_filter import FILTERS, SessionFilter
from storage.history.session_list import SessionHead
from storage.store import Store
from storage.text_folding import fold
from tests.seeds import over_seeds
from tests.storage.conftest import named, play, record, scored
from tests.storage.tiny import TINY, Options

# By hand -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def evenings(store: Store) -> dict[str, str]:
    """Four sessions: Ana wins two, once against Zoë elsewhere; one is open, one is in the bin."""
    two = Opened(("Ana", "Zoë"), Options())
    ids = {
        "first": play(store, 0, 0, 1),
        "zoe": play(store, 0, 0, 1, opened=two),
        "open": play(store, 2),
        "binned": play(store, 1, 1, 1),
    }
    store.sessions.set_details(ids["first"], place="Café Süd", note="rain, 100% late_start")
    store.sessions.set_details(ids["zoe"], place="Garden")
    store.sessions.set_details(ids["open"], note="café au lait")
    store.sessions.bin(ids["binned"])
    return ids


def search_ids(store: Store, wanted: SessionFilter) -> list[str]:
    return [head.id for head in store.history.search(wanted).sessions]


@pytest.mark.parametrize(
    ("words", "which"),
    [
        ("", "open zoe first"),
        ("ana", "open zoe first"),
        ("ZOE", "zoe"),
        ("zoë", "zoe"),
        ("tiny", "open zoe first"),
        ("cafe", "open first"),
        ("CAFÉ  süd", "first"),
        ("café ben", "open first"),
        ("garden ben", ""),
        ("100%", "first"),
        ("late_start", "first"),
        ("lateXstart", ""),
        ("\\", ""),
        ("rain ana tiny", "first"),
    ],
)
def test_search_finds_words_in_players_game_place_and_note(
    store: Store, evenings: dict[str, str], words: str, which: str
) -> None:
    wanted = SessionFilter(words=words)
    assert search_ids(store, wanted) == [evenings[name] for name in which.split()]
    assert store.history.count(wanted) == len(which.split())


def test_every_filter_works(store: Store, evenings: dict[str, str]) -> None:
    ana, ben, zoe = (named(store, name) for name in ("Ana", "Ben", "Zoë"))
    opened_at = {name: store.sessions.load_head(session_id).opened_at for name, session_id in evenings.items()}
    for wanted, which in (
        (SessionFilter(game="tiny"), "open zoe first"),
        (SessionFilter(game="chess"), ""),
        (SessionFilter(players=(ana,)), "open zoe first"),
        (SessionFilter(players=(ana, ben)), "open first"),
        (SessionFilter(players=(ben, zoe)), ""),
        (SessionFilter(players=("nobody",)), ""),
        (SessionFilter(seats=2), "zoe"),
        (SessionFilter(seats=3), "open first"),
        (SessionFilter(seats=5), ""),
        (SessionFilter(winner=ana), "zoe first"),
        (SessionFilter(winner=zoe), ""),
        (SessionFilter(statuses=(Status.OPEN,)), "open"),
        (SessionFilter(statuses=(Status.FINISHED, Status.STOPPED)), "zoe first"),
        (SessionFilter(since=opened_at["zoe"]), "open zoe"),
        (SessionFilter(until=opened_at["zoe"]), "first"),
        (SessionFilter(since=opened_at["first"], until=opened_at["open"]), "zoe first"),
        (SessionFilter(binned=True), "binned"),
        (SessionFilter(binned=True, winner=ana), ""),
        (SessionFilter(words="süd", winner=ana, seats=3), "first"),
    ):
        assert search_ids(store, wanted) == [evenings[name] for name in which.split()], wanted
        assert store.history.count(wanted) == len(which.split()), wanted


def test_filter_choices_are_counted(store: Store, evenings: dict[str, str]) -> None:
    assert store.history.count_by_game() == {"tiny": 3}
    assert store.history.count_by_size() == {2: 1, 3: 2}
    assert store.history.count_by_size(SessionFilter(binned=True)) == {3: 1}
    assert store.history.count_by_game(SessionFilter(words="garden")) == {"tiny": 1}
    assert store.history.count_by_size(SessionFilter(words="nowhere")) == {}
    assert store.history.list_places() == ("Garden", "Café Süd")
    assert store.history.find_first_evening() == store.sessions.load_head(evenings["first"]).opened_at.date()


def test_without_hits_the_filters_to_drop_are_suggested(store: Store, evenings: dict[str, str]) -> None:
    ana, ben = named(store, "Ana"), named(store, "Ben")
    wanted = SessionFilter(words="garden", winner=ana, players=(ben,))
    assert search_ids(store, wanted) == []
    assert store.history.count_without_filters(wanted) == {"words": 1, "players": 1, "winner": 0}
    assert search_ids(store, wanted.without("words")) == [evenings["first"]]
    assert search_ids(store, wanted.without("players")) == [evenings["zoe"]]


@pytest.mark.long
def test_merged_players_are_found_under_both_names_and_count_as_one(store: Store, evenings: dict[str, str]) -> None:
    ben, zoe = named(store, "Ben"), named(store, "Zoë")
    merge = store.merges.merge(zoe, ben)
    assert search_ids(store, SessionFilter(words="zoe")) == [evenings["zoe"]]
    assert search_ids(store, SessionFilter(words="ben")) == [evenings[name] for name in ("open", "zoe", "first")]
    assert search_ids(store, SessionFilter(players=(ben,))) == [evenings[name] for name in ("open", "zoe", "first")]
    assert store.history.count(SessionFilter(players=(ben,))) == 3
    store.merges.undo(merge)
    assert search_ids(store, SessionFilter(players=(ben,))) == [evenings["open"], evenings["first"]]


def test_a_renamed_player_is_found_by_the_present_name(store: Store, evenings: dict[str, str]) -> None:
    store.players.rename(named(store, "Zoë"), "Élodie")
    assert search_ids(store, SessionFilter(words="elodie")) == [evenings["zoe"]]
    assert search_ids(store, SessionFilter(words="zoe")) == []


def test_place_and_note_are_edited_separately(store: Store, evenings: dict[str, str]) -> None:
    store.sessions.set_details(evenings["first"], place="Kitchen")
    assert search_ids(store, SessionFilter(words="rain kitchen")) == [evenings["first"]]
    assert search_ids(store, SessionFilter(words="süd")) == []


def test_the_bin_is_emptied_completely(store: Store, evenings: dict[str, str]) -> None:
    assert store.sessions.empty_bin() == 1
    assert search_ids(store, SessionFilter(binned=True)) == []
    assert store.history.count() == 3
    assert store.sessions.empty_bin() == 0


def test_an_empty_history_is_empty(store: Store) -> None:
    assert (store.history.count(), store.history.find_first_evening(), store.history.list_places()) == (0, None, ())
    assert (store.history.count_by_game(), store.history.count_by_size()) == ({}, {})


# Against looking at everything -------------------------------------------------------------------------------------

PEOPLE = ("Ana", "Ben", "Cleo", "Zoë", "Éva", "O'Hara")
PLACES = ("", "Café Süd", "Garden", "gar_den", "50% off")
NOTES = ("", "with Ana", "Zoë was late", "naïve start")
START = datetime(2024, 11, 28, 12, tzinfo=UTC)


class World:
    """Random sessions, and a slow search that reads every journal."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.moment = START
        self.store = Store(MEMORY, (TINY,), now=self.now)
        for _ in range(self.rng.randrange(8, 26)):
            self._evening()
        if self.rng.random() < 0.5:
            one, other = self.rng.sample(self.store.players.list_recent(), 2)
            if not self._together(one.id, other.id):
                self.store.merges.merge(one.id, other.id)
        self.people = {player.id: player.name for player in self.store.players.list_recent()}

    def now(self) -> datetime:
        return self.moment

    def _evening(self) -> None:
        self.moment += timedelta(hours=self.rng.choice((0, 1, 30, 300)))
        names = tuple(self.rng.sample(PEOPLE, self.rng.randrange(2, 5)))
        place, note = self.rng.choice(PLACES), self.rng.choice(NOTES)
        session_id = self.store.sessions.open(TINY, Opened(names, Options()), place=place, note=note)
        for _ in range(self.rng.choice((1, 3, 3, 3))):
            self.moment += timedelta(minutes=self.rng.choice((1, 10, 20)))
            record(self.store, session_id, scored(self.rng.randrange(len(names)), self.rng.randrange(10)))
        if self.store.sessions.load_head(session_id).status is Status.OPEN and self.rng.random() < 0.5:
            record(self.store, session_id, Record(Stopped("", counts=self.rng.random() < 0.5)))
        if self.rng.random() < 0.2:
            self.store.sessions.bin(session_id)

    def _together(self, *ids: str) -> bool:
        return any(
            {*ids} <= {seated.player.id for seated in self.store.sessions.load_head(session_id).seats}
            for session_id in self.ids()
        )

    def ids(self) -> list[str]:
        heads = [
            *self.store.history.search(limit=1000).sessions,
            *self.store.history.search(SessionFilter(binned=True), limit=1000).sessions,
        ]
        return [head.id for head in heads]

    def wanted(self) -> SessionFilter:
        rng = self.rng
        wanted = SessionFilter(binned=rng.random() < 0.2)
        days = [START + timedelta(days=rng.randrange(-5, 60)) for _ in range(2)]
        words = ("ana", "zoe", "Éva ana", "tin", "süd", "gar_", "50%", "%", "start zoë", "o'hara", "x", "  ")
        for name in rng.sample(tuple(FILTERS), rng.randrange(4)):
            match name:
                case "words":
                    wanted = replace(wanted, words=rng.choice(words))
                case "game":
                    wanted = replace(wanted, game=rng.choice(("tiny", "tiny", "chess")))
                case "players":
                    wanted = replace(wanted, players=tuple(rng.sample(sorted(self.people), rng.randrange(1, 3))))
                case "seats":
                    wanted = replace(wanted, seats=rng.randrange(2, 5))
                case "date":
                    wanted = replace(wanted, since=min(days), until=rng.choice((None, max(days))))
                case "winner":
                    wanted = replace(wanted, winner=rng.choice(sorted(self.people)))
                case "status":
                    wanted = replace(wanted, statuses=tuple(rng.sample(tuple(Status), rng.randrange(1, 3))))
        return wanted

    def read(self, session_id: str) -> "Read":
        """Read a session from its journal and head alone."""
        head = self.store.sessions.load_head(session_id)
        ids = [seated.player.id for seated in head.seats]
        names = [seated.player.name for seated in head.seats]
        aliases = [merge.player.name for merge in self.store.merges.list_active() if merge.target.id in ids]
        loaded = self.store.sessions.load(session_id)
        run = replay(TINY, loaded.journal, loaded.names)
        outcome = agreements.outcome(TINY, run.state)
        won = [ids[seat] for seat in outcome.winners] if outcome else []
        text = fold(" \n ".join(("Tiny", head.place + " " + head.note, *names, *_sat_under(aliases, loaded))))
        return Read(head, ids, won, text)


@dataclass(frozen=True)
class Read:
    """What the slow search knows about a session; read once and cached."""

    head: SessionHead
    ids: list[str]
    won: list[str]
    text: str

    def matches(self, wanted: SessionFilter) -> bool:
        return (
            (self.head.binned_at is not None) == wanted.binned
            and all(word in self.text for word in fold(wanted.words).split())
            and wanted.game in (None, self.head.game)
            and all(player in self.ids for player in wanted.players)
            and wanted.seats in (None, len(self.ids))
            and (wanted.since is None or self.head.opened_at >= wanted.since)
            and (wanted.until is None or self.head.opened_at < wanted.until)
            and (wanted.winner is None or wanted.winner in self.won)
            and (not wanted.statuses or self.head.status in wanted.statuses)
        )


def _sat_under(aliases: list[str], loaded: object) -> list[str]:
    """The former names of merged players in this session."""
    opened = loaded.journal[0].event  # type: ignore[attr-defined]
    return [name for name in aliases if name in opened.names]


@pytest.mark.long
@over_seeds(1, long=4, deep=12)
def test_pages_and_counts_match_a_full_scan(seed: int) -> None:
    world = World(seed)
    everything = [world.read(session_id) for session_id in world.ids()]
    for _ in range(40):
        wanted = world.wanted()
        expected = {session.head.id for session in everything if session.matches(wanted)}
        heads, after = [], None
        while True:
            page = world.store.history.search(wanted, after=after, limit=world.rng.randrange(1, 6))
            heads += page.sessions
            after = page.more
            if after is None:
                break
        assert [head.id for head in heads] == list(dict.fromkeys(head.id for head in heads))
        assert {head.id for head in heads} == expected, wanted
        assert all((one.opened_at, one.id) > (other.opened_at, other.id) for one, other in pairwise(heads))
        assert world.store.history.count(wanted) == len(expected)
        assert world.store.history.count_by_size(wanted) == Counter(len(head.seats) for head in heads)
        assert world.store.history.count_by_game(wanted) == Counter(head.game for head in heads)
        assert world.store.history.count_without_filters(wanted) == {
            name: sum(session.matches(wanted.without(name)) for session in everything) for name in wanted.active
        }
        cut = START + timedelta(days=world.rng.randrange(30))
        spans = [(START - timedelta(days=9), cut), (cut, START + timedelta(days=999))]
        assert world.store.history.count_by_span(wanted, spans) == tuple(
            sum(since <= head.opened_at < until for head in heads) for since, until in spans
        )
    world.store.close()
