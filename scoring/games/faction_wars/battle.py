"""Battles card by card: the highest card wins, tied players go on, and decks can run out."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Pick, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.faction_wars import phases, steps
from scoring.games.faction_wars.bidding import BATTLE, TOGETHER
from scoring.games.faction_wars.cards import BERSERKER_VALUE, HIGHEST_VALUE, Special
from scoring.games.faction_wars.options import Exhaust
from scoring.games.faction_wars.passes import discard
from scoring.games.faction_wars.state import Holding, Holdings, State, with_holding

HIGHEST: Final = Rule("FW-030", "Everybody reveals their top card; the highest value takes the recruit.", "Battle")
TIED: Final = Rule("FW-031", "Players tied for the highest card reveal another one until one is highest.", "Battle")
OUT_OF_CARDS: Final = Rule("FW-032", "A tied player without cards cannot go on.", "Battle")
NEW_DECK: Final = Rule("FW-037", "After the battle, shuffle your discard pile if your battle deck is empty.", "Battle")
NEVER_EMPTY: Final = Rule("FW-038", "Nobody starts a battle without a card.", "Follows from FW-037")
EXHAUSTED: Final = Rule("FW-R02", "A tied player out of cards drops out; the last one with cards wins.", "Our ruling")

KUNOICHI_FACE: Final = "kunoichi"
FACES: Final = (*map(str, range(HIGHEST_VALUE + 1)), KUNOICHI_FACE)
_TWO: Final = BERSERKER_VALUE


def start_battle(state: State, phase: phases.Resolving, contest: steps.Contest) -> State:
    battle = steps.Battle(contest.position, contest.seats)
    pending = (battle, *phase.pending[1:])
    return replace(state, phase=replace(phase, fought=(*phase.fought, *contest.seats), pending=pending))


@dataclass(frozen=True, slots=True)
class CardRevealed(Event[State]):
    """The top card of a battle deck: its value, or "kunoichi" (FW-030)."""

    round: int
    position: int
    seat: Seat
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = _resolving(state, self)
        battle = _battle(state, phase, self)
        _check_turn(state, battle, self)
        known = self.card in FACES
        require(known, HIGHEST, f"A card shows 0 to {HIGHEST_VALUE}, or it is Kunoichi.", field="card")
        shown = (*battle.shown, (self.seat, self.card))
        now = steps.Battle(battle.position, battle.fighting, shown, battle.before, battle.out)
        holdings = _reveal_top(state, self.seat)
        if len(shown) < len(battle.fighting):
            return replace(state, holdings=holdings, phase=phase.finish_step(now))
        return _judge_turn(state, holdings, phase, now)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        number = f"an {self.card}" if self.card == "8" else f"a {self.card}"
        shown = face_name(self.card) if self.card == KUNOICHI_FACE else number
        return f"{table.names[self.seat]} reveals {shown} for position {self.position}"


def face_name(face: str) -> str:
    """What players call a face of `FACES`."""
    return "Kunoichi" if face == KUNOICHI_FACE else face


def best_seats(shown: tuple[tuple[Seat, str], ...], kunoichi_value: int = _TWO) -> tuple[Seat, ...]:
    """The players with the best card shown, several if they are tied (FW-035)."""
    values = {seat: kunoichi_value if card == KUNOICHI_FACE else int(card) for seat, card in shown}
    highest = max(values.values())
    kunoichis = tuple(seat for seat, card in shown if card == KUNOICHI_FACE)
    if highest == _TWO and kunoichis:
        return kunoichis
    return tuple(seat for seat, value in values.items() if value == highest)


def kunoichi_value(state: State) -> int:
    """Kunoichi's value as typed, 2 if she was not (FW-R03)."""
    typed = (card.value for holding in state.holdings for card in holding.cards if card.special is Special.KUNOICHI)
    return next(typed, _TWO)


def question(state: State, battle: steps.Battle) -> Prompt:
    seat = battle.missing[0]
    choices = tuple(Choice(face, face_name(face)) for face in FACES)
    again = " again" if battle.before else ""
    return Prompt(
        CardRevealed.kind,
        f"{state.name(seat)} reveals{again}",
        (Pick("card", "", choices),),
        rule=TIED if battle.before else HIGHEST,
        seat=seat,
        given=(("round", state.round), ("position", battle.position), ("seat", seat)),
        instant=True,
        help="A Berserker is a 2.",
    )


