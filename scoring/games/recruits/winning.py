"""The end of the game: when it is over, when the table may stop early, who wins and what breaks a tie."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table, by_points
from scoring.contract.prompts import Card, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import (
    Outcome,
    Place,
    Seat,
    Side,
    Standings,
    TieBreak,
    break_ties,
    tie_break_by_count,
)
from scoring.games.recruits import order, piles, score, supply
from scoring.games.recruits.deck import BID_DECK, POINTS_TO_WIN, RECRUITS, VALUE, check_bid_card, in_words, rank_of
from scoring.games.recruits.options import EarlyEnd, WinTie
from scoring.games.recruits.state import Deciding, Over, State
from scoring.kit.seats import list_tied

EARLY: Final = Rule("RS-073", "With more than half of all points the table may stop.", "Game end")
WIN_TIE: Final = Rule("RS-R12", "Equal points share the win.", "Our ruling")
MORE_THAN_HALF: Final = Rule("RS-R13", "The table may stop above 18 points, not at 18.", "Our ruling")

HALF: Final = POINTS_TO_WIN // 2


def finish(state: State) -> State:
    """The game is over: the last recruit is earned, or a pile is used up in a Quick Game."""
    return _end(state, order.OVER if len(state.earned) == RECRUITS else piles.QUICK)


def _end(state: State, rule: Rule) -> State:
    """End the game by this rule, or let a card decide between players with equal points."""
    if state.options.win_tie is WinTie.CARD and (tied := _list_tied(state)):
        return replace(state, phase=Deciding(tied, rule))
    return replace(state, phase=Over(rule))


def with_agreed_points(state: State) -> State:
    """The state in which points by agreement decide who is tied, until the first card for the win is played."""
    match state.phase:
        case Deciding(played=(), cards=(), rule=rule) | Over(first=None, rule=rule):
            return _end(state, rule)
        case _:
            return state


@dataclass(frozen=True, slots=True)
class WinCardPlayed(Event[State]):
    """A card that decides between players with equal points (RS-R12)."""

    seat: Seat
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, Deciding)
        order.check_seat(state, self.seat, phase.next, "NOT_TIED" if self.seat not in phase.tied else "NOT_YOUR_TURN")
        check_bid_card(self.card)
        if violation := _objection(state, phase, self.card):
            raise violation
        played = (*phase.played, (self.seat, self.card))
        if len(played) < len(phase.tied):
            return replace(state, phase=replace(phase, played=played))
        top = max(VALUE[card] for _, card in played)
        best = tuple(seat for seat, card in played if VALUE[card] == top)
        beaten = (*phase.beaten, *(seat for seat in phase.tied if seat not in best))
        if len(best) == 1:
            return replace(state, phase=Over(phase.rule, best[0], beaten))
        cards = (*phase.cards, *(card for _, card in played))
        return replace(state, phase=Deciding(best, phase.rule, (), cards, beaten))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays the {in_words(self.card)} for the win"


def card_question(state: State, phase: Deciding) -> Prompt:
    name = state.name(phase.next)
    closed = tuple(card.code for card in BID_DECK if _objection(state, phase, card.code))
    return Prompt(
        WinCardPlayed.kind,
        f"{name} plays a card for the win",
        (Card("card", f"{name}'s card", BID_DECK, closed),),
        rule=WIN_TIE,
        instant=True,
        help=f"{state.names(phase.tied)} have equal points; the highest card wins.",
    ).for_seat(phase.next)


def _objection(state: State, phase: Deciding, card: str) -> RuleViolation | None:
    """Why this card cannot be played for the win; a Quick Game can end while other bids are on the table."""
    if card in (*phase.cards, *(played for _, played in phase.played)):
        message = f"The {in_words(card)} has already been played."
        return RuleViolation(WIN_TIE, message, field="card", code="DUPLICATE_CARD")
    return supply.objection(state, card) if state.piles else None


def can_end_early(state: State) -> bool:
    """Whether the table may stop now (RS-073, RS-R13)."""
    match state.options.early_end:
        case EarlyEnd.OVER18:
            return bool(state.earned) and max(score.earned_points(state).values()) > HALF
        case EarlyEnd.CLINCHED:
            return bool(state.earned) and score.clinched(state) is not None
        case EarlyEnd.OFF:
            return False


@dataclass(frozen=True, slots=True)
class EndedEarly(Event[State]):
    """The table ended the game before the last recruit (RS-073)."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        if not order.is_between(state):
            raise order.refusal(state)
        messages = {
            EarlyEnd.OVER18: f"The table may stop once somebody has more than {HALF} points.",
            EarlyEnd.CLINCHED: "The table may stop once nobody can catch the leader any more.",
            EarlyEnd.OFF: "In this game all recruits are played for.",
        }
        require(can_end_early(state), EARLY, messages[state.options.early_end])
        return _end(state, EARLY)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The game ends early"


