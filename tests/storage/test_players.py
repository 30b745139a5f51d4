"""Players: seating by name or id, renaming, merging and undoing merges."""

import pytest

from scoring.contract.game import Opened
from scoring.engine.journal import Amend
from storage.errors import StorageError
from storage.sessions.players import UnknownPlayer
from tests.storage.conftest import play, record
from tests.storage.tiny import TINY, Options


def named(store, name: str) -> str:
    return next(player.id for player in store.recent_players(archived=True) if player.name == name)


def test_a_known_name_is_seated_as_the_same_player(store) -> None:
    first = play(store, opened=Opened(("Ana", "Zoë"), Options()))
    second = play(store, opened=Opened((" ana", "ZOË  "), Options()))
    ids = [[seated.player.id for seated in store.load_head(session_id).seats] for session_id in (first, second)]
    assert ids[0] == ids[1]
    assert len(store.recent_players()) == 2


def test_a_player_can_be_seated_by_id_under_any_name(store) -> None:
    ana = store.create_player("Ana", colour="#aa0000", symbol="moon")
    session_id = store.open_session(TINY, Opened(("Mum", "Ben"), Options()), (ana.id, None))
    assert store.load_head(session_id).seats[0].player == ana
    assert store.load_names(session_id) == ("Ana", "Ben")
    assert store.load(session_id).journal[0].event.names == ("Mum", "Ben")


def test_seats_need_a_name_and_a_known_id(store) -> None:
    for names in (("  ", "Ben"), ("", "Ben")):
        with pytest.raises(StorageError, match=r"Seat 1 needs a name"):
            store.open_session(TINY, Opened(names, Options()))
    with pytest.raises(UnknownPlayer):
        store.open_session(TINY, Opened(("Ana", "Ben"), Options()), ("nobody",))
    assert store.recent_players() == ()
    assert store.list_sessions().sessions == ()


@pytest.mark.parametrize("names", [("mum ", "Ben"), ("Ben", "Mum"), ("Ben", "Cleo", "MUM")])
def test_a_corrected_set_up_finds_players_by_their_earlier_names(store, names) -> None:
    """A seat taken by id, and a player renamed since: neither becomes another player."""
    ana = store.create_player("Ana")
    session_id = store.open_session(TINY, Opened(("Mum", "Ben", "Cleo"), Options()), (ana.id,))
    before = {player.id for player in store.recent_players()}
    record(store, session_id, Amend(0, Opened(names, Options())))
    assert {player.id for player in store.recent_players()} == before
    at = [name.strip().casefold() for name in names].index("mum")
    assert store.load_head(session_id).seats[at].player.id == ana.id


def test_a_rename_applies_to_past_sessions(store) -> None:
    session_id = play(store)
    store.rename_player(named(store, "Ana"), "  Ana   Maria ")
    assert store.load(session_id).names == ("Ana Maria", "Ben", "Cleo")
    assert store.load(session_id).journal[0].event.names == ("Ana", "Ben", "Cleo")


def test_a_name_must_be_given_and_free(store) -> None:
    play(store)
    ana = named(store, "Ana")
    with pytest.raises(StorageError, match=r"There is already a player called ben"):
        store.rename_player(ana, "ben")
    store.create_player("Mia O'Neil")
    with pytest.raises(StorageError, match=r"There is already a player called mia o\u2019neil"):
        store.create_player("mia o\u2019neil")
    with pytest.raises(StorageError, match=r"needs a name"):
        store.create_player("  ")
    store.rename_player(ana, "ANA")
    assert store.player(ana).name == "ANA"


def test_players_are_listed_in_order_of_last_use(store) -> None:
    play(store, opened=Opened(("Ana", "Ben"), Options()))
    play(store, opened=Opened(("Cleo", "Ben"), Options()))
    store.archive_player(named(store, "Cleo"))
    assert [player.name for player in store.recent_players()] == ["Ben", "Ana"]
    assert "Cleo" in [player.name for player in store.recent_players(archived=True)]
    store.archive_player(named(store, "Cleo"), archived=False)
    assert "Cleo" in [player.name for player in store.recent_players()]


