"""Players who change seats in a running session: the two possible corrections and their effects."""

import random
from typing import Never

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.open_session.preview import TOTAL, Change, Preview
from companion.open_session.record_outcomes import Recorded
from companion.setup.seat_correction import changes_by_player
from companion.setup.setup_plan import Plan, SeatCorrections, option_changes, seat_corrections, with_option
from companion.testing.accessibility import is_selected, pressed_names
from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame, Opened
from scoring.contract.scores import totals
from scoring.engine.codec import FormatError, decode, encode, event_from, options_payload
from scoring.engine.journal import Amend, effective
from scoring.engine.replay import replay
from scoring.engine.seat_moves import move_seats
from scoring.games import GAMES, find_game
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.options import Options as LootOptions
from scoring.games.score_pad import GAME as PAD
from scoring.games.score_pad import Options as PadOptions
from scoring.testing.walks import NAMES, random_session
from storage.store import Store
from tests.companion.pages import at, has, message
from tests.companion.tables import enter, finished, opened, played, tiny
from tests.scoring.sketches import sealed
from tests.storage.tiny import TINY

SWAP = (1, 0, 2)


def points(desk: Desk) -> dict[str, int]:
    """Everybody's total by name."""
    state = desk.state
    return {state.table.names[seat]: sum_ for seat, sum_ in totals(state.ledger, state.table.seats).items()}


def reseated(desk: Desk, *names: str) -> SeatCorrections | None:
    """The two corrections by which these players sit in this order."""
    options = options_payload(desk.game, desk.run.opened.options)
    return seat_corrections(desk.game, Plan(desk.setup_names, options), Plan(names, options))


