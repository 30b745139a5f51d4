"""Drafts, remembered cards, settings and phones survive a restart."""

from datetime import UTC, datetime

import pytest

from scoring.contract.cards import KnownCard
from storage.errors import Damaged
from storage.sessions.phones import KeptPhone
from tests.storage.conftest import open_store, play, sql


def test_a_draft_survives_a_restart_for_its_entry_and_kind(store, path) -> None:
    session_id = play(store)
    store.drafts.save(session_id, 1, "scored", {"seat": 2})
    store.drafts.save(session_id, 1, "adjusted", {"points": 5})
    store.drafts.save(session_id, 1, "scored", {"seat": 2, "points": 0, "cells": [[0, 1]]})
    store.close()
    with open_store(path) as again:
        assert again.drafts.load(session_id, 1)["scored"] == {"seat": 2, "points": 0, "cells": [[0, 1]]}
        assert again.drafts.load(session_id, 1)["adjusted"] == {"points": 5}
        assert again.drafts.load(session_id, 2) == {}
        assert again.drafts.load("other", 1) == {}


@pytest.mark.parametrize("stored", ["{not json", "null", "[1]"])
def test_a_damaged_draft_starts_empty_and_takes_no_other_along(stored: str, store) -> None:
    session_id = play(store)
    for kind in "scored", "adjusted":
        store.drafts.save(session_id, 1, kind, {"points": 5})
    sql(store, f"UPDATE draft SET answers = '{stored}' WHERE kind = 'adjusted'")
    assert store.drafts.load(session_id, 1) == {"scored": {"points": 5}}


@pytest.mark.parametrize("stored", ["{}", "[]", '{"state": "gone", "sums": [], "since": null}'])
def test_a_stored_turn_clock_that_is_none_is_told_as_damage(stored: str, store) -> None:
    session_id = play(store)
    sql(store, f"UPDATE session SET clock = '{stored}', clock_seen = opened_at")
    with pytest.raises(Damaged, match="is not a turn clock"):
        store.clocks.load(session_id)


def test_drafts_of_recorded_entries_are_deleted(store) -> None:
    session_id, other = play(store), play(store)
    store.drafts.save(other, 1, "scored", {"x": 1})
    for number in range(1, 5):
        store.drafts.save(session_id, number, "scored", {"x": number})
    drafts = sql(store, "SELECT session_id, entry_number FROM draft")
    assert set(map(tuple, drafts)) == {(other, 1), (session_id, 4)}


def test_a_card_is_remembered_by_name_and_corrected(store) -> None:
    store.cards.remember("tiny", "goblin", "  Grey   Wolf", [["power", 3], ["cost", 1]])
    store.cards.remember("tiny", "goblin", "Grim", (("power", 1),))
    store.cards.remember("tiny", "goblin", "grey wolf", [["power", 4], ["cost", 1]])
    assert store.cards.find("tiny", "goblin") == (
        KnownCard("grey wolf", (("power", 4), ("cost", 1))),
        KnownCard("Grim", (("power", 1),)),
    )


def test_cards_are_found_by_prefix_on_their_shelf(store) -> None:
    for shelf, name in (("goblin", "Zoë"), ("goblin", "Zack"), ("goblin", "50%"), ("recruit", "Zed")):
        store.cards.remember("tiny", shelf, name, ())
    assert [card.name for card in store.cards.find("tiny", "goblin", "z")] == ["Zack", "Zoë"]
    assert [card.name for card in store.cards.find("tiny", "goblin", "ZOË")] == ["Zoë"]
    assert store.cards.find("tiny", "goblin", "%") == ()
    assert store.cards.find("other", "goblin") == ()


def test_a_setting_can_be_any_json_value_including_null(store) -> None:
    assert store.settings.get("theme", "dark") == "dark"
    for value in ("light", 3, True, None, [1, {"a": None}], ""):
        store.settings.put("theme", value)
        assert store.settings.get("theme", "dark") == value
    assert store.settings.load_all()["theme"] == ""


def test_a_phone_that_changes_its_seat_is_kept_once(store) -> None:
    session_id, at = play(store), datetime(2026, 1, 2, tzinfo=UTC)
    phone = KeptPhone("abc", "Phone", "seat", 0, None, at, at)
    for seat in (0, 1):
        store.phones.save(session_id, phone._replace(seat=seat))
    assert [kept.seat for kept in store.phones.load(session_id)] == [1]
