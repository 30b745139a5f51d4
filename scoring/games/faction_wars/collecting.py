"""Collecting cards: where they go, and what bystanders, actions, Buccaneers and Gamblers set off."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Ledger, Seat
from scoring.games.faction_wars import cards, passes, phases, score, steps
from scoring.games.faction_wars.battle import TIED
from scoring.games.faction_wars.cards import RECRUITS, Card, Kind, Special
from scoring.games.faction_wars.options import ActionsGo
from scoring.games.faction_wars.state import Holding, Holdings, State, with_holding

OWN_DISCARD: Final = Rule("FW-040", "A collected card goes to the discard pile of your own battle deck.", "Note")
ON_COLLECTION: Final = Rule("FW-041", "An ability works however the card is collected.", "Actions")
ACTIONS: Final = Rule("FW-042", "An action card is carried out when it is collected.", "Actions")
GAMBLER: Final = Rule("FW-045", "A Gambler draws the top card of the recruit deck.", "Special cards")
BUCCANEER: Final = Rule("FW-044", "A Buccaneer takes a random recruit from another player's cards.", "Special cards")
BYSTANDER: Final = Rule("FW-046", "A bystander goes to the discard pile of another player.", "Special cards")
WAR_BY_GAMBLER: Final = Rule(
    "FW-R05", "If a card draws War is Over, put it aside and draw again; this round is the last.", "Our ruling"
)
ACTIONS_GO: Final = Rule(
    "FW-R06",
    "An action from the line-up goes to your own discard pile, a drawn one to the recruit deck's.",
    "Our ruling",
)
CHAIN_FIRST: Final = Rule("FW-R16", "Finish a card and all it sets off before the next position.", "Our ruling")

T = TypeVar("T", steps.Claim, steps.Draw, steps.Rob, steps.Discard, steps.Give, steps.Act)


@dataclass(frozen=True, slots=True)
class CardCollected(Event[State]):
    """The card a player collected from a position, or took from another player unseen (FW-022, FW-030)."""

    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = due_step(state, steps.Claim, self.seat)
        card = cards.read(self.card, "card")
        passes.check_in_play(state, card)
        if not step.position and card.kind not in RECRUITS:
            raise RuleViolation(BUCCANEER, f"{card.name} is no recruit.", field="card", code="NOT_A_RECRUIT")
        return claim(state, phase, step, card)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} collects {self.card.name.strip()}"


@dataclass(frozen=True, slots=True)
class CardDrawn(Event[State]):
    """The top card of the recruit deck, drawn by a Gambler or an action (FW-045)."""

    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = due_step(state, steps.Draw, self.seat)
        message = "The last card of the deck is War is Over: put it aside and draw again."
        require(not passes.is_war_next(state), WAR_BY_GAMBLER, message, field="card")
        card = cards.read(self.card, "card")
        passes.check_in_play(state, card)
        drawn = replace(state, stock=passes.draw(state))
        return _collect(drawn, phase, step.seat, card, from_deck=True)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} draws {self.card.name.strip()}"


@dataclass(frozen=True, slots=True)
class BystanderGiven(Event[State]):
    """A player hands a bystander to another one (FW-046)."""

    seat: Seat
    to: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = due_step(state, steps.Give, self.seat)
        message = f"{state.name(step.seat)} hands {step.card.name} to another player."
        require(self.to != step.seat, BYSTANDER, message, field="to", code="BYSTANDER_TO_SELF")
        require(self.to in state.table.seats, BYSTANDER, message, field="to")
        return give(state, phase, self.to, step.card)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} hands a bystander to {table.names[self.to]}"


def due_step(state: State, wanted: type[T], seat: Seat) -> tuple[phases.Resolving, T]:
    """The first step of the round, if it is a `wanted` one of this player; RuleViolation otherwise."""
    match state.phase:
        case phases.Resolving(pending=(step, *_)) as phase:
            if isinstance(step, wanted):
                if step.seat != seat:
                    raise RuleViolation(CHAIN_FIRST, f"First {state.name(step.seat)} acts.", field="seat")
                return phase, step
            raise _refuse(state, step)
        case _:
            raise RuleViolation(ON_COLLECTION, "Cards are collected once the bids have been turned over.")


def _refuse(state: State, step: steps.Step) -> RuleViolation:
    """The refusal of an entry out of order; it says what comes first."""
    match step:
        case steps.Battle(missing=missing):
            verb = "has" if len(missing) == 1 else "have"
            message = f"The battle is not decided: {state.names(missing)} still {verb} to reveal a card."
            return RuleViolation(TIED, message, code="REVEAL_MISSING")
        case _:
            return RuleViolation(CHAIN_FIRST, "Finish what the last card set off first.")


def claim(state: State, phase: phases.Resolving, step: steps.Claim, card: Card) -> State:
    after = replace(phase, emptied=(*phase.emptied, step.position)) if step.position else phase
    return _collect(state, after, step.seat, card)


def lay_aside(state: State, phase: phases.Resolving, step: steps.LayAside) -> State:
    """Put a used action card on its discard pile (FW-R06)."""
    if step.drawn or state.options.actions_go is ActionsGo.RECRUIT_DISCARD:
        return replace(state, phase=phase.finish_step(), stock=passes.discard(state, 1))
    return replace(state, phase=phase.finish_step(), holdings=_with_card(state.holdings, step.seat, step.card))


def give(state: State, phase: phases.Resolving, to: Seat, card: Card) -> State:
    """Put a bystander on a player's discard pile."""
    ledger = (*state.ledger, score.penalty_line(state, to, card))
    return replace(state, phase=phase.finish_step(), holdings=_with_card(state.holdings, to, card), ledger=ledger)


