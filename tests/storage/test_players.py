"""Players: seating by name or id, renaming, merging and undoing merges."""

import pytest

from scoring.contract.game import Opened
from scoring.engine.journal import Amend, Undo
from storage.derived.merges import MergePreview
from storage.errors import StorageError
from storage.history.session_filter import SessionFilter
from storage.sessions.players import Player, UnknownPlayer
from storage.statistics.profile import load_overview
from storage.statistics.rivals import load_rivals
from tests.storage.conftest import named, play, record
from tests.storage.tiny import TINY, Options


def test_a_known_name_is_seated_as_the_same_player(store) -> None:
    first = play(store, opened=Opened(("Ana", "Zoë"), Options()))
    second = play(store, opened=Opened((" ana", "ZOË  "), Options()))
    ids = [
        [seated.player.id for seated in store.sessions.load_head(session_id).seats] for session_id in (first, second)
    ]
    assert ids[0] == ids[1]
    assert len(store.players.list_recent()) == 2


def test_a_player_can_be_seated_by_id_under_any_name(store) -> None:
    ana = store.players.create("Ana")
    store.players.set_look(ana.id, colour="#aa0000", symbol="moon")
    session_id = store.sessions.open(TINY, Opened(("Mum", "Ben"), Options()), (ana.id, None))
    seated = store.sessions.load_head(session_id).seats[0].player
    assert seated == store.players.get(ana.id) == Player(ana.id, "Ana", "#aa0000", "moon")
    assert store.sessions.load_names(session_id) == ("Ana", "Ben")
    assert store.sessions.load(session_id).journal[0].event.names == ("Mum", "Ben")


def test_seats_need_a_name_and_a_known_id(store) -> None:
    for names in (("  ", "Ben"), ("", "Ben")):
        with pytest.raises(StorageError, match=r"Seat 1 needs a name"):
            store.sessions.open(TINY, Opened(names, Options()))
    for use in (
        lambda: store.sessions.open(TINY, Opened(("Ana", "Ben"), Options()), ("nobody",)),
        lambda: store.players.set_look("nobody", colour="", symbol=""),
        lambda: store.players.get("nobody"),
    ):
        with pytest.raises(UnknownPlayer):
            use()
    assert store.players.list_recent() == ()
    assert store.history.list_sessions().sessions == ()


@pytest.mark.parametrize("names", [("mum ", "Ben"), ("Ben", "Mum"), ("Ben", "Cleo", "MUM")])
def test_a_corrected_set_up_finds_players_by_their_earlier_names(store, names) -> None:
    """A seat taken by id, and a player renamed since: neither becomes another player."""
    ana = store.players.create("Ana")
    session_id = store.sessions.open(TINY, Opened(("Mum", "Ben", "Cleo"), Options()), (ana.id,))
    before = {player.id for player in store.players.list_recent()}
    record(store, session_id, Amend(0, Opened(names, Options())))
    assert {player.id for player in store.players.list_recent()} == before
    at = [name.strip().casefold() for name in names].index("mum")
    assert store.sessions.load_head(session_id).seats[at].player.id == ana.id


@pytest.mark.parametrize("has_namesake", [False, True])
def test_an_undo_brings_back_the_player_who_was_renamed_meanwhile(store, has_namesake) -> None:
    session_id = play(store, 0, 1)
    before = store.sessions.load_seat_ids(session_id)
    record(store, session_id, Amend(0, Opened(("Eve", "Ben"), Options())))
    for name in ("Ana", "Cleo"):
        store.players.rename(named(store, name), f"{name} K.")
        if has_namesake:
            store.players.create(name)
    record(store, session_id, Undo(3))
    assert store.sessions.load_seat_ids(session_id) == before
    store.bin.add(session_id)
    store.bin.empty([session_id])
    assert not any(key.startswith("storage.gone") for key in store.settings.load_all())


def test_a_rename_applies_to_past_sessions(store) -> None:
    session_id = play(store)
    store.players.rename(named(store, "Ana"), "  Ana   Maria ")
    assert store.sessions.load(session_id).names == ("Ana Maria", "Ben", "Cleo")
    assert store.sessions.load(session_id).journal[0].event.names == ("Ana", "Ben", "Cleo")


def test_a_name_must_be_given_and_free(store) -> None:
    play(store)
    ana = named(store, "Ana")
    with pytest.raises(StorageError, match=r"There is already a player called ben"):
        store.players.rename(ana, "ben")
    store.players.create("Mia O'Neil")
    with pytest.raises(StorageError, match=r"There is already a player called mia o\u2019neil"):
        store.players.create("mia o\u2019neil")
    with pytest.raises(StorageError, match=r"needs a name"):
        store.players.create("  ")
    store.players.rename(ana, "ANA")
    assert store.players.get(ana).name == "ANA"


