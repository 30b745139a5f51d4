"""What trick-taking games share: levels of entry, whose turn it is, which card wins, who did not follow suit.

A game brings its deck, its ranking (a strength for each card of a trick) and the suit to follow. Crown Battles and
Recruit are built on this; `tests/scoring/sketches/wizard.py` plays Wizard with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from scoring.contract.cards import Deck
from scoring.contract.game import Table
from scoring.contract.prompts import Answer, Card, Prompt
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat


class Level(StrEnum):
    """How much of a round is entered."""

    COUNTS = "counts"  # the tricks of each player, at the end
    TRICKS = "tricks"  # the winner of every trick
    CARDS = "cards"  # every card


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table and who played it; a game may derive a class with more fields."""

    seat: Seat
    card: str


class TrickResult(NamedTuple):
    """The winning card of a trick: its place in playing order, and why it wins.

    `place` is None if nobody wins the trick; `suit` is the suit the trick was won with, empty for a card without one.
    """

    place: int | None
    rule: Rule
    reason: str
    suit: str = ""

    def winner(self, plays: Sequence[Play]) -> Seat | None:
        """The seat that wins the trick of these cards."""
        return None if self.place is None else plays[self.place].seat


@dataclass(frozen=True, slots=True)
class Revoke:
    """A seat that played `card` in `trick` instead of `suit`, and `shown` of that suit in `shown_trick`.

    Tricks are counted from 1.
    """

    seat: Seat
    suit: str
    trick: int
    card: str
    shown_trick: int
    shown: str


def next_to_play(table: Table, leader: Seat, plays: Sequence[Play]) -> Seat:
    """Whose turn it is: clockwise from the leader, lap after lap."""
    return table.left_of(leader, len(plays))


def strongest(strengths: Sequence[int]) -> int:
    """The index of the strongest card, the first one of equals."""
    return strengths.index(max(strengths))


@dataclass(slots=True)
class RevokeTracker:
    """Finds revokes while the cards of a hand are added in playing order.

    Not following suit is allowed without a card of the suit, so it takes a later card of that suit to prove a revoke.
    """

    revokes: list[Revoke] = field(default_factory=list)
    _missed: dict[tuple[Seat, str], list[tuple[int, str]]] = field(default_factory=dict)

    def add(self, trick: int, play: Play, suit: str, required: str) -> None:
        """Add a card of `suit` where `required` had to be followed; empty: no suit, any card was allowed."""
        for missed_trick, card in self._missed.pop((play.seat, suit), ()):
            self.revokes.append(Revoke(play.seat, suit, missed_trick, card, trick, play.card))
        if required not in ("", suit):
            self._missed.setdefault((play.seat, required), []).append((trick, play.card))

    def forget(self, seat: Seat | None = None) -> None:
        """Forget the hand of a player, or of all: cards changed hands."""
        self._missed = {} if seat is None else {key: cards for key, cards in self._missed.items() if key[0] != seat}


def card_question(
    kind: str,
    table: Table,
    seat: Seat,
    deck: Deck,
    *,
    lead: str = "",
    gone: tuple[str, ...] = (),
    barred: tuple[tuple[str, str], ...] = (),
    rule: Rule,
    given: tuple[tuple[str, Answer], ...] = (),
    help: str = "",
) -> Prompt:
    """Asks for the next card, recorded by the tap; `lead` is the trick that it leads ("trick 2 of 5")."""
    name = table.names[seat]
    return Prompt(
        kind,
        f"{name} leads {lead}" if lead else f"{name} plays",
        (Card("card", f"{name}'s card", deck, gone, barred),),
        rule=rule,
        seat=seat,
        given=(*given, ("seat", seat)),
        instant=True,
        help=help,
    )


def winner_question(kind: str, title: str, table: Table, leader: Seat, rule: Rule) -> Prompt:
    """Asks who won the current trick, recorded by the tap."""
    return Prompt(kind, title, (table.pick_seat("seat", "Winner"),), rule=rule, seat=leader, instant=True)
