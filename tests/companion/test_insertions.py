"""What was forgotten is inserted where it belongs: one entry, or a whole round."""

import pytest

from companion.open_session import correction_repairs
from companion.open_session.desk import Desk
from companion.open_session.preview import TOTAL, Preview
from companion.open_session.record_outcomes import Recorded, Refused
from companion.testing.accessibility import hard_to_read, out_of_reach, pressed_names
from scoring.contract.game import Resumed, Stopped
from scoring.contract.prompts import Answer, find_prompt
from scoring.contract.scores import Seat
from scoring.engine.journal import Remove
from scoring.games import GAMES, find_game
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.faction_wars.options import Level
from scoring.games.faction_wars.options import Options as FactionOptions
from storage.store import Store
from tests.companion import tables
from tests.companion.pages import at, has
from tests.companion.tables import enter, opened

FACTION_WARS = find_game("faction_wars")


Pair = tuple[int, int]


def two_players(store: Store, *rounds: tuple[Pair, Pair, int | None], cards: tuple[int, ...]) -> Desk:
    """Two players, and rounds of bids and tricks by seat, and of the number of bids before the trump, if it is spun."""
    options = Options(schedule=cards, first_dealer=Seat(1), pool=(RoundType.NORMAL,))
    desk = opened(store, CROWN, 2, options)
    for bids, tricks, spun in rounds:
        play_round(desk, bids, tricks, spun)
    return desk


def play_round(desk: Desk, bids: Pair, tricks: Pair, spun: int | None) -> None:
    for placed in range(2):
        if spun == placed:
            enter(desk, "trump_spun", shows="red")
        seat = desk.main.seat
        enter(desk, "bid_placed", seat=seat, bid=[bids[seat]])
    enter(desk, "tricks_taken", tricks=[[0, tricks[0]], [1, tricks[1]]])


@pytest.mark.parametrize("spun", [(None, None), (0, 1)], ids=["no trump", "trump"])
def test_a_forgotten_round_is_inserted_before_the_one_that_was_entered(
    spun: tuple[int | None, int | None], store: Store
) -> None:
    forgotten, entered = ((2, 2), (2, 1), spun[0]), ((3, 1), (3, 0), spun[1])
    complete = two_players(store, forgotten, entered, cards=(3, 3, 3))
    desk = two_players(store, entered, cards=(3, 3, 3))
    first = desk.run.steps[0].entry
    preview: Preview | Refused | None = None
    steps = [step for step in complete.run.steps if complete.run.before(step.entry).round == 1]
    for step in steps:
        kind, answers = step.event.kind, complete.payload(step.entry)
        if preview is None:
            prompt = find_prompt(desk.prompts_before(first), kind)
            preview = desk.preview(desk.insertion(first, prompt, answers))
        else:
            assert not isinstance(preview, Refused)
            assert not preview.fits
            prompt = find_prompt(correction_repairs.questions_after(desk, preview), kind)
            preview = correction_repairs.answer_anew(desk, preview, prompt, answers)
    assert preview.fits
    assert isinstance(correction_repairs.write_all(desk, preview), Recorded)
    assert (desk.state.ledger, desk.state.past) == (complete.state.ledger, complete.state.past)
    assert isinstance(desk.undo(desk.number), Recorded)
    assert len(desk.run.steps) == len(complete.run.steps) - len(steps)


@pytest.mark.parametrize("forgotten_before", ["the points", "the bid"])
def test_the_next_round_begins_with_its_own_entry_and_not_with_agreed_points(
    forgotten_before: str, store: Store
) -> None:
    desk = two_players(store, cards=(3, 3, 3))
    adjusted = enter(desk, "adjusted", seat=0, points=7, reason="a bet")
    play_round(desk, (3, 1), (3, 0), 1)
    bid = desk.run.steps[1].entry
    at = adjusted if forgotten_before == "the points" else bid
    preview = desk.preview(desk.insertion(at, find_prompt(desk.prompts_before(at), "trump_spun"), {"shows": "red"}))
    assert isinstance(preview, Preview)
    assert preview.gap == bid


