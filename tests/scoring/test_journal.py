"""Corrections: the events that count are a pure function of an append-only journal."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.journal import Amend, Counted, Journal, Record, Redo, Remove, Undo, effective, redo, undo

Text = Journal[str]


def events(journal: Journal[Any]) -> list[Any]:
    """The events that count, without their entry numbers."""
    return [counted.event for counted in effective(journal)]


@st.composite
def journals(draw: st.DrawFn) -> Journal[Any]:
    """Any journal an app could have written: corrections name entries that count."""
    journal: Journal[Any] = (Record("opened"),)
    for n in range(draw(st.integers(0, 14))):
        live = [counted.entry for counted in effective(journal)[1:]]
        action = draw(st.sampled_from(["record", "insert", "amend", "remove", "undo", "redo"]))
        waived = draw(st.sampled_from([(), ("SK-204",)]))
        if action == "record" or (not live and action in {"insert", "amend", "remove"}):
            journal = (*journal, Record(n, waived=waived))
        elif action == "insert":
            journal = (*journal, Record(n, before=draw(st.sampled_from(live)), waived=waived))
        elif action == "amend":
            journal = (*journal, Amend(draw(st.sampled_from([0, *live])), n, waived))
        elif action == "remove":
            journal = (*journal, Remove(draw(st.sampled_from(live))))
        else:
            entry = undo(journal) if action == "undo" else redo(journal)
            journal = (*journal, entry) if entry else journal
    return journal


LAWS = settings(max_examples=100, deadline=None, derandomize=True)


@pytest.mark.long
@LAWS
@given(journals())
def test_undo_then_redo_changes_nothing(journal: Journal[Any]) -> None:
    step = undo(journal)
    if step is None:
        assert events(journal) == ["opened"]
        return
    after = (*journal, step)
    again = redo(after)
    assert again == Redo(step.target)
    assert effective((*after, again)) == effective(journal)


@pytest.mark.long
@LAWS
@given(journals())
def test_undo_takes_back_exactly_the_last_change(journal: Journal[Any]) -> None:
    live = [counted.entry for counted in effective(journal)[1:2]]
    changes: Journal[Any] = (Record(99), *(Remove(n) for n in live), *(Amend(n, 99) for n in (0, *live)))
    for change in changes:
        after: Journal[Any] = (*journal, change)
        taken_back = undo(after)
        assert taken_back == Undo(len(journal))
        assert effective((*after, taken_back)) == effective(journal)


@pytest.mark.long
@LAWS
@given(journals())
def test_undo_all_the_way_leaves_the_opening(journal: Journal[Any]) -> None:
    while step := undo(journal):
        journal = (*journal, step)
    assert effective(journal) == (Counted(0, "opened", ()),)


@pytest.mark.long
@LAWS
@given(journals())
def test_every_entry_that_counts_is_a_record_of_the_journal(journal: Journal[Any]) -> None:
    counted = effective(journal)
    numbers = [event.entry for event in counted]
    assert numbers[0] == 0
    assert len(set(numbers)) == len(numbers)
    assert all(isinstance(journal[n], Record) for n in numbers)


@pytest.mark.long
@LAWS
@given(journals())
def test_a_new_event_leaves_everything_before_it_alone(journal: Journal[Any]) -> None:
    after = (*journal, Record("new"))
    assert effective(after) == (*effective(journal), Counted(len(journal), "new", ()))
    assert redo(after) is None


O, A, B = map(Record, "oab")


@pytest.mark.parametrize(
    ("sentence", "journal", "counts"),
    [
        ("an amended event reads as amended", (O, A, Amend(1, "b")), ["o", "b"]),
        ("the opening is amended like any entry", (O, A, Amend(0, "p")), ["p", "a"]),
        ("a removed event never happened", (O, A, B, Remove(1)), ["o", "b"]),
        ("a forgotten event goes before another", (O, A, Record("b", before=1)), ["o", "b", "a"]),
        (
            "two forgotten events stand in the order they were entered",
            (O, A, Record("b", before=1), Record("c", before=1)),
            ["o", "b", "c", "a"],
        ),
        (
            "a forgotten event keeps its place when the one after it is removed",
            (O, A, B, Record("x", before=2), Remove(2)),
            ["o", "a", "x"],
        ),
        ("an event may stand before one that was undone", (O, A, B, Undo(1), Record("x", before=1)), ["o", "x", "b"]),
        ("an undone amendment gives the event back", (O, A, Amend(1, "b"), Undo(2)), ["o", "a"]),
        ("an undone removal gives the event back", (O, A, Remove(1), Undo(2)), ["o", "a"]),
        ("amending what is removed changes nothing", (O, A, Remove(1), Amend(1, "b")), ["o"]),
        ("removing twice is removing once", (O, A, Remove(1), Remove(1)), ["o"]),
        ("an amendment of an undone record counts again with it", (O, A, Amend(1, "b"), Undo(1), Redo(1)), ["o", "b"]),
        ("a redone entry counts", (O, A, Undo(1), Redo(1)), ["o", "a"]),
        ("an entry undone twice over stays undone", (O, A, Undo(1), Redo(1), Undo(1)), ["o"]),
    ],
)
def test_what_counts(sentence: str, journal: Text, counts: list[str]) -> None:
    assert events(journal) == counts, sentence


def test_a_card_waives_a_rule_for_its_own_entry_only() -> None:
    journal: Text = (O, Record("a", waived=("LR-052",)), B)
    assert [counted.waived for counted in effective(journal)] == [(), ("LR-052",), ()]


def test_an_amendment_says_anew_what_it_waives() -> None:
    journal: Text = (O, Record("a", waived=("LR-052",)), Amend(1, "b"))
    assert effective(journal)[1] == Counted(1, "b", ())
    assert effective((*journal, Amend(1, "c", ("LR-038",))))[1] == Counted(1, "c", ("LR-038",))


def test_nothing_is_undone_or_redone_in_a_fresh_journal() -> None:
    assert undo((O,)) is None
    assert redo((O,)) is None
    assert redo(()) is None


def test_redo_goes_through_a_chain_of_undos_backwards() -> None:
    journal: Text = (O, A, B, Undo(2), Undo(1))
    assert redo(journal) == Redo(1)
    assert redo((*journal, Redo(1))) == Redo(2)
    assert redo((*journal, Redo(1), Redo(2))) is None


def test_a_new_entry_ends_what_could_be_redone() -> None:
    journal: Text = (O, A, Undo(1))
    for change in (B, Amend(0, "p"), Remove(0)):
        assert redo((*journal, change)) is None


def test_undo_skips_what_is_undone_already() -> None:
    journal: Text = (O, A, Amend(1, "b"), Undo(2))
    assert undo(journal) == Undo(1)
