"""Notices: how the last recruit was won, the next shuffle, a lead nobody can catch."""

from collections.abc import Iterator

from scoring.contract.game import Notice
from scoring.contract.names import count_of
from scoring.games.recruits import counting, score, supply, winning
from scoring.games.recruits.deck import in_words
from scoring.games.recruits.options import Level
from scoring.games.recruits.state import Aiming, Breaking, Contest, Deciding, Drawing, Over, State, Turn, Turning


def notices(state: State) -> Iterator[Notice]:
    """All current notices."""
    match state.phase:
        case Aiming(contest) | Breaking(contest) | Drawing(contest):
            yield Notice(counting.TOTAL, _list_totals(state, contest))
        case _:
            yield from _last_resolution(state)
    if state.repeated:
        text = f"The {in_words(state.repeated)} was shown before. That is only possible if you have shuffled since."
        yield Notice(supply.TRACKED, text, code="W_SEEN")
    yield from _shuffle(state)
    yield from _clinched(state)


def _last_resolution(state: State) -> Iterator[Notice]:
    if state.last is None or isinstance(state.phase, Over | Deciding) or not state.earned:
        return
    contest, won = state.last.contest, state.last.won
    text = f"{state.name(won.seat)} takes the {in_words(contest.recruit)}. {won.reason} {_list_totals(state, contest)}"
    yield Notice(won.rule, text, won.seat)


def _list_totals(state: State, contest: Contest) -> str:
    if contest.totals:
        return " ".join(f"{state.name(seat)} {total}." for seat, total in contest.totals)
    rules = counting.rules_for(state.options, state.variants)
    return " ".join(f"{state.name(bid.seat)} {counting.working(contest, bid, rules)}." for bid in contest.bids)


def _shuffle(state: State) -> Iterator[Notice]:
    if state.level is not Level.REFEREE or not isinstance(state.phase, Turn | Turning) or state.draw > supply.SOON:
        return
    if not state.draw:
        yield Notice(supply.SHUFFLE, "The draw pile is empty: shuffle the discard pile before the next draw.")
    else:
        left = count_of(state.draw, "card").capitalize()
        yield Notice(supply.FORESEEN, f"{left} left to draw; then shuffle the discard pile.")


def _clinched(state: State) -> Iterator[Notice]:
    if isinstance(state.phase, Over | Deciding) or not state.earned:
        return
    leader = score.clinched(state)
    if leader is not None:
        left = count_of(score.within_reach(state), "point")
        text = f"Nobody can catch {state.name(leader)} any more: {left} at most can still be won."
        text = f"{text} You may end here or play on." if winning.can_end_early(state) else text
        yield Notice(score.CLINCHED, text, leader)
