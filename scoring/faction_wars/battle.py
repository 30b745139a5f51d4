"""Battles card by card: the highest card wins, ties go on among the tied, Kunoichi, and decks that run out."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.faction_wars.bidding import BATTLE, TOGETHER
from scoring.faction_wars.cards import BERSERKER_VALUE, HIGHEST_VALUE, Special
from scoring.faction_wars.options import Exhaust
from scoring.faction_wars.passes import discarded
from scoring.faction_wars.state import Battle, Claim, Contest, Event, Holding, Resolving, Shuffle, State, Step
from scoring.game import Table
from scoring.prompts import Choice, Pick, Prompt
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

HIGHEST: Final = Rule("FW-030", "Everybody reveals the top card; the highest value takes the recruit.", "Battle")
TIED: Final = Rule("FW-031", "Those tied for the best reveal another card, until one is best.", "Battle")
OUT_OF_CARDS: Final = Rule("FW-032", "A tied player without cards cannot go on.", "Battle")
NOBODY: Final = Rule("FW-033", "If all tied players are out of cards, nobody takes the recruit.", "Battle")
TO_DISCARD: Final = Rule("FW-034", "Revealed cards go to their owners' discard piles.", "Battle")
KUNOICHI: Final = Rule("FW-035", "Kunoichi beats other cards of value 2; two of her tie.", "Special cards")
NEW_DECK: Final = Rule("FW-037", "After the battle an empty battle deck is made anew from its discard pile.", "Battle")
NEVER_EMPTY: Final = Rule("FW-038", "Nobody starts a battle without a card.", "Follows from FW-037")
COUNTER: Final = Rule("FW-039", "Three conscripts first; a card less per reveal, the discard pile grows.", "Follows")
WHO_GOES_ON: Final = Rule("FW-R01", "After a tie of some, only the tied go on.", "Our ruling")
EXHAUSTED: Final = Rule("FW-R02", "A tied player out of cards drops out; the last one with cards wins.", "Our ruling")
HER_VALUE: Final = Rule("FW-R03", "Kunoichi has the value 2; values are compared first.", "Our ruling")
COLLECT_FIRST: Final = Rule("FW-R10", "The won card is in the shuffle after the battle.", "Our ruling")

HER: Final = "kunoichi"
FACES: Final = (*map(str, range(HIGHEST_VALUE + 1)), HER)
_TWO: Final = BERSERKER_VALUE

Holdings = tuple[Holding, ...]


def start(state: State, phase: Resolving, contest: Contest) -> State:
    """The state with the battle for a position begun."""
    fought = (*phase.fought, *contest.seats)
    return replace(state, phase=_with(replace(phase, fought=fought), Battle(contest.position, contest.seats)))


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """The top card of a battle deck: its value, or "kunoichi" (FW-030)."""

    kind: ClassVar[str] = "card_revealed"
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
        now = Battle(battle.position, battle.fighting, shown, battle.before, battle.spent)
        holdings = _turned(state, self.seat)
        if len(shown) < len(battle.fighting):
            return replace(state, holdings=holdings, phase=_with(phase, now))
        return _judged(state, holdings, phase, now)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        shown = "Kunoichi" if self.card == HER else f"a {self.card}"
        return f"{table.names[self.seat]} reveals {shown} for position {self.position}"


def best(shown: tuple[tuple[Seat, str], ...], her_value: int = _TWO) -> tuple[Seat, ...]:
    """Who is best of those who have revealed (FW-035)."""
    values = {seat: her_value if card == HER else int(card) for seat, card in shown}
    highest = max(values.values())
    hers = tuple(seat for seat, card in shown if card == HER)
    if highest == _TWO and hers:
        return hers
    return tuple(seat for seat, value in values.items() if value == highest)


def her_value(state: State) -> int:
    """Kunoichi's value as it was typed, else 2 (FW-R03)."""
    typed = (card.value for holding in state.holdings for card in holding.cards if card.special is Special.KUNOICHI)
    return next(typed, _TWO)


def question(state: State, battle: Battle) -> Prompt:
    """The form of the next card in the battle."""
    seat = next(seat for seat in battle.fighting if seat not in dict(battle.shown))
    choices = tuple(Choice(face, "Kunoichi" if face == HER else face) for face in FACES)
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


