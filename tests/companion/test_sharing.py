"""Shared results are complete and correct, and do no harm where they are opened."""

import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser
from math import pi
from unittest.mock import MagicMock, call
from urllib.parse import unquote

import pytest
import segno
from PIL import Image, ImageOps

from companion.open_session.telling.awards import Award
from companion.pocket.canvas_pens import CanvasPens, encode_png
from companion.sharing import bg_stats_link, picture, picture_text, result_text, sheet_export
from companion.sharing.pens import Face
from companion.sharing.picture_text import Hand, shrink_to_fit
from companion.sharing.pillow_pens import PillowPens
from companion.sharing.qr_code import MAX_BYTES, draw_code, fits_code
from companion.sharing.story import Story, build_story
from companion.ui.fonts import FIGURES, TEXT
from scoring.contract.game import AnyGame, Measure, MeasureKind, Measures
from scoring.contract.scores import Place, ScoreLine, Seat, Term
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.crown_battles.options import RoundType
from scoring.games.score_pad import GAME as PAD
from scoring.games.score_pad import Options as PadOptions
from storage.file.database import MEMORY
from storage.store import Store
from tests.companion.pages import LONG
from tests.companion.tables import GAMES, NAMES, Desk, bid_all, enter, every_game, opened, played, tiny
from tests.storage.conftest import ticking
from tests.storage.tiny import SCORE, TINY, Options


def load_story(store: Store, desk: Desk) -> Story:
    return build_story(desk, store.sessions.load_head(desk.session_id))


@pytest.fixture
def evening(store: Store) -> Story:
    """Ana 5 in round 1, Ben 8 in round 2, Ana 9 in round 3: Ana 14, Ben 8, Cleo 0."""
    desk = tiny(store, (0, 5), (1, 8), (0, 9))
    store.sessions.set_details(desk.session_id, place="Ben's place")
    return load_story(store, desk)


# Words and grid ----------------------------------------------------------------------------------------------------


def test_the_words_tell_places_end_and_awards(evening: Story) -> None:
    assert result_text.as_text(evening).splitlines() == [
        "Tiny · Fri 2 January 2026 · Ben's place · under 1 min",
        "",
        "1. Ana 14",
        "2. Ben 8",
        "3. Cleo 0",
        "",
        f"Ana wins. {evening.because}",
        "",
        *evening.turning_points,
        "",
        "Biggest round: Ana. 9 points in round 3.",
    ]


@pytest.mark.parametrize(("offset", "day"), [(-1440, 1), (-720, 2), (840, 3), (1440, 3)])
def test_the_day_is_that_of_the_clock_at_the_table(store: Store, offset: int, day: int) -> None:
    desk = tiny(store, (0, 5), (1, 8), (0, 9))
    head = store.sessions.load_head(desk.session_id)._replace(utc_offset=offset)
    assert result_text.as_text(build_story(desk, head)).startswith(f"Tiny · {date(2026, 1, day):%a} {day} January 2026")


def test_words_and_picture_tell_the_turning_points(evening: Story) -> None:
    assert evening.turning_points == (
        "Ana took the lead in the last round.",
        "Round 3 decided it: Ana gained 9 points on Ben.",
    )
    texts = " ".join(written.text for written in picture.draw(evening).written)
    assert all(sentence in texts for sentence in evening.turning_points)


def test_one_more_is_told_once_it_was_tried(store: Store) -> None:
    desk = opened(store, CROWN, 2, CrownOptions(schedule=(3,), first_dealer=Seat(1), pool=(RoundType.NORMAL,)))
    bid_all(desk, 2)
    enter(desk, "tricks_taken", tricks=[[0, 1], [1, 2]])
    story = load_story(store, desk)
    near_wins = [near for near in desk.shown.tell_near_wins() if near is not None]
    retold = build_story(desk, store.sessions.load_head(desk.session_id), near_wins)
    assert retold.turning_points == (
        *story.turning_points,
        f"With 2 tricks for {NAMES[0]} and 1 for {NAMES[1]} in round 1, {NAMES[0]} would have won.",
    )


