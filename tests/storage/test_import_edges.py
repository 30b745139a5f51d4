"""What an import leaves as it is: names that are taken, plays that a file brings anew, the order of recent players."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, select

from storage.bg_stats import importing
from storage.bg_stats.importing import import_plays
from storage.bg_stats.report import ImportAction
from storage.models import PLAYER
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_import import import_sessions
from tests.storage.conftest import open_store, player_names
from tests.storage.conftest import play as evening
from tests.storage.worlds import play, player, read, score, uuid, world

ANOTHER = "12345678-1234-1234-1234-123456789abc"


def last_used(store: Store) -> datetime:
    """When Ana last played."""
    with store.database.reading() as db:
        at: datetime = db.execute(select(PLAYER.c.used_at).where(PLAYER.c.name == "Ana")).scalar_one()
    return at


@pytest.mark.parametrize(("year", "is_later"), [("2020", False), ("2031", True)])
def test_a_session_file_moves_the_last_evening_of_its_players_forward_only(store, year, is_later) -> None:
    session_id = evening(store, 0)
    lines = [line.replace("2026-", f"{year}-") for line in export_session(store, session_id)]
    import_sessions(store, [line.replace(session_id, ANOTHER) for line in lines])
    assert last_used(store).year == (2031 if is_later else 2026)


@pytest.mark.parametrize(
    ("played", "expected"), [("2020-05-06", "2020-05-06 20:00"), ("2099-05-06", "2026-01-02 20:00")]
)
def test_a_player_of_a_bg_stats_file_was_last_seen_at_their_latest_play_but_never_in_the_future(
    store, played, expected
) -> None:
    plays = [play(n, score(1, "1"), playDate=f"{date} 20:00:00") for n, date in ((1, played), (2, "2019-01-01"))]
    import_plays(store, read(world(*plays)))
    assert last_used(store).replace(second=0) == datetime.fromisoformat(f"{expected}+00:00").astimezone(UTC)


@pytest.mark.parametrize(("name", "stored"), [("ANA", "Ben"), ("Benjamin", "Benjamin"), ("BEN", "BEN")])
def test_a_renamed_player_gets_the_new_name_unless_it_is_taken(store, name, stored) -> None:
    import_plays(store, read(world()))
    report = import_plays(store, read(world(players=[player(1, "Ana"), player(2, name)])))
    assert player_names(store) == ["Ana", stored]
    assert report.changed == (() if stored == "Ben" else (f"Ben is now {stored}",))


def test_a_namesake_who_has_a_play_in_the_same_file_is_somebody_else(store) -> None:
    import_plays(store, read(world()))
    ben = player(3, "Ben", uuid=uuid(777))
    report = import_plays(store, read(world(play(2, score(2, "1"), score(3, "2")), players=[player(2, "Ben"), ben])))
    assert {(person.id, person.action) for person in report.players} == {
        (uuid(102), ImportAction.KNOWN),
        (uuid(777), ImportAction.NEW),
    }


@pytest.mark.parametrize("at_once", [importing.MAX_PLAYS_AT_ONCE, 0])
def test_an_import_is_planned_again_if_another_window_wrote_after_the_first_plan(path, monkeypatch, at_once) -> None:
    """Ana is entered elsewhere between the plan and the import, so the file's Ana is merged with her."""
    monkeypatch.setattr(importing, "MAX_PLAYS_AT_ONCE", at_once)
    with open_store(path) as store, open_store(path) as other:

        def create_ana(_: Any) -> None:
            if not other.players.list_recent():
                other.players.create("Ana")

        event.listen(store.database.engine, "commit", create_ana)
        report = import_plays(store, read(world()))
        assert {person.name: person.action for person in report.players} == {
            "Ana": ImportAction.MERGED,
            "Ben": ImportAction.NEW,
        }
