"""Cards of the own deck: played, bought, acted with, trashed, and the clean-up after the turn."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.game import Table
from scoring.loot_and_recruit import days, memory, offer, stacks, supply
from scoring.loot_and_recruit.entry import HAND
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import (
    Bearing,
    Buying,
    Card,
    Deed,
    Event,
    Holding,
    Placing,
    Powers,
    Row,
    State,
    Turn,
)
from scoring.prompts import Choice, Count, Pick, Prompt, Role, Text
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

POOL: Final = Rule("LR-030", "A card played gives its powers at once; powers of a kind are pooled.", "Your turn")
LOST: Final = Rule("LR-032", "Powers not used are lost at the end of the turn.", "Your turn")
BUY: Final = Rule("LR-033", "A card is bought for its loot cost and discarded at once.", "Looting", waivable=True)
ANY_NUMBER: Final = Rule("LR-035", "As many cards may be bought as the loot power pays for.", "Looting")
EFFECT: Final = Rule("LR-036", "A purchase effect is carried out before anything else.", "Looting")
HAS_POWER: Final = Rule("LR-056", "A card has attack power if it gives some when it is played.", "Bombardier")
ACTION: Final = Rule("LR-060", "Bonus powers come at once, the action at any time in the turn.", "Action cards")
IN_HAND: Final = Rule("LR-064", "A card in play is neither in the hand nor discarded.", "Questions", waivable=True)
FETCH: Final = Rule("LR-065", "A Scavenger may fetch a card bought this turn.", "Scavenger", waivable=True)
CLEAN_UP: Final = Rule("LR-080", "Played cards and the hand are discarded, then five are drawn.", "Ending your turn")
RESHUFFLE: Final = Rule("LR-081", "A deck that runs out is made anew from the discard pile.", "Ending your turn")
SHORT: Final = Rule("LR-R15", "With fewer than five cards one draws what there is.", "Our ruling")
NEXT: Final = Rule("LR-082", "After a turn the left neighbour's begins; after the last one the round ends.", "Rounds")
TURNS: Final = Rule("LR-024", "Fourteen turns each.", "Follows")


class Place(StrEnum):
    """Where a card of one's own lies."""

    HAND = "hand"
    PLAY = "play"
    DISCARD = "discard"


MOST_DRAWN: Final = 9
MOST_CARDS: Final = 99
_NEVER_SOLD: Final = (memory.BAG, memory.SCRAPS)
_PLACES: Final = {Place.HAND: "the hand", Place.PLAY: "play", Place.DISCARD: "the discard pile"}


def check_level(state: State) -> None:
    """Refuse cards where cards are not entered."""
    message = "Cards are entered in the referee's way of entry only."
    require(state.level is Level.REFEREE, POOL, message)


def _turn(state: State, seat: Seat) -> Turn:
    check_level(state)
    return stacks.turn_of(state, seat)


