"""What every special card with an action offers, and the rules all of them share."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, Protocol

from scoring.crown_battles import trick_position
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import PowerPlayed
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Drawing, Over, Spinning, State, check_seat
from scoring.crown_battles.trick_position import TrickPosition
from scoring.game import Draft, Table
from scoring.prompts import Answer, Choice, Field, Pick, Prompt, Subset
from scoring.rulebook import Rule, require
from scoring.scores import Seat

TIMING: Final = Rule(
    "CB-120",
    "An hourglass acts at the end of the trick, a lightning bolt as soon as the card lies.",
    "Special Power cards",
)
COPY: Final = Rule("CB-130", "A Summoner after a special card has its action too.", "Action cards: Summoner")
ONCE: Final = Rule(
    "CB-140", "A special card acts once a round, and once more if the Summoner copies it.", "Special Power cards"
)
TIMES_LOST: Final = Rule(
    "CB-R17", "A card without a readable mark acts at once; Cursed waits for the end of the trick.", "Our ruling"
)
COPIES: Final = Rule("CB-R23", "A copied action is a second one; a copied Bomb destroys no second trick.", "Our ruling")


def asks_nothing(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """For cards without a decision."""
    return ()


def always(state: State, seat: Seat | None) -> str:
    """For cards that can act whenever they are played."""
    return ""


def as_it_is(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """For cards whose form says the same whatever is filled in."""
    return prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """The action of one special card; `seat` is None where its player is not known yet."""

    card: Special
    event: type[PowerPlayed]
    rule: Rule
    text: str  # what it does, in one line
    act: Callable[[State, Any], State]  # checks everything first; raises RuleViolation
    detail: Callable[[Table, Any], str]  # what happened, for the log; may be empty
    fields: Callable[[State, Seat | None], tuple[Field, ...]] = asks_nothing  # besides who played it
    narrowed: Callable[[State, Prompt, Draft], Prompt] = as_it_is  # its form with some of it filled in
    why_not: Callable[[State, Seat | None], str] = always  # why it can do nothing now; empty: it can
    code: str = ""  # of that reason
    after_trick: bool = False
    confirm: str = "Done"  # the button where nothing else is due

    def unasked(self, asked: tuple[Field, ...]) -> tuple[tuple[str, Answer], ...]:
        """The fields of the event that are not worth a question now: nobody, nothing."""
        assert is_dataclass(self.event)
        names = {"seat", "copied", *(field.name for field in asked)}
        return tuple((field.name, None) for field in fields(self.event) if field.name not in names)


def opponents(state: State, seat: Seat | None, name: str, label: str, why: str) -> Pick:
    """A choice among the other players; `why` closes the card's own player, an ally is closed too."""
    players = tuple(
        Choice(other, state.name(other), why if other == seat else not_opponent(state, seat, other))
        for other in state.table.seats
    )
    return Pick(name, label, players, seats=True)


def not_opponent(state: State, seat: Seat | None, other: Seat) -> str:
    """Why another player is no opponent in this round; empty: one like any other."""
    against = seat is None or seat not in state.table.seats or other in rules_of(state).play.opponents(state, seat)
    return "" if against else f"{state.name(other)} is an ally in this round and no opponent."


def check_in_deck(state: State, card: Special, rule: Rule) -> None:
    """Refuse a special card the deck does not hold (CB-140)."""
    message = f"{card.label} is not in the deck you play with."
    require(card in state.deck.specials, rule, message, code="E_CARD_NOT_IN_DECK")


def acts_after_trick(state: State, power: Power) -> bool:
    """Whether a special card acts at the end of the trick in this type of round (CB-120)."""
    return power.after_trick or power.card in rules_of(state).play.late


def tricks_of(state: State, power: Power) -> tuple[TrickPosition, ...]:
    """The tricks in which a special card that acts now may have been played."""
    return trick_position.of_action(state, after_trick=acts_after_trick(state, power))


def parts_of(state: State, power: Power) -> tuple[int, ...]:
    """The parts those tricks lie in; all parts where they share the tricks."""
    tricks = tricks_of(state, power)
    if tricks[0].part is None:
        return tuple(range(len(state.deal.parts)))
    return tuple(sorted({trick.part for trick in tricks if trick.part is not None}))


def useless_in_last_trick(state: State, power: Power, name: str) -> str:
    """Why a card that needs another trick after its own does nothing (CB-124, CB-126, CB-R31); empty: it acts."""
    tricks = tricks_of(state, power)
    if not all(trick.is_last for trick in tricks):
        return ""
    part = state.deal.parts[tricks[0].part or 0]
    where = f" of the {part.label}" if part.label and not part.suit else ""
    later = "; played later, it is entered once its trick has a winner"
    waits = isinstance(state.phase, ByTricks) and acts_after_trick(state, power) and tricks[0].remaining
    return f"{name} has no effect in the last trick{where}{later if waits else ''}."


def cards_left(state: State, seat: Seat) -> int:
    """How many cards a player still holds, card by card; the size of the deal elsewhere.

    In The Split only the half that is played is in hand, the other one lies aside (CB-215, CB-R31).
    """
    match state.phase:
        case ByCards() as phase:
            return _hand_sizes(state, phase)[seat]
        case Drawing() | Spinning() | Bidding() | ByCounts() | ByTricks() | Over():
            return state.deal.cards


def _hand_sizes(state: State, phase: ByCards) -> list[int]:
    """How many cards everybody holds: hands that a Cursed swapped went with their size."""
    size, first = _hand(state)
    sizes = [size] * len(state.table.names)
    tricks = (*(trick.plays for trick in phase.tricks), phase.plays)
    for number, plays in enumerate(tricks[first:], start=first + 1):
        for play in plays:
            sizes[play.seat] -= 1
        for after, one, other in phase.swaps:
            if after == number:
                sizes[one], sizes[other] = sizes[other], sizes[one]
    return sizes


def _hand(state: State) -> tuple[int, int]:
    """How many cards the hand in play had, and with which trick of the round (from 0) it began."""
    (trick,) = trick_position.of_action(state, after_trick=False)
    tricks = None if trick.part is None or len(state.deal.parts) == 1 else state.deal.parts[trick.part].tricks
    return (state.deal.cards, 0) if tricks is None else (tricks, trick.part_end - tricks)


def two_players(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """The two who swap."""
    players = tuple(Choice(other, state.name(other), _empty_hand(state, other)) for other in state.table.seats)
    return (Subset("swapped", "Who swaps", players, 2, 2),)


def check_two(state: State, swapped: tuple[Seat, ...], rule: Rule) -> None:
    """Refuse anything but two different players who hold cards."""
    two = len(swapped) == 2 and swapped[0] != swapped[1]
    require(two, rule, "Choose the two players who swap.", field="swapped")
    for seat in swapped:
        check_seat(state, seat, rule, "swapped")
        empty = _empty_hand(state, seat)
        require(not empty, rule, empty, field="swapped")


class _Swap(Protocol):
    @property
    def swapped(self) -> tuple[Seat, ...]: ...


def two_told(what: str) -> Callable[[Table, Any], str]:
    """How the log tells a swap: "Ana and Ben swap their hands"."""

    def detail(table: Table, event: _Swap) -> str:
        first, second = (table.names[seat] for seat in event.swapped)
        return f"{first} and {second} swap {what}"

    return detail


def _empty_hand(state: State, seat: Seat) -> str:
    return "" if cards_left(state, seat) else f"{state.name(seat)} holds no card any more."