def test_the_words_of_an_open_session_say_that_it_is_open(store: Store) -> None:
    assert result_text.as_text(load_story(store, tiny(store, (0, 5)))).endswith("Not finished.")


MET = replace(TINY.measures.kinds[0], key="met", title="Bids met", share=True, main=True)
MISSION = replace(TINY.measures.kinds[0], key="mission", title="Missions achieved", share=True, stands_in=True)


def measured(story: Story, *measures: tuple[int, int, MeasureKind, int, int]) -> Story:
    """The story with these measures alone, as (round, seat, kind, value, of)."""
    counted = tuple(Measure(round_, Seat(seat), kind.key, value, of) for round_, seat, kind, value, of in measures)
    game = replace(TINY, measures=Measures((MET, MISSION)))
    return replace(story, game=game, result=replace(story.result, measures=counted))


def test_the_grid_without_a_measure_ranks_every_round(evening: Story) -> None:
    assert result_text.as_grid(measured(evening)).splitlines() == [
        "Tiny · Fri 2 Jan 2026",
        "🟩⬛🟩 👑 Ana 14",
        "⬛🟩⬛ 🥈 Ben 8",
        "⬛⬛⬛ 🥉 Cleo 0",
        "🟩 best of the round ⬛ last",
    ]


def test_the_grid_shows_how_the_main_measure_went(evening: Story) -> None:
    measures = ((1, 0, MET, 1, 1), (2, 0, MET, 0, 1), (3, 0, MET, 1, 2), (1, 1, MET, 0, 1))
    rows = result_text.as_grid(measured(evening, *measures)).splitlines()
    assert rows[1:3] == ["🟩⬛🟨 👑 Ana 14", "⬛⬜⬜ 🥈 Ben 8"]
    assert rows[-1] == "🟩 bids met 🟨 partly ⬛ not ⬜ not counted"


def test_the_grid_shows_missions_where_nobody_bids(evening: Story) -> None:
    missions = ((2, 0, MISSION, 0, 1), (2, 1, MISSION, 1, 1))
    rows = result_text.as_grid(measured(evening, (1, 0, MET, 1, 1), (1, 1, MET, 0, 1), *missions)).splitlines()
    assert rows[1:3] == ["🟩⬛🟩 👑 Ana 14", "⬛🟩⬛ 🥈 Ben 8"]
    assert rows[-1].startswith("🟩 bids met and missions achieved ⬛ not")
    only = measured(evening, *missions)
    assert result_text.main_measure(only) == MISSION
    assert result_text.as_grid(only).splitlines()[1] == "🟩⬛🟩 👑 Ana 14"


def test_in_the_grid_between_best_and_last_is_yellow_and_nothing_for_all_is_white(evening: Story) -> None:
    cells = {(1, 0): 5, (1, 1): 3, (1, 2): 0, (2, 0): 0, (2, 1): 0, (3, 2): -5, (3, 0): 5, (3, 1): 5}
    points = replace(evening, cells=cells)
    assert [result_text.squares(points, seat, None) for seat in points.seats] == [
        ("🟩", "⬜", "🟩"),
        ("🟨", "⬜", "🟩"),
        ("⬛", "⬜", "⬛"),
    ]
    assert result_text.legend(points, None)[-1] == ("⬜", "not scored")


@pytest.mark.long
@every_game
def test_every_square_of_every_game_is_explained(game: AnyGame, store: Store) -> None:
    for seed in range(3):
        evening = load_story(store, Desk(store, played(store, game, game.box.players[0], seed=seed)))
        kind = result_text.main_measure(evening)
        used = {mark for seat in evening.seats for mark in result_text.squares(evening, seat, kind)}
        assert used <= {mark for mark, _ in result_text.legend(evening, kind)}


def test_a_long_evening_breaks_its_rows_for_a_phone(store: Store) -> None:
    desk = tiny(store, *[(0, 1)] * 13, rounds=13)
    rows = result_text.as_grid(load_story(store, desk)).splitlines()
    assert rows[1:4] == ["👑 Ana 13", "🟩" * 10, "🟩" * 3]