def test_a_player_has_a_colour_and_a_symbol(store) -> None:
    ana = store.create_player("Ana")
    store.style_player(ana.id, colour="#112233", symbol="star")
    assert (store.player(ana.id).colour, store.player(ana.id).symbol) == ("#112233", "star")
    with pytest.raises(UnknownPlayer):
        store.style_player("nobody", colour="", symbol="")
    with pytest.raises(UnknownPlayer):
        store.player("nobody")


def test_a_merge_loses_no_play_and_can_be_undone(store) -> None:
    first = play(store, opened=Opened(("Ana", "Ben"), Options()))
    second = play(store, opened=Opened(("Annie", "Ben"), Options()))
    ana, annie = named(store, "Ana"), named(store, "Annie")
    merge = store.merge_players(annie, ana)
    assert {head.id for head in store.list_sessions(player=ana).sessions} == {first, second}
    assert store.load_names(second) == ("Ana", "Ben")
    assert "Annie" not in [player.name for player in store.recent_players()]
    assert [(merge.player.name, merge.target.name) for merge in store.merges()] == [("Annie", "Ana")]
    store.unmerge_players(merge)
    assert [head.id for head in store.list_sessions(player=ana).sessions] == [first]
    assert store.load_names(second) == ("Annie", "Ben")
    assert store.merges() == ()


def test_a_merged_name_is_seated_as_the_canonical_player(store) -> None:
    play(store, opened=Opened(("Annie", "Ben"), Options()))
    annie = named(store, "Annie")
    merge = store.merge_players(annie, store.create_player("Ana").id)
    again = play(store, opened=Opened(("Annie", "Ben"), Options()))
    assert store.load_names(again) == ("Ana", "Ben")
    store.open_session(TINY, Opened(("Dov", "Eve"), Options()))
    store.open_session(TINY, Opened(("Annie", "Fay"), Options()))
    assert {player.name for player in store.recent_players()[:2]} == {"Ana", "Fay"}
    for names in (("Annie", "Ana"), ("Ana", "Annie")):
        assert store.load_names(play(store, opened=Opened(names, Options()))) == names
    store.unmerge_players(merge)
    assert store.load_names(again) == ("Annie", "Ben")


def test_merges_can_be_chained_and_undone_one_by_one(store) -> None:
    a, b, c = (store.create_player(name).id for name in ("Ana", "Ben", "Cleo"))
    session_id = store.open_session(TINY, Opened(("Ana", "Dov"), Options()))
    first = store.merge_players(a, b)
    store.merge_players(b, c)
    assert store.load_names(session_id)[0] == "Cleo"
    store.unmerge_players(first)
    assert store.load_names(session_id)[0] == "Ana"


def test_players_of_one_session_cannot_be_merged(store) -> None:
    play(store)
    with pytest.raises(StorageError, match=r"Ana and Ben played in the same game"):
        store.merge_players(named(store, "Ana"), named(store, "Ben"))
    dov = store.create_player("Dov").id
    store.merge_players(dov, named(store, "Ana"))
    for attempt in ((dov, named(store, "Ana")), (dov, dov)):
        with pytest.raises(StorageError, match=r"are already the same player"):
            store.merge_players(*attempt)
    with pytest.raises(StorageError, match=r"played in the same game"):
        store.merge_players(dov, named(store, "Ben"))


@pytest.mark.parametrize("typed", ["\u200fAna", "Ana\u200e", "\u2068Ana\u2069", "A\u200bna", "\ufeff Ana"])
def test_marks_that_cannot_be_seen_make_no_second_player(store, typed) -> None:
    store.create_player("Ana")
    with pytest.raises(StorageError):
        store.create_player(typed)
    store.open_session(TINY, Opened((typed, "Ben"), Options()))
    assert sorted(player.name for player in store.recent_players(10)) == ["Ana", "Ben"]
