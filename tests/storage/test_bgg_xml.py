"""Plays of BoardGameGeek, as its XML API gives them, come in like a file of BG Stats."""

from typing import Final

import pytest

from storage.bg_stats.importing import import_plays, preview_plays
from storage.errors import TransferError
from storage.history.session_filter import SessionFilter
from storage.play_file.reading import parse_file
from storage.store import Store
from storage.upkeep.doctor import doctor

PLAYERS: Final = (
    '<players><player username="ana_plays" userid="7" name="Ana" startposition="1" color="" score="{0}" new="0"'
    ' rating="0" win="{1}"/><player username="" userid="0" name="Ben" startposition="2" color="" score="{2}" new="1"'
    ' rating="0" win="{3}"/></players>'
)


def bgg_play(number: int, *scores: object, game: int = 1465, more: str = "", inside: str = "") -> str:
    return (
        f'<play id="{number}" date="2026-11-01" length="35" {more}><item name="Game {game}" objecttype="thing"'
        f' objectid="{game}"/>{inside}{PLAYERS.format(*scores) if scores else ""}</play>'
    )


def bgg_file(*plays: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?><plays username="x" total="{len(plays)}">{"".join(plays)}</plays>'


BGG: Final = bgg_file(bgg_play(1, 120, 1, 90, 0, more='quantity="2" location="Home"'))


def take_in(store: Store, text: str) -> None:
    import_plays(store, parse_file(text.encode(), "plays.xml"))


def test_a_play_counts_as_often_as_its_quantity_says(store) -> None:
    take_in(store, BGG)
    first, second = store.history.list_sessions().sessions
    assert [(seat.player.name, seat.points, seat.won) for seat in first.seats] == [
        ("Ana", 120, True),
        ("Ben", 90, False),
    ]
    assert (first.place, first.seconds, second.seconds) == ("Home", 17 * 60, 17 * 60)
    assert first.opened_at.date().isoformat() == "2026-11-01"
    take_in(store, "\n" + BGG.partition("?>")[2])
    assert store.history.count() == 2


def test_notes_and_plays_that_do_not_count_come_along(store) -> None:
    inside = "<comments>Rain &amp; tea</comments>"
    take_in(store, bgg_file(bgg_play(1, 5, 1, 4, 0, more='nowinstats="1"', inside=inside), bgg_play(2, 5, 1, 4, 0)))
    notes = {head.note: head for head in store.history.list_sessions().sessions}
    assert set(notes) == {"Rain & tea", ""}
    (ana,) = (player for player in store.players.list_recent() if player.name == "Ana")
    report = preview_plays(store, parse_file(bgg_file(bgg_play(3, 5, 1, 4, 0, more='incomplete="1"')).encode(), ""))
    assert [play.counts for play in report.plays] == [False]
    assert store.history.search(SessionFilter(players=(ana.id,))).sessions


def test_the_fewest_points_win_where_every_winner_has_them(store) -> None:
    file = parse_file(
        bgg_file(bgg_play(1, 3, 1, 9, 0), bgg_play(2, 7, 0, 2, 1), bgg_play(3, 1, 0, 8, 1, game=2)).encode(), "x"
    )
    assert [game["highestWins"] for game in file["games"]] == [False, True]
    assert [game["bggId"] for game in file["games"]] == [1465, 2]
    assert not any("bggId" in player for player in file["players"])


def list_ranks(store: Store) -> list[list[int | None]]:
    return [[seat.rank for seat in head.seats] for head in store.history.list_sessions().sessions]


def test_a_page_whose_points_do_not_tell_who_wins_leaves_the_ranks_of_an_earlier_one(store) -> None:
    take_in(store, bgg_file(bgg_play(1, 3, 1, 9, 0), bgg_play(2, 3, 0, 9, 0)))
    take_in(store, bgg_file(bgg_play(3, "", 1, "", 0)))
    assert list_ranks(store) == [[1, 2]] * 3
    store.rebuild()
    assert list_ranks(store) == [[1, 2]] * 3


def test_a_page_whose_points_tell_who_wins_corrects_the_ranks_of_an_earlier_one(store, path) -> None:
    take_in(store, bgg_file(bgg_play(2, 3, 0, 9, 0)))
    assert list_ranks(store) == [[2, 1]]
    take_in(store, bgg_file(bgg_play(1, 3, 1, 9, 0)))
    assert list_ranks(store) == [[1, 2]] * 2
    assert doctor(path).healthy


def test_one_person_with_an_account_is_one_player_under_any_name(store) -> None:
    renamed = bgg_play(2, 1, 0, 2, 1).replace('name="Ana"', 'name="Ana M."')
    assert len(parse_file(bgg_file(bgg_play(1, 1, 0, 2, 1), renamed).encode(), "x")["players"]) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BGG[:-20], r"plays.xml is damaged at line 1, column \d+"),
        (f'<!DOCTYPE x [<!ENTITY a "b">]>{bgg_file()}', "plays.xml is no list of plays"),
        ("<rss><channel/></rss>", "plays.xml is XML"),
    ],
)
def test_other_xml_is_refused_with_a_sentence(text: str, message: str) -> None:
    with pytest.raises(TransferError, match=message):
        parse_file(text.encode(), "plays.xml")


def test_a_play_without_a_date_or_players_is_left_out(store) -> None:
    plays = bgg_file(bgg_play(1, 3, 1, 9, 0).replace("2026-11-01", "0000-00-00"), bgg_play(2), bgg_play(3, 3, 1, 9, 0))
    report = preview_plays(store, parse_file(plays.encode(), "x"))
    assert (len(report.plays), len(report.skipped)) == (1, 2)