def test_players_are_listed_in_order_of_last_use(store) -> None:
    play(store, opened=Opened(("Ana", "Ben"), Options()))
    play(store, opened=Opened(("Cleo", "Ben"), Options()))
    store.players.archive(named(store, "Cleo"))
    assert [player.name for player in store.players.list_recent()] == ["Ben", "Ana"]
    assert "Cleo" in [player.name for player in store.players.list_recent(archived=True)]
    store.players.archive(named(store, "Cleo"), archived=False)
    assert "Cleo" in [player.name for player in store.players.list_recent()]


def test_a_merge_loses_no_play_and_can_be_undone(store) -> None:
    first = play(store, 0, 0, 0, opened=Opened(("Ana", "Ben"), Options()))
    second = play(store, 0, 0, 0, opened=Opened(("Annie", "Cleo"), Options()))
    ana, annie, ben = (named(store, name) for name in ("Ana", "Annie", "Ben"))
    assert store.merges.preview(annie, ana) == MergePreview(
        store.players.get(annie), store.players.get(ana), plays=1, target_plays=1
    )
    merge = store.merges.merge(annie, ana)
    assert {head.id for head in store.history.search(SessionFilter(players=(ana,))).sessions} == {first, second}
    assert store.sessions.load_names(second) == ("Ana", "Cleo")
    assert load_overview(store.database, ana).record.total.plays == 2
    assert {rival.player.name for rival in load_rivals(store.database, ana).everybody} == {"Ben", "Cleo"}
    assert [rival.player.name for rival in load_rivals(store.database, ben).everybody] == ["Ana"]
    assert "Annie" not in [player.name for player in store.players.list_recent()]
    assert [(merge.player.name, merge.target.name) for merge in store.merges.list_active(ana)] == [("Annie", "Ana")]
    assert (store.merges.list_active(ben), store.players.get_canonical(annie).name) == ((), "Ana")
    store.merges.undo(merge)
    assert [head.id for head in store.history.search(SessionFilter(players=(ana,))).sessions] == [first]
    assert store.sessions.load_names(second) == ("Annie", "Cleo")
    assert store.merges.list_active() == store.merges.list_active(ana) == ()


def test_a_merged_name_is_seated_as_the_canonical_player(store) -> None:
    play(store, opened=Opened(("Annie", "Ben"), Options()))
    annie = named(store, "Annie")
    merge = store.merges.merge(annie, store.players.create("Ana").id)
    again = play(store, opened=Opened(("Annie", "Ben"), Options()))
    assert store.sessions.load_names(again) == ("Ana", "Ben")
    store.sessions.open(TINY, Opened(("Dov", "Eve"), Options()))
    store.sessions.open(TINY, Opened(("Annie", "Fay"), Options()))
    assert {player.name for player in store.players.list_recent()[:2]} == {"Ana", "Fay"}
    for names in (("Annie", "Ana"), ("Ana", "Annie")):
        assert store.sessions.load_names(play(store, opened=Opened(names, Options()))) == names
    store.merges.undo(merge)
    assert store.sessions.load_names(again) == ("Annie", "Ben")


def test_merges_can_be_chained_and_undone_one_by_one(store) -> None:
    a, b, c = (store.players.create(name).id for name in ("Ana", "Ben", "Cleo"))
    session_id = store.sessions.open(TINY, Opened(("Ana", "Dov"), Options()))
    first = store.merges.merge(a, b)
    store.merges.merge(b, c)
    assert store.sessions.load_names(session_id)[0] == "Cleo"
    store.merges.undo(first)
    assert store.sessions.load_names(session_id)[0] == "Ana"


def test_players_of_one_session_cannot_be_merged(store) -> None:
    play(store)
    refusal = "Ana and Ben played in the same game; they cannot be the same person."
    assert store.merges.preview(named(store, "Ana"), named(store, "Ben")).refusal == refusal
    with pytest.raises(StorageError, match=refusal):
        store.merges.merge(named(store, "Ana"), named(store, "Ben"))
    dov = store.players.create("Dov").id
    store.merges.merge(dov, named(store, "Ana"))
    for attempt in ((dov, named(store, "Ana")), (dov, dov)):
        with pytest.raises(StorageError, match=r"are already the same player"):
            store.merges.merge(*attempt)
    with pytest.raises(StorageError, match=r"played in the same game"):
        store.merges.merge(dov, named(store, "Ben"))


@pytest.mark.parametrize("typed", ["\u200fAna", "Ana\u200e", "\u2068Ana\u2069", "A\u200bna", "\ufeff Ana"])
def test_marks_that_cannot_be_seen_make_no_second_player(store, typed) -> None:
    store.players.create("Ana")
    with pytest.raises(StorageError):
        store.players.create(typed)
    store.sessions.open(TINY, Opened((typed, "Ben"), Options()))
    assert sorted(player.name for player in store.players.list_recent(10)) == ["Ana", "Ben"]
