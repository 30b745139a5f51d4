"""Playing cards: their powers, action cards and purchase effects, and the end of a turn."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Table
from scoring.contract.prompts import Choice, Count, Pick, Presentation, Prompt, Text
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import days, memory, own_cards, platforms
from scoring.games.loot_and_recruit.state import Bearing, Buying, Card, Holding, Powers, State, Turn, TurnEvent

EFFECT: Final = Rule("LR-036", "A purchase effect is carried out before anything else.", "Looting")
ACTION: Final = Rule("LR-060", "Bonus powers come at once, the action at any time in the turn.", "Action cards")
IN_HAND: Final = Rule("LR-064", "A card in play is neither in the hand nor discarded.", "Questions", waivable=True)
FETCH: Final = Rule("LR-065", "A Scavenger may fetch a card bought this turn.", "Scavenger", waivable=True)
NEXT: Final = Rule("LR-082", "After a turn the left neighbour's begins; after the last one the round ends.", "Rounds")

MOST_DRAWN: Final = 9


@dataclass(frozen=True, slots=True)
class CardPlayed(TurnEvent):
    """A card played whose numbers are known (LR-030)."""

    seat: Seat
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = own_cards.card_turn(state, self.seat)
        return _play(state, turn, own_cards.known_card(state, self.name), "name", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {self.name}"


@dataclass(frozen=True, slots=True)
class NewCardPlayed(TurnEvent):
    """A card played whose numbers are typed (LR-030)."""

    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = own_cards.card_turn(state, self.seat)
        memory.check_sizes(self.card)
        memory.check_power_card(state, self.card.name)
        state, card = memory.learn_card(state, self.card)
        return _play(state, turn, card, "card", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {self.card.name.strip()}"


def _play(state: State, turn: Turn, card: Card, field: str, waived: Collection[str]) -> State:
    """Put a card into play and its powers into the pool."""
    own = state.holdings[turn.seat]
    if not own.hand > 0 or card.name not in own.unseen:
        message = f"{state.name(turn.seat)} cannot have {card.name} in hand now."
        require(False, IN_HAND, message, field=field, code="NOT_IN_HAND", waived=waived)
    if card.name in own.unseen:
        own = replace(own, unseen=own_cards.without(own.unseen, card.name), hand=max(0, own.hand - 1))
    elif card.name in own.discard:
        own = replace(own, discard=own_cards.without(own.discard, card.name))
    is_bearer = card.name == memory.BEARER
    if not is_bearer:
        own = replace(own, played=(*own.played, card.name))
    after = replace(
        turn,
        powers=turn.powers.plus(card),
        sergeants=turn.sergeants + (card.name == memory.SERGEANT),
        ready=(*turn.ready, card.name) if card.action and not is_bearer else turn.ready,
        pending=Bearing() if is_bearer else None,
    )
    return platforms.with_holding(state, turn.seat, own_cards.limit_hand(own), phase=after)


def play_questions(state: State, turn: Turn) -> Iterator[Prompt]:
    """Known cards that may be in hand at one tap, and any other card to be typed."""
    own = state.holdings[turn.seat]
    names = tuple(dict.fromkeys(own.unseen))
    known = tuple(name for name in names if state.card(name) is not None)
    choices = tuple(Choice(name, name) for name in known if own.hand)
    new = memory.card_field(tuple(name for name in names if name not in known))
    ask = Prompt(CardPlayed.kind, "Play", rule=own_cards.POOL, instant=True).for_seat(turn.seat)
    return memory.known_or_new(ask, choices, NewCardPlayed.kind, new)


@dataclass(frozen=True, slots=True)
class ActionDone(TurnEvent):
    """An action or purchase effect carried out: cards drawn, a card fetched from the discard pile (LR-060)."""

    seat: Seat
    name: str
    drawn: int
    fetched: str | None
    note: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        own_cards.check_level(state)
        event = replace(self, name=memory.own_name(state, self.name))
        match state.phase:
            case Turn(pending=Buying(name)) as turn:
                require(event.seat == turn.seat, EFFECT, f"{state.name(turn.seat)} bought {name}.", field="seat")
                require(event.name == name, EFFECT, f"Carry out the effect of {name} first.", field="name")
                after = replace(turn, pending=None)
            case _:
                turn = platforms.current_turn(state, event.seat)
                is_ready = event.name in turn.ready
                require(is_ready or event.name in turn.used, ACTION, "Choose an action card in play.", field="name")
                message = f"The action of {event.name} has been used."
                require(is_ready, platforms.ONCE, message, field="name", code="ACTION_ALREADY_USED", waived=waived)
                after = platforms.use_action(turn, event.name)
        require(0 <= event.drawn <= MOST_DRAWN, ACTION, f"Between 0 and {MOST_DRAWN} cards.", field="drawn")
        own = _fetch(state, event, waived)
        return platforms.with_holding(state, event.seat, own_cards.draw(own, event.drawn), phase=after)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        parts = [f"{self.drawn} drawn"] if self.drawn else []
        parts += [f"{self.fetched} fetched"] if self.fetched else []
        parts += [self.note.strip()] if self.note.strip() else []
        return f"{table.names[self.seat]} carries out {self.name}: {', '.join(parts) or 'done'}"


def _fetch(state: State, event: ActionDone, waived: Collection[str]) -> Holding:
    """Put the fetched card into the hand, from wherever it is."""
    own = state.holdings[event.seat]
    if event.fetched is None:
        return own
    name = memory.own_name(state, event.fetched)
    known = state.card(name) is not None or name in own.unseen
    require(known, ACTION, "Choose one of your own cards.", field="fetched")
    may_be_hidden = own.hidden > 0 and name in own.unseen
    message = f"{name} is not in {state.name(event.seat)}'s discard pile."
    discarded = name in own.discard or may_be_hidden
    require(discarded, FETCH, message, field="fetched", code="NOT_IN_DISCARD", waived=waived)
    if name in own.discard:
        return replace(own, discard=own_cards.without(own.discard, name), unseen=(*own.unseen, name), hand=own.hand + 1)
    if may_be_hidden:
        return replace(own, hidden=own.hidden - 1, hand=own.hand + 1)
    if name in own.unseen:
        return own_cards.limit_hand(replace(own, hand=own.hand + 1))
    played = own_cards.without(own.played, name) if name in own.played else own.played
    return replace(own, unseen=(*own.unseen, name), hand=own.hand + 1, played=played)


def action_question(state: State, turn: Turn) -> Prompt:
    """An action, or the purchase effect of the card just bought."""
    fields = (
        Count("drawn", "Cards drawn", 0, MOST_DRAWN, likely=0),
        Pick("fetched", "Fetched from the discard pile", _fetch_choices(state.holdings[turn.seat]), None),
        Text("note", "What it did"),
    )
    common = Prompt(ActionDone.kind, "Action", confirm="Done").for_seat(turn.seat)
    if isinstance(turn.pending, Buying):
        name = turn.pending.name
        given = (*common.given, ("name", name))
        return replace(common, title=f"The effect of {name}", fields=fields, rule=EFFECT, given=given)
    names = tuple(Choice(name, name) for name in dict.fromkeys((*turn.ready, *turn.used)))
    return replace(common, fields=(Pick("name", "Whose action", names), *fields), rule=ACTION)


def _fetch_choices(own: Holding) -> tuple[Choice, ...]:
    """The cards of the discard pile first; a card may allow others."""
    discarded = tuple(dict.fromkeys((*own.discard, *(own.unseen if own.hidden else ()))))
    elsewhere = tuple(name for name in dict.fromkeys((*own.unseen, *own.played)) if name not in discarded)
    warning = "Only if a card says so: it is not in the discard pile."
    return (
        Choice(None, "None"),
        *(Choice(name, name) for name in discarded),
        *(Choice(name, name, text=warning) for name in elsewhere),
    )


@dataclass(frozen=True, slots=True)
class PowersChanged(TurnEvent):
    """Powers that a card gives or takes beyond those printed as numbers."""

    seat: Seat
    loot: int
    recruit: int
    attack: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = own_cards.card_turn(state, self.seat)
        changes = (("loot", self.loot), ("recruit", self.recruit), ("attack", self.attack))
        for name, change in changes:
            message = f"A card gives or takes at most {memory.HIGHEST} {name} power."
            require(abs(change) <= memory.HIGHEST, own_cards.POOL, message, field=name)
        after = turn.powers.plus(Powers(self.loot, self.recruit, self.attack))
        for name, _ in changes:
            message = f"That would leave less than 0 {name} power."
            require(getattr(after, name) >= 0, own_cards.POOL, message, field=name, code="NEGATIVE")
        require(after != turn.powers, own_cards.POOL, "Nothing changes.", field="loot")
        return replace(state, phase=replace(turn, powers=after))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        powers = f"{self.loot:+} loot, {self.recruit:+} recruit, {self.attack:+} attack power"
        return f"{table.names[self.seat]} gets {powers} from a card"


def powers_question(turn: Turn) -> Prompt:
    labels = (("loot", "Loot power"), ("recruit", "Recruit power"), ("attack", "Attack power"))
    return Prompt(
        PowersChanged.kind,
        "Change the powers as a card says",
        tuple(Count(name, label, -memory.HIGHEST, memory.HIGHEST, likely=0) for name, label in labels),
        rule=own_cards.POOL,
        confirm="Change the powers",
        menu=platforms.GROUP,
    ).for_seat(turn.seat)


@dataclass(frozen=True, slots=True)
class TurnEnded(TurnEvent):
    """A turn is over; the left neighbour is next (LR-080)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = platforms.current_turn(state, self.seat)
        return days.start_next_turn(own_cards.clean_up(state, turn.seat), turn)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]}'s turn is over"


def end_question(state: State, turn: Turn) -> Prompt:
    next_seat = state.table.left_of(turn.seat)
    return Prompt(
        TurnEnded.kind,
        f"{state.name(turn.seat)}'s turn is over",
        rule=NEXT,
        shown=Presentation(beside=True),
        confirm="The round is over" if next_seat == state.first else f"Next: {state.name(next_seat)}'s turn",
    ).for_seat(turn.seat)
