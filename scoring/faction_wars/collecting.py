"""Collecting cards: where they go, and what Buccaneers, Gamblers, bystanders and actions set off."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.faction_wars import cards, passes, score
from scoring.faction_wars.battle import TIED, Holdings
from scoring.faction_wars.cards import RECRUITS, Card, Kind, Special
from scoring.faction_wars.options import ActionsGo
from scoring.faction_wars.state import (
    Act,
    Battle,
    Claim,
    Discard,
    Draw,
    Event,
    Give,
    Holding,
    LayAside,
    Resolving,
    Rob,
    State,
    Step,
)
from scoring.game import Draft, Table
from scoring.names import name_key, same_name
from scoring.prompts import Answer, Cell, Choice, Count, Field, Grid, Pick, Prompt, Subset, Text
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Ledger, PerSeat, Seat

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
REMOVED: Final = Rule(
    "FW-R19", "A recruit that is removed and taken by nobody goes to the recruit deck's discard pile.", "Our ruling"
)
CHAIN_FIRST: Final = Rule("FW-R16", "A card and all it sets off are finished before the next position.", "Our ruling")

MOST_DRAWN: Final = 9
"""More cards than an action can be expected to draw."""

UNNAMED: Final = ""


# Entries ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardCollected:
    """Which card it was that somebody collected (FW-022, FW-030)."""

    kind: ClassVar[str] = "card_collected"
    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = _head(state)
        match step:
            case Claim(seat=seat):
                _check_seat(state, seat, self.seat)
                card = cards.read(self.card, "card")
                passes.check_in_play(state, card)
                if not step.position:
                    require(
                        card.kind.recruit, BUCCANEER, f"{card.name} is no recruit.", field="card", code="NOT_A_RECRUIT"
                    )
                return claimed(state, phase, step, card)
            case _:
                raise _other(state, step)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} collects {self.card.name.strip()}"


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The top card of the recruit deck, drawn by a Gambler or an action (FW-045)."""

    kind: ClassVar[str] = "card_drawn"
    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = _head(state)
        match step:
            case Draw(seat):
                _check_seat(state, seat, self.seat)
                message = "The last card of the deck is War is Over: put it aside and draw again."
                require(not passes.war_next(state), WAR_BY_GAMBLER, message, field="card")
                card = cards.read(self.card, "card")
                passes.check_in_play(state, card)
                return _collected(replace(state, stock=passes.drawn(state)), done(phase), seat, card, from_deck=True)
            case _:
                raise _other(state, step)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} draws {self.card.name.strip()}"


@dataclass(frozen=True, slots=True)
class Robbed:
    """The recruit `card` of `victim` changes owner; without a name it is one that was never entered (FW-044).

    `victim` None: the cards that were never entered turn out to be no recruits, and nobody is robbed (FW-R12).
    """

    kind: ClassVar[str] = "robbed"
    seat: Seat
    victim: Seat | None
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = _head(state)
        match step:
            case Rob(seat, wanted):
                _check_seat(state, seat, self.seat)
                if self.victim is None:
                    _check_nothing(state, "victim")
                    return replace(state, phase=done(phase))
                _check_victim(state, step, self.victim, self.card, wanted)
                return _robbed(state, done(phase), self.victim, self)
            case _:
                raise _other(state, step)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = table.names[self.seat]
        if self.victim is None:
            return f"{name} takes nothing: nobody has a recruit"
        return f"{name} takes {self.card or 'a recruit'} from {table.names[self.victim]}"


@dataclass(frozen=True, slots=True)
class RecruitRemoved:
    """The recruit `card` of `victim` is discarded; without a name it is one that was never entered (FW-043).

    `card` None: the cards that were never entered turn out to be no recruits (FW-R12).
    """

    kind: ClassVar[str] = "recruit_removed"
    seat: Seat
    victim: Seat
    card: str | None

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = _head(state)
        match step:
            case Discard(seat, victim):
                _check_seat(state, seat, self.seat)
                name = state.name(victim)
                wanted = self.victim == victim
                require(wanted, ACTIONS, f"The action removes a recruit of {name}.", field="victim")
                if self.card is None:
                    _check_nothing(state, "card")
                    return replace(state, phase=done(phase))
                _check_recruit(state, victim, self.card, REMOVED)
                holdings, card = _without_recruit(state.holdings, victim, self.card)
                lines = score.lost(state, victim, card) if card else ()
                after = replace(state, phase=done(phase), holdings=holdings, ledger=(*state.ledger, *lines))
                return replace(after, stock=passes.discarded(state, 1))
            case _:
                raise _other(state, step)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = table.names[self.victim]
        if self.card is None:
            return f"{name} has no recruit that could be removed"
        return f"{self.card or 'A recruit'} of {name} is discarded"


