"""Undo right after a form was recorded brings it back as it was filled in, and records nothing by itself."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.open_session.desk import Desk
from companion.open_session.record_outcomes import Moved, Recorded
from scoring.engine.journal import Record
from scoring.games import GAMES
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.crown_battles.options import RoundType, Secrets
from scoring.games.crown_battles.rounds.blind import BlindBidSealed
from storage.store import Store
from tests.companion.pages import in_two_windows
from tests.companion.tables import ask, enter, open_store, opened, tiny
from tests.storage.tiny import Scored

RECRUIT, CROWN = (next(game for game in GAMES if game.key == key) for key in ("recruit", "crown_battles"))
TRICKS = [[0, 5], [1, 3], [2, 4], [3, 1]]


def recruit(store: Store) -> Desk:
    """Four at Recruit who count the tricks of the first hand."""
    desk = opened(store, RECRUIT, 4, RECRUIT.options())
    enter(desk, "suit_displayed", suit="H")
    return desk


def test_a_form_comes_back_with_what_was_recorded_and_is_empty_again_after_redo(store: Store) -> None:
    desk = recruit(store)
    enter(desk, "tricks_counted", tricks=TRICKS)
    assert desk.draft("doubles_counted") == {}
    desk.undo(desk.number)
    assert desk.draft("tricks_counted") == {"tricks": TRICKS}
    assert len(desk.run.steps) == 1
    desk.redo(desk.number)
    assert desk.draft("tricks_counted") == desk.draft("doubles_counted") == {}


def test_several_undos_bring_back_each_form_and_a_new_entry_ends_it(store: Store) -> None:
    desk = tiny(store, (0, 1), (1, 2), rounds=4)
    desk.undo(desk.number)
    assert desk.draft("scored") == {"seat": 1, "points": 2}
    desk.undo(desk.number)
    assert desk.draft("scored") == {"seat": 0, "points": 1}
    desk.redo(desk.number)
    assert desk.draft("scored") == {"seat": 1, "points": 2}
    enter(desk, "scored", seat=2, points=3)
    assert desk.draft("scored") == {}


def test_what_undo_brought_back_stays_while_something_else_is_entered(store: Store) -> None:
    desk = recruit(store)
    hand = enter(desk, "tricks_counted", tricks=TRICKS)
    desk.undo(desk.number)
    enter(desk, "adjusted", seat=0, points=5, reason="A song")
    assert desk.draft("tricks_counted") == {"tricks": TRICKS}
    enter(desk, "stopped", reason="", counts=False)
    enter(desk, "resumed")
    assert desk.draft("tricks_counted") == {"tricks": TRICKS}
    assert hand not in [step.entry for step in desk.run.steps]


def test_what_was_changed_since_stays_and_what_was_emptied_stays_empty(tmp_path: Path) -> None:
    with open_store(tmp_path / "one.sqlite") as store:
        desk = tiny(store, (0, 1))
        desk.undo(desk.number)
        desk.cache_draft(desk.number, "scored", {"seat": 2})
        desk.save_draft(desk.number, "scored")
        assert desk.draft("scored") == Desk(store, desk.session_id).draft("scored") == {"seat": 2}
        desk.cache_draft(desk.number, "scored", {})
        desk.save_draft(desk.number, "scored")
        assert desk.draft("scored") == {}


def test_a_form_that_was_changed_after_undo_is_not_carried_to_the_next_question_by_redo(store: Store) -> None:
    desk = tiny(store, (0, 1))
    desk.undo(desk.number)
    desk.cache_draft(desk.number, "scored", {"seat": 2, "points": 5})
    desk.redo(desk.number)
    assert desk.draft("scored") == {}


def test_a_correction_an_insertion_and_a_secret_bring_back_nothing(store: Store) -> None:
    with open_store() as store:
        desk = tiny(store, (0, 1), (1, 2), rounds=4)
        desk.write(desk.amendment(1, {"seat": 0, "points": 4}))
        desk.undo(desk.number)
        assert desk.draft("scored") == {}
        first = desk.run.steps[0].entry
        desk.write(Record(desk.event(first), before=first))
        desk.undo(desk.number)
        assert desk.draft("scored") == {}
    desk = opened(store, CROWN, 3, CrownOptions(schedule=(2, 2)))
    enter(desk, "bid_placed", seat=1, bid=[1])
    desk.undo(desk.number)
    assert desk.draft("bid_placed") == {}


def test_a_sealed_answer_never_comes_back_even_in_a_game_that_veils_nothing(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    options = CrownOptions(schedule=(4, 4), pool=(RoundType.BLIND,), secrets=Secrets.SEALED)
    desk = opened(store, CROWN, 3, options)
    enter(desk, "blind_bid_sealed", bid=[2])
    desk.undo(desk.number)
    prompt = replace(ask(desk, "blind_bid_sealed"), instant=False)
    monkeypatch.setattr(BlindBidSealed, "veiled", lambda event, state: frozenset())
    assert desk.taken_back(prompt) == {}
    assert desk.draft("blind_bid_sealed") == {}


def test_what_the_game_veils_comes_back_empty(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    desk = tiny(store, (0, 4))
    desk.undo(desk.number)
    assert desk.taken_back(ask(desk, "scored")) == {"seat": 0, "points": 4}
    monkeypatch.setattr(Scored, "veiled", lambda event, state: frozenset({"points"}))
    assert desk.taken_back(ask(desk, "scored")) == {"seat": 0}


def test_a_window_that_still_has_the_old_form_records_nothing(store: Store) -> None:
    desk = tiny(store, (0, 1))
    prompt, number = ask(desk, "scored"), desk.number
    desk.undo(desk.number)
    assert isinstance(desk.record(prompt, {"seat": 0, "points": 1}, number), Moved)
    assert len(desk.run.steps) == 0
    assert isinstance(desk.record(prompt, desk.draft("scored"), desk.number), Recorded)


@pytest.mark.long
async def test_one_tap_on_undo_brings_back_the_filled_form_in_every_window_and_the_next_one_goes_on(
    store: Store,
) -> None:
    session = recruit(store).session_id
    async with in_two_windows(store, f"/table/{session}") as (page, other):
        for seat, tricks in TRICKS:
            await page.tap(f"tricks_counted.tricks[{seat}]={tricks}")
        await page.tap("confirm")
        assert "Nobody has two: score hand 1" in page.texts()
        await page.tap("undo")
        assert any(text.startswith("Undone: ") for text in page.texts())
        for window in (page, other):
            await window.until(lambda window=window: "Next: the faces" in window.texts())
            assert all(window.id(f"tricks_counted.tricks[{seat}]={number}").selected for seat, number in TRICKS)
        assert len(store.sessions.load(session).journal) == 4
        await other.tap("confirm")
        assert Desk(store, session).payload(4) == {"tricks": TRICKS}
        await other.tap("undo", "undo")
        assert Desk(store, session).run.steps == ()
