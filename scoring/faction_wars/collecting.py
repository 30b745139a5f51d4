"""Collecting cards: where they go, and what Buccaneers, Gamblers, bystanders and actions set off."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.faction_wars import cards, passes, score
from scoring.faction_wars.battle import TIED, Holdings
from scoring.faction_wars.cards import Card, Kind, Special
from scoring.faction_wars.events import ActionDone, BystanderGiven, CardCollected, CardDrawn, Robbed
from scoring.faction_wars.options import ActionsGo
from scoring.faction_wars.state import Act, Battle, Claim, Draw, Give, Holding, Resolving, Rob, State, Step
from scoring.game import Draft
from scoring.prompts import Answer, Choice, Count, Pick, Prompt, Subset, Text
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Ledger, Seat

OWN_DISCARD: Final = Rule("FW-040", "A collected card goes to the discard pile of the own battle deck.", "Note")
ON_COLLECTION: Final = Rule("FW-041", "Abilities work whenever the card is collected, however that is.", "Actions")
ACTIONS: Final = Rule("FW-042", "An action card is carried out when it is collected.", "Actions")
RESHUFFLES: Final = Rule("FW-043", "Who loses a recruit shuffles all own cards into a new battle deck.", "Note")
BUCCANEER: Final = Rule("FW-044", "A Buccaneer takes a recruit by chance from another player's cards.", "Special cards")
GAMBLER: Final = Rule("FW-045", "A Gambler draws the top card of the recruit deck.", "Special cards")
BYSTANDER: Final = Rule("FW-046", "A bystander goes to the discard pile of another player.", "Special cards")
WAR_BY_GAMBLER: Final = Rule(
    "FW-R05", "War is Over drawn by a card is put aside; draw again, this round is the last.", "Our ruling"
)
ACTIONS_GO: Final = Rule(
    "FW-R06",
    "An action from the line-up goes to the own discard pile, a drawn one to the recruit deck's.",
    "Our ruling",
)
WHO_IS_CHOSEN: Final = Rule("FW-R11", "The collector chooses who is robbed and who gets a bystander.", "Our ruling")
NOBODY_TO_ROB: Final = Rule("FW-R12", "Without a recruit among the others a Buccaneer does nothing.", "Our ruling")
VICTIM_SHUFFLES: Final = Rule("FW-R13", "After a theft the robbed player shuffles, not the thief.", "Our ruling")
CHAIN_FIRST: Final = Rule("FW-R16", "A card and all it sets off are finished before the next position.", "Our ruling")
RULES: Final = (
    OWN_DISCARD,
    ON_COLLECTION,
    ACTIONS,
    RESHUFFLES,
    BUCCANEER,
    GAMBLER,
    BYSTANDER,
    WAR_BY_GAMBLER,
    ACTIONS_GO,
    WHO_IS_CHOSEN,
    NOBODY_TO_ROB,
    VICTIM_SHUFFLES,
    CHAIN_FIRST,
)

MOST_DRAWN: Final = 3
"""Cards an action may draw in one entry."""

UNNAMED: Final = ""


# Entries ------------------------------------------------------------------------------------------------------------


def collect(state: State, event: CardCollected) -> State:
    """The state after it was said which card somebody collected."""
    phase, step = _head(state)
    match step:
        case Claim(seat=seat):
            _check_seat(state, seat, event.seat)
            card = cards.read(event.card, "card")
            passes.check_in_play(state, card)
            if not step.position:
                require(card.kind.recruit, BUCCANEER, f"{card.name} is no recruit.", field="card", code="NOT_A_RECRUIT")
            return claimed(state, _done(phase), step, card)
        case _:
            raise _other(state, step)


def draw(state: State, event: CardDrawn) -> State:
    """The state after a card was drawn from the recruit deck."""
    phase, step = _head(state)
    match step:
        case Draw(seat):
            _check_seat(state, seat, event.seat)
            message = "The last card of the deck is War is Over: put it aside and draw again."
            require(not passes.war_next(state), WAR_BY_GAMBLER, message, field="card")
            card = cards.read(event.card, "card")
            passes.check_in_play(state, card)
            return _collected(replace(state, stock=passes.drawn(state)), _done(phase), seat, card, from_deck=True)
        case _:
            raise _other(state, step)


def rob(state: State, event: Robbed) -> State:
    """The state after a recruit changed owner."""
    phase, step = _head(state)
    match step:
        case Rob(seat, wanted):
            _check_seat(state, seat, event.seat)
            _check_victim(state, step, event, wanted)
            return _robbed(state, _done(phase), event)
        case _:
            raise _other(state, step)


def give(state: State, event: BystanderGiven) -> State:
    """The state after a bystander was handed on."""
    phase, step = _head(state)
    match step:
        case Give(seat, card):
            _check_seat(state, seat, event.seat)
            own = f"{state.name(seat)} hands {card.name} to another player."
            require(event.to != seat, BYSTANDER, own, field="to", code="BYSTANDER_TO_SELF")
            require(event.to in state.table.seats, BYSTANDER, own, field="to")
            return given(state, _done(phase), event.to, card)
        case _:
            raise _other(state, step)


def act(state: State, event: ActionDone) -> State:
    """The state after an action was carried out; what it brings is asked next."""
    phase, step = _head(state)
    match step:
        case Act(seat):
            _check_seat(state, seat, event.seat)
            _check_action(state, phase, event)
            brings: tuple[Step, ...] = (
                *(Claim(seat, position) for position in event.positions),
                *(Rob(seat, victim) for victim in event.robbed),
                *(Draw(seat) for _ in range(event.drawn)),
            )
            return replace(state, phase=_first(_done(phase), *brings))
        case _:
            raise _other(state, step)


# What a collected card does -----------------------------------------------------------------------------------------


def claimed(state: State, phase: Resolving, step: Claim, card: Card) -> State:
    """The state after somebody collected the card of a position; in `phase` its step is done."""
    gone = (*phase.gone, step.position) if step.position else phase.gone
    return _collected(state, replace(phase, gone=gone), step.seat, card)


def given(state: State, phase: Resolving, to: Seat, card: Card) -> State:
    """The state with a bystander in somebody's discard pile."""
    ledger = (*state.ledger, score.penalised(state, to, card))
    return replace(state, phase=phase, holdings=_taken(state.holdings, to, card), ledger=ledger)


