"""A hand entered trick by trick: the winner of each, and the faces in it."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Pick, Presentation, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.recruit import order
from scoring.games.recruit.counting import FACES_FIT, MATCH_COUNT, PILES, RANK_IN_ALL
from scoring.games.recruit.deck import COPIES, TRICKS, Face, rank_name, rank_of
from scoring.games.recruit.piles import FIELDS, asks_match, in_play
from scoring.games.recruit.state import ByTricks, Counts, Noted, Sorting, State
from scoring.kit.seats import check_player
from scoring.kit.trick_taking import winner_question

ONE_EACH: Final = Rule(
    "RT-021", "Everybody plays one card to a trick, clockwise from the leader, face up.", "Playing each trick"
)

_FIELD: Final = {Noted.JACK: "jacks", Noted.QUEEN: "queens", Noted.KING: "kings", Noted.MATCH: "match"}
_FACE: Final = {Noted.JACK: Face.JACK, Noted.QUEEN: Face.QUEEN, Noted.KING: Face.KING}


_IN_WORDS: Final = {Noted.JACK: "a jack", Noted.QUEEN: "a queen", Noted.KING: "a king", Noted.MATCH: "a matching card"}


@dataclass(frozen=True, slots=True)
class CardNoted(Event[State]):
    """A face or a matching card in the current trick."""

    hand: int
    trick: int
    card: Noted

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, ByTricks)
        is_current = (self.hand, self.trick) == (state.hand.number, phase.running)
        require(is_current, order.HAND_OVER, "Note only cards of the current trick.", field="card")
        rule, code = (MATCH_COUNT, "MATCH_SUM") if self.card is Noted.MATCH else (RANK_IN_ALL, "RANK_SUM")
        refuse_if(_why_not(state, phase, self.card), rule, field="card", code=code)
        refuse_if(_why_full(state, phase), FACES_FIT, field="card", code="TOO_MANY_FACES")
        return replace(state, phase=replace(phase, noted=(*phase.noted, self.card)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"In trick {self.trick} there is {'a card to note' if veiled else _IN_WORDS[self.card]}"

    def veiled(self, state: State) -> frozenset[str]:
        return frozenset({"card"}) if order.is_face_down(state, self.hand, self.trick) else frozenset()


@dataclass(frozen=True, slots=True)
class TrickWon(Event[State]):
    """Who won the current trick."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, ByTricks)
        check_player(state.table, self.seat, order.HAND_OVER)
        piles = tuple(n + (seat == self.seat) for seat, n in enumerate(phase.won))
        counts = list(phase.counts)
        noted = {field: phase.noted.count(card) for card, field in _FIELD.items()}
        counts[self.seat] = Counts(**{field: n + noted[field] for field, n in counts[self.seat]._asdict().items()})
        if sum(piles) == TRICKS:
            return replace(state, phase=Sorting(piles, tuple(counts)))
        return replace(state, phase=ByTricks(self.seat, piles, tuple(counts)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} collects the trick"


def question(state: State, phase: ByTricks) -> Prompt:
    title = f"Who collects trick {phase.running} of {TRICKS}?"
    return winner_question(TrickWon.kind, title, state.table, phase.leader, PILES)


def note_question(state: State, phase: ByTricks) -> Prompt:
    shown = [Noted.JACK, Noted.QUEEN, Noted.KING, *([Noted.MATCH] if asks_match(state) else [])]
    full = _why_full(state, phase)
    choices = tuple(Choice(card.value, letter(state, card), _why_not(state, phase, card) or full) for card in shown)
    return Prompt(
        CardNoted.kind,
        f"In trick {phase.running} there is a",
        (Pick("card", "", choices),),
        rule=FACES_FIT,
        shown=Presentation(beside=True),
        given=(("hand", state.hand.number), ("trick", phase.running)),
        instant=True,
    )


def letter(state: State, card: Noted) -> str:
    """The rank of a noted card: "J", "7"."""
    return _FACE[card].short if card in _FACE else rank_of(state.hand.displayed)


def _why_not(state: State, phase: ByTricks, card: Noted) -> str:
    """Why no such card can be in the current trick; empty: it can."""
    if card is Noted.MATCH and not asks_match(state):
        return "Note matching cards only with Match, and only if neither a face nor the joker is displayed."
    most = COPIES - 1 if card is Noted.MATCH else in_play(state, _FACE[card])
    seen = sum(getattr(counts, _FIELD[card]) for counts in phase.counts) + phase.noted.count(card)
    if seen < most:
        return ""
    name = rank_name(state.hand.displayed, most) if card is Noted.MATCH else FIELDS[_FACE[card]]
    return f"All {most} {name} in play have been seen."


def _why_full(state: State, phase: ByTricks) -> str:
    """Why no card can be noted in the current trick; empty: one can."""
    is_full = len(phase.noted) >= state.players
    return f"A trick has {state.players} cards, and all of them are noted." if is_full else ""
