"""How the last recruit was won, what the draw pile will do, who cannot be passed; nothing here ever blocks."""

from collections.abc import Iterator

from scoring.game import Notice
from scoring.recruits import counting, score, supply, winning
from scoring.recruits.deck import in_words
from scoring.recruits.options import EarlyEnd, Level
from scoring.recruits.state import Aiming, Breaking, Contest, Deciding, Drawing, Over, State, Turn, Turning


def notices(state: State) -> tuple[Notice, ...]:
    """Everything worth a line now."""
    return tuple(_all(state))


def _all(state: State) -> Iterator[Notice]:
    match state.phase:
        case Aiming(contest) | Breaking(contest) | Drawing(contest):
            yield Notice(counting.TOTAL, _totals(state, contest))
        case _:
            yield from _resolved(state)
    if state.repeated:
        text = f"The {in_words(state.repeated)} was shown before; that is right only if you have shuffled since."
        yield Notice(supply.TRACKED, text, code="W_SEEN")
    yield from _shuffle(state)
    yield from _decided(state)


def _resolved(state: State) -> Iterator[Notice]:
    """How the recruit just earned was won."""
    if state.last is None or not _is_fresh(state):
        return
    contest, won = state.last.contest, state.last.won
    text = f"{state.name(won.seat)} takes the {in_words(contest.recruit)}. {won.reason} {_totals(state, contest)}"
    yield Notice(won.rule, text, won.seat)


def _is_fresh(state: State) -> bool:
    """Whether the last recruit was earned just now: nobody has placed a card since."""
    return not isinstance(state.phase, Over | Deciding) and bool(state.earned)


def _totals(state: State, contest: Contest) -> str:
    """Every total with its working."""
    if contest.totals:
        return " ".join(f"{state.name(seat)} {total}." for seat, total in contest.totals)
    rules = counting.count_for(state.options, state.variants)
    told = (f"{state.name(bid.seat)} {counting.working(contest, bid, rules)}." for bid in contest.bids)
    return " ".join(told)


def _shuffle(state: State) -> Iterator[Notice]:
    if state.level is not Level.REFEREE or not isinstance(state.phase, Turn | Turning) or state.draw > supply.SOON:
        return
    if not state.draw:
        yield Notice(supply.SHUFFLE, "The draw pile is empty: shuffle the discard pile before the next draw.")
    else:
        cards = "card" if state.draw == 1 else "cards"
        yield Notice(supply.FORESEEN, f"{state.draw} {cards} left to draw; then the discard pile is shuffled.")


def _decided(state: State) -> Iterator[Notice]:
    if isinstance(state.phase, Over | Deciding) or not state.earned:
        return
    leader = score.clinched(state)
    if leader is not None:
        text = f"Nobody can reach {state.name(leader)} any more: {score.within_reach(state)} points at most are left."
        offered = winning.may_end(state) and state.options.early_end is not EarlyEnd.OFF
        yield Notice(score.CLINCHED, f"{text} You may end here, or play on." if offered else text, leader)