def without(cards: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The cards with one of this name less."""
    n = cards.index(name)
    return (*cards[:n], *cards[n + 1 :])


# Playing ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(Deed):
    """A card played whose numbers are known (LR-030)."""

    kind: ClassVar[str] = "card_played"
    seat: Seat
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _turn(state, self.seat)
        return _played(state, turn, _known(state, self.name), "name", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {self.name}"


@dataclass(frozen=True, slots=True)
class CardShown(Deed):
    """A card played whose numbers nobody typed before (LR-030)."""

    kind: ClassVar[str] = "card_shown"
    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _turn(state, self.seat)
        memory.check_sizes(self.card)
        memory.check_power_card(state, self.card.name)
        met, card = memory.meet_card(state, self.card)
        return _played(met, turn, card, "card", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {self.card.name.strip()}"


def _played(state: State, turn: Turn, card: Card, field: str, waived: Collection[str]) -> State:
    """The state with a card in play and its powers in the pool."""
    held = state.holdings[turn.seat]
    if not held.hand > 0 or card.name not in held.unseen:
        message = f"{state.name(turn.seat)} cannot hold {card.name} now."
        require(False, IN_HAND, message, field=field, code="NOT_IN_HAND", waived=waived)
    if card.name in held.unseen:
        held = replace(held, unseen=without(held.unseen, card.name), hand=max(0, held.hand - 1))
    elif card.name in held.discard:
        held = replace(held, discard=without(held.discard, card.name))
    bearer = card.name == memory.BEARER
    if not bearer:
        held = replace(held, played=(*held.played, card.name))
    after = replace(
        turn,
        powers=turn.powers.plus(card),
        sergeants=turn.sergeants + (card.name == memory.SERGEANT),
        ready=(*turn.ready, card.name) if card.action and not bearer else turn.ready,
        pending=Bearing() if bearer else None,
    )
    return replace(state, phase=after, holdings=stacks.holdings_with(state, turn.seat, _settled(held)))


def _settled(held: Holding) -> Holding:
    """Hand and hidden discards never exceed the cards not seen, whatever a card made of them."""
    hand = min(held.hand, len(held.unseen))
    if hand == held.hand and held.hidden <= len(held.unseen) - hand:
        return held
    return replace(held, hand=hand, hidden=min(held.hidden, len(held.unseen) - hand))


def _known(state: State, name: str) -> Card:
    card = state.card(name)
    if card is None:
        raise RuleViolation(memory.MEMORY, "Type what is printed on this card first.", field="name")
    return card


def play_questions(state: State, turn: Turn) -> Iterator[Prompt]:
    """The cards that may be in the hand: those known one tap each; any other one typed, as a card may allow it."""
    held = state.holdings[turn.seat]
    given = (("seat", turn.seat),)
    names = tuple(dict.fromkeys(held.unseen))
    known = tuple(name for name in names if state.card(name) is not None)
    if known and held.hand:
        choices = tuple(Choice(name, name) for name in known)
        fields = (Pick("name", "", choices),)
        yield Prompt(CardPlayed.kind, "Play", fields, rule=POOL, seat=turn.seat, given=given, instant=True)
    typed = (memory.card_field(tuple(name for name in names if name not in known)),)
    yield Prompt(CardShown.kind, "Play new", typed, rule=POOL, seat=turn.seat, given=given, instant=True)


# Buying -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardBought(Deed):
    """A card bought whose numbers are known (LR-033)."""

    kind: ClassVar[str] = "card_bought"
    seat: Seat
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _turn(state, self.seat)
        _check_offer(state, self.name.strip(), "name", waived)
        return _bought(state, turn, _known(state, self.name), "name", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} buys {self.name}"


@dataclass(frozen=True, slots=True)
class CardFound(Deed):
    """A card bought that nobody met before (LR-033)."""

    kind: ClassVar[str] = "card_found"
    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _turn(state, self.seat)
        memory.check_sizes(self.card)
        _check_offer(state, self.card.name.strip(), "card", waived)
        met, card = memory.meet_card(state, self.card)
        return _bought(met, turn, card, "card", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} buys {self.card.name.strip()}"


def _bought(state: State, turn: Turn, card: Card, field: str, waived: Collection[str]) -> State:
    """The state with a bought card in the discard pile."""
    left = supply.left(state.supply, card.name)
    gone = f"The pile of {card.name} is empty."
    require(left != 0, supply.PERMANENT, gone, field=field, code="PILE_EMPTY", waived=waived)
    loot = turn.powers.loot
    message = f"{card.name} costs {card.cost} loot power; {loot} are left."
    require(loot >= card.cost, BUY, message, field=field, code="NOT_ENOUGH_POWER", waived=waived)
    held = state.holdings[turn.seat]
    powers = replace(turn.powers, loot=max(0, loot - card.cost))
    after = replace(turn, powers=powers, pending=Buying(card.name) if card.effect else None)
    holdings = stacks.holdings_with(state, turn.seat, replace(held, discard=(*held.discard, card.name)))
    return offer.taken(replace(state, phase=after, holdings=holdings), Row.SHOP, card.name)


def _check_offer(state: State, name: str, field: str, waived: Collection[str]) -> None:
    starter = memory.called(name) in _NEVER_SOLD
    message = f"{name} is a starter card and not in the Shop."
    require(not starter, BUY, message, field=field, code="NOT_ON_OFFER", waived=waived)
    message = f"{name} is a goblin; goblins are recruited."
    goblin = state.goblin(name) is not None and state.card(name) is None
    require(not goblin, BUY, message, field=field, code="NOT_ON_OFFER", waived=waived)
    if field == "card":
        memory.check_power_card(state, name)
    offer.check(state, Row.SHOP, memory.own_name(state, name), field, BUY, waived)


def buy_questions(state: State, turn: Turn) -> Iterator[Prompt]:
    """The cards met so far one tap each, another one typed."""
    given = (("seat", turn.seat),)
    sold = [card for card in state.cards if card.name not in _NEVER_SOLD]
    offered = offer.offered(state, Row.SHOP, tuple(card.name for card in sold), tuple(supply.PILES))
    choices = tuple(Choice(card.name, f"{card.name} · {card.cost}") for card in sold if card.name in offered)
    if choices:
        fields = (Pick("name", "", choices),)
        yield Prompt(CardBought.kind, "Buy", fields, rule=BUY, seat=turn.seat, given=given, instant=True)
    typed = (memory.card_field(),)
    yield Prompt(CardFound.kind, "Buy new", typed, rule=BUY, seat=turn.seat, given=given, instant=True)


# Actions and effects ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionDone(Deed):
    """An action or purchase effect carried out: cards drawn, a card fetched from the own discard pile (LR-060)."""

    kind: ClassVar[str] = "action_done"
    seat: Seat
    name: str
    drawn: int
    fetched: str | None
    note: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_level(state)
        event = replace(self, name=memory.own_name(state, self.name))
        match state.phase:
            case Turn(pending=Buying(name)) as turn:
                require(event.seat == turn.seat, EFFECT, f"{state.name(turn.seat)} bought {name}.", field="seat")
                require(event.name == name, EFFECT, f"Carry out the effect of {name} first.", field="name")
                done = replace(turn, pending=None)
            case _:
                turn = stacks.turn_of(state, event.seat)
                done = _acting(turn, event, waived)
        require(0 <= event.drawn <= MOST_DRAWN, ACTION, f"Between 0 and {MOST_DRAWN} cards.", field="drawn")
        held = _fetched(state, event, waived)
        return stacks.with_holding(replace(state, phase=done), event.seat, draw(held, event.drawn))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        brought = [f"{self.drawn} drawn"] if self.drawn else []
        brought += [f"{self.fetched} fetched"] if self.fetched else []
        brought += [self.note.strip()] if self.note.strip() else []
        return f"{table.names[self.seat]} carries out {self.name}: {', '.join(brought) or 'done'}"


def _acting(turn: Turn, event: ActionDone, waived: Collection[str]) -> Turn:
    played = event.name in turn.ready or event.name in turn.used
    require(played, ACTION, "Choose an action card that is in play.", field="name")
    message = f"The action of {event.name} has been used."
    fresh = event.name in turn.ready
    require(fresh, stacks.ONCE, message, field="name", code="ACTION_ALREADY_USED", waived=waived)
    return stacks.use(turn, event.name)


def _fetched(state: State, event: ActionDone, waived: Collection[str]) -> Holding:
    held = state.holdings[event.seat]
    if event.fetched is None:
        return held
    name = memory.own_name(state, event.fetched)
    known = state.card(name) is not None or name in held.unseen
    require(known, ACTION, "Choose one of one's own cards.", field="fetched")
    hidden = held.hidden > 0 and name in held.unseen
    message = f"{name} does not lie in {state.name(event.seat)}'s discard pile."
    there = name in held.discard or hidden
    require(there, FETCH, message, field="fetched", code="NOT_IN_DISCARD", waived=waived)
    if name in held.discard:
        return replace(held, discard=without(held.discard, name), unseen=(*held.unseen, name), hand=held.hand + 1)
    if hidden:
        return replace(held, hidden=held.hidden - 1, hand=held.hand + 1)
    if name in held.unseen:
        return _settled(replace(held, hand=held.hand + 1))
    played = without(held.played, name) if name in held.played else held.played
    return replace(held, unseen=(*held.unseen, name), hand=held.hand + 1, played=played)


def act_question(state: State, turn: Turn) -> Prompt:
    """The form of an action, or of the effect of a card just bought."""
    held = state.holdings[turn.seat]
    lying = tuple(dict.fromkeys((*held.discard, *(held.unseen if held.hidden else ()))))
    elsewhere = tuple(name for name in dict.fromkeys((*held.unseen, *held.played)) if name not in lying)
    fetched = (
        Choice(None, "None"),
        *(Choice(name, name) for name in lying),
        *(Choice(name, name, text="Only where the card says so: it is not in the discard pile.") for name in elsewhere),
    )
    fields = (
        Count("drawn", "Cards drawn", 0, MOST_DRAWN, likely=0),
        Pick("fetched", "Fetched from the discard pile", fetched, None),
        Text("note", "What it did"),
    )
    given = (("seat", turn.seat),)
    match turn.pending:
        case Buying(name):
            title, confirm = f"The effect of {name}", "Done"
            return Prompt(
                ActionDone.kind,
                title,
                fields,
                rule=EFFECT,
                seat=turn.seat,
                given=(*given, ("name", name)),
                confirm=confirm,
            )
        case Placing() | Bearing() | None:
            names = tuple(Choice(name, name) for name in dict.fromkeys((*turn.ready, *turn.used)))
            which = Pick("name", "Whose action", names)
            return Prompt(
                ActionDone.kind, "Action", (which, *fields), rule=ACTION, seat=turn.seat, given=given, confirm="Done"
            )


@dataclass(frozen=True, slots=True)
class PowersChanged(Deed):
    """Powers a card gives or takes beside those printed on the cards played."""

    kind: ClassVar[str] = "powers_changed"
    seat: Seat
    loot: int
    recruit: int
    attack: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _turn(state, self.seat)
        changes = (("loot", self.loot), ("recruit", self.recruit), ("attack", self.attack))
        for name, change in changes:
            message = f"A card gives or takes at most {memory.HIGHEST} {name} power."
            require(abs(change) <= memory.HIGHEST, POOL, message, field=name)
        after = turn.powers.plus(Powers(self.loot, self.recruit, self.attack))
        for name, _ in changes:
            message = f"That would leave less than 0 {name} power."
            require(getattr(after, name) >= 0, POOL, message, field=name, code="NEGATIVE")
        require(after != turn.powers, POOL, "Nothing changes.", field="loot")
        return replace(state, phase=replace(turn, powers=after))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        powers = f"{self.loot:+} loot, {self.recruit:+} recruit, {self.attack:+} attack power"
        return f"{table.names[self.seat]} has {powers} by a card"


def powers_question(turn: Turn) -> Prompt:
    """The form of powers beside those of the cards."""
    most = memory.HIGHEST

    def change(name: str, label: str) -> Count:
        return Count(name, label, -most, most, likely=0)

    return Prompt(
        PowersChanged.kind,
        "Powers by the text of a card",
        (change("loot", "Loot power"), change("recruit", "Recruit power"), change("attack", "Attack power")),
        rule=POOL,
        seat=turn.seat,
        role=Role.ASIDE,
        given=(("seat", turn.seat),),
        confirm="Change the powers",
        group=stacks.GROUP,
    )


@dataclass(frozen=True, slots=True)
class CardTrashed(Deed):
    """A card of one's own goes to the Shop Trash (LR-057)."""

    kind: ClassVar[str] = "card_trashed"
    seat: Seat
    place: Place
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        _turn(state, self.seat)
        held, name = state.holdings[self.seat], memory.own_name(state, self.name)
        owned = name in (*held.unseen, *held.discard, *held.played)
        require(owned, supply.TRASH, "Choose one of one's own cards.", field="name")
        after = _trashed(held, self.place, name)
        if after is None:
            code = "NOT_IN_DISCARD" if self.place is Place.DISCARD else "NOT_IN_HAND"
            raise RuleViolation(supply.TRASH, f"{name} is not there.", field="place", code=code)
        return stacks.with_holding(replace(state, supply=supply.card_trashed(state.supply, name)), self.seat, after)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} trashes {self.name} from {_PLACES[self.place]}"


