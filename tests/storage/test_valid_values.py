"""What the store accepts, every export writes, and importing that gives the same; anything else is refused."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from companion.exchange.importing import import_file
from scoring.contract.cards import KnownCard
from scoring.contract.game import Opened
from scoring.contract.names import LONGEST_NAME, name_key
from storage.bg_stats.exporting import export_plays
from storage.clock import format_utc
from storage.errors import StorageError
from storage.history.session_list import SessionHead
from storage.store import Store
from storage.transfer import results_csv
from storage.transfer.card_file import export_cards, import_cards
from storage.transfer.session_export import export_session, export_sessions
from storage.transfer.session_import import import_sessions
from storage.upkeep.backups import backup
from storage.upkeep.doctor import doctor
from storage.valid_values import LONGEST_NOTE, MOST_OFFSET, is_time
from tests.seeds import over_seeds
from tests.storage.conftest import open_store, play, sql
from tests.storage.tiny import TINY, Options
from tests.storage.worlds import game, player, score, world
from tests.storage.worlds import play as bg_play

PIECES: Final = (
    *("", " ", "Ana", "Ben", "O'Neil", "O’Neil", "Zoë", "Zoe\u0308", "\u200b", "\u200f", "\ufeff", "\u202e", "\u2028"),
    *("\n", "\r\n", "\t", "\0", "\x01", "\x7f", "\ud800", "\udcff", '"', "'", ",", ";", "=1+1", "@x", "<b>", "&amp;"),
    *("\\", "\\u0000", "{", "}", "%", "👩‍👩‍👧", "ｆｕｌｌ", "ﬁ", "ß", "İ", "a" * 199, "b" * 200, "c" * 201, "d" * 5000),
)
TIMES: Final = (
    datetime(1970, 1, 1, tzinfo=UTC),
    datetime(1999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
    datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
    datetime(8999, 12, 31, 23, 0, tzinfo=UTC),
)


def accepted(act: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """The outcome of what the store may refuse, in a sentence and with nothing else."""
    with suppress(StorageError):
        return act(*args, **named)
    return None


def fill(store: Store, dice: random.Random, rounds: int) -> None:
    """Try hostile values through all methods of the store that take a name, a place, a note or a card."""

    def text() -> str:
        return "".join(dice.choice(PIECES) for _ in range(dice.randrange(4)))

    players: list[str] = []
    for number in range(rounds):
        moment = dice.choice(TIMES)
        store.sessions.now = lambda moment=moment: moment  # type: ignore[misc]
        names = tuple(text() if dice.random() < 0.5 else f"P{number} {seat}" for seat in range(3))
        opened = Opened(names, Options())
        session_id = accepted(store.sessions.open, TINY, opened, place=text(), note=text())
        if session_id is not None:
            accepted(store.sessions.set_details, session_id, place=text(), note=text() * dice.choice((1, 1, 99)))
        created = accepted(store.players.create, text())
        players += [] if created is None else [created.id]
        players += [seated.player.id for head in heads(store).values() for seated in head.seats][:9]
        if players:
            accepted(store.players.rename, dice.choice(players), text())
        accepted(store.cards.remember, TINY.key, "goblin", text(), [[text() or "vp", number]])
        accepted(store.cards.remember_all, TINY.key, {"power": [KnownCard(text(), ((text(), 1),))]})


def heads(store: Store) -> dict[str, SessionHead]:
    return {head.id: head for head in store.history.list_sessions(limit=1000).sessions}


def shown(head: SessionHead) -> tuple[Any, ...]:
    """What a file of sessions has to keep."""
    seats = [(seat.player.id, seat.player.name, seat.points) for seat in head.seats]
    return head.opened_at, head.utc_offset, head.place, head.note, head.status, seats


def check_every_export(store: Store, folder: Path) -> None:
    """Every export is written, and imported into an empty file it gives the same again."""
    lines = list(export_sessions(store))
    (folder / "all.jsonl").write_bytes("".join(f"{line}\n" for line in lines).encode())
    with open_store(folder / "sessions.sqlite") as other:
        reports = import_file(other, folder / "all.jsonl").report.sessions  # type: ignore[union-attr]
        assert [report.error for report in reports if report.error] == []
        assert {key: shown(head) for key, head in heads(other).items()} == {
            key: shown(head) for key, head in heads(store).items()
        }
        assert list(export_sessions(other))[1:] == lines[1:]
        assert doctor(folder / "sessions.sqlite", (TINY,)).healthy
    exported = export_plays(store)
    with open_store(folder / "plays.sqlite") as other:
        (folder / "plays.bgsplay").write_bytes(exported.content)
        report = import_file(other, folder / "plays.bgsplay").report  # type: ignore[union-attr]
        assert report.skipped == ()
        played = heads(other)
        assert len(played) == exported.plays
        for key, head in played.items():
            mine = heads(store)[key]
            assert (head.place, head.note) == (mine.place, mine.note)
            local = (
                mine.opened_at + timedelta(minutes=mine.utc_offset),
                head.opened_at + timedelta(minutes=head.utc_offset),
            )
            assert local[0].replace(microsecond=0) == local[1]
            assert [name_key(seat.player.name) for seat in head.seats] == [
                name_key(seat.player.name) for seat in mine.seats
            ]
        assert export_plays(other).plays == exported.plays
    with open_store(folder / "cards.sqlite") as other:
        text = export_cards(store, TINY.key)
        import_cards(other, text)
        assert export_cards(other, TINY.key) == text
    assert b"".join(results_csv.export_results(store))
    assert b"".join(results_csv.export_lines(store))
    backup(store, folder / "backup.sqlite")
    with open_store(folder / "backup.sqlite") as other:
        assert heads(other) == heads(store)


@over_seeds(short=0, long=4)
def test_whatever_the_store_accepts_goes_out_and_comes_back_the_same(tmp_path: Path, seed: int) -> None:
    folder = tmp_path / str(seed)
    folder.mkdir()
    with open_store(folder / "store.sqlite") as store:
        fill(store, random.Random(seed), rounds=50)
        store.sessions.now = lambda: datetime(2026, 3, 1, tzinfo=UTC)  # type: ignore[method-assign]
        play(store, 0)
        assert len(heads(store)) > 5, "nearly everything was refused"
        check_every_export(store, folder)


def header_with(lines: tuple[str, ...], number: int, **values: Any) -> list[str]:
    """The lines of a session with a changed header, and an id of its own."""
    return [
        json.dumps(json.loads(lines[0]) | {"session": f"{number:08d}-1111-4111-8111-{'1' * 12}"} | values),
        *lines[1:],
    ]


@pytest.mark.long
def test_headers_of_files_are_refused_or_go_out_again(store: Store, tmp_path: Path) -> None:
    """Every value of a table of times, offsets, names, places and notes; what was accepted is exported as it came."""
    exported = export_session(store, play(store, 0))
    players = json.loads(exported[0])["players"]
    times = ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00+14:00", "1970-01-01T00:00:00-14:00", "9000-12-31T23:59:59Z"]
    times += ["8999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"]
    times += ["2026-02-30", "x"]
    names = ["x", "x" * LONGEST_NAME, "x" * (LONGEST_NAME + 1), "x" * 10_000, "\u200b", "a\0b", "", " Ana  B ", "a\nb"]
    cases: list[dict[str, Any]] = [{"opened_at": time} for time in times]
    cases += [{"opened_at": time, "utc_offset": offset} for time in times for offset in (-MOST_OFFSET, MOST_OFFSET)]
    cases += [{"utc_offset": offset} for offset in (0, -1440, 1440, 1439, MOST_OFFSET + 1, 10**30, 1.5, True, "60")]
    cases += [{"place": name} for name in names]
    cases += [
        {"players": [players[0] | {"name": name, "uuid": f"{at:08d}-2222-4222-8222-{'2' * 12}"}, *players[1:]]}
        for at, name in enumerate(names)
    ]
    cases += [{"note": note} for note in ("", "\n a \r\n", "x" * LONGEST_NOTE, "x" * (LONGEST_NOTE + 1), "a\0b")]
    with open_store(tmp_path / "other.sqlite") as other:
        for number, case in enumerate(cases):
            (report,) = import_sessions(other, header_with(exported, number, **case)).sessions
            assert not report.error or (report.error.startswith("Line 1: ") and len(report.error) < 300), case
        assert 15 <= len(heads(other)) < len(cases)
        check_every_export(other, tmp_path)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "A player needs a name."),
        ("\u200b", "A player needs a name."),
        ("x" * 201, "A name has at most 200 characters."),
        ("x" * 5000, "A name has at most 200 characters."),
        ("a\0b", "A name has a character that cannot be saved; type it again."),
        ("a\ud800", "A name has a character that cannot be saved; type it again."),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(name: str, why: str, store: Store) -> None:
    ana = store.players.create("Ana")
    for act in (lambda: store.players.create(name), lambda: store.players.rename(ana.id, name)):
        with pytest.raises(StorageError) as refused:
            act()
        assert str(refused.value) == why
    with pytest.raises(StorageError):
        store.sessions.open(TINY, Opened((name, "Ben"), Options()))
    assert [player.name for player in store.players.list_recent()] == ["Ana"]
    assert heads(store) == {}


def test_places_and_notes_that_no_file_can_have_are_refused(store: Store) -> None:
    session_id = play(store, 0)
    before = shown(heads(store)[session_id])
    for details in ({"place": "x" * 201}, {"place": "\0"}, {"note": "x" * (LONGEST_NOTE + 1)}, {"note": "\udcff"}):
        with pytest.raises(StorageError, match=r"^A (place|note) has "):
            store.sessions.set_details(session_id, **details)
    assert shown(heads(store)[session_id]) == before


def test_names_of_other_apps_are_shortened_and_go_out_as_they_came(store: Store, tmp_path: Path) -> None:
    long = "x" * 10_000
    data = world(
        bg_play(1, score(1, "5"), score(2, "3")) | {"comments": "y" * 200_000},
        players=[player(1, long), player(2, "a\0b\nc")],
        games=[game(1, long)],
    )
    (tmp_path / "in.bgsplay").write_text(json.dumps(data))
    import_file(store, tmp_path / "in.bgsplay")
    (head,) = heads(store).values()
    assert [seat.player.name for seat in head.seats] == ["x" * LONGEST_NAME, "ab c"]
    assert len(head.note) == LONGEST_NOTE
    exported = json.loads(export_plays(store).content)
    assert [known["name"] for known in exported["players"]] == [long, "a\0b\nc"]
    together = store.sessions.open(TINY, Opened(("Ana", "Ben", "x" * LONGEST_NAME), Options()))
    assert len(export_session(store, together)) == 2


def test_a_seat_with_a_name_that_no_file_can_have_is_refused(store: Store, tmp_path: Path) -> None:
    """A name that only the entries have: the players of the header have others."""
    first, opened, *rest = export_session(store, play(store, 0))
    entry = json.loads(opened)
    for name in ("x" * 10_000, "x" * 201, "a\0b", "\u200b"):
        entry["payload"]["names"] = [name, *entry["payload"]["names"][1:]]
        with open_store(tmp_path / "other.sqlite") as other:
            (report,) = import_sessions(other, [first, json.dumps(entry), *rest]).sessions
            assert report.error
            assert len(report.error) < 200
            assert heads(other) == {}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("session SET utc_offset = 100000", "This game cannot be exported: utc_offset: .* Back up the file instead"),
        ("player SET name = char(10)", "This game cannot be exported: name: .* Back up the file instead"),
        ("player SET edits = '[1]'", "This game cannot be exported: edits.* Back up the file instead"),
        ("""session SET edits = '{"note": 5}'""", r"This game cannot be exported: edits.* Back up the file instead"),
        ("player SET archived_at = 'soon'", "is damaged .'soon' is not a time. and was left as it is"),
    ],
)
def test_a_value_changed_by_another_program_is_told_when_exported(store: Store, change: str, sentence: str) -> None:
    session_id = play(store, 0)
    sql(store, f"UPDATE {change}")
    with pytest.raises(StorageError, match=sentence):
        export_session(store, session_id)


def test_times_stay_within_the_calendar() -> None:
    assert all(map(is_time, TIMES))
    edges = (datetime.min, datetime.max, datetime(1969, 12, 31, 23, 59), datetime(9000, 1, 1))
    assert not any(is_time(at.replace(tzinfo=UTC)) for at in edges)
    assert [format_utc(at) for at in TIMES[::3]] == ["1970-01-01T00:00:00.000000Z", "8999-12-31T23:00:00.000000Z"]
