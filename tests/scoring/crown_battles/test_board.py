"""The board, the facts at the top, and the log text of every entry."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.cards import CardPlayed, DoubleFacedDeclared, Face, TrickRuled
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import CrownSuit, Trump
from scoring.games.crown_battles.entry import JoinedLate, LevelChosen
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.powers.alchemist import AlchemistPlayed
from scoring.games.crown_battles.powers.bishop import BishopPlayed
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.magician import Direction, MagicianPlayed
from scoring.games.crown_battles.powers.merchant import MerchantPlayed
from scoring.games.crown_battles.powers.smuggler import SmugglerPlayed, SmugglerSwapped
from scoring.games.crown_battles.powers.spy import SpyPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.powers.witch import WitchPlayed
from scoring.games.crown_battles.powers.wizard import WizardPlayed
from scoring.games.crown_battles.rounds.blind import (
    BlindBidMoved,
    BlindBidSealed,
    BlindBidsSet,
    BlindBidsTurned,
    BlindBidsUncovered,
)
from scoring.games.crown_battles.rounds.blind_missions import MissionSealed, MissionsSet, MissionsUncovered
from scoring.games.crown_battles.rounds.duel_fights import DuelsPaired
from scoring.games.crown_battles.rounds.leaked_suit import Shown, SuitCalled, SuitPicked, SuitShown, SuitsShown
from scoring.games.crown_battles.rounds.mission_cards import Mission
from scoring.games.crown_battles.rounds.missions import MissionKept, MissionPicked, MissionRead, MissionsKept
from scoring.games.crown_battles.rounds.split import Half, SplitBidPlaced
from scoring.games.crown_battles.rounds.suit_precision import SuitBidsPlaced, TrickLaid
from scoring.games.crown_battles.rounds.teams import NoteShown, TeamsFormed
from scoring.games.crown_battles.rounds.wagering import ExtrasBet
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.trump import TrumpNamed, TrumpSpun
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D, E
from scoring.testing.walks import NAMES, table_of
from tests.scoring.crown_battles.states import bids, by_tricks, counted, judged, opened, play_round, won
from tests.scoring.crown_battles.table import GAME, after

YELLOW, BLUE, RED, GREEN = CrownSuit
TRUMP, FOUR = Mission.TRUMP_TRICK, Mission.FOUR

SENTENCES: list[tuple[Event[Any], str]] = [
    (JoinedLate(3, ((A, 50), (B, -20))), "Joined at round 3: Ana 50, Ben -20"),
    (JoinedLate(3, ((A, 0), (B, 0)), 160), "Joined at round 3: Ana 0, Ben 0; 160 in the pot"),
    (LevelChosen(Level.CARDS), "Rounds are entered card by card"),
    (TrumpSpun(Spinner.NONE), "The spinner shows X: no trump"),
    (TrumpSpun(Spinner.CHOICE), "The spinner shows all four colours"),
    (TypeDrawn(RoundType.SPLIT), "The card says The Split"),
    (TrumpNamed(Trump.GREEN), "The dealer names green"),
    (TrumpNamed(Trump.NONE), "The dealer names no trump"),
    (SmugglerSwapped(B), "Ben uses the Smuggler before bidding"),
    (BidPlaced(A, (1, 2)), "Ana bids 1–2"),
    (BidPlaced(A, (2, 3)), "Ana bids 2–3"),
    (ShieldBought(C), "Cleo buys a Bubble Shield"),
    (TricksTaken(((A, 1), (B, 0))), "Tricks: Ana 1, Ben 0"),
    (TricksTaken(((A, 1), (B, 0)), "yellow"), "Tricks (yellow): Ana 1, Ben 0"),
    (TricksTaken(((A, 1), (B, 0)), "second"), "Tricks (second half): Ana 1, Ben 0"),
    (TrickWon(D), "Dov takes the trick"),
    (CardPlayed(A, "blue-13"), "Ana plays Blue 13"),
    (DoubleFacedDeclared(Face.GOLEM), "Double-faced is a Golem"),
    (DoubleFacedDeclared(Face.PEASANT), "Double-faced is a Peasant"),
    (TrickRuled(B, " misdeal "), "The table gives the trick to Ben: misdeal"),
    (TrickRuled(None, "misdeal"), "The table gives the trick to nobody: misdeal"),
    (RoundScored(), "The round is scored"),
    (AlchemistPlayed(A, Trump.NONE, copied=False), "Ana's Alchemist: no trump"),
    (AlchemistPlayed(A, Trump.RED, copied=False), "Ana's Alchemist: red is trump"),
    (BishopPlayed(A, B, copied=False), "Ana's Bishop: Ben shows their hand"),
    (BombPlayed(A, None, copied=False), "Ana plays the Bomb"),
    (BombPlayed(A, D, copied=True), "Ana's Summoner copies the Bomb: Dov leads next"),
    (CursedPlayed(A, (B, C), copied=False), "Ana's Cursed: Ben and Cleo swap their hands"),
    (JesterPlayed(A, -1, copied=False), "Ana's Jester: bids one less"),
    (JesterPlayed(A, 0, copied=False), "Ana's Jester: keeps the bid"),
    (JesterPlayed(A, 1, copied=False), "Ana's Jester: bids one more"),
    (JesterPlayed(A, 1, copied=False, part="red"), "Ana's Jester: bids one more (red)"),
    (JesterPlayed(B, 1, copied=False, part="first"), "Ben's Jester: bids one more (first half)"),
    (JesterPlayed(A, None, copied=False), "Ana's Jester: may move the hidden bid"),
    (MagicianPlayed(A, Direction.LEFT, copied=False), "Ana's Magician: everybody passes a card to the left"),
    (MerchantPlayed(A, (A, C), copied=False), "Ana's Merchant: Ana and Cleo swap a card"),
    (SmugglerPlayed(A, swapped=True, copied=False), "Ana's Smuggler: takes a card from the pile"),
    (SmugglerPlayed(A, swapped=False, copied=False), "Ana's Smuggler: keeps the hand"),
    (SpyPlayed(A, copied=False), "Ana's Spy: looks through the pile"),
    (ThiefPlayed(A, None, copied=False), "Ana's Thief: takes nothing"),
    (ThiefPlayed(A, B, copied=True), "Ana's Summoner copies the Thief: takes a trick from Ben"),
    (WitchPlayed(A, ((B, 5), (C, 0), (D, 15)), copied=False), "Ana's Witch: takes 5 from Ben, 15 from Dov"),
    (WitchPlayed(A, ((B, 0),), copied=False), "Ana's Witch: takes nothing"),
    (WizardPlayed(A, copied=False), "Ana's Wizard: nobody steals from Ana this round"),
    (BlindBidsSet(), "All bids lie face down"),
    (BlindBidSealed(1, A, (1, 2)), "Ana bids 1–2"),
    (BlindBidMoved(1, A, 1), "Ana: one more"),
    (BlindBidsTurned(((A, (1,)), (B, (0, 1)))), "The bids are revealed: Ana 1, Ben 0–1"),
    (BlindBidsUncovered(), "The sealed bids are shown"),
    (SuitPicked(1, A, Shown.BLUE), "Ana shows blue"),
    (SuitsShown(((A, Shown.RED), (B, Shown.FAMILY))), "Shown: Ana red, Ben golems & dragons"),
    (SuitShown(A, Shown.BLUE), "Ana shows blue"),
    (SuitCalled(Shown.YELLOW), "The dealer makes everybody show yellow"),
    (SplitBidPlaced(A, ((Half.FIRST, (1, 2)), (Half.SECOND, (0,)))), "Ana bids 1–2 and 0"),
    (SuitBidsPlaced(A, ((YELLOW, 0), (BLUE, 1), (RED, 2), (GREEN, 0)), (BLUE,)), "Ana bids 1–2 blue, 2 red"),
    (SuitBidsPlaced(A, ((YELLOW, 0), (BLUE, 0), (RED, 0), (GREEN, 0)), ()), "Ana bids 0 in every suit"),
    (TrickLaid(GREEN), "The trick goes to green"),
    (MissionKept(A, TRUMP), "Ana shows a mission: a trick with a trump"),
    (MissionPicked(1, A, TRUMP), "Ana shows a mission: a trick with a trump"),
    (MissionsKept(((A, TRUMP), (B, FOUR))), "The missions are shown: Ana a trick with a trump, Ben 4 tricks or more"),
    (MissionRead(A, KnownCard("Win the last trick"), 15), "Ana's card: Win the last trick, worth 15"),
    (judged(1, 0, 1, 0), "Missions achieved: Ana, Cleo"),
    (judged(0, 0, 0, 0), "Nobody has achieved the mission"),
    (MissionsSet(), "All missions lie face down"),
    (MissionSealed(1, A, TRUMP), "Ana keeps: a trick with a trump"),
    (MissionsUncovered(), "The sealed missions are shown"),
    (ExtrasBet(((A, 0), (B, 10), (C, 20), (D, 0))), "Extra bets: Ben 10, Cleo 20"),
    (ExtrasBet(((A, 0), (B, 0), (C, 0), (D, 0))), "Nobody bets more than the stake"),
    (DuelsPaired(((A, C), (B, D, E))), "The fights: Ana – Cleo, Ben – Dov – Eve"),
    (TeamsFormed(((A, C), (B, D), (E,))), "The teams: Ana and Cleo, Ben and Dov, Eve alone"),
    (NoteShown(A), "Ana shows the ally a card"),
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


def test_every_entry_has_its_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == {*GAME.events}


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
