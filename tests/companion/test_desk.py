"""A desk shows what is stored, stores what it shows, and previews corrections."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.open_session.preview import TOTAL, Change, Preview
from companion.open_session.record_outcomes import Moved, Recorded, Refused, Unsaved, Verdict
from scoring.contract.game import AnyGame
from scoring.contract.prompts import Draft, find_prompt
from scoring.contract.scores import totals
from scoring.engine.codec import options_payload
from scoring.engine.journal import Record, Redo, Remove, Undo
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.options import Bids
from scoring.games.faction_wars.options import Level as FactionLevel
from scoring.games.faction_wars.options import Options as FactionOptions
from scoring.testing.walks import Below, answer, can_open, drawn, fill, one_of, options_for, seldom, table_of
from storage.errors import StorageError, UnknownSession
from storage.store import Store
from tests.companion.tables import (
    BRUTE,
    ask,
    bid_all,
    enter,
    every_game,
    open_store,
    opened,
    record,
    stacking,
    tiny,
    view_of,
)
from tests.scoring.sketches import sealed
from tests.storage.conftest import named, nearly_full
from tests.storage.tiny import SCORE, Scored

# Recording ---------------------------------------------------------------------------------------------------------


def test_what_is_recorded_is_on_disk_and_on_the_table(store: Store) -> None:
    desk = tiny(store)
    assert record(desk, "scored", seat=1, points=4) == Recorded(1)
    assert totals(desk.state.ledger, desk.state.table.seats) == {0: 0, 1: 4, 2: 0}
    assert view_of(Desk(store, desk.session_id)) == view_of(desk)
    assert desk.times == store.sessions.load(desk.session_id).times


def test_what_the_rules_forbid_is_refused_and_not_written(store: Store) -> None:
    desk = tiny(store, (0, 5))
    before = view_of(desk)
    verdict = record(desk, "scored", seat=7, points=4)
    assert (verdict.violation.rule, verdict.violation.field) == (SCORE, "seat")
    assert view_of(desk) == before == view_of(Desk(store, desk.session_id))


def test_a_printed_card_may_overrule_a_rule_that_can_be_waived(store: Store) -> None:
    desk = stacking(store)
    enter(desk, "bearer_placed", platform=0, defense=2)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    refused = record(desk, "goblin_placed", platform=0)
    assert refused.violation.rule.waivable
    number = enter(desk, "goblin_placed", (refused.violation.rule.id,), platform=0)
    assert desk.run.steps[-1].waived == ("LR-071",) == Desk(store, desk.session_id).run.steps[-1].waived
    assert isinstance(desk.preview(desk.amendment(number, desk.payload(number))), Refused)
    kept = desk.preview(desk.amendment(number, desk.payload(number), ("LR-071",)))
    assert kept.fits


def test_a_tap_that_arrives_twice_is_recorded_once(store: Store) -> None:
    desk = tiny(store)
    prompt, number = ask(desk, "scored"), desk.number
    answers = {"seat": 0, "points": 3}
    assert desk.record(prompt, answers, number) == Recorded(1)
    assert desk.record(prompt, answers, number) == Moved()
    assert len(store.sessions.load(desk.session_id).journal) == 2


def test_two_who_enter_at_once_collide_and_the_second_sees_the_first(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        mine = tiny(one)
        theirs = Desk(other, mine.session_id)
        enter(theirs, "scored", seat=2, points=9)
        woken: list[str] = []
        mine.watch(lambda: woken.append("mine"))
        assert record(mine, "scored", seat=0, points=1) == Moved()
        assert view_of(mine) == view_of(theirs)
        assert woken == ["mine"]
        assert record(mine, "scored", seat=0, points=1) == Recorded(2)


@pytest.mark.long
def test_a_full_disk_is_told_and_the_table_stays_as_it_was(path: Path) -> None:
    with open_store(path) as store:
        desk = tiny(store, (0, 5), rounds=500)
        with nearly_full(store):
            for act in (
                lambda: record(desk, "scored", seat=0, points=1),
                lambda: desk.undo(desk.number),
                lambda: desk.write(Remove(1)),
            ):
                unsaved = next(verdict for _ in range(300) if isinstance(verdict := act(), Unsaved))
                assert "no room left" in unsaved.text
                assert view_of(desk) == view_of(Desk(store, desk.session_id))
        assert isinstance(record(desk, "scored", seat=0, points=1), Recorded)


def test_a_card_typed_once_is_remembered_with_its_numbers(store: Store) -> None:
    desk = stacking(store)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    (known,) = store.cards.find("loot_and_recruit", "goblin", "br")
    assert (known.name, known.numbers) == ("Brute", (("vp", 1), ("def", 5), ("cost", 3)))
    assert desk.known_cards("goblin", "br") == (known,)


def test_a_card_corrected_in_the_log_is_remembered_as_it_is_now(store: Store) -> None:
    desk = stacking(store)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    number = desk.number - 1
    right = desk.payload(number) | {"card": BRUTE | {"numbers": [["vp", 2], ["def", 5], ["cost", 3]]}}
    assert isinstance(desk.write(desk.amendment(number, right)), Recorded)
    (known,) = store.cards.find("loot_and_recruit", "goblin", "br")
    assert known.numbers == (("vp", 2), ("def", 5), ("cost", 3))


def test_the_points_after_a_form_can_be_foretold_without_recording_it(store: Store) -> None:
    desk = tiny(store, (0, 5))
    after = desk.ledger_after(ask(desk, "scored"), {"seat": 2, "points": 9})
    assert totals(after, desk.state.table.seats) == {0: 5, 1: 0, 2: 9}
    assert desk.ledger_after(ask(desk, "scored"), {"seat": 7, "points": 9}) is None
    assert desk.ledger_after(ask(desk, "scored"), {"seat": 2}) is None
    assert desk.number == 2


# Corrections -------------------------------------------------------------------------------------------------------


def test_a_preview_tells_cells_totals_and_ranks_that_would_change(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    preview = desk.preview(desk.amendment(2, {"seat": 1, "points": 8}))
    assert preview.fits
    assert preview.changes == (Change(TOTAL, 1, 3, 8), Change(2, 1, 3, 8))
    assert preview.ranks == (Change(TOTAL, 0, 1, 2), Change(TOTAL, 1, 2, 1))
    assert preview.waiting == ()
    assert desk.number == 3


def test_a_preview_adds_nothing_to_a_total_that_nobody_has_scored(store: Store) -> None:
    desk = stacking(store)
    number = enter(desk, "new_goblin_recruited", card=BRUTE)
    enter(desk, "goblin_placed", platform=2)
    assert not desk.state.ledger
    right = {"card": BRUTE | {"numbers": [["vp", 2], ["def", 5], ["cost", 3]]}}
    preview = desk.preview(desk.amendment(number, desk.payload(number) | right))
    assert preview.changes == (Change(1, 0, 1, 2),)


def test_a_correction_the_rules_forbid_is_refused_before_anything_is_shown(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    for amendment in (
        desk.amendment(1, {"seat": 0, "points": 99}),
        desk.amendment(0, {"names": ["Ana"], "options": {"rounds": 3}}),
    ):
        assert isinstance(desk.preview(amendment), Refused)
        if amendment.target == 0:
            assert isinstance(desk.write(amendment), Refused)


def test_a_preview_names_the_later_entry_that_would_not_fit_any_more(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3), (2, 1))
    preview = desk.preview(desk.amendment(0, {"names": ["Ana", "Ben", "Cleo"], "options": {"rounds": 1}}))
    assert not preview.fits
    assert preview.violation.message == "The game is over."
    assert preview.waiting == (2, 3)
    assert desk.run.waiting == ()


def test_entries_written_over_wait_and_count_again_after_the_fix(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3), (2, 1))
    before = desk.run.steps
    assert desk.write(desk.amendment(0, {"names": ["Ana", "Ben", "Cleo"], "options": {"rounds": 2}})) == Recorded(4)
    assert (desk.run.waiting, len(desk.run.steps)) == ((3,), 2)
    assert view_of(Desk(store, desk.session_id)) == view_of(desk)
    assert desk.write(desk.amendment(0, {"names": ["Ana", "Ben", "Cleo"], "options": {"rounds": 3}})) == Recorded(5)
    assert desk.run.waiting == ()
    assert [step.event for step in desk.run.steps] == [step.event for step in before]


def waiting_table(store: Store) -> Desk:
    """Night Market in which two tied players still owe a card: the entries after their bids are on hold."""
    desk = opened(store, sealed.GAME, 2)
    enter(desk, "bids_turned", bids=[[0, 3], [1, 1]])
    enter(desk, "bids_turned", bids=[[0, 0], [1, 2]])
    assert desk.write(desk.amendment(1, {"bids": [[0, 3], [1, 3]]})) == Recorded(3)
    assert desk.run.waiting == (2,)
    return desk


def test_what_is_recorded_while_entries_wait_goes_before_them(store: Store) -> None:
    desk = waiting_table(store)
    assert record(desk, "cards_turned", cards=[[0, "sun1"], [1, "sun2"]]) == Recorded(4)
    assert isinstance(desk.journal[4], Record)
    assert desk.journal[4].before == 2
    assert desk.run.waiting == ()
    assert [step.entry for step in desk.run.steps] == [1, 4, 2]
    assert view_of(Desk(store, desk.session_id)) == view_of(desk)


def test_what_the_rules_forbid_is_refused_while_entries_wait_too(store: Store) -> None:
    desk = waiting_table(store)
    before = view_of(desk)
    verdict = record(desk, "cards_turned", cards=[[0, "sun1"], [1, "sun1"]])
    assert verdict.violation.rule is sealed.GONE
    assert view_of(desk) == before


def test_a_removed_entry_counts_no_more_until_that_is_undone(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    assert desk.write(Remove(1)) == Recorded(3)
    assert [step.entry for step in desk.run.steps] == [2]
    assert desk.undoable == "removing “Ana scores 5”"
    assert desk.undo(desk.number) == Recorded(4)
    assert [step.entry for step in desk.run.steps] == [1, 2]


def test_undo_and_redo_say_what_they_would_do(store: Store) -> None:
    desk = tiny(store)
    assert (desk.undoable, desk.redoable, desk.undo(desk.number), desk.redo(desk.number)) == ("", "", None, None)
    enter(desk, "scored", seat=0, points=5)
    enter(desk, "scored", seat=1, points=3)
    assert (desk.undoable, desk.redoable) == ("Ben scores 3", "")
    desk.undo(desk.number)
    assert (desk.undoable, desk.redoable) == ("Ana scores 5", "Ben scores 3")
    desk.redo(desk.number)
    assert (desk.undoable, desk.redoable) == ("Ben scores 3", "")
    assert desk.journal[3:] == (Undo(2), Redo(2))
    desk.write(desk.amendment(0, {"names": ["Ana", "Ben", "Cleo"], "options": {"rounds": 5}}))
    assert desk.undoable == "the correction of the set-up"
    desk.undo(desk.number)
    assert (desk.state.rounds, desk.redoable) == (3, "the correction of the set-up")


def test_undoing_a_correction_is_called_a_correction(store: Store) -> None:
    desk = tiny(store, (0, 5))
    desk.write(desk.amendment(1, {"seat": 0, "points": 7}))
    assert desk.undoable == "the correction “Ana scores 7”"
    desk.undo(desk.number)
    assert (desk.undoable, desk.redoable) == ("Ana scores 5", "the correction “Ana scores 7”")


def test_the_undo_label_keeps_a_sealed_bid_secret(store: Store) -> None:
    options = sealed.Options(sealing=sealed.Sealing.ONE_BY_ONE)
    desk = opened(store, sealed.GAME, 2, options)
    enter(desk, "bid_sealed", bid=3)
    assert desk.undoable == "Ana has sealed a bid"
    desk.undo(desk.number)
    assert desk.redoable == "Ana has sealed a bid"


def test_an_entry_comes_back_with_the_form_and_the_answers_it_had(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 3))
    prompt = desk.prompt_for(1)
    assert (prompt.kind, desk.payload(1)) == ("scored", {"seat": 0, "points": 5})
    assert desk.event(1) == Scored(0, 5)
    with pytest.raises(KeyError):
        desk.event(9)


def test_a_sealed_entry_comes_back_with_the_form_of_its_own_seat(store: Store) -> None:  # phones seal in any order
    options = FactionOptions(bids=Bids.SEALED, level=FactionLevel.ROUNDS)
    desk = opened(store, FACTION_WARS, 3, options)
    ben = next(prompt for prompt in FACTION_WARS.sealed(desk.state) if prompt.seat == 1)
    assert isinstance(desk.record(ben, dict(ben.given) | {"bid": 2}, 1), Recorded)
    assert desk.prompt_for(1) == ben


def test_agreements_are_recorded_like_anything_else(store: Store) -> None:
    desk = tiny(store, (0, 5))
    enter(desk, "adjusted", seat=1, points=20, reason="a bet")
    assert desk.undoable == "Ben +20 by agreement: a bet"
    enter(desk, "stopped", reason="late", counts=True)
    assert desk.main is None
    assert isinstance(record(desk, "adjusted", seat=1, points=0, reason="x"), Refused)
    enter(desk, "resumed")
    assert desk.main is not None
    enter(desk, "scored", seat=0, points=1)


# Half-filled forms -------------------------------------------------------------------------------------------------


def keep_draft(desk: Desk, kind: str, draft: Draft) -> None:
    """Fill in a form and wait for the next frame."""
    desk.cache_draft(desk.number, kind, draft)
    desk.save_draft(desk.number, kind)


def test_a_half_filled_form_belongs_to_the_entry_it_was_asked_for(path: Path) -> None:
    with open_store(path) as store:
        desk = tiny(store)
        keep_draft(desk, "scored", {"seat": 2})
        assert desk.draft("scored") == {"seat": 2}
        assert desk.draft("adjusted") == {}
    with open_store(path) as store:
        again = Desk(store, desk.session_id)
        assert again.draft("scored") == {"seat": 2}
        enter(again, "scored", seat=2, points=1)
        assert again.draft("scored") == {}


def test_a_tap_while_the_file_is_busy_hides_no_other_form(store: Store, monkeypatch: Any) -> None:
    desk = tiny(store)
    store.drafts.save(desk.session_id, desk.number, "adjusted", {"points": 5})
    with monkeypatch.context() as busy:
        busy.setattr(store.drafts, "load", Mock(side_effect=StorageError("The file is busy.")))
        desk.cache_draft(desk.number, "scored", {"seat": 2})
        assert desk.draft("scored") == {"seat": 2}
    assert desk.draft("adjusted") == {"points": 5}


def test_taps_of_a_form_go_on_with_it_while_something_else_is_entered_beside_it(store: Store) -> None:
    desk = opened(store, CROWN, 3, CrownOptions(schedule=(2, 2)))
    bid_all(desk, 1)
    taps = {"tricks": [[0, 0]]}
    keep_draft(desk, "tricks_taken", taps)
    enter(desk, "trump_spun", shows="yellow")
    assert desk.draft("tricks_taken") == taps
    enter(desk, "tricks_taken", tricks=[[0, 0], [1, 1], [2, 1]])
    assert desk.draft("tricks_taken") == {}


def test_taps_of_a_form_are_dropped_when_the_next_player_gets_one_of_the_same_kind(store: Store) -> None:
    desk = stacking(store)
    enter(desk, "new_goblin_recruited", card=BRUTE)
    enter(desk, "goblin_placed", platform=0)
    keep_draft(desk, "attacked", {"negated": True})
    enter(desk, "turn_ended")
    assert any(prompt.kind == "attacked" for prompt in desk.prompts)
    assert desk.draft("attacked") == {}


def test_a_tap_that_is_not_written_down_yet_goes_on_too(store: Store) -> None:
    desk = opened(store, CROWN, 3, CrownOptions(schedule=(2, 2)))
    bid_all(desk, 1)
    number, taps = desk.number, {"tricks": [[0, 0]]}
    desk.cache_draft(number, "tricks_taken", taps)
    assert desk.draft("tricks_taken") == taps
    enter(desk, "trump_spun", shows="yellow")
    desk.save_draft(number, "tricks_taken")  # the frame comes after the entry of the other form
    assert desk.draft("tricks_taken") == taps
    assert store.drafts.load(desk.session_id, desk.number).get("tricks_taken") == taps
    keep_draft(desk, "tricks_taken", {})  # all taken back
    assert desk.draft("tricks_taken") == {}


def test_a_tap_kept_for_an_entry_that_another_process_recorded_is_not_stored(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        desk = tiny(one)
        number = desk.number
        desk.cache_draft(number, "scored", {"seat": 2})
        enter(Desk(other, desk.session_id), "scored", seat=0, points=5)
        desk.refresh()
        desk.save_draft(number, "scored")
        assert one.drafts.load(desk.session_id, number) == {}


def test_a_question_that_another_process_asked_anew_refuses_what_was_meant_for_the_one_before(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        desk = opened(one, CROWN, 3, CrownOptions(schedule=(2, 2)))
        bid_all(desk, 1)
        drawn, prompt = desk.number, find_prompt(desk.prompts, "tricks_taken")
        assert prompt is not None
        enter(desk, "trump_spun", shows="yellow")
        assert desk.fits_since(prompt) == drawn
        elsewhere = Desk(other, desk.session_id)
        enter(elsewhere, "tricks_taken", tricks=[[0, 0], [1, 1], [2, 1]])
        elsewhere.undo(elsewhere.number)
        desk.refresh()
        assert desk.fits_since(prompt) == desk.number > drawn


def test_an_answer_put_in_from_outside_leaves_the_taps_of_the_form(path: Path) -> None:
    with open_store(path) as store:
        desk = tiny(store)
        desk.cache_draft(desk.number, "scored", {"seat": 2})
        desk.put_in_draft("scored", "points", 5)
        assert desk.draft("scored") == {"seat": 2, "points": 5}
        desk.save_draft(desk.number, "scored")  # the frame after the first tap
    with open_store(path) as store:
        assert Desk(store, desk.session_id).draft("scored") == {"seat": 2, "points": 5}


# Several windows ---------------------------------------------------------------------------------------------------


def test_watchers_are_woken_by_every_change_until_they_leave(store: Store) -> None:
    desk = tiny(store)
    woken: list[int] = []
    leave = desk.watch(lambda: woken.append(desk.number))
    enter(desk, "scored", seat=0, points=5)
    record(desk, "scored", seat=9, points=5)
    desk.undo(desk.number)
    assert woken == [2, 3]
    leave()
    leave()
    desk.redo(desk.number)
    assert woken == [2, 3]


def test_a_watcher_may_leave_while_it_is_woken(store: Store) -> None:
    desk = tiny(store)
    woken: list[str] = []
    leaves = [desk.watch(lambda: (woken.append("one"), leaves[0]())), desk.watch(lambda: woken.append("two"))]
    enter(desk, "scored", seat=0, points=5)
    assert sorted(woken) == ["one", "two"]


def test_a_watcher_that_fails_is_logged_and_keeps_the_change_from_nobody(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    desk, woken = tiny(store), []
    desk.watch(lambda: 1 // 0)
    desk.watch(lambda: woken.append(desk.number))
    enter(desk, "scored", seat=0, points=5)
    assert woken == [2]
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()


def test_a_desk_reads_what_another_process_wrote_and_says_whether_there_was_anything(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        mine = tiny(one)
        theirs = Desk(other, mine.session_id)
        woken: list[str] = []
        theirs.watch(lambda: woken.append("theirs"))
        assert not theirs.refresh()
        enter(mine, "scored", seat=0, points=5)
        assert theirs.refresh()
        assert woken == ["theirs"]
        assert view_of(theirs) == view_of(mine)


def test_a_desk_notices_that_the_same_entry_was_made_at_another_time(store: Store) -> None:
    """As in a restored backup whose last entry was undone and made again since."""
    desk = tiny(store, (0, 5))
    with store.database.writing() as db:
        db.connection().exec_driver_sql("DROP TRIGGER entry_no_update")
        db.connection().exec_driver_sql("UPDATE entry SET entered_at = '2026-01-02 20:09:09.000000' WHERE number = 1")
    assert desk.refresh()
    assert desk.times == store.sessions.load(desk.session_id).times


def test_all_windows_of_a_session_share_one_desk(store: Store) -> None:
    first, second = tiny(store), tiny(store)
    desks = Desks(store)
    assert desks.desk(first.session_id) is desks.desk(first.session_id)
    assert desks.desk(first.session_id) is not desks.desk(second.session_id)
    with pytest.raises(UnknownSession):
        desks.desk("nowhere")


def test_the_desks_notice_what_another_process_wrote(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        desk = tiny(one)
        desks = Desks(other)
        reader = desks.desk(desk.session_id)
        assert not desks.look()
        enter(desk, "scored", seat=0, points=5)
        assert desks.look()
        assert view_of(reader) == view_of(desk)
        assert not desks.look()


def test_an_agreement_that_is_half_filled_in_stays_while_another_window_enters_something(store: Store) -> None:
    desk = tiny(store, (0, 5))
    answers = {"seat": 1, "reason": "A song"}
    desk.cache_draft(desk.number, "adjusted", answers)
    enter(desk, "scored", seat=2, points=1)
    assert desk.draft("adjusted") == answers
    desk = Desk(store, desk.session_id)  # after a restart
    enter(desk, "scored", seat=2, points=1)
    assert desk.draft("adjusted") == answers


def test_a_session_deleted_for_ever_leaves_the_other_desks_at_work(path: Path) -> None:
    with open_store(path) as one, open_store(path) as other:
        deleted, kept = tiny(one), tiny(one)
        desks = Desks(other)
        shown, _ = (desks.desk(desk.session_id) for desk in (deleted, kept))
        one.bin.add(deleted.session_id)
        one.bin.empty([deleted.session_id])
        enter(kept, "scored", seat=0, points=5)
        assert desks.look()
        assert view_of(desks.desk(kept.session_id)) == view_of(kept)
        assert desks.opened(deleted.session_id) is None
        verdict = record(shown, "scored", seat=0, points=5)
        assert isinstance(verdict, Unsaved)
        assert "deleted" in verdict.text
        with pytest.raises(UnknownSession):
            keep_draft(shown, "scored", {"seat": 0})


# Names and set-up --------------------------------------------------------------------------------------------------


def test_a_renamed_player_has_the_new_name_everywhere(store: Store) -> None:
    desk = tiny(store, (0, 5))
    woken: list[str] = []
    desk.watch(lambda: woken.append("yes"))
    store.players.rename(named(store, "Ana"), "Anastasia")
    assert desk.refresh()
    assert woken == ["yes"]
    assert desk.state.table.names == ("Anastasia", "Ben", "Cleo")
    assert desk.undoable == "Anastasia scores 5"
    assert Desk(store, desk.session_id).state.table.names == ("Anastasia", "Ben", "Cleo")


def test_a_corrected_set_up_brings_other_names_options_and_players(store: Store) -> None:
    desk = tiny(store, (0, 5))
    desk.write(desk.amendment(0, {"names": ["Dov", "Ben", "Cleo"], "options": {"rounds": 3}}))
    assert desk.state.table.names == ("Dov", "Ben", "Cleo")
    assert desk.undoable == "the correction of the set-up"
    desk.write(desk.amendment(0, {"names": ["Dov", "Ben", "Cleo", "Eve"], "options": {"rounds": 4}}))
    assert (desk.state.table.names, desk.state.rounds) == (("Dov", "Ben", "Cleo", "Eve"), 4)
    assert [step.event for step in desk.run.steps] == [Scored(0, 5)]
    desk.write(desk.amendment(0, {"names": ["Dov", "Ben"], "options": {"rounds": 2}}))
    assert (
        store.sessions.load_names(desk.session_id) == ("Dov", "Ben") == Desk(store, desk.session_id).state.table.names
    )
    desk.undo(desk.number)
    desk.undo(desk.number)
    assert desk.state.table.names == ("Dov", "Ben", "Cleo") == Desk(store, desk.session_id).state.table.names


def test_fewer_players_let_the_entries_of_the_others_wait(store: Store) -> None:
    desk = tiny(store, (0, 5), (2, 1))
    preview = desk.preview(desk.amendment(0, {"names": ["Ana", "Ben"], "options": {"rounds": 3}}))
    assert preview.waiting == (2,)
    assert Change(TOTAL, 2, 1, 0) in preview.changes
    desk.write(preview.entry)
    assert desk.run.waiting == (2,)
    desk.undo(desk.number)
    assert desk.run.waiting == ()


def test_an_undo_label_can_name_somebody_who_no_longer_plays(store: Store) -> None:
    desk = tiny(store, (0, 5), (2, 1))
    desk.write(desk.amendment(0, {"names": ["Ana", "Ben"], "options": {"rounds": 3}}))
    desk.write(Remove(2))
    assert desk.undoable == "removing “Cleo scores 1”"


def test_undoing_a_set_up_leaves_a_renamed_player_the_present_name(store: Store) -> None:
    desk = tiny(store, (0, 5))
    store.players.rename(named(store, "Ana"), "Anastasia")
    desk.refresh()
    names = list(desk.state.table.names)
    desk.write(desk.amendment(0, {"names": names, "options": {"rounds": 5}}))
    assert desk.state.table.names == ("Anastasia", "Ben", "Cleo")
    desk.undo(desk.number)
    assert desk.state.table.names == ("Anastasia", "Ben", "Cleo")
    assert {player.name for player in store.players.list_recent()} == {"Anastasia", "Ben", "Cleo"}
    assert view_of(Desk(store, desk.session_id)) == view_of(desk)


# The law -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@every_game
@given(data=st.data())
@settings(max_examples=11, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_done_at_a_desk_another_desk_on_the_same_file_shows_the_same(
    game: AnyGame, data: st.DataObject
) -> None:
    below = drawn(data.draw)
    players = one_of(game.box.players, below)
    with open_store() as store:
        desk = opened(store, game, players, options_for(game, table_of(players), below))
        watched: list[int] = []
        desk.watch(lambda: watched.append(desk.number))
        for _ in range(data.draw(st.integers(1, 10))):
            number, calls = desk.number, len(watched)
            verdict = _one_act(desk, below)
            grown = isinstance(verdict, Recorded)
            assert (desk.number - number, len(watched) - calls) == (grown, grown), verdict
            assert view_of(Desk(store, desk.session_id)) == view_of(desk)


def _one_act(desk: Desk, below: Below) -> Verdict | None:
    """Record, correct, remove, undo or redo: whatever there is to do."""
    acts = [_enter] * 4 + [_amend, _remove, _undo, _redo, _set_up]
    return one_of(acts, below)(desk, below)


def _enter(desk: Desk, below: Below) -> Verdict | None:
    prompt = one_of(desk.prompts, below)
    form, draft = fill(desk.game, desk.state, prompt, below)
    return desk.record(form, dict(prompt.given) | draft, desk.number)


def _amend(desk: Desk, below: Below) -> Verdict | None:
    if not desk.run.steps:
        return None
    entry = one_of(desk.run.steps, below).entry
    prompt = desk.prompt_for(entry)
    if prompt is None:
        return None
    answers = {field.name: answer(field, below) for field in prompt.fields}
    amendment = desk.amendment(entry, desk.payload(entry) | answers)
    preview = desk.preview(amendment)
    return desk.write(amendment) if isinstance(preview, Preview) else None


def _remove(desk: Desk, below: Below) -> Verdict | None:
    live = [step.entry for step in desk.run.steps] + list(desk.run.waiting)
    return desk.write(Remove(one_of(live, below))) if live else None


def _undo(desk: Desk, _: Below) -> Verdict | None:
    return desk.undo(desk.number)


def _redo(desk: Desk, _: Below) -> Verdict | None:
    return desk.redo(desk.number)


def _set_up(desk: Desk, below: Below) -> Verdict | None:
    players = one_of(desk.game.box.players, below)
    table = table_of(players)
    options = options_for(desk.game, table, below)
    assert can_open(desk.game, table, options)
    names = list(table.names[::-1]) if seldom(2, below) else list(table.names)
    payload = {"names": names, "options": options_payload(desk.game, options)}
    return desk.write(desk.amendment(0, payload))