@pytest.mark.parametrize("counts", [True, False])
def test_an_evening_that_was_stopped_is_told_if_it_counts(store: Store, counts: bool) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    enter(desk, "stopped", reason="late", counts=counts)
    story = load_story(store, desk)
    assert (story.result is not None) is counts
    assert [head.title for head in story.rounds][:2] == ["Round 1", "Round 2"]
    assert ("the lead at that moment counts." if counts else "Not finished.") in result_text.as_text(story)


def test_an_open_evening_tells_the_points_as_they_stand() -> None:
    now = ScoreLine(2, Seat(1), SCORE, (Term("on the table", 4),))
    game = replace(TINY, provisional=lambda state: (*state.ledger, now))
    with Store(MEMORY, (game,)) as store:
        desk = opened(store, game, 3, Options(3))
        enter(desk, "scored", seat=0, points=5)
        assert load_story(store, desk).cells == {(1, 0): 5, (2, 1): 4}


# Sheet -------------------------------------------------------------------------------------------------------------


def parsed(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_sheet_as_csv_has_rounds_totals_and_places(evening: Story) -> None:
    assert parsed(sheet_export.to_csv(evening)) == [
        ["Round", "Cards", "Ana", "Ben", "Cleo"],
        ["Round 1", "1", "5", "", ""],
        ["Round 2", "2", "", "8", ""],
        ["Round 3", "3", "9", "", ""],
        ["Total", "", "14", "8", "0"],
        ["Place", "", "1", "2", "3"],
    ]


def test_words_in_a_font_of_the_machine_are_drawn_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_text, "_family_for", lambda sign, first: "other" if "א" <= sign <= "ת" else first)
    hand = Hand(TEXT, 20)
    assert [text for _, text in picture_text._runs("Dov, שלום כהן", hand)] == ["Dov, ", "שלום כהן"]


def test_no_name_becomes_a_formula_and_a_number_below_zero_stays_one(store: Store) -> None:
    names = ("=HYPERLINK(1)", "+Ben", '@"Cleo", or so')
    desk = opened(store, TINY, 3, Options(1), names)
    enter(desk, "adjusted", seat=0, points=-20, reason="late")
    rows = parsed(sheet_export.to_csv(load_story(store, desk)))
    assert rows[0] == ["Round", "Cards", "'=HYPERLINK(1)", "'+Ben", '\'@"Cleo", or so']
    assert rows[-2][2] == "-20"


def test_a_sheet_without_hand_sizes_has_no_column_for_them(evening: Story) -> None:
    plain = replace(evening, rounds=tuple(replace(head, size=0) for head in evening.rounds))
    assert parsed(sheet_export.to_csv(plain))[0] == ["Round", "Ana", "Ben", "Cleo"]