def prey(state: State, step: Rob) -> tuple[Seat, ...]:
    """Who can be robbed."""
    others = (seat for seat in state.table.seats if seat != step.seat and step.victim in (None, seat))
    return tuple(seat for seat in others if _has_recruit(state.holdings[seat]))


def _collected(state: State, phase: Resolving, seat: Seat, card: Card, *, from_deck: bool = False) -> State:
    if card.kind is Kind.BYSTANDER:
        return replace(state, phase=_first(phase, Give(seat, card)))
    if card.kind is Kind.ACTION:
        acting = _first(phase, Act(seat, card))
        if from_deck or state.options.actions_go is ActionsGo.RECRUIT_DISCARD:
            return replace(state, phase=acting, stock=passes.discarded(state, 1))
        return replace(state, phase=acting, holdings=_taken(state.holdings, seat, card))
    return _gained(state, phase, state.holdings, seat, card, score.gained(state, seat, card))


def _gained(state: State, phase: Resolving, holdings: Holdings, seat: Seat, card: Card, lines: Ledger) -> State:
    """The state with a recruit in somebody's discard pile, and what it sets off still to be done."""
    sets_off: tuple[Step, ...] = ()
    match card.special:
        case Special.BUCCANEER:
            sets_off = (Rob(seat),)
        case Special.GAMBLER:
            sets_off = (Draw(seat),)
        case _:
            pass
    after = replace(phase, pending=(*sets_off, *phase.pending), gained=(*phase.gained, seat))
    return replace(state, phase=after, holdings=_taken(holdings, seat, card), ledger=(*state.ledger, *lines))


def _robbed(state: State, phase: Resolving, event: Robbed) -> State:
    victim = state.holdings[event.victim]
    noted = replace(phase, robbed=(*phase.robbed, event.seat))
    if event.card == UNNAMED:
        less = Holding(victim.own - 1, 0, victim.cards, victim.unnamed - 1)
        named_next = _first(noted, Claim(event.seat, 0))
        return replace(state, phase=named_next, holdings=_put(state.holdings, event.victim, less))
    place = next(n for n, card in enumerate(victim.cards) if card.kind.recruit and card.name == event.card)
    card = victim.cards[place]
    kept = (*victim.cards[:place], *victim.cards[place + 1 :])
    holdings = _put(state.holdings, event.victim, Holding(victim.own - 1, 0, kept, victim.unnamed))
    return _gained(state, noted, holdings, event.seat, card, score.moved(state, event.seat, event.victim, card))