def _trashed(held: Holding, place: Place, name: str) -> Holding | None:
    """The cards without one of that place; None where it does not lie there."""
    unseen = name in held.unseen
    match place:
        case Place.HAND if unseen and held.hand:
            return replace(held, unseen=without(held.unseen, name), hand=held.hand - 1)
        case Place.PLAY if name in held.played:
            return replace(held, played=without(held.played, name))
        case Place.DISCARD if name in held.discard:
            return replace(held, discard=without(held.discard, name))
        case Place.DISCARD if unseen and held.hidden:
            return replace(held, unseen=without(held.unseen, name), hidden=held.hidden - 1)
        case _:
            return None


def trash_question(state: State, turn: Turn) -> Prompt:
    """The form of a card that is trashed."""
    held = state.holdings[turn.seat]
    names = tuple(Choice(name, name) for name in dict.fromkeys((*held.unseen, *held.discard, *held.played)))
    words = {Place.HAND: "Hand", Place.PLAY: "In play", Place.DISCARD: "Discard pile"}
    return Prompt(
        CardTrashed.kind,
        "Trash a card of one's own",
        (
            Pick("place", "From", tuple(Choice(place.value, word) for place, word in words.items())),
            Pick("name", "Card", names),
        ),
        rule=supply.TRASH,
        seat=turn.seat,
        role=Role.ASIDE,
        given=(("seat", turn.seat),),
        confirm="Trash it",
        group=stacks.GROUP,
    )


