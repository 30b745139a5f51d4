"""The log, the presets, and what is shown before anybody has won."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event
from scoring.games.loot_and_recruit.attacks import Attacked
from scoring.games.loot_and_recruit.buying import NewCardBought
from scoring.games.loot_and_recruit.days import EffectsDecided, EventFlipped, FirstPlayerMoved, RoundsPlayed
from scoring.games.loot_and_recruit.line_ups import CardSwept, CardTurnedOver, LineUpResumed, LineUpSkipped
from scoring.games.loot_and_recruit.moving import CardRemoved, GoblinAdded
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.own_cards import CardTrashed, Place
from scoring.games.loot_and_recruit.playing import ActionDone, PowersChanged
from scoring.games.loot_and_recruit.recruiting import BearerPlaced
from scoring.games.loot_and_recruit.state import Row
from scoring.testing.tables import A, B
from tests.scoring.loot_and_recruit.cards import BAG, GOB
from tests.scoring.loot_and_recruit.states import opened
from tests.scoring.loot_and_recruit.table import GAME, prompt_for

GOB_OF_BEN = "1-2-0:3.1:Gob O' Goblins"

TOLD: list[tuple[Event[Any], str]] = [  # what no transcript in `tests/sessions` tells
    (EventFlipped(6, KnownCard(" Rain "), effect=False), "Event of round 6: Rain"),
    (EventFlipped(1, None, effect=True), "Event of round 1: Opening Ceremony, with a flip effect"),
    (FirstPlayerMoved(B), "Ben gets the First Player card"),
    (EffectsDecided(((A, False), (B, False))), "Nobody performs the flip effect"),
    (RoundsPlayed(5), "Played to the end of round 5"),
    (BearerPlaced(A, None, 3), "Ana places no Shield Bearer"),
    (
        Attacked(A, GOB_OF_BEN, negated=True),
        "Ana attacks Ben's Gob O' Goblins (platform 3, card 1); a Bodyguard negates it",
    ),
    (GoblinAdded(B, 2, GOB), "Ben gets Gob O' Goblins on platform 3 without recruiting"),
    (CardRemoved(GOB_OF_BEN), "Trashed: Ben's Gob O' Goblins (platform 3, card 1)"),
    (NewCardBought(A, BAG), "Ana buys Money Bag"),
    (
        ActionDone(A, "Scavenger", 2, "Cannon", " and a jig "),
        "Ana carries out Scavenger: 2 drawn, Cannon fetched, and a jig",
    ),
    (ActionDone(A, "Scavenger", 0, None, ""), "Ana carries out Scavenger: done"),
    (PowersChanged(A, 2, 0, -1), "Ana gets +2 loot, +0 recruit, -1 attack power from a card"),
    (CardTrashed(A, Place.DISCARD, "Cannon"), "Ana trashes Cannon from the discard pile"),
    (CardTurnedOver(Row.SHOP, BAG), "Shop: Money Bag is turned over"),
    (LineUpSkipped(Row.CROWD), "Crowd: the rest is skipped"),
    (LineUpResumed(Row.CROWD), "Crowd: the skipped cards are entered"),
    (CardSwept("shop-3:Cannon"), "Shop: Cannon is trashed"),
    (CardSwept("crowd-3:"), "Crowd: a card is trashed"),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda value: getattr(value, "kind", ""))
def test_the_log_tells_an_entry(event: Event[Any], sentence: str) -> None:
    assert event.sentence(opened().table, frozenset()) == sentence


def test_a_preset_for_every_level() -> None:
    presets = GAME.presets(4)
    assert [preset.options.level for preset in presets] == [Level.CHECKPOINTS, Level.STACKS, Level.REFEREE]
    assert presets[1].text == "Enter the goblins of 56 turns; the app adds up the points."


def test_an_event_is_typed_anew_every_round() -> None:
    state = opened(level=Level.REFEREE)
    form = GAME.form(state, prompt_for(state, "event_flipped"), {"card": {"name": "Rain", "numbers": []}})
    (field,) = form.fields
    assert [count.name for count in field.numbers] == ["loot", "recruit", "attack", "flip"]
