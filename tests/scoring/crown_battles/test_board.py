"""The board, the facts at the top, and the log text of entries."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event
from scoring.games.crown_battles.cards import TrickRuled
from scoring.games.crown_battles.deck import CrownSuit, Trump
from scoring.games.crown_battles.entry import JoinedLate
from scoring.games.crown_battles.powers.bishop import BishopPlayed
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.merchant import MerchantPlayed
from scoring.games.crown_battles.powers.smuggler import SmugglerPlayed, SmugglerSwapped
from scoring.games.crown_battles.powers.spy import SpyPlayed
from scoring.games.crown_battles.powers.witch import WitchPlayed
from scoring.games.crown_battles.rounds.blind import BlindBidMoved, BlindBidSealed, BlindBidsTurned
from scoring.games.crown_battles.rounds.blind_missions import MissionSealed
from scoring.games.crown_battles.rounds.leaked_suit import Shown, SuitCalled, SuitPicked, SuitShown, SuitsShown
from scoring.games.crown_battles.rounds.mission_cards import Mission
from scoring.games.crown_battles.rounds.missions import MissionPicked, MissionRead, MissionsKept
from scoring.games.crown_battles.rounds.split import Half, SplitBidPlaced
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpNamed
from scoring.testing.tables import A, B, C, D
from scoring.testing.walks import NAMES, table_of
from tests.scoring.crown_battles.states import bids, by_tricks, counted, opened, play_round, won
from tests.scoring.crown_battles.table import GAME, after

YELLOW, BLUE, RED, GREEN = CrownSuit
TRUMP, FOUR = Mission.TRUMP_TRICK, Mission.FOUR

SENTENCES: list[tuple[Event[Any], str]] = [  # what no transcript in `tests/sessions` tells
    (JoinedLate(3, ((A, 0), (B, 0)), 160), "Joined at round 3: Ana 0, Ben 0; 160 in the pot"),
    (TrumpNamed(Trump.NONE), "The dealer names no trump"),
    (SmugglerSwapped(B), "Ben uses the Smuggler before bidding"),
    (TrickRuled(B, " misdeal "), "The table gives the trick to Ben: misdeal"),
    (TrickRuled(None, "misdeal"), "The table gives the trick to nobody: misdeal"),
    (BishopPlayed(A, B, copied=False), "Ana's Bishop: Ben shows their hand"),
    (CursedPlayed(A, (B, C), copied=False), "Ana's Cursed: Ben and Cleo swap their hands"),
    (JesterPlayed(A, 1, copied=False, part="red"), "Ana's Jester: bids one more (red)"),
    (JesterPlayed(B, 1, copied=False, part="first"), "Ben's Jester: bids one more (first half)"),
    (MerchantPlayed(A, (A, C), copied=False), "Ana's Merchant: Ana and Cleo swap a card"),
    (SmugglerPlayed(A, swapped=True, copied=False), "Ana's Smuggler: takes a card from the pile"),
    (SmugglerPlayed(A, swapped=False, copied=False), "Ana's Smuggler: keeps the hand"),
    (SpyPlayed(A, copied=False), "Ana's Spy: looks through the pile"),
    (WitchPlayed(A, ((B, 0),), copied=False), "Ana's Witch: takes nothing"),
    (BlindBidsTurned(((A, (1,)), (B, (0, 1)))), "The bids are revealed: Ana 1, Ben 0–1"),
    (SuitPicked(1, A, Shown.BLUE), "Ana shows blue"),
    (SuitsShown(((A, Shown.RED), (B, Shown.FAMILY))), "Shown: Ana red, Ben golems & dragons"),
    (SuitShown(A, Shown.BLUE), "Ana shows blue"),
    (SuitCalled(Shown.YELLOW), "Everybody shows yellow"),
    (SplitBidPlaced(A, ((Half.FIRST, (1, 2)), (Half.SECOND, (0,)))), "Ana bids 1–2 and 0"),
    (MissionPicked(1, A, TRUMP), "Ana shows a mission: a trick with a trump"),
    (MissionsKept(((A, TRUMP), (B, FOUR))), "The missions are shown: Ana a trick with a trump, Ben 4 tricks or more"),
    (MissionRead(A, KnownCard("Win the last trick"), 15), "Ana's card: Win the last trick, worth 15"),
]
VEILED: list[tuple[Event[Any], str, str]] = [
    (BlindBidSealed(1, A, (1, 2)), "bid", "Ana has sealed a bid"),
    (BlindBidMoved(1, A, 1), "delta", "Ana may move the hidden bid"),
    (SuitPicked(1, C, Shown.RED), "suit", "Cleo has picked a suit"),
    (MissionPicked(1, C, FOUR), "mission", "Cleo has picked a mission"),
    *((MissionSealed(1, seat, TRUMP), "mission", f"{NAMES[seat]} has sealed a mission") for seat in (A, B, C, D)),
]


@pytest.mark.parametrize(("event", "text"), SENTENCES, ids=[event.kind for event, _ in SENTENCES])
def test_the_log_tells(event: Event[Any], text: str) -> None:
    assert event.sentence(table_of(8), frozenset()) == text


@pytest.mark.parametrize(("event", "field", "text"), VEILED)
def test_the_log_keeps_secrets(event: Event[Any], field: str, text: str) -> None:
    assert event.sentence(table_of(8), frozenset({field})) == text


def facts(state: State) -> dict[str, tuple[str, str]]:
    return {fact.key: (fact.value, fact.suit) for fact in GAME.view(state).facts}


SUMS = [  # example of, tricks, bids so far, sum
    ("CB-078", 10, ((2, 3), 1, 4), "7–8 for 10 tricks"),
    ("CB-078", 10, ((2, 3), 1, 4, 0), "7–8 for 10 tricks, 2–3 under"),
    ("CB-078", 4, (2, 2, 1), "5 for 4 tricks, 1 over"),
    ("CB-078", 4, (2, 1, 1, 0), "4 for 4 tricks"),
    ("CB-078", 4, ((1, 2), (1, 2), 1, 0), "3–5 for 4 tricks"),
    ("CB-078", 1, (1, 1), "2 for 1 trick, 1 over"),
]


@pytest.mark.parametrize(("example", "cards", "placed", "text"), SUMS)
def test_the_bids_are_added_up(example: str, cards: int, placed: tuple[int, ...], text: str) -> None:
    state = opened(4, schedule=(cards,))
    assert facts(after(state, *bids(state, *placed)))["sum"] == (text, "")


def test_a_tie_break_is_called_so() -> None:  # CB-155
    state = play_round(opened(2, lowest=5, schedule=(4,)), (2, 2), (2, 2))
    assert facts(state)["round"] == ("Tie-break", "")
    assert [fact.rule.id for fact in GAME.view(state).facts if fact.key == "round" and fact.rule] == ["CB-046"]


def test_tricks_are_shown_against_the_bid() -> None:  # CB-112
    state = after(by_tricks(3, (0, 1), 0, 0), *won(A, A))
    assert [zone.count for zone in GAME.view(state).board.zones] == ["2 of 3", "0 of 0–1", "0 of 0", "0 of 0"]
    assert [zone.count for zone in GAME.view(counted(1, 1, 1, 1)).board.zones] == [""] * 4