@pytest.mark.parametrize(
    ("kind", "answers", "asked"),
    [
        ("came_late", {"name": "Zoe", "seat": 2, "after": 0, "points": 0}, [("bid_placed", 2)]),
        ("level_chosen", {"level": "tricks", "at_once": False}, [("trump_spun", 1)]),
    ],
)
def test_what_changes_a_round_is_asked_for_where_the_round_no_longer_fits(
    kind: str, answers: dict[str, Answer], asked: list[tuple[str, int]], store: Store
) -> None:
    desk = two_players(store, ((2, 2), (2, 1), None), cards=(3, 3, 3))
    bid = desk.run.steps[0].entry
    preview = desk.preview(desk.insertion(bid, find_prompt(desk.prompts_before(bid), kind), answers))
    assert isinstance(preview, Preview)
    prompts = correction_repairs.questions_after(desk, preview)
    assert [(prompt.kind, prompt.seat) for prompt in prompts] == asked
    if kind == "level_chosen":
        after = correction_repairs.answer_anew(desk, preview, prompts[0], {"shows": "red"})
        assert isinstance(after, Preview)
        assert [prompt.kind for prompt in correction_repairs.questions_after(desk, after)] == ["trick_won"]


def play_named_round(desk: Desk, number: int, letter: str) -> None:
    """A round of Faction Wars, whose bids name it."""
    enter(desk, "bids_turned", round=number, bids=[[0, 1], [1, 2], [2, 3]])
    for seat in range(3):
        enter(desk, "card_collected", **collected(seat, letter))


def collected(seat: int, letter: str) -> dict[str, Answer]:
    numbers = [["kind", seat], ["value", 3], ["points", 2]]
    return {"seat": seat, "card": {"name": f"{letter}{seat}", "numbers": numbers}}


def test_a_round_is_answered_before_a_late_joiner_who_has_to_wait_for_its_end(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3, FactionOptions(level=Level.ROUNDS))
    late = enter(desk, "came_late", name="Zoe", seat=3, after=0, points=0)
    enter(desk, "bids_turned", round=1, bids=[[0, 1], [1, 2], [2, 3], [3, 3]])
    prompt = find_prompt(desk.prompts_before(late), "bids_turned")
    preview = desk.preview(desk.insertion(late, prompt, {"round": 1, "bids": [[0, 1], [1, 2], [2, 3]]}))
    assert isinstance(preview, Preview)
    assert (preview.waiting[0], preview.gap) == (late, late)


def test_later_entries_that_name_their_round_move_down_with_it(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3, FactionOptions(level=Level.ROUNDS))
    for number, letter in ((1, "A"), (2, "C"), (3, "D")):
        play_named_round(desk, number, letter)
    second = desk.run.steps[4].entry
    prompt = find_prompt(desk.prompts_before(second), "bids_turned")
    preview = desk.preview(desk.insertion(second, prompt, {"round": 2, "bids": [[0, 1], [1, 2], [2, 3]]}))
    for seat in range(3):
        assert isinstance(preview, Preview)
        prompt = find_prompt(correction_repairs.questions_after(desk, preview), "card_collected")
        preview = correction_repairs.answer_anew(desk, preview, prompt, collected(seat, "B"))
    assert isinstance(preview, Preview)
    assert preview.fits
    assert isinstance(correction_repairs.write_all(desk, preview), Recorded)
    assert desk.state.round == 5
    assert [step.event.round for step in desk.run.steps if step.event.kind == "bids_turned"] == [1, 2, 3, 4]
    assert isinstance(desk.undo(desk.number), Recorded)
    assert desk.state.round == 4


def test_later_entries_that_name_their_round_move_up_where_one_is_dropped(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3, FactionOptions(level=Level.ROUNDS))
    for number, letter in ((1, "A"), (2, "C"), (3, "D"), (4, "E")):
        play_named_round(desk, number, letter)
    preview = desk.preview(Remove(desk.run.steps[4].entry))
    assert isinstance(preview, Preview)
    dropped = correction_repairs.drop_misfits(desk, preview)
    assert dropped is not None
    assert isinstance(correction_repairs.write_all(desk, dropped), Recorded)
    assert [step.event.round for step in desk.run.steps if step.event.kind == "bids_turned"] == [1, 2, 3]
    assert (len(desk.run.steps), desk.state.round, desk.run.waiting) == (12, 4, ())


