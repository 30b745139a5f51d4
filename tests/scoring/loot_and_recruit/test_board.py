"""The log, the presets, and what is shown before anybody has won."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event
from scoring.games.loot_and_recruit.attacks import Attacked, SergeantPlayed
from scoring.games.loot_and_recruit.buying import CardBought, NewCardBought
from scoring.games.loot_and_recruit.days import (
    CheckpointCounted,
    EffectsDecided,
    EventFlipped,
    FirstPlayerMoved,
    RoundsPlayed,
)
from scoring.games.loot_and_recruit.entry import LevelChosen
from scoring.games.loot_and_recruit.line_ups import CardSwept, CardTurnedOver, LineUpResumed, LineUpSkipped
from scoring.games.loot_and_recruit.moving import CardRemoved, GoblinAdded, GoblinMoved
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.own_cards import CardTrashed, PilesCounted, Place
from scoring.games.loot_and_recruit.playing import ActionDone, CardPlayed, NewCardPlayed, PowersChanged, TurnEnded
from scoring.games.loot_and_recruit.recruiting import BearerPlaced, GoblinPlaced, GoblinRecruited, NewGoblinRecruited
from scoring.games.loot_and_recruit.state import Row
from scoring.testing.tables import A, B, C, row
from tests.scoring.loot_and_recruit.cards import BAG, GOB
from tests.scoring.loot_and_recruit.states import opened
from tests.scoring.loot_and_recruit.table import GAME, prompt_for

GOB_OF_BEN = "1-2-0:3.1:Gob O' Goblins"

TOLD: list[tuple[Event[Any], str]] = [
    (LevelChosen(Level.STACKS), "Entered from here on: The stacks"),
    (EventFlipped(6, None, effect=False), "Event of round 6: Day"),
    (EventFlipped(6, KnownCard(" Rain "), effect=False), "Event of round 6: Rain"),
    (EventFlipped(1, None, effect=True), "Event of round 1: Opening Ceremony, with a flip effect"),
    (FirstPlayerMoved(B), "Ben gets the First Player card"),
    (EffectsDecided(((B, True), (C, False), (A, True))), "Ben and Ana perform the flip effect"),
    (EffectsDecided(((A, False), (B, False))), "Nobody performs the flip effect"),
    (RoundsPlayed(5), "Played to the end of round 5"),
    (CheckpointCounted(5, row(3, 4), ()), "After round 5: Ana 3, Ben 4"),
    (CheckpointCounted(14, row(4, 4), row(2, 1)), "After round 14: Ana 4, Ben 4; goblins: Ana 2, Ben 1"),
    (NewGoblinRecruited(A, GOB), "Ana recruits Gob O' Goblins"),
    (GoblinRecruited(A, "Gob O' Goblins"), "Ana recruits Gob O' Goblins"),
    (GoblinPlaced(A, 1), "Ana places it on platform 2"),
    (BearerPlaced(A, 1, 3), "Ana shields platform 2"),
    (BearerPlaced(A, None, 3), "Ana places no Shield Bearer"),
    (Attacked(A, GOB_OF_BEN, negated=False), "Ana attacks Ben's Gob O' Goblins (platform 3, card 1)"),
    (
        Attacked(A, GOB_OF_BEN, negated=True),
        "Ana attacks Ben's Gob O' Goblins (platform 3, card 1); a Bodyguard negates it",
    ),
    (SergeantPlayed(A), "Ana plays a Sergeant"),
    (GoblinMoved(A, GOB_OF_BEN, 0), "Ana moves Ben's Gob O' Goblins (platform 3, card 1) to platform 1"),
    (GoblinAdded(B, 2, GOB), "Ben gets Gob O' Goblins on platform 3 without recruiting"),
    (CardRemoved(GOB_OF_BEN), "Trashed: Ben's Gob O' Goblins (platform 3, card 1)"),
    (TurnEnded(B), "Ben's turn is over"),
    (NewCardPlayed(A, BAG), "Ana plays Money Bag"),
    (CardPlayed(A, "Money Bag"), "Ana plays Money Bag"),
    (NewCardBought(A, BAG), "Ana buys Money Bag"),
    (CardBought(A, "Cannon"), "Ana buys Cannon"),
    (
        ActionDone(A, "Scavenger", 2, "Cannon", " and a jig "),
        "Ana carries out Scavenger: 2 drawn, Cannon fetched, and a jig",
    ),
    (ActionDone(A, "Scavenger", 0, None, ""), "Ana carries out Scavenger: done"),
    (PowersChanged(A, 2, 0, -1), "Ana gets +2 loot, +0 recruit, -1 attack power from a card"),
    (CardTrashed(A, Place.DISCARD, "Cannon"), "Ana trashes Cannon from the discard pile"),
    (PilesCounted(B, 4, 2), "Ben has 4 in hand and 2 discarded"),
    (CardTurnedOver(Row.SHOP, BAG), "Shop: Money Bag is turned over"),
    (LineUpSkipped(Row.CROWD), "Crowd: the rest is skipped"),
    (LineUpResumed(Row.CROWD), "Crowd: the skipped cards are entered"),
    (CardSwept("shop-3:Cannon"), "Shop: Cannon is trashed"),
    (CardSwept("crowd-3:"), "Crowd: a card is trashed"),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda value: getattr(value, "kind", ""))
def test_the_log_tells_every_entry(event: Event[Any], sentence: str) -> None:
    assert event.sentence(opened().table, frozenset()) == sentence


def test_every_kind_of_entry_is_told() -> None:
    assert {type(event) for event, _ in TOLD} == set(GAME.events)


def test_a_preset_for_every_level() -> None:
    presets = GAME.presets(4)
    assert [preset.options.level for preset in presets] == [Level.CHECKPOINTS, Level.STACKS, Level.REFEREE]
    assert presets[1].text == "Enter the goblins of 56 turns; the app adds up the points."


def test_an_event_is_typed_anew_every_round() -> None:
    state = opened(level=Level.REFEREE)
    form = GAME.form(state, prompt_for(state, "event_flipped"), {"card": {"name": "Rain", "numbers": []}})
    (field,) = form.fields
    assert [count.name for count in field.numbers] == ["loot", "recruit", "attack", "flip"]
