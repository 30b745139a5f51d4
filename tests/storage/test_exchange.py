"""Two devices hand files to each other: what was changed later wins, and what was continued twice is asked about."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from storage.models import PLAYER as PLAYER_TABLE
from storage.models import SESSION
from storage.store import Store
from storage.transfer.card_file import export_cards, import_cards
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_file import Header, PlayerLine
from storage.transfer.session_import import SessionsReport, import_sessions
from storage.transfer.session_join import Diverged, SessionChange
from tests.storage.conftest import OPENED, named, play, record, scored, ticking
from tests.storage.tiny import TINY


@pytest.fixture
def here(store: Store) -> Store:
    return store


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    """A device whose clock is years behind."""
    with Store(tmp_path / "there.db", (TINY,), now=ticking(datetime(2019, 1, 1, tzinfo=UTC))) as store:
        yield store


def send(sender: Store, receiver: Store, **answers: object) -> SessionsReport:
    return import_sessions(receiver, tuple(export_sessions(sender)), **answers)  # type: ignore[arg-type]


def changes(report: SessionsReport) -> list[SessionChange]:
    return [session.result.change for session in report.sessions if session.result]


def continued_twice(here: Store, there: Store) -> str:
    session_id = play(here, 0)
    send(here, there)
    record(here, session_id, scored(1), scored(1))
    record(there, session_id, scored(2))
    return session_id


def delete(store: Store, session_id: str) -> None:
    store.bin.add(session_id)
    store.bin.empty([session_id])


def deleted_and_continued(here: Store, there: Store) -> str:
    session_id = play(here, 0)
    send(here, there)
    delete(here, session_id)
    record(there, session_id, scored(1))
    return session_id


def points(store: Store, session_id: str) -> list[int]:
    return [entry.event.seat for entry in store.sessions.load(session_id).journal[1:]]  # type: ignore[union-attr]


def binned(store: Store) -> list[str]:
    return [head.id for head in store.history.list_sessions(binned=True).sessions]


def test_a_later_note_place_and_bin_reach_the_other_device_whatever_its_clock_says(here, there) -> None:
    session_id = play(here, 0, 1, 2)
    send(here, there)
    here.sessions.set_details(session_id, note="Rain", place="Kitchen")
    assert changes(send(here, there)) == [SessionChange.EDITED]
    there.sessions.set_details(session_id, note="Sun")
    there.bin.add(session_id)
    assert changes(send(there, here)) == [SessionChange.EDITED]
    assert (here.sessions.load_head(session_id).note, here.sessions.load_head(session_id).place) == ("Sun", "Kitchen")
    assert binned(here) == [session_id]


def test_what_a_clock_ahead_put_into_the_bin_goes_when_it_is_emptied(here, there) -> None:
    here.bin.add(play(here, 0))
    send(here, there)
    assert (there.bin.empty(there.bin.list_ids()), binned(there)) == (1, [])


def test_a_rename_is_not_lost_when_an_older_file_comes(here, there) -> None:
    play(here, 0)
    old = tuple(export_sessions(here))
    (ana,) = (player for player in here.players.list_recent() if player.name == "Ana")
    here.players.rename(ana.id, "Ana B.")
    import_sessions(here, old)
    import_sessions(there, old)
    assert here.players.get(ana.id).name == "Ana B."
    assert send(here, there).changed == ("Ana: now called Ana B.",)
    assert there.players.get(ana.id).name == "Ana B."


def test_whoever_comes_with_old_games_was_last_used_when_they_last_played(here, there) -> None:
    play(there, 0, opened=replace(OPENED, names=("Xaver", "Yves", "Zoe")))
    play(here, 0)
    send(there, here)
    assert {player.name for player in here.players.list_recent()[-3:]} == {"Xaver", "Yves", "Zoe"}


def test_a_player_without_a_game_comes_along_and_is_listed(here, there) -> None:
    play(here, 0)
    dora = here.players.create("Dora")
    send(here, there)
    assert dora in there.players.list_recent()


def test_a_save_that_changes_nothing_is_no_later_change(here, there) -> None:
    session_id = play(here, 0)
    send(here, there)
    there.sessions.set_details(session_id, note="Rain")
    here.sessions.set_details(session_id, note="", place="")
    send(there, here)
    assert here.sessions.load_head(session_id).note == "Rain"


def test_without_an_answer_a_session_continued_twice_stays_as_it_is_and_others_come_in(here, there) -> None:
    session_id = continued_twice(here, there)
    play(there, 1)
    report = send(there, here)
    (result,) = (session.result for session in report.sessions if session.result.session_id == session_id)
    assert set(changes(report)) == {SessionChange.DIVERGED, SessionChange.NEW}
    assert (result.change, result.since) == (SessionChange.DIVERGED, "Round 2")
    assert result.points == "here Ana 5, Ben 10, Cleo 0; in the file Ana 5, Ben 0, Cleo 5"
    assert points(here, session_id) == [0, 1, 1]
    assert binned(here) == []


@pytest.mark.parametrize(
    ("answer", "kept"), [(Diverged.MINE, [0, 1, 1]), (Diverged.THEIRS, [0, 2]), (Diverged.BOTH, [0, 1, 1])]
)
def test_an_answer_keeps_one_journal_on_both_devices_and_drops_none(here, there, answer, kept) -> None:
    session_id = continued_twice(here, there)
    for store in (here, there):
        store.sessions.set_details(session_id, note="Rain")
    there.sessions.set_details(session_id, place="Garden")
    here.drafts.save(session_id, 4, "scored", {"seat": 1})
    send(there, here, diverged=answer)
    preview = send(here, there, dry_run=True)
    assert preview == send(here, there)  # the other device asks nothing: it hears the answer
    other = [0, 2] if kept == [0, 1, 1] else [0, 1, 1]
    for store in (here, there):
        assert points(store, session_id) == kept
        assert store.sessions.load_head(session_id).place == "Garden"
        ids = [head.id for head in store.history.list_sessions().sessions] + binned(store)
        (branch,) = (found for found in ids if found != session_id)
        assert points(store, branch) == other
        assert binned(store) == ([] if answer is Diverged.BOTH else [branch])
        told = "\nContinued on another device since Round 2." if answer is Diverged.BOTH else ""
        assert store.sessions.load_head(branch).note == f"Rain{told}"
    assert here.drafts.load(branch if answer is Diverged.THEIRS else session_id, 4)["scored"] == {"seat": 1}


def test_a_journal_that_was_set_aside_and_deleted_on_the_other_device_lies_in_the_bin(here, there) -> None:
    session_id = continued_twice(here, there)
    send(there, here, diverged=Diverged.MINE)
    assert here.bin.empty(here.bin.list_ids()) == 1
    for change in (SessionChange.EXTENDED, SessionChange.UNCHANGED):
        preview = send(here, there, dry_run=True)
        assert preview == send(here, there)
        assert changes(preview) == [change]
        assert points(there, session_id) == [0, 1, 1]
        assert [points(there, branch) for branch in binned(there)] == [[0, 2]]
        assert there.bin.purge_old() == 0


@pytest.mark.parametrize("restores", [False, True])
def test_two_devices_that_both_keep_both_end_with_two_games(here, there, restores) -> None:
    session_id = continued_twice(here, there)
    for answer in (Diverged.BOTH, None):
        files = tuple(export_sessions(here)), tuple(export_sessions(there))
        import_sessions(here, files[1], diverged=answer)
        import_sessions(there, files[0], diverged=answer)
    if restores:
        here.bin.restore(binned(here)[0])
    for _ in range(2):
        send(here, there)
        send(there, here)
    for store in (here, there):
        ids = [head.id for head in store.history.list_sessions().sessions]
        assert {tuple(points(store, found)) for found in ids} == {(0, 1, 1), (0, 2)}
        assert len(ids) == 2 + restores
        assert len(binned(store)) == (0 if restores else 1)
    assert points(here, session_id) == points(there, session_id)


@pytest.mark.parametrize("was_binned", [False, True], ids=["saved before", "saved in the bin"])
def test_what_was_deleted_for_good_stays_deleted_until_somebody_asks_for_it(here, there, was_binned) -> None:
    session_id = play(here, 0, 1, 2)
    saved = [tuple(export_sessions(here))]
    here.bin.add(session_id)
    saved.append(tuple(export_sessions(here)))
    here.bin.empty([session_id])
    old = saved[was_binned]
    assert changes(import_sessions(here, old)) == [SessionChange.DELETED]
    assert (here.history.count(), binned(here)) == (0, [])
    assert changes(import_sessions(here, old, brings_back=True)) == [SessionChange.NEW]
    assert here.history.count() == 1
    import_sessions(there, old)
    assert send(here, there).deleted == ()


def test_a_deletion_reaches_the_other_device(here, there) -> None:
    session_id = play(here, 0, 1, 2)
    send(here, there)
    delete(here, session_id)
    assert send(here, there).deleted == (session_id,)
    assert there.history.count() == 0
    assert binned(there) == []


@pytest.mark.parametrize("hears_of_it", [True, False])
def test_what_was_continued_elsewhere_is_not_deleted_but_lies_in_the_bin(here, there, hears_of_it) -> None:
    session_id = deleted_and_continued(here, there)
    if hears_of_it:
        assert send(here, there).also == ("1 game goes in the bin",)
        assert binned(there) == [session_id]
        assert send(here, there).also == ()
    assert changes(send(there, here)) == [SessionChange.NEW]
    assert binned(here) == [session_id]
    assert points(here, session_id) == [0, 1]


def test_a_deletion_that_did_not_hold_is_not_remembered(here, there) -> None:
    session_id = play(here, 0)
    old = export_session(here, session_id)
    send(here, there)
    delete(here, session_id)
    record(there, session_id, scored(1))
    assert send(here, there).deleted == ()
    assert changes(import_sessions(there, old)) == [SessionChange.UNCHANGED]


def test_what_was_brought_back_from_the_bin_is_not_deleted(here, there) -> None:
    session_id = play(here, 0)
    here.bin.add(session_id)
    send(here, there)
    there.bin.restore(session_id)
    here.bin.empty([session_id])
    send(there, here)
    send(here, there)
    assert here.history.count() == there.history.count() == 1


def test_the_players_of_a_session_that_is_refused_are_not_said_to_be_new(here, there) -> None:
    session_id = play(there, 0)
    there.players.rename(named(there, "Ben"), "Benno")
    lines = [line.replace('"Ben"', '"Ana"') for line in export_session(there, session_id)]
    report = import_sessions(here, lines, dry_run=True)
    assert "Two players are called Ana" in report.sessions[0].error
    assert not report.changes_more


def test_a_file_says_how_many_sessions_it_does_not_have(here, there) -> None:
    play(here, 0)
    play(there, 1)
    play(there, 2)
    assert send(here, there).missing == 2
    send(there, here)
    delete(here, there.history.list_sessions().sessions[0].id)
    assert send(here, there).missing == 0, "what was deleted there is not missing there"
    unreadable = [line.replace('"kind":"scored"', '"kind":"unknown"') for line in export_sessions(here)]
    assert import_sessions(here, unreadable).missing == 0


def test_remembered_cards_go_along_and_the_later_numbers_win(here, there) -> None:
    here.cards.remember(TINY.key, "cards", "Ace", [("points", 1)])
    send(here, there)
    there.cards.remember(TINY.key, "cards", "ace", [("points", 4)])
    import_cards(here, export_cards(here, TINY.key))  # changes nothing, so it is no later change
    send(there, here)
    assert [card.numbers for card in here.cards.find(TINY.key, "cards")] == [(("points", 4),)]


STAYS: Final = {"changed_at", "used_at", "created_at", "clock", "clock_seen"}
STAYS |= {"imported_at", "imported_app", "imported_file"}
DERIVED: Final = {"game", "status", "size", "entries", "derived_by", "sought", "name_key", "counts_as"}


def test_every_column_of_sessions_and_players_travels_stays_or_is_derived() -> None:
    names = {"id": "session", "rules": "game", "closed_totals": "totals"}
    travels = {column.name for column in SESSION.columns} - STAYS - DERIVED
    assert {names.get(name, name) for name in travels} <= set(Header.model_fields)
    travels = {column.name for column in PLAYER_TABLE.columns} - STAYS - DERIVED
    assert {{"id": "uuid"}.get(name, name) for name in travels} <= set(PlayerLine.model_fields)


STRANGER: Final = "22222222-2222-4222-8222-222222222222"
OTHER: Final = "33333333-3333-4333-8333-333333333333"
AT: Final = "2026-01-01T00:00:00Z"
MERGE: Final = {"id": STRANGER, "player": STRANGER, "into": STRANGER, "merged_at": AT}


@pytest.mark.parametrize(
    "more",
    [
        {"merges": [MERGE]},
        {"players": [{"uuid": OTHER, "name": "Q"}], "merges": [MERGE | {"player": OTHER}]},
        {"players": [{"uuid": STRANGER, "name": "Q"}, {"uuid": STRANGER, "name": "R"}]},
        {"cards": [{"game": "tiny", "shelf": "cards", "name": "", "numbers": [], "changed_at": AT}]},
        {"deleted": [{"session": "x", "entries": [], "binned_at": "x", "bin": ["", ""]}]},
    ],
    ids=["a merge of strangers", "a merge into a stranger", "a player twice", "a card without a name", "no session"],
)
def test_a_damaged_first_line_is_refused_and_the_sessions_come_in(here, there, more) -> None:
    play(here, 0)
    first, *rest = export_sessions(here)
    damaged = json.dumps(json.loads(first) | more, separators=(",", ":"))
    refused, session = import_sessions(there, [damaged, *rest]).sessions
    assert refused.error.startswith("Line 1: ")
    assert session.result.change is SessionChange.NEW
    assert there.history.count() == 1