def test_dropping_a_round_changes_no_other(store: Store) -> None:
    desk = opened(store, find_game("score_pad"), 2)
    for scores in ((1, 2), (10, 20), (4, 5)):
        enter(desk, "round_entered", scores=list(map(list, enumerate(scores))))
    enter(desk, "adjusted", seat=0, points=7, reason="a bet")
    for step, was in zip(desk.run.steps[:3], ((1, 2), (10, 20), (4, 5)), strict=True):
        preview = desk.preview(Remove(step.entry))
        assert isinstance(preview, Preview)
        assert [(change.round, change.was, change.now) for change in preview.changes if change.round != TOTAL] == [
            (desk.run.before(step.entry).round, points, 0) for points in was
        ]


@pytest.mark.long
async def test_a_forgotten_entry_is_inserted_in_the_log(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 8), rounds=4)
    second = desk.run.steps[1].entry
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{second}]", "entry.insert", "scored.seat=2", "scored.points=3", "insert.check")
        assert has(page, "Round 2: 0 → 3")
        assert not has(page, "Round 2: 8 → 0")  # that round is the third now
        assert has(page, "Put in before “")
        assert has(page, "The rounds after it move down.")
        assert page.texts(page.id("preview.save")) == ["Insert it"]
        await page.tap("preview.save")
        desk.refresh()
        assert [(step.event.seat, step.event.points) for step in desk.run.steps] == [(0, 5), (2, 3), (1, 8)]


async def test_a_forgotten_round_whose_trump_was_spun_first_is_inserted_in_the_log(store: Store) -> None:
    desk = two_players(store, ((3, 1), (3, 0), 1), cards=(3, 3, 3))
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap("entry[1]", "entry.insert", "forgotten:1", "trump_spun.shows=blue", "insert.check")
        await page.tap("preview.answer:bid_placed", "bid_placed.bid=2")
        await page.tap("preview.answer:bid_placed", "bid_placed.bid=2")
        await page.tap("preview.answer:tricks_taken", "tricks_taken.tricks[0]=2", "tricks_taken.tricks[1]=1")
        await page.tap("anew.confirm", "preview.save")
    desk.refresh()
    assert (desk.state.round, desk.run.waiting) == (3, ())


async def test_points_by_agreement_can_be_inserted_too(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 8), rounds=4)
    kinds = [prompt.kind for prompt in desk.prompts_before(desk.run.steps[1].entry)]
    assert kinds[0] == "scored"
    assert "adjusted" in kinds
    assert not {Stopped.kind, Resumed.kind} & set(kinds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_offers_what_could_have_been_entered_before_any_entry(game: object, store: Store) -> None:
    desk = Desk(store, tables.played(store, game, game.box.players[0], events=12))  # type: ignore[attr-defined, arg-type]
    for step in desk.run.steps:
        assert desk.prompts_before(step.entry)


def test_an_insertion_is_undone_like_any_entry(store: Store) -> None:
    desk = tables.tiny(store, (0, 5), (1, 8), rounds=4)
    before = [step.event for step in desk.run.steps]
    prompt = desk.prompts_before(desk.run.steps[1].entry)[0]
    inserted = desk.insertion(desk.run.steps[1].entry, prompt, {"seat": 2, "points": 3})
    assert isinstance(desk.write(inserted), Recorded)
    assert len(desk.run.steps) == 3
    assert isinstance(desk.undo(desk.number), Recorded)
    assert [step.event for step in desk.run.steps] == before


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_everything_in_the_sheet_can_be_reached_and_read(theme: str, store: Store) -> None:
    store.settings.put("theme", theme)
    desk = tables.tiny(store, (0, 5), (1, 8), rounds=4)
    async with at(store, f"/table/{desk.session_id}/log") as page:
        await page.tap(f"entry[{desk.run.steps[1].entry}]", "entry.insert")
        assert out_of_reach(page) == []
        assert hard_to_read(page, dark=theme == "dark") == []
        await page.tap("insert.back")
        assert "entry.insert" in pressed_names(page)
