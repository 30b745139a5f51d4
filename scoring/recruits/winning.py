"""The end: when it comes, when the table may stop, who has won, and what breaks a tie for the win."""

from collections import Counter
from dataclasses import replace
from typing import Final

from scoring.cards import Deck
from scoring.prompts import Card, Prompt
from scoring.recruits import order, piles, score
from scoring.recruits.deck import BID_DECK, POINTS_TO_WIN, RECRUITS, VALUE, check_bid_card, in_words, listed, rank_of
from scoring.recruits.events import EndedEarly, WinCardPlayed
from scoring.recruits.options import EarlyEnd, WinTie
from scoring.recruits.state import Deciding, Over, State
from scoring.rulebook import Rule, require
from scoring.scores import Outcome, Seat, Standings, alone, rank, totals

MOST_POINTS: Final = Rule("RS-072", "The most points win.", "Goal")
EARLY: Final = Rule("RS-073", "With more than half of all points the table may stop.", "Game end")
VOID: Final = Rule("RS-076", "At an early end open bids count for nobody.", "Follows from RS-073")
WIN_TIE: Final = Rule("RS-R12", "Equal points share the win.", "Our ruling")
MORE_THAN_HALF: Final = Rule("RS-R13", "The table may stop above 18 points, not at 18.", "Our ruling")
RULES: Final = (MOST_POINTS, EARLY, VOID, WIN_TIE, MORE_THAN_HALF)

HALF: Final = POINTS_TO_WIN // 2
_DECK: Final[Deck] = BID_DECK


# The end -----------------------------------------------------------------------------------------------------------


def finish(state: State) -> State:
    """The state after the last recruit: over, or a card decides between equals."""
    if state.options.win_tie is WinTie.CARD and len(tied := _level(state)) > 1:
        return replace(state, phase=Deciding(tied))
    return replace(state, phase=Over(_end_rule(state)))


def play_card(state: State, phase: Deciding, event: WinCardPlayed) -> State:
    """The state after a card for the win: the highest wins, equals play again."""
    order.check_seat(state, event.seat, phase.next, "NOT_TIED" if event.seat not in phase.tied else "NOT_YOUR_TURN")
    check_bid_card(event.card)
    lies = event.card in _played(phase)
    message = f"The {in_words(event.card)} was played already."
    require(not lies, WIN_TIE, message, field="card", code="DUPLICATE_CARD")
    played = (*phase.played, (event.seat, event.card))
    if len(played) < len(phase.tied):
        return replace(state, phase=replace(phase, played=played))
    top = max(VALUE[card] for _, card in played)
    best = tuple(seat for seat, card in played if VALUE[card] == top)
    if len(best) == 1:
        return replace(state, phase=Over(_end_rule(state), best[0]))
    return replace(state, phase=Deciding(best, (), (*phase.cards, *(card for _, card in played))))


def card_question(state: State, phase: Deciding) -> Prompt:
    """The form of the next card for the win."""
    name = state.name(phase.next)
    return Prompt(
        WinCardPlayed.kind,
        f"{name} plays a card for the win",
        (Card("card", f"{name}'s card", _DECK, _played(phase)),),
        WIN_TIE,
        phase.next,
        given=(("seat", phase.next),),
        instant=True,
        help=f"{listed(map(state.name, phase.tied))} have equal points; the highest card wins.",
    )


# Stopping early ----------------------------------------------------------------------------------------------------


def may_end(state: State) -> bool:
    """Whether the table may stop now (RS-073, RS-R13)."""
    match state.options.early_end:
        case EarlyEnd.OVER18:
            return bool(state.earned) and max(score.earned_points(state).values()) > HALF
        case EarlyEnd.CLINCHED:
            return bool(state.earned) and score.clinched(state) is not None
        case EarlyEnd.OFF:
            return False


def end_early(state: State) -> State:
    """The state after the table stopped: what is earned counts, the rest for nobody."""
    told = {
        EarlyEnd.OVER18: f"The table may stop once somebody has more than {HALF} points.",
        EarlyEnd.CLINCHED: "The table may stop once nobody can reach the leader any more.",
        EarlyEnd.OFF: "At this table all recruits are played for.",
    }
    require(may_end(state), EARLY, told[state.options.early_end])
    return replace(state, phase=Over(EARLY))


def early_question(state: State) -> Prompt:
    """The form that stops the game."""
    return Prompt(
        EndedEarly.kind,
        "End here",
        (),
        EARLY,
        confirm="End the game here",
        help="Nobody can pass the leader. Bids that lie there count for nobody. Playing on is fine, too.",
    )


# Standings ---------------------------------------------------------------------------------------------------------


def standings(state: State) -> Standings:
    """Everybody by points; at the end equal points as the table settles them."""
    points = totals(state.ledger, state.table.seats)
    places = rank(points, alone(state.table.seats))
    top = [place for place in places if place.rank == 1]
    if not isinstance(state.phase, Over) or len(top) == 1:
        return places
    ahead, because = _ahead(state, tuple(place.side[0] for place in top))
    first = [replace(place, because=because) for place in top if place.side[0] in ahead]
    others = [replace(place, rank=1 + len(first)) for place in top if place.side[0] not in ahead]
    return (*first, *others, *places[len(top) :])


def outcome(state: State) -> Outcome | None:
    """Who has won, once it is over."""
    if not isinstance(state.phase, Over):
        return None
    first = [place for place in standings(state) if place.rank == 1]
    winners = tuple(seat for place in first for seat in place.side)
    points = f"{first[0].points} {'point' if first[0].points == 1 else 'points'}"
    if len(winners) > 1:
        return Outcome(WIN_TIE, winners, f"{listed(map(state.name, winners))} have {points} each and share the win.")
    because = first[0].because or f"{state.name(winners[0])} has the most: {points}."
    return Outcome(state.phase.rule, winners, because)


def _ahead(state: State, tied: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], str]:
    """Who of those with equal points is first, and why; all of them where nothing separates them."""
    assert isinstance(state.phase, Over), "a tie for the win is settled at the end"
    if state.phase.first in tied:
        return (state.phase.first,), f"{state.name(state.phase.first)} played the highest card for the win."
    counts = _counts(state)
    most = max((counts[seat] for seat in tied), default=0)
    ahead = tuple(seat for seat in tied if counts[seat] == most)
    if len(ahead) == len(tied):
        return tied, ""
    what = "kings" if state.options.win_tie is WinTie.KINGS else "recruits"
    return ahead, f"With equal points more {what} decide: {listed(map(state.name, ahead))} with {most}."


def _counts(state: State) -> Counter[Seat]:
    """What separates equal points by the house ruling; nothing where the win is shared."""
    match state.options.win_tie:
        case WinTie.KINGS:
            return Counter(each.seat for each in state.earned if rank_of(each.recruit) == "K")
        case WinTie.RECRUITS:
            return Counter(each.seat for each in state.earned)
        case WinTie.SHARED | WinTie.CARD:
            return Counter()


def _level(state: State) -> tuple[Seat, ...]:
    points = totals(state.ledger, state.table.seats)
    best = max(points.values())
    return tuple(seat for seat in state.table.seats if points[seat] == best)


def _played(phase: Deciding) -> tuple[str, ...]:
    return (*phase.cards, *(card for _, card in phase.played))


def _end_rule(state: State) -> Rule:
    return order.OVER if len(state.earned) == RECRUITS else piles.QUICK
