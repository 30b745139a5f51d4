"""A hand entered trick by trick: who collected each, and the faces in it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.game import Table
from scoring.prompts import Choice, Pick, Prompt, Role
from scoring.recruit import order
from scoring.recruit.counting import FACES_FIT, FIELDS, MATCH_COUNT, PILES, RANK_IN_ALL, asks_match, in_play
from scoring.recruit.deck import COPIES, TRICKS, Face, rank_name, rank_of
from scoring.recruit.state import ByTricks, Counts, Event, Noted, Sorting, State
from scoring.rulebook import Rule, require
from scoring.scores import Seat

ONE_EACH: Final = Rule(
    "RT-021", "Everybody plays one card a trick, clockwise from the leader, face up.", "Playing each trick"
)

_FIELD: Final = {Noted.JACK: "jacks", Noted.QUEEN: "queens", Noted.KING: "kings", Noted.MATCH: "match"}
_FACE: Final = {Noted.JACK: Face.JACK, Noted.QUEEN: Face.QUEEN, Noted.KING: Face.KING}


_NOTED: Final = {Noted.JACK: "a jack", Noted.QUEEN: "a queen", Noted.KING: "a king", Noted.MATCH: "a matching card"}


@dataclass(frozen=True, slots=True)
class CardNoted:
    """A face, or a matching card, in the running trick."""

    kind: ClassVar[str] = "card_noted"
    hand: int
    trick: int
    card: Noted

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.by_tricks(state)
        now = (self.hand, self.trick) == (state.hand.number, phase.running)
        require(now, order.HAND_OVER, "Cards are noted in the trick that is being played.", field="card")
        closed = _why_not(state, phase, self.card)
        rule, code = (MATCH_COUNT, "MATCH_SUM") if self.card is Noted.MATCH else (RANK_IN_ALL, "RANK_SUM")
        require(not closed, rule, closed, field="card", code=code)
        full = f"A trick has {state.players} cards, and all of them are noted."
        require(len(phase.noted) < state.players, FACES_FIT, full, field="card", code="TOO_MANY_FACES")
        return replace(state, phase=replace(phase, noted=(*phase.noted, self.card)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"In trick {self.trick} there is {'a card to note' if veiled else _NOTED[self.card]}"


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Who collected the running trick."""

    kind: ClassVar[str] = "trick_won"
    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.by_tricks(state)
        known = 0 <= self.seat < state.players
        require(known, order.HAND_OVER, "Choose one of the players at this table.", field="seat")
        piles = tuple(n + (seat == self.seat) for seat, n in enumerate(phase.won))
        counts = tuple(
            with_noted(held, phase.noted) if seat == self.seat else held for seat, held in enumerate(phase.counts)
        )
        if sum(piles) == TRICKS:
            return replace(state, phase=Sorting(piles, counts))
        return replace(state, phase=ByTricks(self.seat, piles, counts))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} collects the trick"


def with_noted(counts: Counts, noted: tuple[Noted, ...]) -> Counts:
    """A pile's counts with the cards of one more trick."""
    more = {field: getattr(counts, field) + noted.count(card) for card, field in _FIELD.items()}
    return Counts(**more)


def question(state: State, phase: ByTricks) -> Prompt:
    """The form of the running trick."""
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    return Prompt(
        TrickWon.kind,
        f"Who collects trick {phase.running} of {TRICKS}?",
        (Pick("seat", "Winner", players, seats=True),),
        rule=PILES,
        seat=phase.leader,
        instant=True,
    )


def noting(state: State, phase: ByTricks) -> Prompt:
    """The chips of what is worth noting in the running trick."""
    shown = [Noted.JACK, Noted.QUEEN, Noted.KING, *([Noted.MATCH] if asks_match(state) else [])]
    choices = tuple(Choice(card.value, letter(state, card), _why_not(state, phase, card)) for card in shown)
    return Prompt(
        CardNoted.kind,
        f"In trick {phase.running} there is a",
        (Pick("card", "", choices),),
        rule=FACES_FIT,
        role=Role.BESIDE,
        given=(("hand", state.hand.number), ("trick", phase.running)),
        instant=True,
    )


def letter(state: State, card: Noted) -> str:
    """What stands in the corner of a noted card: "J", "7"."""
    return _FACE[card].short if card in _FACE else rank_of(state.hand.displayed)


def _why_not(state: State, phase: ByTricks, card: Noted) -> str:
    """Why no such card can lie in the running trick; empty: it can."""
    if card is Noted.MATCH and not asks_match(state):
        return "Matching cards are noted only under Match, and only if no face and no joker is displayed."
    most = COPIES - 1 if card is Noted.MATCH else in_play(state, _FACE[card])
    seen = sum(getattr(counts, _FIELD[card]) for counts in phase.counts) + phase.noted.count(card)
    if seen < most:
        return ""
    name = rank_name(state.hand.displayed, most) if card is Noted.MATCH else FIELDS[_FACE[card]]
    return f"All {most} {name} in play have been seen."


EVENTS: Final[tuple[type[Event], ...]] = (CardNoted, TrickWon)