# Hands, decks, discard piles -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The left neighbour's turn (LR-080)."""

    kind: ClassVar[str] = "turn_ended"
    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = stacks.turn_of(state, self.seat)
        return days.next_turn(clean_up(state, turn.seat), turn)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]}'s turn is over"


def end_question(state: State, turn: Turn) -> Prompt:
    """The form of the end of the turn."""
    following = state.table.left_of(turn.seat)
    return Prompt(
        TurnEnded.kind,
        f"{state.name(turn.seat)}'s turn is over",
        (),
        rule=NEXT,
        seat=turn.seat,
        role=Role.BESIDE,
        given=(("seat", turn.seat),),
        confirm="The round is over" if following == state.first else f"Next: {state.name(following)}'s turn",
    )


def clean_up(state: State, seat: Seat) -> State:
    """The state after somebody's turn, with a new hand."""
    if state.level is not Level.REFEREE:
        return state
    held = state.holdings[seat]
    laid = replace(held, discard=(*held.discard, *held.played), played=(), hidden=held.hidden + held.hand, hand=0)
    return stacks.with_holding(state, seat, draw(laid, HAND))


def draw(held: Holding, cards: int) -> Holding:
    """The cards after so many were drawn, the discard pile shuffled when the deck runs out and not before."""
    first = min(cards, held.deck)
    held = replace(held, hand=held.hand + first)
    if first == cards or not held.discards:
        return held
    anew = replace(held, unseen=tuple(sorted((*held.unseen, *held.discard))), hidden=0, discard=())
    return replace(anew, hand=anew.hand + min(cards - first, anew.deck))