def reshuffled(state: State, phase: Resolving, step: Shuffle) -> State:
    """The state with new battle decks for those who had none left (FW-037)."""
    holdings = list(state.holdings)
    anew = tuple(seat for seat in step.seats if not holdings[seat].deck)
    for seat in anew:
        holdings[seat] = replace(holdings[seat], deck=holdings[seat].own, discard=0)
    done = replace(phase, pending=phase.pending[1:])
    return replace(state, holdings=tuple(holdings), phase=done, shuffled=(*state.shuffled, *anew))


# Judging a turn -----------------------------------------------------------------------------------------------------


def _judged(state: State, holdings: Holdings, phase: Resolving, battle: Battle) -> State:
    her = her_value(state) if HER in dict(battle.shown).values() else _TWO
    tied = best(battle.shown, her)
    if len(tied) == 1:
        return replace(state, holdings=holdings, phase=_won(phase, battle, tied[0]))
    able = tuple(seat for seat in tied if holdings[seat].deck)
    strict = state.options.exhaust is Exhaust.UNCLAIMED
    if not able or (strict and len(able) < len(tied)):
        left = replace(phase, pending=phase.pending[1:], gone=(*phase.gone, battle.position))
        return replace(state, holdings=holdings, phase=left, stock=discarded(state, 1))
    if len(able) == 1:
        return replace(state, holdings=holdings, phase=_won(phase, battle, able[0]))
    spent = tuple(seat for seat in tied if seat not in able)
    before = (*battle.before, *battle.shown)
    again = Battle(battle.position, able, (), before, (*battle.spent, *spent))
    return replace(state, holdings=holdings, phase=_with(phase, again))


def _won(phase: Resolving, battle: Battle, seat: Seat) -> Resolving:
    return _with(replace(phase, won=(*phase.won, seat)), Claim(seat, battle.position))


def _turned(state: State, seat: Seat) -> Holdings:
    """All cards, with the top card of a battle deck on its discard pile (FW-034)."""
    held = state.holdings[seat]
    turned = Holding(held.deck - 1, held.discard + 1, held.cards, held.unnamed)
    return (*state.holdings[:seat], turned, *state.holdings[seat + 1 :])


def _with(phase: Resolving, first: Step) -> Resolving:
    """The phase with another step in the place of the first one."""
    return replace(phase, pending=(first, *phase.pending[1:]))


# Refusals -----------------------------------------------------------------------------------------------------------


def _resolving(state: State, event: CardRevealed) -> Resolving:
    match state.phase:
        case Resolving() as phase if event.round == state.round:
            return phase
        case _:
            message = "Cards are revealed in a battle of the running round."
            raise RuleViolation(HIGHEST, message, code="REVEAL_AFTER_WIN" if event.round <= state.round else "")


def _battle(state: State, phase: Resolving, event: CardRevealed) -> Battle:
    bidders = phase.bidders(event.position)
    if len(bidders) < 2:
        names = state.names(bidders) if bidders else "Nobody"
        message = f"{names} bid on position {event.position}: there is no battle."
        raise RuleViolation(BATTLE, message, field="position", code="NOT_ENOUGH_BIDDERS")
    if event.seat not in bidders:
        message = f"{state.names(bidders)} bid on position {event.position}; nobody else reveals a card."
        raise RuleViolation(BATTLE, message, field="seat", code="REVEAL_BY_NON_TIED")
    match phase.pending[0]:
        case Battle(position=position) as battle if position == event.position:
            return battle
        case _:
            ahead = any(isinstance(step, Contest) and step.position == event.position for step in phase.pending)
            require(not ahead, TOGETHER, "The lowest position is resolved first.", field="position")
            message = f"The battle for position {event.position} is decided."
            raise RuleViolation(TIED, message, field="position", code="REVEAL_AFTER_WIN")


def _check_turn(state: State, battle: Battle, event: CardRevealed) -> None:
    name = state.name(event.seat)
    if event.seat in battle.spent:
        message = f"{name} has no card left in the battle deck; it is shuffled after the battle."
        raise RuleViolation(OUT_OF_CARDS, message, field="seat", code="DECK_OVERDRAWN")
    if event.seat not in battle.fighting:
        message = f"Only {state.names(battle.fighting)} are tied and go on."
        raise RuleViolation(TIED, message, field="seat", code="REVEAL_BY_NON_TIED")
    if event.seat in dict(battle.shown):
        missing = tuple(seat for seat in battle.fighting if seat not in dict(battle.shown))
        message = f"{state.names(missing)} reveals a card before {name} shows another."
        raise RuleViolation(TIED, message, field="seat", code="REVEAL_MISSING")


EVENTS: Final[tuple[type[Event], ...]] = (CardRevealed,)