def _collect(state: State, phase: phases.Resolving, seat: Seat, card: Card, *, from_deck: bool = False) -> State:
    if card.kind is Kind.BYSTANDER:
        return replace(state, phase=phase.finish_step(steps.Give(seat, card)))
    if card.kind is Kind.ACTION:
        return replace(state, phase=phase.finish_step(steps.Act(seat, card), steps.LayAside(seat, card, from_deck)))
    return gain(state, phase, state.holdings, seat, card, (score.recruit_line(state, seat, card),))


def gain(state: State, phase: phases.Resolving, holdings: Holdings, seat: Seat, card: Card, lines: Ledger) -> State:
    """Put a recruit on a player's discard pile, score it, and queue what it sets off."""
    sets_off: tuple[steps.Step, ...] = ()
    match card.special:
        case Special.BUCCANEER:
            sets_off = (steps.Rob(seat),)
        case Special.GAMBLER:
            sets_off = (steps.Draw(seat),)
        case _:
            pass
    after = replace(phase, pending=(*sets_off, *phase.pending[1:]), gained=(*phase.gained, seat))
    return replace(state, phase=after, holdings=_with_card(holdings, seat, card), ledger=(*state.ledger, *lines))


def _with_card(holdings: Holdings, seat: Seat, card: Card) -> Holdings:
    """Add a card to a player's discard pile (FW-040)."""
    own = holdings[seat]
    return with_holding(holdings, seat, Holding(own.deck, own.discard + 1, (*own.cards, card), own.unnamed))


def claim_question(state: State, step: steps.Claim) -> Prompt:
    name = state.name(step.seat)
    title = f"{name} collects position {step.position}" if step.position else f"Which recruit did {name} take?"
    return _card_question(state, CardCollected.kind, title, OWN_DISCARD, step.seat)


def draw_question(state: State, step: steps.Draw) -> Prompt:
    title = f"{state.name(step.seat)} draws from the recruit deck"
    return _card_question(state, CardDrawn.kind, title, GAMBLER, step.seat)


def give_question(state: State, step: steps.Give) -> Prompt:
    return Prompt(
        BystanderGiven.kind,
        f"{state.name(step.seat)} hands {step.card.name} to",
        (state.table.pick_seat("to", "", seats=state.others(step.seat)),),
        rule=BYSTANDER,
        instant=True,
    ).for_seat(step.seat)


def closed_kinds(state: State) -> cards.ClosedKinds:
    """The kinds the next card cannot be: those all in play and, for a stolen card, all but recruits."""
    match state.phase:
        case phases.Resolving(pending=(steps.Claim(position=0), *_)):
            others = tuple((kind.value, "Only recruits change owner.") for kind in Kind if kind not in RECRUITS)
            return tuple(dict((*passes.closed_kinds(state), *others)).items())
        case _:
            return passes.closed_kinds(state)


def _card_question(state: State, kind: str, title: str, rule: Rule, seat: Seat) -> Prompt:
    field = (cards.field(closed_kinds(state)),)
    return Prompt(kind, title, field, rule=rule, instant=True).for_seat(seat)