def shuffle_empty_decks(state: State, phase: phases.Resolving, step: steps.Shuffle) -> State:
    """Make new battle decks for players who have none left (FW-037)."""
    holdings = list(state.holdings)
    empty = tuple(seat for seat in step.seats if not holdings[seat].deck)
    for seat in empty:
        holdings[seat] = replace(holdings[seat], deck=holdings[seat].total, discard=0)
    shuffled = (*state.shuffled, *empty)
    return replace(state, holdings=tuple(holdings), phase=phase.finish_step(), shuffled=shuffled)


def _judge_turn(state: State, holdings: Holdings, phase: phases.Resolving, battle: steps.Battle) -> State:
    """Once everybody has revealed a card, find the winner or let the tied players go on."""
    tied = best_seats(battle.shown, kunoichi_value(state))
    if len(tied) == 1:
        return replace(state, holdings=holdings, phase=_win(phase, battle, tied[0]))
    with_cards = tuple(seat for seat in tied if holdings[seat].deck)
    ends = state.options.exhaust is Exhaust.UNCLAIMED and len(with_cards) < len(tied)
    if not with_cards or ends:
        unclaimed = replace(phase, pending=phase.pending[1:], emptied=(*phase.emptied, battle.position))
        positions = (*state.unclaimed, battle.position)
        return replace(state, holdings=holdings, phase=unclaimed, stock=discard(state, 1), unclaimed=positions)
    if len(with_cards) == 1:
        return replace(state, holdings=holdings, phase=_win(phase, battle, with_cards[0]))
    out = tuple(seat for seat in tied if seat not in with_cards)
    before = (*battle.before, *battle.shown)
    next_turn = steps.Battle(battle.position, with_cards, (), before, (*battle.out, *out))
    return replace(state, holdings=holdings, phase=phase.finish_step(next_turn))


def _win(phase: phases.Resolving, battle: steps.Battle, seat: Seat) -> phases.Resolving:
    return replace(phase, won=(*phase.won, seat), pending=(steps.Claim(seat, battle.position), *phase.pending[1:]))


def _reveal_top(state: State, seat: Seat) -> Holdings:
    """Move the top card of a battle deck to its discard pile (FW-034)."""
    own = state.holdings[seat]
    return with_holding(state.holdings, seat, Holding(own.deck - 1, own.discard + 1, own.cards, own.unnamed))


def _resolving(state: State, event: CardRevealed) -> phases.Resolving:
    match state.phase:
        case phases.Resolving() as phase if event.round == state.round:
            return phase
        case _:
            message = "Cards are revealed in a battle of the current round."
            raise RuleViolation(HIGHEST, message, code="REVEAL_AFTER_WIN" if event.round <= state.round else "")


def _battle(state: State, phase: phases.Resolving, event: CardRevealed) -> steps.Battle:
    bidders = phase.bidders(event.position)
    if len(bidders) < 2:
        names = f"Only {state.names(bidders)}" if bidders else "Nobody"
        message = f"{names} bid on position {event.position}, so there is no battle."
        raise RuleViolation(BATTLE, message, field="position", code="NOT_ENOUGH_BIDDERS")
    if event.seat not in bidders:
        message = f"{state.names(bidders)} bid on position {event.position}; nobody else reveals a card."
        raise RuleViolation(BATTLE, message, field="seat", code="REVEAL_BY_NON_TIED")
    match phase.pending[0]:
        case steps.Battle(position=position) as battle if position == event.position:
            return battle
        case _:
            later = any(isinstance(step, steps.Contest) and step.position == event.position for step in phase.pending)
            require(not later, TOGETHER, "The lowest position is resolved first.", field="position")
            message = f"The battle for position {event.position} is decided."
            raise RuleViolation(TIED, message, field="position", code="REVEAL_AFTER_WIN")


def _check_turn(state: State, battle: steps.Battle, event: CardRevealed) -> None:
    name = state.name(event.seat)
    if event.seat in battle.out:
        message = f"{name} has no card left in the battle deck; it is shuffled after the battle."
        raise RuleViolation(OUT_OF_CARDS, message, field="seat", code="DECK_OVERDRAWN")
    if event.seat not in battle.fighting:
        message = f"Only {state.names(battle.fighting)} are tied and go on."
        raise RuleViolation(TIED, message, field="seat", code="REVEAL_BY_NON_TIED")
    if event.seat in dict(battle.shown):
        reveal = "reveals" if len(battle.missing) == 1 else "reveal"
        message = f"{state.names(battle.missing)} {reveal} a card before {name} reveals another."
        raise RuleViolation(TIED, message, field="seat", code="REVEAL_MISSING")