def can_take_nothing(state: State) -> bool:
    """Whether all recruits that could be taken now are cards that were never entered, and may be none."""
    match state.phase:
        case Resolving(pending=((Rob() | Discard()) as step, *_)):
            return not any(state.holdings[victim].recruits for victim in victims(state, step))
        case _:
            return False


def victims(state: State, step: Rob | Discard) -> tuple[Seat, ...]:
    """Who may lose a recruit."""
    return tuple(seat for seat in others(state, step.seat) if step.victim in (None, seat))


@dataclass(frozen=True, slots=True)
class BystanderGiven:
    """Who has to take the bystander (FW-046)."""

    kind: ClassVar[str] = "bystander_given"
    seat: Seat
    to: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = _head(state)
        match step:
            case Give(seat, card):
                _check_seat(state, seat, self.seat)
                own = f"{state.name(seat)} hands {card.name} to another player."
                require(self.to != seat, BYSTANDER, own, field="to", code="BYSTANDER_TO_SELF")
                require(self.to in state.table.seats, BYSTANDER, own, field="to")
                return given(state, done(phase), self.to, card)
            case _:
                raise _other(state, step)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} hands a bystander to {table.names[self.to]}"


@dataclass(frozen=True, slots=True)
class ActionDone:
    """What an action card brought (FW-042): cards drawn, positions taken from the line-up, and of every other player
    how many recruits were taken over (`robbed`) and how many were removed and taken by nobody (`removed`)."""

    kind: ClassVar[str] = "action_done"
    seat: Seat
    drawn: int
    positions: tuple[int, ...]
    robbed: PerSeat
    removed: PerSeat
    note: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = _head(state)
        match step:
            case Act(seat):
                _check_seat(state, seat, self.seat)
                _check_action(state, phase, self)
                brings: tuple[Step, ...] = (
                    *(Claim(seat, position) for position in self.positions),
                    *(Rob(seat, victim) for victim, times in self.robbed for _ in range(times)),
                    *(Discard(seat, victim) for victim, times in self.removed for _ in range(times)),
                    *(Draw(seat) for _ in range(self.drawn)),
                )
                return replace(state, phase=_first(done(phase), *brings))
            case _:
                raise _other(state, step)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        brought = [f"{self.drawn} drawn"] if self.drawn else []
        brought += [f"position {n}" for n in self.positions]
        brought += [f"{_recruits(n)} from {table.names[seat]}" for seat, n in self.robbed if n]
        brought += [f"{_recruits(n)} of {table.names[seat]} removed" for seat, n in self.removed if n]
        return f"{table.names[self.seat]} carries out an action: {', '.join(brought) or self.note.strip() or 'done'}"


# What a collected card does -----------------------------------------------------------------------------------------


def claimed(state: State, phase: Resolving, step: Claim, card: Card) -> State:
    """The state after somebody collected the card of a position, the first step of the phase."""
    gone = (*phase.gone, step.position) if step.position else phase.gone
    return _collected(state, replace(phase, pending=phase.pending[1:], gone=gone), step.seat, card)


def laid_aside(state: State, phase: Resolving, step: LayAside) -> State:
    """The state with a used action card on its pile (FW-R06)."""
    if step.drawn or state.options.actions_go is ActionsGo.RECRUIT_DISCARD:
        return replace(state, phase=phase, stock=passes.discarded(state, 1))
    return replace(state, phase=phase, holdings=_taken(state.holdings, step.seat, step.card))


