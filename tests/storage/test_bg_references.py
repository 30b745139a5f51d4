"""The reference numbers of a BG Stats file may be of any size; those too large for others are replaced."""

import json

import pytest

from storage.bg_stats.exporting import export_plays
from storage.bg_stats.importing import import_plays
from storage.bg_stats.report import ImportAction
from storage.play_file.references import LARGEST, parse_reference
from tests.storage.conftest import play as evening
from tests.storage.worlds import game, play, player, read, score, world

SIZES = (0, -7, 2**31, 1764096000000, LARGEST, LARGEST + 1, 2**63, -(10**30), 1.764096e12)


def numbered(number, shift=0):
    """A file whose objects have numbers around this one; `shift` makes it another one with the same numbers."""
    a_play = play(1 + shift, score(number, "120", winner=True), score(number + 1, "90"))
    data = world(a_play | {"gameRefId": number, "locationRefId": number}, userInfo={"meRefId": number})
    place = data["locations"][1 if shift else 0]
    return data | {
        "players": [
            player(1 + shift, f"Ana {shift}", id=number),
            player(2 + shift, f"Ben {shift}", id=number + 1),
        ],
        "games": [game(1 + shift, f"Tichu {shift}", id=number)],
        "locations": [place | {"id": number}],
    }


def plays_of(written):
    """The plays of a file, with the names of what they refer to."""
    named = {key: {item["id"]: item["name"] for item in written[key]} for key in ("players", "games", "locations")}
    for key, names in named.items():
        assert len(names) == len(written[key]), key
        assert all(isinstance(number, int) and abs(number) <= LARGEST for number in names), key
    return [
        (
            named["games"][one["gameRefId"]],
            named["locations"].get(one.get("locationRefId")),
            [named["players"][row["playerRefId"]] for row in one["playerScores"]],
        )
        for one in written["plays"]
    ]


@pytest.mark.parametrize("number", SIZES)
def test_reference_numbers_of_any_size_come_in_and_go_out(store, other, number) -> None:
    first, second = numbered(number), numbered(number, shift=10)
    for data in (first, second):
        report = import_plays(store, read(data))
        assert (report.count(ImportAction.NEW), report.skipped) == (1, ())
        assert import_plays(store, read(data)).is_empty
    evening(store, 0, 2, 2)
    written = json.loads(export_plays(store).content)
    assert plays_of(written)[:2] == [
        ("Tichu 0", "Kitchen", ["Ana 0", "Ben 0"]),
        ("Tichu 10", "Club", ["Ana 10", "Ben 10"]),
    ]
    assert len(plays_of(written)) == 3
    assert {item["id"]: item["name"] for item in written["players"]}[written["userInfo"]["meRefId"]] == "Ana 0"
    import_plays(other, read(written))
    assert export_plays(other).content == export_plays(store).content


@pytest.mark.parametrize("number", [0, -7, 2**31, 1764096000000, LARGEST])
def test_numbers_every_reader_keeps_are_exported_as_they_were(store, number) -> None:
    data = world(play(1, score(number, "5")), players=[player(1, "Ana") | {"id": number}], userInfo={"meRefId": number})
    import_plays(store, read(data))
    assert json.loads(export_plays(store).content) == data


@pytest.mark.parametrize("no_number", [None, True, "", "12", 1.5, [1], {}])
def test_what_is_no_whole_number_refers_to_nothing(store, no_number) -> None:
    assert parse_reference(no_number) is None
    report = import_plays(store, read(world(play(1, score(no_number, "5")))))
    assert report.skipped == ("Play 1 (Tichu, 2 Jan 2026): one of its players is not in the file.",)
