"""The level of entry, a hand thrown in, and joining a game after its first hands."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Count, Prompt, Text
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import PerSeat, ScoreLine, Term
from scoring.games.recruit import order
from scoring.games.recruit.cards import count_faces, is_complete
from scoring.games.recruit.dealing import deal_hand
from scoring.games.recruit.deck import FACE_OF, TRICKS, rank_of
from scoring.games.recruit.state import ByCards, ByCounts, ByTricks, Dealing, Least, Noted, Phase, State
from scoring.games.recruit.winning import BOUNDS, TOTAL
from scoring.kit.levels import CURRENT, Levels, why_not_again
from scoring.kit.trick_taking import Level

AFTER_A_REVOKE: Final = Rule(
    "RT-R08", "After a revoke the table corrects it or throws the hand in; the app changes nothing.", "Our aid"
)

LEVELS: Final = Levels(
    (
        (Level.COUNTS, "Count the piles", "The piles at the end of a hand."),
        (Level.TRICKS, "Trick by trick", "The winner of every trick, and the faces in it."),
        (Level.CARDS, "Card by card", "Every card; winners, faces and revokes follow from them."),
    )
)
LOWEST: Final = {2: -9, 3: -9, 4: -7}
"""The lowest score of a hand, by number of players (RT-054); no variation goes lower."""
_MOST_EXTRA: Final = 17
"""The most points besides one for each card: three matching cards and a Dream Team."""


@dataclass(frozen=True, slots=True)
class LevelChosen(Event[State]):
    """Another level of entry; a more detailed one counts from the next hand on, a simpler one at once."""

    level: Level

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(self.level is not state.level, order.HAND_OVER, CURRENT, field="level")
        later = replace(state, level=self.level)
        if isinstance(state.phase, Dealing):
            return replace(later, hand=replace(state.hand, level=self.level))
        if not _at_once(state, self.level):
            return later
        lowered = replace(later, hand=replace(state.hand, level=self.level))
        return replace(lowered, phase=_phase_at_lower_level(state, lowered))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Hands are entered {order.ENTERED[self.level]}"


def _at_once(state: State, level: Level) -> bool:
    """Whether the level is simpler and the hand is still being played."""
    playing = isinstance(state.phase, ByTricks) or (isinstance(state.phase, ByCards) and not is_complete(state.phase))
    return playing and LEVELS.is_more(state.hand.level, than=level)


def _phase_at_lower_level(state: State, lowered: State) -> Phase:
    """The phase at a simpler level; it keeps the winners and the faces entered so far."""
    phase = state.phase
    if isinstance(phase, ByCards):
        won = tuple(sum(trick.winner == seat for trick in phase.tricks) for seat in state.table.seats)
        counts = tuple(count_faces(state, phase, seat) for seat in state.table.seats)
        phase = ByTricks(phase.leader, won, counts, _noted(lowered, phase))
    assert isinstance(phase, ByTricks), "only a hand that is being played is entered more simply"
    if lowered.hand.level is Level.TRICKS:
        return phase
    return ByCounts(Least(phase.won, phase.counts) if any(phase.won) else None)


def _noted(state: State, phase: ByCards) -> tuple[Noted, ...]:
    """The cards of the current trick that are noted at level tricks."""
    words = {short: Noted(face.value) for short, face in FACE_OF.items()}
    shown = rank_of(state.hand.displayed)
    if shown and shown not in words:
        words[shown] = Noted.MATCH
    return tuple(words[rank] for play in phase.plays if (rank := rank_of(play.card)) in words)


@dataclass(frozen=True, slots=True)
class HandVoided(Event[State]):
    """The table throws the hand in; the same dealer deals it again (RT-R08)."""

    begins_again: ClassVar[bool] = True
    note: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_void(state), AFTER_A_REVOKE, "A hand can be thrown in once its cards are displayed.")
        has_note = bool(self.note.strip())
        require(has_note, AFTER_A_REVOKE, "Say in a few words why the hand is thrown in.", field="note")
        return replace(
            state, hand=deal_hand(state.table, state.options, state.hand.number, state.level), phase=Dealing()
        )

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The hand is thrown in: {self.note.strip()}"


def can_void(state: State) -> bool:
    return not isinstance(state.phase, Dealing)


@dataclass(frozen=True, slots=True)
class JoinedLate(Event[State]):
    """The session begins with hand `next_hand`."""

    next_hand: int
    totals: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(is_fresh(state), TOTAL, "Enter totals of earlier hands before anything else.")
        _check_joining(state, self)
        before = self.next_hand - 1
        ledger = tuple(
            ScoreLine(before, seat, TOTAL, (Term("so far", points),)) for seat, points in sorted(self.totals)
        )
        following = deal_hand(state.table, state.options, self.next_hand, state.level)
        return replace(state, hand=following, ledger=ledger, joined=before)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Joined at hand {self.next_hand}: {table.list_numbers(self.totals)}"


def is_fresh(state: State) -> bool:
    """Whether nothing but the level was entered yet."""
    return state.round == 1 and not state.ledger and isinstance(state.phase, Dealing) and not state.hand.variations


def _check_joining(state: State, event: JoinedLate) -> None:
    message = f"Choose the hand you are about to deal, 2 to {order.HANDS}; the first one needs no totals."
    require(2 <= event.next_hand <= order.HANDS, TOTAL, message, field="next_hand", code="HAND_COUNT")
    complete = state.table.has_all_seats(event.totals)
    require(complete, TOTAL, "Every player needs a total; enter 0 if there is none.", field="totals")
    played = event.next_hand - 1
    low, high = LOWEST[state.players] * played, _highest(state) * played
    for seat, points in event.totals:
        message = f"After {played} hand{'s' * (played > 1)} {state.name(seat)} must have {low} to {high} points."
        require(low <= points <= high, BOUNDS, message, field=f"totals[{seat}]")


def _highest(state: State) -> int:
    return TRICKS * state.players + _MOST_EXTRA


def asides(state: State) -> tuple[Prompt, ...]:
    """Offers to change the level, to throw the hand in, and to join a game late."""
    if can_void(state):
        return (_level_prompt(state), _void_prompt())
    return (_level_prompt(state), _join_prompt(state)) if is_fresh(state) else (_level_prompt(state),)


def _level_prompt(state: State) -> Prompt:
    when = "Less at once, and what was entered is kept; more from the next hand on."
    if isinstance(state.phase, Dealing):
        when = "From this hand on."
    return LEVELS.ask_change(
        LevelChosen.kind,
        partial(why_not_again, state.level),
        rule=order.HAND_OVER,
        help=when,
        group=order.SESSION,
    )


def _void_prompt() -> Prompt:
    return Prompt(
        HandVoided.kind,
        "Throw the hand in",
        (Text("note", "Why", needed=True),),
        rule=AFTER_A_REVOKE,
        confirm="Throw it in",
        help="The same dealer deals this hand again.",
        menu=order.GROUP,
    )


def _join_prompt(state: State) -> Prompt:
    last = order.HANDS
    points = Count("points", "", LOWEST[state.players] * (last - 1), _highest(state) * (last - 1))
    fields = (Count("next_hand", "Next hand", 2, last), state.table.ask_each_seat("totals", "Totals so far", points))
    return Prompt(
        JoinedLate.kind,
        "We have played some hands",
        fields,
        rule=TOTAL,
        confirm="Go on from there",
        help="The first dealer in the set-up is the dealer of hand 1.",
        menu=order.SESSION,
    )