def given(state: State, phase: Resolving, to: Seat, card: Card) -> State:
    """The state with a bystander in somebody's discard pile."""
    ledger = (*state.ledger, score.penalised(state, to, card))
    return replace(state, phase=phase, holdings=_taken(state.holdings, to, card), ledger=ledger)


def prey(state: State, step: Rob) -> tuple[Seat, ...]:
    """Who can be robbed."""
    return tuple(seat for seat in victims(state, step) if has_recruit(state.holdings[seat]))


def _collected(state: State, phase: Resolving, seat: Seat, card: Card, *, from_deck: bool = False) -> State:
    if card.kind is Kind.BYSTANDER:
        return replace(state, phase=_first(phase, Give(seat, card)))
    if card.kind is Kind.ACTION:
        return replace(state, phase=_first(phase, Act(seat, card), LayAside(seat, card, from_deck)))
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


def _robbed(state: State, phase: Resolving, victim: Seat, event: Robbed) -> State:
    noted = replace(phase, robbed=(*phase.robbed, event.seat))
    holdings, card = _without_recruit(state.holdings, victim, event.card)
    if card is None:
        return replace(state, phase=_first(noted, Claim(event.seat, 0)), holdings=holdings)
    return _gained(state, noted, holdings, event.seat, card, score.moved(state, event.seat, victim, card))


def _without_recruit(holdings: Holdings, victim: Seat, name: str) -> tuple[Holdings, Card | None]:
    """All cards, shuffled by whoever lost the recruit of this name (FW-043); None where it was never entered."""
    held = holdings[victim]
    if name == UNNAMED:
        return _put(holdings, victim, Holding(held.own - 1, 0, held.cards, held.unnamed - 1)), None
    place = next(n for n, card in enumerate(held.cards) if card.kind.recruit and same_name(card.name, name))
    kept = (*held.cards[:place], *held.cards[place + 1 :])
    return _put(holdings, victim, Holding(held.own - 1, 0, kept, held.unnamed)), held.cards[place]


def _taken(holdings: Holdings, seat: Seat, card: Card) -> Holdings:
    """All cards, with this one in somebody's discard pile (FW-040)."""
    held = holdings[seat]
    return _put(holdings, seat, Holding(held.deck, held.discard + 1, (*held.cards, card), held.unnamed))


def _put(holdings: Holdings, seat: Seat, held: Holding) -> Holdings:
    return (*holdings[:seat], held, *holdings[seat + 1 :])


def _first(phase: Resolving, *steps: Step) -> Resolving:
    """The phase with these steps before all others (FW-R16)."""
    return replace(phase, pending=(*steps, *phase.pending))


def done(phase: Resolving) -> Resolving:
    """The phase without its first step."""
    return replace(phase, pending=phase.pending[1:])


def has_recruit(held: Holding) -> bool:
    """Whether somebody may own a recruit: a card that was never entered may be one."""
    return held.unnamed > 0 or any(card.kind in RECRUITS for card in held.cards)


def recruits_of(held: Holding) -> int:
    """How many recruits somebody may own, cards that were never entered included."""
    return held.unnamed + len(held.recruits)


# Forms --------------------------------------------------------------------------------------------------------------


def question(state: State, phase: Resolving, step: Claim | Draw | Rob | Discard | Give | Act) -> Prompt:
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
        case Discard():
            return _removal_question(state, step)
        case Act():
            return act_question(state, phase, step, {})


def narrowed(state: State, step: Rob, draft: Draft) -> Prompt:
    """The form of a robbery once the victim is chosen."""
    able = prey(state, step)
    robbable = tuple(
        Choice(seat, state.name(seat), "" if seat in able else f"{state.name(seat)} has no recruit.")
        for seat in victims(state, step)
    )
    nobody = (Choice(None, "Nobody has a recruit"),) if can_take_nothing(state) else ()
    likely = able[0] if len(able) == 1 else None
    chosen = draft.get("victim", likely)
    robbed = (chosen,) if chosen in able else able
    loot = _loot(state, robbed)
    victim = Pick("victim", "From", (*robbable, *nobody), seats=True)
    card = Pick("card", "Drawn", loot, by_chance="Draw")
    return Prompt(
        Robbed.kind,
        f"{state.name(step.seat)} takes a recruit",
        (
            replace(victim, likely=likely) if len(able) == 1 else victim,
            replace(card, likely=loot[0].value) if len(loot) == 1 else card,
        ),
        rule=BUCCANEER,
        seat=step.seat,
        given=(("seat", step.seat),),
        confirm="Hand it over",
        help="Drawn by chance from deck and discard pile; then the robbed player shuffles all own cards.",
    )