@dataclass(frozen=True, slots=True)
class PilesCounted(Deed):
    """How many cards a player holds and has discarded; the others are the deck."""

    kind: ClassVar[str] = "piles_counted"
    seat: Seat
    hand: int
    discard: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_level(state)
        require(stacks.can_lay(state), stacks.FINISH, "Finish what was begun first; piles are counted then.")
        require(self.seat in state.table.seats, CLEAN_UP, "Choose one of the players.", field="seat")
        held = state.holdings[self.seat]
        name = state.name(self.seat)
        for field, number in (("hand", self.hand), ("discard", self.discard)):
            require(number >= 0, CLEAN_UP, f"{name} cannot have {number} cards there.", field=field, code="NEGATIVE")
        hidden = self.discard - len(held.discard)
        message = f"{_cards(len(held.discard))} known by name {_lie(len(held.discard))} in {name}'s discard pile."
        require(hidden >= 0, CLEAN_UP, message, field="discard")
        message = f"{name} has {_cards(len(held.unseen))} beside those in play and discarded by name."
        require(self.hand + hidden <= len(held.unseen), CLEAN_UP, message, field="hand")
        return stacks.with_holding(state, self.seat, replace(held, hand=self.hand, hidden=hidden))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} holds {self.hand}, {self.discard} are discarded"


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def _lie(number: int) -> str:
    return "lies" if number == 1 else "lie"


def piles_question(state: State) -> Prompt:
    """The form of a player's piles."""
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    return Prompt(
        PilesCounted.kind,
        "Set a hand right",
        (
            Pick("seat", "Whose", players, seats=True),
            Count("hand", "Cards in the hand", 0, MOST_CARDS),
            Count("discard", "Cards in the discard pile", 0, MOST_CARDS),
        ),
        rule=CLEAN_UP,
        role=Role.ASIDE,
        confirm="Set it right",
        help="All other cards of one's own are the deck.",
        group="Piles",
    )


EVENTS: Final[tuple[type[Event], ...]] = (
    TurnEnded,
    CardPlayed,
    CardShown,
    CardBought,
    CardFound,
    ActionDone,
    PowersChanged,
    CardTrashed,
    PilesCounted,
)