def test_wrong_names_leave_what_was_entered_with_the_seat(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    renamed = reseated(desk, "Ben", "Ana", "Cleo").renamed
    preview = desk.preview(desk.amendment(0, renamed))
    assert [change for change in preview.changes if change.round == TOTAL] == [
        Change(TOTAL, 0, 3, 5),  # Ben sits first now and has the five points of that seat
        Change(TOTAL, 1, 5, 3),
    ]
    assert preview.names == ("Ben", "Ana", "Cleo")
    desk.write(desk.amendment(0, renamed))
    assert points(desk) == {"Ben": 5, "Ana": 3, "Cleo": 0}


def test_who_is_taken_out_moves_the_others_up_in_the_preview_too(store: Store) -> None:
    desk = opened(store, CROWN, 4)
    enter(desk, "adjusted", seat=1, points=30, reason="A song")
    options = desk.payload(0)["options"]
    preview = desk.preview(desk.amendment(0, {"names": ["Ben", "Cleo", "Dov"], "options": options}))
    assert preview.names == ("Ben", "Cleo", "Dov", "Ana")
    totals = (change for change in preview.changes if change.round == TOTAL)
    assert [(preview.names[change.seat], change.was, change.now) for change in totals] == [
        *(("Ben", 30, 0), ("Cleo", 0, 30))
    ]


@pytest.mark.parametrize(
    ("taps", "names", "words"),
    [
        (("leave[1]", "seat:Eve"), "Ana, Eve, Cleo, Dov", "No points change."),
        (("leave[1]", "leave[1]", "seat:Eve", "seat:Fay"), "Ana, Eve, Fay, Dov", "No points change."),
        (("leave[0]", "leave[1]", "seat:Eve", "seat:Fay"), "Eve, Ben, Fay, Dov", "No points change."),
        (("leave[1]", "seat:Eve", "seat:Fay"), "Ana, Eve, Cleo, Dov, Fay", "no longer fits"),
    ],
)
async def test_who_is_added_for_somebody_else_takes_their_seat(
    taps: tuple[str, ...], names: str, words: str, store: Store
) -> None:
    desk = opened(store, PAD, 4)
    enter(desk, "round_entered", scores=[[0, 10], [1, 20], [2, 30], [3, 40]])
    finished(store, 0, names=("Eve", "Fay", "Gil"))
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        await page.tap(*taps, "start")
        assert has(page, f"Players: Ana, Ben, Cleo, Dov → {names}", words)


def test_teams_that_change_places_swap_their_totals(store: Store) -> None:
    desk = opened(store, PAD, 4, PadOptions(teams=2))
    enter(desk, "round_entered", scores=[[0, 10], [1, 25]])
    renamed = reseated(desk, "Ben", "Ana", "Dov", "Cleo").renamed
    preview = desk.preview(desk.amendment(0, renamed))
    assert changes_by_player(desk, renamed, preview)[0] == "Ana: seat 1 → 2, total 10 → 25, 2nd → 1st"


@pytest.mark.parametrize("names", [("Dov", "Ana", "Ben", "Cleo"), ("Cleo", "Ben", "Ana", "Dov")])
def test_the_same_teams_in_another_order_keep_their_totals(names: tuple[str, ...], store: Store) -> None:
    desk = opened(store, PAD, 4, PadOptions(teams=2))
    enter(desk, "round_entered", scores=[[0, 10], [1, 25]])
    moved = reseated(desk, *names).moved
    preview = desk.preview(desk.amendment(0, moved))
    assert changes_by_player(desk, moved, preview)[-1] == "No points change."
    desk.write(desk.amendment(0, moved))
    assert {place.points: {names[seat] for seat in place.side} for place in desk.shown.standings} == {
        25: {"Ben", "Dov"},
        10: {"Ana", "Cleo"},
    }


async def test_a_number_of_a_team_stays_in_its_row_when_another_of_them_sits_first(store: Store) -> None:
    desks = Desks(store)
    desk = desks.desk(opened(store, PAD, 4, PadOptions(teams=2)).session_id)
    enter(desk, "round_entered", scores=[[0, 10], [1, 25]])
    desk.cache_draft(desk.number, "round_entered", {"scores": [[0, 7]]})
    desk.write(desk.amendment(0, reseated(desk, "Cleo", "Ben", "Ana", "Dov").moved))
    async with at(store, f"/table/{desk.session_id}", desks=desks) as page:
        assert page.texts(page.id("round_entered.scores[0]"))[-1] == "7"
        await page.tap("open.log", "entry[1]")
        assert [page.texts(page.id(f"round_entered.scores[{seat}]"))[-1] for seat in (0, 1)] == ["10", "25"]


def test_points_that_are_not_scored_yet_change_seats_too(store: Store) -> None:
    desk = opened(store, find_game("loot_and_recruit"), 3, LootOptions(level=Level.STACKS))
    brute = {"name": "Brute", "numbers": [["vp", 3], ["def", 5], ["cost", 4]]}
    enter(desk, "goblin_added", seat=1, platform=0, card=brute)
    both = reseated(desk, "Ben", "Ana", "Cleo")
    renamed, moved = both.renamed, both.moved
    first, second, *_, last = changes_by_player(desk, renamed, desk.preview(desk.amendment(0, renamed)))
    assert (first, second) == ("Ana: seat 1 → 2, Morning 0 → 3", "Ben: seat 2 → 1, Morning 3 → 0")
    assert last == "First player: Ana → Ben"
    assert changes_by_player(desk, moved, desk.preview(desk.amendment(0, moved)))[-1] == "No points change."


def test_another_order_takes_what_was_entered_along(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    moved = reseated(desk, "Ben", "Ana", "Cleo").moved
    preview = desk.preview(desk.amendment(0, moved))
    assert preview.fits
    assert (preview.changes, preview.ranks) == ((), ())
    desk.write(desk.amendment(0, moved))
    assert desk.state.table.names == ("Ben", "Ana", "Cleo")
    assert points(desk) == {"Ben": 3, "Ana": 5, "Cleo": 0}
    enter(desk, "scored", seat=0, points=4)  # Ben's seat now
    assert points(desk) == {"Ben": 7, "Ana": 5, "Cleo": 0}
    assert not desk.corrected, "no entry was corrected by hand"
    again = Desk(store, desk.session_id)
    assert points(again) == points(desk)
    desk.undo(desk.number)
    desk.undo(desk.number)
    assert desk.state.table.names == ("Ana", "Ben", "Cleo")
    assert points(desk) == {"Ana": 5, "Ben": 3, "Cleo": 0}


def exchange_first_two(store: Store, session_id: str) -> None:
    """The first two players sat the other way round; what was entered goes with them."""
    desk = Desk(store, session_id)
    first, second, *others = desk.setup_names
    assert isinstance(desk.write(desk.amendment(0, reseated(desk, second, first, *others).moved)), Recorded)


def points_by_player(store: Store, session_id: str) -> dict[str, float | None]:
    return {seated.player.name: seated.points for seated in store.sessions.load_head(session_id).seats}


@pytest.mark.parametrize("renames", [[(0, "X"), (1, "Ben"), (0, "Cleo")], [(0, "Benno"), (1, "Ben")]])
def test_renamed_players_change_places_and_keep_their_points(renames: list[tuple[int, str]], store: Store) -> None:
    session_id = finished(store, 0, 0, 1, names=("Ben", "Cleo", "Eve"))
    ids = store.sessions.load_seat_ids(session_id)
    for seat, name in renames:
        store.players.rename(ids[seat], name)
    before = points_by_player(store, session_id)
    exchange_first_two(store, session_id)
    assert points_by_player(store, session_id) == before
    assert store.sessions.load_seat_ids(session_id) == (ids[1], ids[0], ids[2])


def test_a_merged_player_who_changed_places_has_the_game_again_after_the_undo_of_the_merge(store: Store) -> None:
    session_id = finished(store, 0, 0, 1, names=("Ben", "Cleo", "Eve"))
    other = finished(store, 0, names=("Ana", "Xa", "Xb"))
    ben, ana = (store.sessions.load_seat_ids(one)[0] for one in (session_id, other))
    merge = store.merges.merge(ben, ana)
    exchange_first_two(store, session_id)
    store.merges.undo(merge)
    assert points_by_player(store, session_id) == {"Cleo": 5, "Ben": 10, "Eve": 0}


async def test_the_points_of_a_seat_that_is_corrected_away_are_no_longer_shown(store: Store) -> None:
    desks = Desks(store)
    desk = desks.desk(opened(store, find_game("score_pad"), 3).session_id)
    async with at(store, f"/table/{desk.session_id}", desks=desks) as page:
        await page.tap("total[2]")
        assert has(page, "Cleo: where the points come from")
        desk.write(desk.amendment(0, desk.payload_of(desk.run.opened) | {"names": ["Ana", "Ben"]}))
        await page.until(lambda: not has(page, "Cleo: where the points come from"))
        assert has(page, "Ben")


async def test_players_change_places_where_nobody_deals(store: Store) -> None:
    desk = opened(store, find_game("score_pad"), 3)
    enter(desk, "round_entered", scores=[[0, 1], [1, 2], [2, 3]])
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        await page.fire(page.one(ft.ReorderableListView), "reorder", {"old_index": 0, "new_index": 1})
        await page.tap("start")
        assert has(page, "They change places")


@pytest.mark.parametrize(("way", "end"), [(("asides",), ""), (("open.log",), "/log")])
async def test_the_way_back_from_the_set_up_is_the_way_there(way: tuple[str, ...], end: str, store: Store) -> None:
    desk = tiny(store, (0, 5))
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap(*way, "log.setup" if end else "aside.setup", "back")
        assert page.page.route == f"/table/{desk.session_id}{end}"


async def test_a_game_that_fails_at_a_corrected_set_up_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Never:
        raise GameFailed.at("Tiny", "an entry", KeyError("a bug"))

    desk, told = tiny(store, (0, 5), (1, 3)), "Not recorded. The rules of Tiny failed at an entry"
    monkeypatch.setattr(Desk, "_replay_with", fail)
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        await page.fire(page.one(ft.ReorderableListView), "reorder", {"old_index": 0, "new_index": 1})
        await page.tap("start")
        assert has(page, "They change places", told)
        await page.tap("preview.cancel", "leave[0]")
        await page.fill("New player", "Dov", submit=True)
        await page.tap("start")
        assert told in message(page)


def test_a_first_dealer_nobody_changed_stays_with_the_seat_or_the_player() -> None:
    game = find_game("crown_battles", GAMES)
    names, options = ("Ana", "Ben", "Cleo"), options_payload(game, game.presets(3)[0].options)
    before = Plan(names, {**options, "first_dealer": 0})
    after = Plan(("Ben", "Ana", "Cleo"), {**options, "first_dealer": 1})  # the plan follows Ana
    both = seat_corrections(game, before, after)
    assert both.renamed["options"]["first_dealer"] == 0  # now Ben
    assert both.moved["options"]["first_dealer"] == 1  # still Ana
    chosen = seat_corrections(game, before, with_option(game, after, "first_dealer", 2))
    assert chosen.renamed["options"]["first_dealer"] == 2


def test_the_same_order_or_other_players_are_no_change_of_places() -> None:
    options = options_payload(TINY, TINY.options())
    before = Plan(("Ana", "Ben", "Cleo"), options)
    assert seat_corrections(TINY, before, before) is None
    assert seat_corrections(TINY, before, Plan(("Ana", "Ben", "Dov"), options)) is None
    assert seat_corrections(TINY, before, Plan(("Ana", "Ben"), options)) is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_seats_moved_there_and_back_are_the_same_entries(game: AnyGame) -> None:
    for seed in range(4):
        journal = random_session(game, random.Random(seed), 3)
        for counted in effective(journal)[1:]:
            there = move_seats(counted.event, SWAP)
            assert encode(game, move_seats(there, SWAP)) == encode(game, counted.event)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_another_order_mostly_fits_what_was_entered_and_pays_the_same_or_says_why_not(game: AnyGame) -> None:
    """The entries of a round are put into the new order of play; one that cannot be waits and says so."""
    fitting = 0
    for seed in range(8):
        journal = random_session(game, random.Random(seed), 3)[:14]
        event = journal[0].event
        names = (event.names[1], event.names[0], *event.names[2:])
        amended = Opened(names, move_seats(event.options, SWAP), SWAP)
        run = replay(game, (*journal, Amend(0, amended)))
        fitting += run.violation is None
        assert {step.entry for step in run.steps} | set(run.waiting) == {c.entry for c in effective(journal)[1:]}
    assert fitting > 0


def test_moves_are_stored_and_must_name_every_seat_once() -> None:
    event = Opened(("Ben", "Ana", "Cleo"), TINY.options(), SWAP)
    stored = encode(TINY, event)
    assert decode(TINY, stored) == event
    for wrong in ([0, 0, 1], [0, 1], [0, 1, 3], "012", [0, True, 2]):
        with pytest.raises(FormatError):
            decode(TINY, type(stored)(stored.kind, stored.format, {**stored.payload, "moves": wrong}))


async def test_the_set_up_offers_both_and_says_what_each_changes_for_whom(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        (seats,) = [control for control in page.walk() if getattr(control, "on_reorder", None)]
        await page.fire(seats, "reorder", {"old_index": 0, "new_index": 1})
        await page.tap("start")
        shown = page.texts()
        assert "The names were wrong" in shown
        assert "They sat in another order" in shown
        assert "Ana: seat 1 → 2, total 5 → 3, 1st → 2nd" in shown
        assert "No points change." in shown
        await page.tap("seats.moved")
    assert points(Desk(store, desk.session_id)) == {"Ben": 3, "Ana": 5, "Cleo": 0}


def test_an_order_that_does_not_fit_says_why_and_has_no_button(store: Store) -> None:
    game = find_game("recruit", GAMES)
    for seed in range(30):
        session_id = played(store, game, 3, seed, 20)
        desk = Desk(store, session_id)
        preview = desk.preview(desk.amendment(0, reseated(desk, "Ben", "Ana", "Cleo").moved))
        if isinstance(preview, Preview) and not preview.fits:
            assert preview.violation is not None
            return
    raise AssertionError("every order fitted")


async def test_a_corrected_setup_is_kept_when_it_is_left_and_its_preview_names_the_changes(store: Store) -> None:
    desk = played(store, CROWN, 3, events=4)
    async with at(store, f"/table/{desk}") as page:
        await page.tap("asides", "aside.setup", "option.first_dealer=1")
        await page.go(f"/table/{desk}/log")
        assert [name for name in pressed_names(page) if name.startswith("entry")][-1] == "entry.setup"
        await page.tap("entry.setup")
        assert is_selected(page, "option.first_dealer=1")
        await page.tap("start")
        assert "First dealer: Ana → Ben" in page.texts()
        await page.tap("preview.cancel", "setup.again")
        assert is_selected(page, "option.first_dealer=0")
        assert "setup.again" not in pressed_names(page)


async def test_a_set_up_that_was_changed_back_is_as_recorded(store: Store) -> None:
    desk = opened(store, sealed.GAME, 3)
    lots = desk.run.opened.options.lots
    async with at(store, f"/table/{desk.session_id}/setup") as page:
        await page.tap(f"option.lots={lots + 1}")
        assert "setup.again" in pressed_names(page)
        await page.tap(f"option.lots={lots}")
        assert "setup.again" not in pressed_names(page)


def test_every_changed_option_is_named_as_it_was_and_as_it_will_be() -> None:
    before = {"names": NAMES[:3], "options": options_payload(CROWN, CROWN.options())}
    options = before["options"] | {"first_dealer": 2, "secrets": "sealed"}
    changes = option_changes(CROWN, before, before | {"options": options})
    assert changes == [
        "First dealer: Ana → Cleo",
        "Secret bids, missions and suits are entered: When they are revealed → At once, sealed by the app",
    ]


@pytest.mark.parametrize(("keep_order", "seats"), [(False, [0, 1]), (True, [1, 0])])
def test_rows_sorted_by_seat_are_sorted_again_unless_their_order_is_kept(keep_order: bool, seats: list[int]) -> None:
    rows = event_from(find_game("score_pad"), "round_entered", {"scores": [[0, 5], [1, 9]]})
    moved = move_seats(rows, SWAP, keep_order=keep_order)
    assert [seat for seat, _ in moved.scores] == seats
    assert dict(moved.scores) == {1: 5, 0: 9}