def _loot(state: State, robbed: tuple[Seat, ...]) -> tuple[Choice, ...]:
    """The recruits of these players, each name once as it was typed first, with its copies."""
    cards = [name for seat in robbed for name in _recruit_names(state, seat)]
    copies = Counter(map(name_key, cards))
    first = {name_key(name): name for name in reversed(cards)}
    return tuple(Choice(first[key], first[key] or "One not entered yet", copies=n) for key, n in copies.items())


def _recruit_names(state: State, seat: Seat) -> tuple[str, ...]:
    """The recruits of a player, card by card; those that were never entered come last and have no name."""
    held = state.holdings[seat]
    return (*(card.name for card in held.recruits), *(UNNAMED,) * held.unnamed)


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
    return Prompt(kind, title, field, rule=rule, seat=seat, given=(("seat", seat),), instant=True)


def _give_question(state: State, step: Give) -> Prompt:
    others = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats if seat != step.seat)
    return Prompt(
        BystanderGiven.kind,
        f"{state.name(step.seat)} hands {step.card.name} to",
        (Pick("to", "", others, seats=True),),
        rule=BYSTANDER,
        seat=step.seat,
        given=(("seat", step.seat),),
        instant=True,
    )


def _removal_question(state: State, step: Discard) -> Prompt:
    nothing = (Choice(None, "There is none"),) if can_take_nothing(state) else ()
    card = Pick("card", "Removed", (*_loot(state, (step.victim,)), *nothing), by_chance="" if nothing else "Draw")
    return Prompt(
        RecruitRemoved.kind,
        f"Which recruit of {state.name(step.victim)} is removed?",
        (replace(card, likely=card.choices[0].value) if len(card.choices) == 1 else card,),
        rule=REMOVED,
        seat=step.seat,
        given=(("seat", step.seat), ("victim", step.victim)),
        confirm="Discard it",
        help="It goes to the recruit deck's discard pile; then its owner shuffles all own cards.",
    )


def act_question(state: State, phase: Resolving, step: Act, draft: Draft) -> Prompt:
    """The form of an action; who was robbed of all recruits has none left to be removed."""
    free = tuple(Choice(n, _position(state, n)) for n in _free(phase))
    most = {seat: recruits_of(state.holdings[seat]) for seat in others(state, step.seat)}
    robbed = dict(map(tuple, draft.get("robbed", ())))
    left = {seat: max(0, n - robbed.get(seat, 0)) for seat, n in most.items()}
    asked: tuple[Field, ...] = (
        *((Subset("positions", "Taken from the line-up", free, likely=()),) if free else ()),
        *((_each(state, "robbed", "Recruits taken over from", most),) if any(most.values()) else ()),
        *((_each(state, "removed", "Recruits removed from", left),) if any(most.values()) else ()),
    )
    nobody: Answer = [[seat, 0] for seat in most]
    given: tuple[tuple[str, Answer], ...] = (
        ("seat", step.seat),
        *(() if free else (("positions", []),)),
        *(() if any(most.values()) else (("robbed", nobody), ("removed", nobody))),
    )
    drawn = Count("drawn", "Cards drawn from the recruit deck", 0, MOST_DRAWN, likely=0)
    return Prompt(
        ActionDone.kind,
        f"{state.name(step.seat)}: {step.card.name}",
        (drawn, *asked, Text("note", "What it did")),
        rule=ACTIONS,
        seat=step.seat,
        given=given,
        confirm="The action is done",
        help="Do what the card says. Enter only the cards it brought.",
    )


