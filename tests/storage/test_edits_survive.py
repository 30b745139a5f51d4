"""An import never overwrites what was edited in the app later, however a session comes again."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.history.session_filter import SessionFilter
from storage.play_file import reading
from storage.store import Store
from storage.transfer.session_export import export_sessions
from storage.transfer.session_import import import_sessions
from storage.transfer.session_join import SessionChange
from storage.upkeep.doctor import doctor
from tests.seeds import one_short
from tests.storage.conftest import open_store, play, record, scored, ticking
from tests.storage.tiny import TINY
from tests.storage.worlds import play as bg_play
from tests.storage.worlds import player, read, score, world

MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)


def _edit(store: Store, session_id: str, place: str, note: str) -> None:
    """Change everything about a session and a player of it that this app lets one change without entries."""
    ben = store.sessions.load_head(session_id).seats[1].player.id
    store.sessions.set_details(session_id, place=place, note=note)
    store.players.rename(ben, "Benny")
    store.players.set_look(ben, colour="#112233", symbol="star")
    store.players.archive(ben)
    store.merges.merge(store.sessions.load_head(session_id).seats[0].player.id, store.players.create("Zed").id)
    store.bin.add(session_id)


def _look(store: Store, session_id: str) -> dict[str, Any]:
    """What `_edit` has changed, by name."""
    head = store.sessions.load_head(session_id)
    binned = [head.id for head in store.history.list_sessions(binned=True).sessions]
    zed, ben, *_ = (seat.player for seat in head.seats)
    return {"place": head.place, "note": head.note, "bin": binned, "player": ben, "merge": zed}


File = tuple[str, ...] | dict[str, Any]
"""The lines of a session file, or a file of plays."""


def _make_arrivals(path: Path) -> dict[str, tuple[File, File]]:
    """Two files of one session of Ana and Ben, with a place and a note; the second has something newer if possible."""
    with open_store(path) as other:
        session_id = play(other, 0)
        other.sessions.set_details(session_id, place="Kitchen", note="Rain")
        short = tuple(export_sessions(other))
        record(other, session_id, scored(1), scored(1))
        long = tuple(export_sessions(other))
        plays = reading.parse_file(export_plays(other).content, "plays")
    first = read(world(bg_play(1, score(1, "12"), score(2, "7"), locationRefId=1, comments="Rain")))
    later = {"modificationDate": "2026-02-02 10:00:00"}
    newer = world(
        bg_play(1, score(1, "2"), score(2, "9"), locationRefId=2, comments="Sun", **later),
        players=[player(1, "Ann", **later), player(2, "Bert", **later)],
    )
    return {
        "the same session file": (long, long),
        "a longer session file": (short, long),
        "a session file after the plays": (plays, long),
        "plays after the session file": (long, plays),
        "the same plays": (first, first),
        "newer plays": (first, read(newer)),
    }


def _import(store: Store, file: File) -> None:
    if isinstance(file, tuple):
        import_sessions(store, file)
    else:
        import_plays(store, file)


@pytest.mark.parametrize("texts", one_short([("Attic", "Ben laughed"), ("", "")]), ids=["written", "erased"])
def test_what_was_edited_here_later_survives_every_import(tmp_path, texts) -> None:
    for number, (arrival, (first, again)) in enumerate(_make_arrivals(tmp_path / "other.db").items()):
        path = tmp_path / f"{number}.db"
        with Store(path, (TINY,), now=ticking(datetime(2026, 1, 3, tzinfo=UTC))) as store:
            _import(store, first)
            (head,) = store.history.list_sessions().sessions
            _edit(store, head.id, *texts)
            before = _look(store, head.id)
            _import(store, again)
            assert _look(store, head.id) == before, arrival
        assert doctor(path, (TINY,)).healthy, arrival


def test_a_text_that_was_not_edited_here_comes_from_the_newer_file(store, other) -> None:
    session_id = play(other, 0, 1, 2)
    plays = export_plays(other).content
    other.sessions.set_details(session_id, place="Attic", note="Ben laughed")
    lines = tuple(export_sessions(other))
    import_plays(store, reading.parse_file(plays, "plays"))
    (report,) = import_sessions(store, lines).sessions
    assert report.result.change is SessionChange.EXTENDED
    head = store.sessions.load_head(session_id)
    assert (head.place, head.note) == ("Attic", "Ben laughed")
    assert [found.id for found in store.history.search(SessionFilter(words="laughed")).sessions] == [session_id]
    assert tuple(export_sessions(store))[1:] == lines[1:]


def test_two_devices_that_corrected_a_card_at_the_same_time_agree_on_one(tmp_path: Path) -> None:
    one, two = (Store(tmp_path / name, (TINY,), now=lambda: MIDNIGHT) for name in ("one.db", "two.db"))
    with one, two:
        one.cards.remember("tiny", "goblin", "Snatcher", [("vp", 2)])
        two.cards.remember("tiny", "goblin", "Snatcher", [("vp", 3)])
        there, back = tuple(export_sessions(one)), tuple(export_sessions(two))
        import_sessions(two, there)
        import_sessions(one, back)
        assert one.cards.load_all("tiny") == two.cards.load_all("tiny")


def test_of_two_merges_of_one_player_the_later_one_holds_on_both_devices(tmp_path: Path) -> None:
    one, two = (Store(tmp_path / name, (TINY,), now=lambda: MIDNIGHT) for name in ("one.db", "two.db"))
    with one, two:
        ana, ben, cleo = (one.players.create(name).id for name in ("Ana", "Ben", "Cleo"))
        import_sessions(two, tuple(export_sessions(one)))
        one.merges.merge(ana, ben)
        two.merges.now = lambda: MIDNIGHT + timedelta(hours=1)
        two.merges.merge(ana, cleo)
        import_sessions(one, tuple(export_sessions(two)))
        import_sessions(two, tuple(export_sessions(one)))
        for store in (one, two):
            assert [(merge.player.id, merge.target.id) for merge in store.merges.list_active()] == [(ana, cleo)]
