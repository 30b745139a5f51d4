"""The action of a special card, as data, and the rules that all of them share."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Answer, Choice, Draft, Field, Prompt, Subset
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import trick_position
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import ByCards, ByTricks, State
from scoring.games.crown_battles.trick_position import TrickPosition
from scoring.kit.seats import check_player

TIMING: Final = Rule(
    "CB-120",
    "A card with an hourglass acts after the trick, one with a lightning bolt as soon as it is played.",
    "Special Power cards",
)
COPY: Final = Rule("CB-130", "A Summoner played after a special card has its action, too.", "Action cards: Summoner")
ONCE: Final = Rule(
    "CB-140", "A special card acts once a round, and once more if the Summoner copies it.", "Special Power cards"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """The action of one special card; `seat` is None if its player is not known yet."""

    event: type[PowerPlayed]
    rule: Rule
    text: str  # one line for players
    fields: Callable[[State, Seat | None], tuple[Field, ...]] = lambda state, seat: ()  # besides who played it
    narrow: Callable[[State, Prompt, Draft], Prompt] = lambda state, prompt, draft: prompt  # updates the prompt
    why_not: Callable[[State, Seat | None], str] = lambda state, seat: ""  # why it can do nothing now; empty: it can
    code: str = ""  # of that reason
    after_trick: bool = False
    confirm: str = "Done"  # the primary button

    @property
    def card(self) -> Special:
        """The card whose action it is."""
        return self.event.card

    def empty_answers(self, open_fields: tuple[Field, ...]) -> tuple[tuple[str, Answer], ...]:
        """None for each field of the event that is not open_fields now."""
        assert is_dataclass(self.event)
        names = {"seat", "copied", *(field.name for field in open_fields)}
        return tuple((field.name, None) for field in fields(self.event) if field.name not in names)


def why_not_opponent(state: State, seat: Seat | None, other: Seat) -> str:
    """Why another player is no opponent in this round; empty: it is one."""
    against = seat is None or seat not in state.table.seats or other in state.opponents(seat)
    return "" if against else f"{state.name(other)} is an ally in this round and no opponent."


def check_in_deck(state: State, card: Special, rule: Rule) -> None:
    """Refuse a special card that is not in the deck (CB-140)."""
    message = f"{card.label} is not in the deck you play with."
    require(card in state.deck.specials, rule, message, code="E_CARD_NOT_IN_DECK")


def acts_after_trick(state: State, power: Power) -> bool:
    """Whether a special card acts at the end of the trick in this type of round (CB-120)."""
    return power.after_trick or power.card in rules_of(state).late_cards


def tricks_of(state: State, power: Power) -> tuple[TrickPosition, ...]:
    """The tricks in which a special card that acts now may have been played."""
    return trick_position.possible_tricks(state, after_trick=acts_after_trick(state, power))


def parts_of(state: State, power: Power) -> tuple[int, ...]:
    """The parts of those tricks; all parts if they share the tricks."""
    tricks = tricks_of(state, power)
    if tricks[0].part is None:
        return tuple(range(len(state.deal.parts)))
    return tuple(sorted({trick.part for trick in tricks if trick.part is not None}))


def choose_part(state: State, parts: tuple[int, ...], key: str | None, rule: Rule, none: str, several: str) -> int:
    """The part that an action is about: the one named if there are several; `none` and `several` say what is wrong."""
    if len(parts) < 2:
        require(key is None, rule, none, field="part")
        return parts[0] if parts else 0
    part = next((part for part in parts if state.deal.parts[part].key == key), None)
    if part is None:
        raise RuleViolation(rule, several, field="part")
    return part


def why_useless_in_last_trick(state: State, power: Power, name: str) -> str:
    """Why a card that needs a later trick has no effect (CB-124, CB-126, CB-R31); empty: it has."""
    tricks = tricks_of(state, power)
    if not all(trick.is_last for trick in tricks):
        return ""
    part = state.deal.parts[tricks[0].part or 0]
    where = f" of the {part.label}" if part.label and not part.suit else ""
    later = "; played later, it is entered once its trick has a winner"
    waits = isinstance(state.phase, ByTricks) and acts_after_trick(state, power) and tricks[0].remaining
    return f"{name} has no effect in the last trick{where}{later if waits else ''}."


def hand_size(state: State, seat: Seat) -> int:
    """How many cards a player has, if cards are entered; otherwise the number of cards dealt.

    A Cursed swaps the numbers, too. In The Split a player has only the half being played (CB-215, CB-R31).
    """
    phase = state.phase
    if not isinstance(phase, ByCards):
        return state.deal.cards
    size, first = _hand(state)
    sizes = [size] * state.players
    tricks = (*(trick.plays for trick in phase.tricks), phase.plays)
    for number, plays in enumerate(tricks[first:], start=first + 1):
        for play in plays:
            sizes[play.seat] -= 1
        for after, one, other in phase.swaps:
            if after == number:
                sizes[one], sizes[other] = sizes[other], sizes[one]
    return sizes[seat]


def _hand(state: State) -> tuple[int, int]:
    """The size of the hand being played when it began, and the trick of the round (from 0) in which it began."""
    (trick,) = trick_position.possible_tricks(state, after_trick=False)
    tricks = None if trick.part is None or len(state.deal.parts) == 1 else state.deal.parts[trick.part].tricks
    return (state.deal.cards, 0) if tricks is None else (tricks, trick.part_end - tricks)


def swap_fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """The two players who swap."""
    players = tuple(Choice(other, state.name(other), _why_empty(state, other)) for other in state.table.seats)
    return (Subset("swapped", "Who swaps", players, 2, 2),)


def check_swap(state: State, swapped: tuple[Seat, ...], rule: Rule) -> None:
    """Refuse anything but two different players with cards."""
    two = len(swapped) == 2 and swapped[0] != swapped[1]
    require(two, rule, "Choose the two players who swap.", field="swapped")
    for seat in swapped:
        check_player(state.table, seat, rule, field="swapped")
        refuse_if(_why_empty(state, seat), rule, field="swapped")


def describe_swap(table: Table, swapped: tuple[Seat, ...], what: str) -> str:
    """The log text of a swap: "Ana and Ben swap their hands"."""
    first, second = (table.names[seat] for seat in swapped)
    return f"{first} and {second} swap {what}"


def _why_empty(state: State, seat: Seat) -> str:
    return "" if hand_size(state, seat) else f"{state.name(seat)} has no cards left."
