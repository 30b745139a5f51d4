"""Searching, filtering and counting sessions."""

import pytest

from scoring.contract.game import Opened
from storage.derived.results import Status
from storage.history.session_filter import SessionFilter
from storage.store import Store
from tests.storage.conftest import named, play
from tests.storage.tiny import Options


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
    store.bin.add(ids["binned"])
    return ids


def search_ids(store: Store, wanted: SessionFilter) -> list[str]:
    return [head.id for head in store.history.search(wanted).sessions]


def test_every_filter_works(store: Store, evenings: dict[str, str]) -> None:
    ana, ben, zoe = (named(store, name) for name in ("Ana", "Ben", "Zoë"))
    opened_at = {name: store.sessions.load_head(session_id).opened_at for name, session_id in evenings.items()}
    for wanted, which in (
        (SessionFilter(words=""), "open zoe first"),
        (SessionFilter(words="ana"), "open zoe first"),
        (SessionFilter(words="ZOE"), "zoe"),
        (SessionFilter(words="zoë"), "zoe"),
        (SessionFilter(words="tiny"), "open zoe first"),
        (SessionFilter(words="cafe"), "open first"),
        (SessionFilter(words="CAFÉ  süd"), "first"),
        (SessionFilter(words="café ben"), "open first"),
        (SessionFilter(words="garden ben"), ""),
        (SessionFilter(words="100%"), "first"),
        (SessionFilter(words="late_start"), "first"),
        (SessionFilter(words="lateXstart"), ""),
        (SessionFilter(words="\\"), ""),
        (SessionFilter(words="rain ana tiny"), "first"),
        (SessionFilter(place="garden"), "zoe"),
        (SessionFilter(place="CAFE SUD"), "first"),
        (SessionFilter(place="cafe"), ""),
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
        (SessionFilter(counts=True), "zoe first"),
        (SessionFilter(counts=False), "open"),
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
    first, second, third = (store.sessions.load_head(evenings[name]).opened_at for name in ("first", "zoe", "open"))
    spans = [(first, third), (second, third), (third, third)]
    assert store.history.count_by_span(SessionFilter(seats=3), spans) == (1, 0, 0)
    assert store.history.list_years() == (store.sessions.load_head(evenings["first"]).opened_at.year,)


def test_spellings_of_a_place_are_one_place_as_it_was_written_last(store: Store, evenings: dict[str, str]) -> None:
    store.sessions.set_details(evenings["open"], place="cafe sud")
    assert store.history.list_places() == ("cafe sud", "Garden")
    assert store.history.list_places(1) == ("cafe sud",)
    assert store.history.count(SessionFilter(place="cafe sud")) == 2


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
    assert store.history.count(SessionFilter(players=(zoe,))) == 3, "a filter from before the merge"
    store.merges.undo(merge)
    assert search_ids(store, SessionFilter(players=(ben,))) == [evenings["open"], evenings["first"]]


def test_a_name_is_found_with_the_apostrophe_and_the_dash_that_a_phone_inserts(store: Store) -> None:
    session_id = play(store, opened=Opened(("O'Brien", "Anne-Marie"), Options()))
    for words in ("o’brien", "anne–marie"):
        assert search_ids(store, SessionFilter(words=words)) == [session_id]


def test_a_renamed_player_is_found_by_the_present_name(store: Store, evenings: dict[str, str]) -> None:
    store.players.rename(named(store, "Zoë"), "Élodie")
    assert search_ids(store, SessionFilter(words="elodie")) == [evenings["zoe"]]
    assert search_ids(store, SessionFilter(words="zoe")) == []


def test_the_bin_is_emptied_completely(store: Store, evenings: dict[str, str]) -> None:
    assert store.bin.empty(store.bin.list_ids()) == 1
    assert search_ids(store, SessionFilter(binned=True)) == []
    assert store.history.count() == 3
    assert store.bin.empty(store.bin.list_ids()) == 0


def test_an_empty_history_is_empty(store: Store) -> None:
    assert (store.history.count(), store.history.list_years(), store.history.list_places()) == (0, (), ())
    assert (store.history.count_by_game(), store.history.count_by_size()) == ({}, {})
