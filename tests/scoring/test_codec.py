"""Stored entries: strict types, upgrades from older formats, and an error for everything else."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Adjusted, Opened, Payload, Resumed, Stopped
from scoring.contract.scores import Seat
from scoring.engine.codec import (
    FormatError,
    NewerFormat,
    Stored,
    decode,
    encode,
    event_from,
    opened_from,
    options_from,
    options_payload,
)
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.loot_and_recruit import GAME as LOOT
from scoring.games.loot_and_recruit.days import EffectsDecided
from scoring.games.loot_and_recruit.moving import GoblinAdded
from scoring.games.loot_and_recruit.options import Options
from scoring.games.loot_and_recruit.own_cards import CardTrashed, Place
from scoring.games.loot_and_recruit.playing import TurnEnded
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.recruit.state import Variation
from scoring.games.recruit.variations import VariationsDeclared
from tests.scoring.sketches import sealed

ANA, BEN, CLEO = Seat(0), Seat(1), Seat(2)
BRUTE = KnownCard("Brute", (("vp", 4), ("def", 2), ("cost", 3)))


@pytest.mark.parametrize(
    ("game", "event", "payload"),
    [
        (LOOT, TurnEnded(BEN), {"seat": 1}),
        (
            LOOT,
            GoblinAdded(ANA, 2, BRUTE),
            {
                "seat": 0,
                "platform": 2,
                "card": {"name": "Brute", "numbers": [["vp", 4], ["def", 2], ["cost", 3]]},
            },
        ),
        (LOOT, EffectsDecided(((ANA, True),)), {"done": [[0, True]]}),
        (LOOT, CardTrashed(ANA, Place.HAND, "Imp"), {"seat": 0, "place": "hand", "name": "Imp"}),
        (CROWN, BidPlaced(CLEO, (2, 3)), {"seat": 2, "bid": [2, 3]}),
        (LOOT, Adjusted(ANA, -5, "a spilt drink"), {"seat": 0, "points": -5, "reason": "a spilt drink"}),
        (LOOT, Stopped("late", counts=False), {"reason": "late", "counts": False}),
        (LOOT, Resumed(), {}),
    ],
    ids=lambda value: getattr(value, "kind", None),
)
def test_an_event_is_stored_as_plain_answers(game: Any, event: Any, payload: Payload) -> None:
    stored = encode(game, event)
    assert (stored.kind, stored.format) == (event.kind, game.format)
    assert stored.payload == payload
    assert decode(game, Stored(stored.kind, stored.format, json.loads(json.dumps(stored.payload)))) == event


def test_the_opening_stores_every_option_defaults_included() -> None:
    stored = encode(sealed.GAME, Opened(("Ana", "Ben"), sealed.Options()))
    assert stored == Stored(
        "opened", 1, {"names": ["Ana", "Ben"], "options": {"lots": 3, "sealing": "together", "top": 3}}
    )
    assert decode(sealed.GAME, stored) == Opened(("Ana", "Ben"), sealed.Options())


def test_options_not_given_have_the_printed_rules_value() -> None:
    assert options_from(sealed.GAME, {}) == sealed.Options()
    assert options_from(sealed.GAME, {"sealing": "one_by_one"}).sealing is sealed.Sealing.ONE_BY_ONE
    assert options_payload(sealed.GAME, sealed.Options(lots=1)) == {"lots": 1, "sealing": "together", "top": 3}


@pytest.mark.parametrize("seat", ["1", True, 2.5, 1.0, None, [1], {"seat": 1}, float("nan")])
def test_a_whole_number_is_nothing_but_a_whole_number(seat: Any) -> None:
    with pytest.raises(FormatError, match="TurnEnded: seat"):
        event_from(LOOT, "turn_ended", {"seat": seat})


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("effects_decided", {"done": [[0, 1]]}),
        ("effects_decided", {"done": [[0, "true"]]}),
        ("effects_decided", {"done": [[0]]}),
        ("effects_decided", {"done": [[0, True, False]]}),
        ("effects_decided", {"done": {"0": True}}),
        ("card_trashed", {"seat": 0, "place": "HAND", "name": "Imp"}),
        ("card_trashed", {"seat": 0, "place": "pocket", "name": "Imp"}),
        ("goblin_added", {"seat": 0, "platform": 1, "card": "Brute"}),
        ("goblin_added", {"seat": 0, "platform": 1, "card": {"name": 7, "numbers": []}}),
        ("goblin_added", {"seat": 0, "platform": 1, "card": {"name": "Brute", "numbers": [["vp", "4"]]}}),
        ("turn_ended", {}),
    ],
)
def test_a_payload_of_the_wrong_shape_is_refused(kind: str, payload: Payload) -> None:
    with pytest.raises(FormatError, match=r"^(EffectsDecided|CardTrashed|GoblinAdded|TurnEnded): "):
        event_from(LOOT, kind, payload)


def test_a_field_nobody_knows_is_refused_by_its_name() -> None:
    with pytest.raises(FormatError, match=r"TurnEnded has no field colour, why\."):
        event_from(LOOT, "turn_ended", {"seat": 0, "why": "", "colour": "red"})
    with pytest.raises(FormatError, match=r"Options has no field speed\."):
        options_from(LOOT, {"speed": 3})


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(FormatError, match="TurnEnded: "):
        event_from(LOOT, "turn_ended", {"seat": object()})


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(FormatError, match="Loot & Recruit has no entry of the kind 'danced'"):
        event_from(LOOT, "danced", {})


def test_every_game_knows_the_agreements() -> None:
    assert event_from(LOOT, "resumed", {}) == Resumed()


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"names": ["Ana"]},
        {"options": {}},
        {"names": "Ana", "options": {}},
        {"names": ["Ana", 7], "options": {}},
        {"names": ["Ana"], "options": []},
        {"names": ["Ana"], "options": {}, "dealer": 0},
    ],
)
def test_an_opening_is_names_and_options_and_nothing_else(payload: Payload) -> None:
    with pytest.raises(FormatError, match="the opening needs names and options"):
        opened_from(LOOT, payload)


def from_format_1(kind: str, payload: Payload) -> tuple[str, Payload]:
    """Format 2 made the line-ups an option, and renamed an entry."""
    if kind == "opened":
        return kind, payload | {"options": payload["options"] | {"line_ups": True}}
    if kind == "turns":
        (seat,) = payload["seats"]
        return TurnEnded.kind, {"seat": seat}
    return kind, payload


TODAY = replace(LOOT, format=2, upcasts={1: from_format_1})


@pytest.mark.parametrize(
    ("stored", "today"),
    [
        (Stored("opened", 1, {"names": ["Ana", "Ben"], "options": {}}), Opened(("Ana", "Ben"), Options(line_ups=True))),
        (Stored("turns", 1, {"seats": [1]}), TurnEnded(BEN)),
        (Stored("turn_ended", 1, {"seat": 0}), TurnEnded(ANA)),
        (Stored("adjusted", 1, {"seat": 1, "points": 2, "reason": "x"}), Adjusted(BEN, 2, "x")),
        (Stored("turn_ended", 2, {"seat": 1}), TurnEnded(BEN)),
    ],
    ids=lambda value: value.kind,
)
def test_an_entry_of_an_older_format_reads_as_today(stored: Stored, today: Any) -> None:
    assert decode(TODAY, stored) == today


@pytest.mark.parametrize("payload", [{}, {"seats": 7}, {"seats": []}])
def test_a_damaged_entry_of_an_older_format_is_refused(payload: Payload) -> None:
    with pytest.raises(FormatError, match="Loot & Recruit: an entry of format 1 cannot be read"):
        decode(TODAY, Stored("turns", 1, payload))


def test_an_older_kind_is_not_known_in_todays_format() -> None:
    with pytest.raises(FormatError, match="'turns'"):
        decode(TODAY, Stored("turns", 2, {"seats": [1]}))


def test_an_entry_of_a_newer_app_is_left_untouched() -> None:
    with pytest.raises(NewerFormat, match=r"Loot & Recruit: format 3 is newer than this app knows \(2\)"):
        decode(TODAY, Stored("turn_ended", 3, {"seat": 0}))


@pytest.mark.parametrize("number", [0, -1])
def test_there_is_no_format_before_the_first(number: int) -> None:
    with pytest.raises(FormatError, match=f"there is no format {number}"):
        decode(TODAY, Stored("turn_ended", number, {"seat": 0}))


def test_form_answers_and_stored_entries_take_the_same_path() -> None:
    answers = {"seat": 0, "variations": ["match", "keeper"]}
    event = event_from(RECRUIT, "variations_declared", answers)
    assert event == VariationsDeclared(ANA, (Variation.MATCH, Variation.KEEPER))
    assert encode(RECRUIT, event).payload == answers


@pytest.mark.parametrize(
    "build",
    [
        lambda: CardTrashed(ANA, Place.HAND, "Imp"),
        lambda: GoblinAdded(ANA, 1, BRUTE),
        lambda: EffectsDecided(((ANA, False), (BEN, True))),
    ],
)
def test_what_is_decoded_hashes_like_what_was_entered(build: Callable[[], Any]) -> None:
    assert hash(decode(LOOT, encode(LOOT, build()))) == hash(build())