def _taken(holdings: Holdings, seat: Seat, card: Card) -> Holdings:
    """All cards, with this one in somebody's discard pile (FW-040)."""
    held = holdings[seat]
    return _put(holdings, seat, Holding(held.deck, held.discard + 1, (*held.cards, card), held.unnamed))


def _put(holdings: Holdings, seat: Seat, held: Holding) -> Holdings:
    return (*holdings[:seat], held, *holdings[seat + 1 :])


def _first(phase: Resolving, *steps: Step) -> Resolving:
    """The phase with these steps before all others (FW-R16)."""
    return replace(phase, pending=(*steps, *phase.pending))


def _done(phase: Resolving) -> Resolving:
    return replace(phase, pending=phase.pending[1:])


def _has_recruit(held: Holding) -> bool:
    return held.unnamed > 0 or any(card.kind.recruit for card in held.cards)


# Forms --------------------------------------------------------------------------------------------------------------


def question(state: State, phase: Resolving, step: Claim | Draw | Rob | Give | Act) -> Prompt:
    """The form of what is to be done next."""
    match step:
        case Claim():
            return _claim_question(state, step)
        case Draw(seat):
            title = f"{state.name(seat)} draws from the recruit deck"
            return _card_question(state, CardDrawn.kind, title, GAMBLER, seat)
        case Rob():
            return narrowed(state, step, {})
        case Give():
            return _give_question(state, step)
        case Act():
            return _act_question(state, phase, step)


def narrowed(state: State, step: Rob, draft: Draft) -> Prompt:
    """The form of a robbery once the victim is chosen."""
    able = prey(state, step)
    others = [seat for seat in state.table.seats if seat != step.seat and step.victim in (None, seat)]
    why = {seat: "" if seat in able else f"{state.name(seat)} has no recruit." for seat in others}
    victims = tuple(Choice(seat, state.name(seat), why[seat]) for seat in others)
    likely = able[0] if len(able) == 1 else None
    chosen = draft.get("victim", likely)
    robbed = (chosen,) if chosen in able else able
    names = dict.fromkeys(name for seat in robbed for name in _recruit_names(state, seat))
    loot = tuple(Choice(name, name or "One not entered yet") for name in names)
    victim, card = Pick("victim", "From", victims, seats=True), Pick("card", "Drawn", loot, by_chance="Draw")
    return Prompt(
        Robbed.kind,
        f"{state.name(step.seat)} takes a recruit",
        (
            replace(victim, likely=likely) if len(able) == 1 else victim,
            replace(card, likely=loot[0].value) if len(loot) == 1 else card,
        ),
        BUCCANEER,
        step.seat,
        given=(("seat", step.seat),),
        confirm="Hand it over",
        help="Drawn by chance from deck and discard pile; then the robbed player shuffles all own cards.",
    )


def _recruit_names(state: State, seat: Seat) -> Iterator[str]:
    held = state.holdings[seat]
    yield from (card.name for card in held.recruits)
    if held.unnamed:
        yield UNNAMED


def _claim_question(state: State, step: Claim) -> Prompt:
    name = state.name(step.seat)
    title = f"{name} collects position {step.position}" if step.position else f"Which recruit did {name} take?"
    return _card_question(state, CardCollected.kind, title, OWN_DISCARD, step.seat)


def shut(state: State) -> cards.Shut:
    """The kinds the card that is asked for cannot be: those in play, and for a stolen one all but recruits."""
    match state.phase:
        case Resolving(pending=(Claim(position=0), *_)):
            others = tuple((kind.value, "Only recruits change owner.") for kind in Kind if not kind.recruit)
            return tuple(dict((*passes.shut(state), *others)).items())
        case _:
            return passes.shut(state)


def _card_question(state: State, kind: str, title: str, rule: Rule, seat: Seat) -> Prompt:
    field = (cards.field("card", "Card", shut=shut(state)),)
    return Prompt(kind, title, field, rule, seat, given=(("seat", seat),), instant=True)


def _give_question(state: State, step: Give) -> Prompt:
    others = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats if seat != step.seat)
    return Prompt(
        BystanderGiven.kind,
        f"{state.name(step.seat)} hands {step.card.name} to",
        (Pick("to", "", others, seats=True),),
        BYSTANDER,
        step.seat,
        given=(("seat", step.seat),),
        instant=True,
    )