def _each(state: State, name: str, label: str, most: dict[Seat, int]) -> Grid:
    cells = tuple(Cell(seat, state.name(seat), Count(name, "", 0, n, likely=0)) for seat, n in most.items())
    return Grid(name, label, cells, seats=True)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else."""
    seats = state.table.seats
    return seats[:seat] + seats[seat + 1 :]


def _position(state: State, n: int) -> str:
    return f"{n}: {state.lineup[n - 1].name}" if n <= len(state.lineup) else f"{n}"


def _free(phase: Resolving) -> tuple[int, ...]:
    """Positions whose card lies there, on which nobody bid and which no action under way will bring."""
    bids = {bid for _, bid in phase.bids}
    coming = {step.position for step in phase.pending if isinstance(step, Claim)}
    return tuple(n for n in range(1, phase.positions + 1) if n not in (bids | coming) and n not in phase.gone)


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


def _check_nothing(state: State, field: str) -> None:
    message = "Somebody has a recruit that was entered; it can be taken."
    require(can_take_nothing(state), NOBODY_TO_ROB, message, field=field)


def _check_victim(state: State, step: Rob, robbed_seat: Seat, card: str, wanted: Seat | None) -> None:
    own = f"{state.name(step.seat)} takes a recruit from another player."
    require(robbed_seat != step.seat, BUCCANEER, own, field="victim", code="TARGET_SELF")
    require(robbed_seat in state.table.seats, BUCCANEER, own, field="victim")
    victim = state.name(robbed_seat)
    robbed = wanted in (None, robbed_seat)
    require(robbed, ACTIONS, f"The action does not take a recruit from {victim}.", field="victim")
    able = robbed_seat in prey(state, step)
    message = f"{victim} has no recruit; conscripts and bystanders are none."
    require(able, BUCCANEER, message, field="victim", code="TARGET_HAS_NO_RECRUIT")
    _check_recruit(state, robbed_seat, card, BUCCANEER)


def _check_recruit(state: State, victim: Seat, card: str, rule: Rule) -> None:
    there = any(same_name(card, name) for name in _recruit_names(state, victim))
    message = f"{state.name(victim)} has no such recruit."
    require(there, rule, message, field="card", code="NOT_A_RECRUIT")


def _recruits(number: int) -> str:
    return "a recruit" if number == 1 else f"{number} recruits"


def _check_action(state: State, phase: Resolving, event: ActionDone) -> None:
    message = f"An action draws 0 to {MOST_DRAWN} cards."
    code = "NEGATIVE" if event.drawn < 0 else ""
    require(0 <= event.drawn <= MOST_DRAWN, ACTIONS, message, field="drawn", code=code)
    free = set(event.positions) <= set(_free(phase)) and len(set(event.positions)) == len(event.positions)
    require(free, ACTIONS, "Only cards nobody bid on can be taken, each once.", field="positions")
    _check_others(state, event, event.robbed, "robbed")
    _check_others(state, event, event.removed, "removed")
    robbed = dict(event.robbed)
    for seat, removed in event.removed:
        recruits = recruits_of(state.holdings[seat])
        field = f"robbed[{seat}]" if robbed[seat] > recruits else f"removed[{seat}]"
        message = f"{state.name(seat)} has {recruits or 'no'} {'recruit' if recruits == 1 else 'recruits'}."
        fits = robbed[seat] + removed <= recruits
        require(fits, ACTIONS, message, field=field, code="TARGET_HAS_NO_RECRUIT")


def _check_others(state: State, event: ActionDone, numbers: PerSeat, name: str) -> None:
    seats = tuple(seat for seat, _ in numbers)
    require(event.seat not in seats, ACTIONS, "Nobody robs themselves.", field=name, code="TARGET_SELF")
    message = "Every other player needs one number of recruits, 0 included."
    require(seats == others(state, event.seat), ACTIONS, message, field=name)
    for seat, recruits in numbers:
        few = "A number of recruits is 0 or more."
        require(recruits >= 0, ACTIONS, few, field=f"{name}[{seat}]", code="NEGATIVE")


EVENTS: Final[tuple[type[Event], ...]] = (
    CardCollected,
    CardDrawn,
    Robbed,
    RecruitRemoved,
    BystanderGiven,
    ActionDone,
)
