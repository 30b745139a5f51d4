"""What every special card with an action offers, and the rules all of them share."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import CursedPlayed, MerchantPlayed, PowerPlayed
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import ByCards, State, check_seat
from scoring.game import Table
from scoring.prompts import Answer, Choice, Field, Pick, Subset
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
RULES: Final = (TIMING, COPY, ONCE, TIMES_LOST, COPIES)


def asks_nothing(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """For cards without a decision."""
    return ()


def always(state: State, seat: Seat | None) -> str:
    """For cards that can act whenever they are played."""
    return ""


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
    why_not: Callable[[State, Seat | None], str] = always  # why it can do nothing now; empty: it can
    code: str = ""  # of that reason
    after_trick: bool = False
    confirm: str = "Done"  # the button where nothing else is due

    def unasked(self, asked: tuple[Field, ...]) -> tuple[tuple[str, Answer], ...]:
        """The fields of the event that are not worth a question now: nobody, nothing."""
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
    against = seat is None or seat not in state.table.seats or other in rules_of(state).opponents(state, seat)
    return "" if against else f"{state.name(other)} is an ally in this round and no opponent."


def check_in_deck(state: State, card: Special, rule: Rule) -> None:
    """Refuse a special card the deck does not hold (CB-140)."""
    message = f"{card.label} is not in the deck you play with."
    require(card in state.deck.specials, rule, message, code="E_CARD_NOT_IN_DECK")


def cards_left(state: State, seat: Seat) -> int:
    """How many cards a player still holds, card by card; the size of the deal elsewhere."""
    match state.phase:
        case ByCards(tricks=tricks, plays=running):
            played = (play for plays in (*(trick.plays for trick in tricks), running) for play in plays)
            return state.deal.cards - sum(play.seat == seat for play in played)
        case _:
            return state.deal.cards


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


def two_told(what: str) -> Callable[[Table, Any], str]:
    """How the log tells a swap: "Ana and Ben swap their hands"."""

    def detail(table: Table, event: CursedPlayed | MerchantPlayed) -> str:
        first, second = (table.names[seat] for seat in event.swapped)
        return f"{first} and {second} swap {what}"

    return detail


def _empty_hand(state: State, seat: Seat) -> str:
    return "" if cards_left(state, seat) else f"{state.name(seat)} holds no card any more."