def _act_question(state: State, phase: Resolving, step: Act) -> Prompt:
    free = tuple(Choice(n, _position(state, n)) for n in _free(phase))
    others = tuple(
        Choice(seat, state.name(seat), "" if seat in prey(state, Rob(step.seat)) else "Has no recruit.")
        for seat in state.table.seats
        if seat != step.seat
    )
    choosing = (("positions", "Taken from the line-up", free), ("robbed", "A recruit taken from", others))
    subsets = tuple(Subset(name, label, choices, likely=()) for name, label, choices in choosing if choices)
    none: tuple[tuple[str, Answer], ...] = tuple((name, []) for name, _, choices in choosing if not choices)
    drawn = Count("drawn", "Cards drawn from the recruit deck", 0, MOST_DRAWN, likely=0)
    return Prompt(
        ActionDone.kind,
        f"{state.name(step.seat)}: {step.card.name}",
        (drawn, *subsets, Text("note", "What it did")),
        ACTIONS,
        step.seat,
        given=(("seat", step.seat), *none),
        confirm="The action is done",
        help="Do what the card says. Enter only the cards it brought.",
    )


def _position(state: State, n: int) -> str:
    return f"{n}: {state.lineup[n - 1].name}" if n <= len(state.lineup) else f"{n}"


def _free(phase: Resolving) -> tuple[int, ...]:
    """Positions whose card lies there and on which nobody bid."""
    bids = {bid for _, bid in phase.bids}
    return tuple(n for n in range(1, phase.positions + 1) if n not in bids and n not in phase.gone)


# Refusals -----------------------------------------------------------------------------------------------------------


def _head(state: State) -> tuple[Resolving, Step]:
    match state.phase:
        case Resolving(pending=(step, *_)) as phase:
            return phase, step
        case _:
            raise RuleViolation(ON_COLLECTION, "Cards are collected when the bids have been turned over.")


def _other(state: State, step: Step) -> RuleViolation:
    """Why this is not due: what is waited for instead."""
    match step:
        case Battle(fighting=fighting, shown=shown):
            missing = tuple(seat for seat in fighting if seat not in dict(shown))
            message = f"The battle is not decided: {state.names(missing)} still has to reveal a card."
            return RuleViolation(TIED, message, code="REVEAL_MISSING")
        case _:
            return RuleViolation(CHAIN_FIRST, "Something else is to be finished first.")


def _check_seat(state: State, seat: Seat, entered: Seat) -> None:
    require(entered == seat, CHAIN_FIRST, f"It is {state.name(seat)} who acts now.", field="seat")


def _check_victim(state: State, step: Rob, event: Robbed, wanted: Seat | None) -> None:
    own = f"{state.name(step.seat)} takes a recruit from another player."
    require(event.victim != step.seat, BUCCANEER, own, field="victim", code="TARGET_SELF")
    require(event.victim in state.table.seats, BUCCANEER, own, field="victim")
    victim = state.name(event.victim)
    robbed = wanted in (None, event.victim)
    require(robbed, ACTIONS, f"The action does not take a recruit from {victim}.", field="victim")
    able = event.victim in prey(state, step)
    message = f"{victim} has no recruit; conscripts and bystanders are none."
    require(able, BUCCANEER, message, field="victim", code="TARGET_HAS_NO_RECRUIT")
    there = event.card in _recruit_names(state, event.victim)
    message = f"{victim} has no such recruit."
    require(there, BUCCANEER, message, field="card", code="NOT_A_RECRUIT")


def _check_action(state: State, phase: Resolving, event: ActionDone) -> None:
    message = f"An action draws 0 to {MOST_DRAWN} cards."
    code = "NEGATIVE" if event.drawn < 0 else ""
    require(0 <= event.drawn <= MOST_DRAWN, ACTIONS, message, field="drawn", code=code)
    free = set(event.positions) <= set(_free(phase)) and len(set(event.positions)) == len(event.positions)
    require(free, ACTIONS, "Only cards nobody bid on can be taken, each once.", field="positions")
    require(event.seat not in event.robbed, ACTIONS, "Nobody robs themselves.", field="robbed", code="TARGET_SELF")
    able = set(event.robbed) <= set(prey(state, Rob(event.seat))) and len(set(event.robbed)) == len(event.robbed)
    message = "A recruit can be taken only from players who have one, from each once."
    require(able, ACTIONS, message, field="robbed", code="TARGET_HAS_NO_RECRUIT")