class Outline(HTMLParser):
    """The contents of a page: its words, tags and the addresses it loads; a tag that closes another fails."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open += [tag] if tag not in ("meta", "br") else []
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_to_print_holds_sheet_awards_and_lines_and_asks_for_nothing(evening: Story) -> None:
    text = sheet_export.to_page(evening).decode()
    page = Outline(text)
    shown = " ".join(page.words)
    assert all(word in shown for word in ("Score sheet", "Ana", "Round 3", "Biggest round", "TINY-1", "Ben's place"))
    assert "@media print" in text
    assert (page.loaded, page.open) == ([], [])
    assert "http" not in text


def test_a_zero_is_printed_and_a_round_without_points_is_a_dot(store: Store) -> None:
    desk = opened(store, PAD, 3, PadOptions("Golf"))
    enter(desk, "round_entered", scores=[[0, 12], [1, 0], [2, -3]])
    assert "<td>+12</td>\n<td>0</td>\n<td>−3</td>" in sheet_export.to_page(load_story(store, desk)).decode()
    page = sheet_export.to_page(load_story(store, tiny(store, (0, 5)))).decode()
    assert "<td>+5</td>\n<td>·</td>\n<td>·</td>" in page


def test_the_page_to_print_lists_each_line_below_its_own_round(evening: Story) -> None:
    text = sheet_export.to_page(evening).decode()
    bodies = text.split('<tr><th colspan="4">')[1:]
    assert [(body.split("<", 1)[0], body.count("<td>Ana</td>"), body.count("<td>Ben</td>")) for body in bodies] == [
        ("Round 1", 1, 0),
        ("Round 2", 0, 1),
        ("Round 3", 1, 0),
    ]
    points = [re.findall(r"<td>\w+</td><td>(.*?)</td>", body) for body in bodies]
    assert points == [["+5"], ["+8"], ["+9"]]


def test_the_page_to_print_has_places_below_their_names(store: Store) -> None:
    page = sheet_export.to_page(load_story(store, tiny(store, (2, 5), (1, 8)))).decode()
    assert re.findall(r"<td>(\d)\.</td>", page.split("<td>Place</td>")[1]) == ["3", "1", "2"]


def test_the_page_to_print_notes_tricks_and_bids_and_says_what_they_mean(store: Store) -> None:
    desk = opened(store, CROWN, 2, CrownOptions(schedule=(3, 2), first_dealer=Seat(1), pool=(RoundType.NORMAL,)))
    assert "Below the points: tricks taken/bid." not in sheet_export.to_page(load_story(store, desk)).decode()
    bid_all(desk, 2)
    enter(desk, "tricks_taken", tricks=[[0, 1], [1, 2]])
    words_of_page = Outline(sheet_export.to_page(load_story(store, desk)).decode()).words
    assert [word for word in words_of_page if re.search(r"\d/\d", word)] == ["1/2", "2/2"]
    assert "Below the points: tricks taken/bid." in words_of_page


def test_a_name_cannot_write_into_the_page(store: Store) -> None:
    desk = opened(store, TINY, 2, Options(1), ("<script>x</script>", "Ben & Co"))
    page = Outline(sheet_export.to_page(load_story(store, desk)).decode())
    assert "script" not in page.tags
    assert "<script>x</script>" in " ".join(page.words)


def test_a_correction_after_the_end_is_no_playing_time(store: Store) -> None:
    store.sessions.now = ticking(step=timedelta(minutes=1))
    desk = tiny(store, (0, 5), (1, 8), (2, 3))
    assert load_story(store, desk).details.endswith("3 min")
    desk.write(desk.amendment(2, {"seat": 1, "points": 9}))
    assert load_story(store, desk).details.endswith("3 min")


# BG Stats ----------------------------------------------------------------------------------------------------------


def test_the_link_knows_the_players_by_their_ids(store: Store) -> None:
    desk = tiny(store, (2, 5), (1, 8))
    play = json.loads(unquote(bg_stats_link.link(load_story(store, desk)).split("data=")[1]))
    ids = [seated.player.id for seated in store.sessions.load_head(desk.session_id).seats]
    assert sorted(player["sourcePlayerId"] for player in play["players"]) == sorted(ids)


def test_the_link_says_every_yes_and_no_and_the_time_of_the_table(evening: Story) -> None:
    address = bg_stats_link.link(replace(evening, seconds=35 * 60))
    assert address.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert re.fullmatch(r"[\x21-\x7e]+", address)
    play = json.loads(unquote(address.split("data=")[1]))
    assert play == {
        "sourceName": "Table Companion",
        "sourcePlayId": evening.id,
        "playDate": f"{evening.at:%Y-%m-%d %H:%M:%S}",
        "durationMin": 35,
        "location": "Ben's place",
        "game": {"name": "Tiny", "sourceGameId": "tiny", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": name,
                "sourcePlayerId": evening.players[seat],
                "startPlayer": False,
                "winner": seat == 0,
                "score": score,
                "rank": seat + 1,
            }
            for seat, (name, score) in enumerate([("Ana", "14"), ("Ben", "8"), ("Cleo", "0")])
        ],
    }


def test_the_link_tells_the_games_of_the_score_pad_apart(store: Store) -> None:
    games = []
    for title in ("Golf", "Hearts"):
        story = load_story(store, opened(store, PAD, 3, PadOptions(title)))
        games.append(json.loads(unquote(bg_stats_link.link(story).split("data=")[1]))["game"])
    assert [game["name"] for game in games] == ["Golf", "Hearts"]
    assert len({game["sourceGameId"] for game in games} - {PAD.key}) == 2


@pytest.mark.long
def test_eight_long_names_fit_into_one_code_with_whole_modules(store: Store) -> None:
    address = bg_stats_link.link(load_story(store, Desk(store, played(store, GAMES[0], 8, seed=8, names=LONG))))
    drawn = Image.open(io.BytesIO(draw_code(address, 1000))).convert("L")
    qr = segno.make_qr(address, error="l", boost_error=False)
    modules = qr.symbol_size(border=4)[0]
    scale, rest = divmod(drawn.width, modules)
    assert (rest, drawn.width >= 1000) == (0, True)
    middles = [
        [drawn.getpixel((scale * (4 + x) + scale // 2, scale * (4 + y) + scale // 2)) == 0 for x in range(modules - 8)]
        for y in range(modules - 8)
    ]
    assert middles == [[bool(dark) for dark in row] for row in qr.matrix]


def test_what_fits_into_a_code_is_drawn_and_one_byte_more_is_not() -> None:
    largest, larger = "a" * MAX_BYTES, "a" * (MAX_BYTES + 1)
    assert (fits_code(largest), fits_code(larger)) == (True, False)
    assert draw_code(largest, 100)
    with pytest.raises(ValueError, match="too large"):
        draw_code(larger, 100)


# Picture -----------------------------------------------------------------------------------------------------------


def boxes(sheet: picture.Sheet) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    for written in sheet.written:
        yield written.text, written.box


def overlapping(sheet: picture.Sheet) -> list[tuple[str, str]]:
    """Texts that overlap."""
    overlaps, all_ = [], list(boxes(sheet))
    for number, (text, (left, top, right, bottom)) in enumerate(all_):
        for other, (l2, t2, r2, b2) in all_[number + 1 :]:
            if min(right, r2) - max(left, l2) > 1 and min(bottom, b2) - max(top, t2) > 1:
                overlaps.append((text, other))
    return overlaps


@pytest.mark.long
@every_game
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short", "long"])
def test_nothing_on_the_picture_is_cut_or_stands_on_something_else(
    store: Store, game: AnyGame, names: tuple[str, ...]
) -> None:
    for players in {game.box.players[0], game.box.players[-1]}:
        story = load_story(store, Desk(store, played(store, game, players, seed=players, names=names)))
        sheet = picture.draw(story)
        for text, (left, top, right, bottom) in boxes(sheet):
            assert left >= 30, text
            assert top >= 0, text
            assert right <= picture.WIDTH - 30, text
            assert bottom <= sheet.height, text
        assert overlapping(sheet) == []


@pytest.mark.long
def test_the_picture_is_a_png_of_the_size_of_a_phone_with_everybody_on_it(evening: Story) -> None:
    image = Image.open(io.BytesIO(picture.draw(evening).png()))
    assert (image.format, image.width) == ("PNG", 1080)
    assert 1000 < image.height < 2400
    texts = [written.text for written in picture.draw(evening).written]
    assert {"Ana wins", "Ana", "Ben", "Cleo", "14", "8", "0"} <= set(texts)
    assert [text for text in texts if text.startswith("★")] == ["★ Biggest round: 9 points in round 3."]


@pytest.mark.long
def test_every_line_of_words_leaves_ink_in_its_box_and_none_at_the_edge(evening: Story) -> None:
    sheet = picture.draw(evening)
    image = Image.open(io.BytesIO(sheet.png()))
    for text, box in boxes(sheet):
        area = image.crop(tuple(round(edge) for edge in box))
        assert len(area.getcolors(maxcolors=100_000) or []) > 1, text
    edge = image.crop((0, 400, 12, image.height))
    assert len(edge.getcolors() or []) == 1


def test_a_shared_win_of_partners_shows_both_and_the_tie_break_is_told(evening: Story) -> None:
    places = (
        Place(1, (Seat(0), Seat(2)), 14),
        Place(2, (Seat(1),), 14, "fewer rounds won"),
    )
    together = replace(evening, places=places, winners=(0, 2), awards=(Award(1, "So close", "Only 1 point short."),))
    texts = [written.text for written in picture.draw(together).written]
    assert "Ana and Cleo win" in texts
    assert "fewer rounds won" in texts
    assert "Ana and Cleo" in texts
    grid = result_text.as_grid(together)
    assert [name for name in ("Ana", "Ben", "Cleo") if f" {name} " in grid] == ["Ana", "Ben", "Cleo"]


# Letters -----------------------------------------------------------------------------------------------------------


def test_every_sign_comes_from_a_face_that_has_it() -> None:
    plain = Hand(TEXT, 40)
    assert plain.width("Ж") != plain.width("\uffff")
    assert plain.width("♛★") > 0


def test_what_does_not_fit_is_shortened_wrapped_or_made_smaller() -> None:
    hand = Hand(FIGURES, 40, bold=True)
    room = hand.width("Ana and Ben")
    assert hand.truncate("Ana and Ben", room) == "Ana and Ben"
    shortened = hand.truncate("Ana and Ben and Cleo", room)
    assert shortened.endswith("…")
    assert hand.width(shortened) <= room
    assert hand.wrap("Ana and Ben and Cleo and Dov", room, 2)[0] == "Ana and Ben"
    assert len(hand.wrap("one two three four five six seven eight nine", room, 2)) == 2
    assert hand.wrap("", room, 2) == []
    assert shrink_to_fit(hand, ["Ana and Ben and Cleo"], room, 20).size < 40
    assert shrink_to_fit(hand, ["Ana and Ben and Cleo"] * 2, 1, 20).size == 20
    assert hand.width(hand.truncate("W" * 99, 100)) <= 100


def test_the_picture_of_the_pocket_has_every_pixel_of_its_canvas() -> None:
    pixels = bytes(range(4 * 3 * 5))
    image = Image.open(io.BytesIO(encode_png(3, 5, pixels)))
    assert (image.size, image.mode, image.tobytes()) == ((3, 5), "RGBA", pixels)


def test_words_of_the_picture_stand_on_their_line() -> None:
    pen = PillowPens().begin(200, 100, "#ffffff")
    pen.write(10, 60, "HHH", Face(TEXT, 40), "#000000")
    ink = ImageOps.invert(Image.open(io.BytesIO(pen.png())).convert("L")).getbbox()
    assert abs(ink[3] - 60) <= 1


def test_the_canvas_of_the_pocket_gets_every_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    js = MagicMock()
    monkeypatch.setitem(sys.modules, "js", js)
    strokes = js.OffscreenCanvas.new.return_value.getContext.return_value
    pens = CanvasPens()
    pens.length("Ana", Face(TEXT, 12, bold=True))
    assert str(strokes.font).startswith(f'700 12px "{TEXT}"')
    assert strokes.mock_calls[0] == call.measureText("Ana")
    strokes.reset_mock()
    pen = pens.begin(100, 50, "#fff")
    assert strokes.mock_calls == [call.beginPath(), call.roundRect(0, 0, 100, 50, 0), call.fill()]
    strokes.reset_mock()
    pen.line([(0, 1), (2, 3), (4, 5)], "#000", 2)
    assert strokes.mock_calls == [
        call.beginPath(), call.moveTo(0, 1), call.lineTo(2, 3), call.lineTo(4, 5), call.stroke()
    ]  # fmt: skip
    strokes.reset_mock()
    pen.box((10, 20, 40, 30), "#fff", radius=3, edge="#000", width=2)
    pen.disc(5, 6, 2, "#f00")
    pen.write(7, 8, "Ana", Face(TEXT, 12), "#000")
    assert strokes.mock_calls == [
        *(call.beginPath(), call.roundRect(11, 21, 28, 8, 3), call.fill(), call.stroke()),
        *(call.beginPath(), call.arc(5, 6, 2, 0, 2 * pi), call.fill()),
        call.fillText("Ana", 7, 8),
    ]