def end_question(state: State) -> Prompt:
    return Prompt(
        EndedEarly.kind,
        "End here",
        rule=EARLY,
        confirm="End the game here",
        help=f"{_why_end_now(state)} Bids on the table count for nobody. You may also play on.",
    )


def _why_end_now(state: State) -> str:
    """Points by agreement can leave the win open although somebody has earned more than half."""
    if score.clinched(state) is not None:
        return "Nobody can catch the leader."
    earned = score.earned_points(state)
    leader = state.name(max(state.table.seats, key=lambda seat: earned[seat]))
    return f"{leader} has earned more than {HALF} points, but points by agreement leave it open who wins."


def standings(state: State) -> Standings:
    """The players by points; at the end, the house ruling breaks a tie for the win."""
    state = with_agreed_points(state)
    places = by_points(state)
    if not isinstance(state.phase, Over):
        return places
    return break_ties(places, _tie_break(state, state.phase))


def outcome(state: State) -> Outcome | None:
    state = with_agreed_points(state)
    if not isinstance(state.phase, Over):
        return None
    first = [place for place in standings(state) if place.rank == 1]
    winners = tuple(seat for place in first for seat in place.side)
    points = f"{first[0].points} {'point' if first[0].points == 1 else 'points'}"
    if len(winners) > 1:
        names = state.names(winners)
        return Outcome(WIN_TIE, winners, f"{names} have {points} each and share the win.")
    return Outcome(state.phase.rule, winners, _because(state, first[0], points))


def _because(state: State, first: Place, points: str) -> str:
    name = state.name(first.side[0])
    if not first.because:
        return f"{name} has the most: {points}."
    if state.options.win_tie is WinTie.CARD:
        return f"{name} played {first.because}."
    what = "kings" if state.options.win_tie is WinTie.KINGS else "recruits"
    return f"With equal points, the most {what} decide: {name} has {first.because}."


def _tie_break(state: State, phase: Over) -> TieBreak:
    """The tie-break of the house ruling; without values if the leaders share the win."""
    match state.options.win_tie:
        case WinTie.KINGS:
            return tie_break_by_count(_counts(state, "K"), "king", "kings")
        case WinTie.RECRUITS:
            return tie_break_by_count(_counts(state, "KQJ"), "recruit", "recruits")
        case WinTie.CARD if phase.first is not None:
            values: dict[Side, int] = {(phase.first,): 1, **{(seat,): 0 for seat in phase.beaten}}
            return TieBreak(values, {(phase.first,): "the highest card for the win"})
        case WinTie.SHARED | WinTie.CARD:
            return TieBreak({}, {})


def _counts(state: State, ranks: str) -> dict[Seat, int]:
    counts = Counter(earned.seat for earned in state.earned if rank_of(earned.recruit) in ranks)
    return {place.side[0]: counts[place.side[0]] for place in by_points(state) if place.rank == 1}


def _list_tied(state: State) -> tuple[Seat, ...]:
    """Those who share the most points, if nobody who left has more."""
    return tuple(seat for (seat,) in list_tied(by_points(state), state.rivals))
