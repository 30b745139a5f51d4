"""The level of entry, and joining a game after its first rounds."""

from typing import Final

from scoring.contract.changing import replace
from scoring.contract.prompts import Cell, Count, Field, Flag, Grid, Prompt, Role
from scoring.contract.rulebook import require
from scoring.contract.scores import ScoreLine, Term
from scoring.games.crown_battles import trick_position
from scoring.games.crown_battles.crown import FIVES, RUNNING_TOTAL, STEP, sole_leader
from scoring.games.crown_battles.dealing import begin_round, first_phase, is_untouched
from scoring.games.crown_battles.events import JoinedLate, LevelChosen
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.order import ORDER
from scoring.games.crown_battles.rounds import wagering
from scoring.games.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Drawing, Over, Spinning, State
from scoring.kit.levels import CURRENT, Levels
from scoring.kit.trick_taking import Level

GROUP: Final = "This session"
LEVELS: Final = Levels(
    (
        (Level.COUNTS, "Counts", "Bids, and the tricks at the end."),
        (Level.TRICKS, "Tricks", "The winner of every trick."),
        (Level.CARDS, "Cards", "Every card; winners and leaders follow from them."),
    )
)
_MOST: Final = 1000


def choose_level(state: State, event: LevelChosen) -> State:
    """Change the level of entry: now if the round is untouched or the level simpler, else from the next round on."""
    require(event.level is not state.level, ORDER, CURRENT, field="level")
    if not is_untouched(state):
        later = replace(state, level=event.level)
        is_simpler = LEVELS.is_more(state.deal.level, than=event.level) and not trick_position.are_all_played(state)
        return _simplify_round(later, event.level) if event.at_once and is_simpler else later
    again = replace(state.deal, level=event.level)
    phase = state.phase if isinstance(state.phase, Drawing) else first_phase(again, state.options)
    return replace(state, level=event.level, deal=again, phase=phase)


def _simplify_round(state: State, level: Level) -> State:
    """The rest of the round at a simpler level; bids, used cards and finished tricks are kept."""
    deal, phase = replace(state.deal, level=level), state.phase
    match phase:
        case ByTricks() | ByCards():
            trump = deal.trump if phase.coming is None else phase.coming
            if level is Level.COUNTS:
                return replace(
                    state, deal=replace(deal, trump=trump), phase=ByCounts(phase.bids, phase.used, owned=phase.owned)
                )
            simpler = ByTricks(phase.bids, phase.leader, phase.owned, phase.used, phase.tricks, phase.coming)
            return replace(state, deal=deal, phase=simpler)
        case Drawing() | Spinning() | Bidding() | ByCounts() | Over():
            return replace(state, deal=deal)


def join_late(state: State, event: JoinedLate) -> State:
    """Join a game at a later round, with the totals so far."""
    require(is_fresh(state), RUNNING_TOTAL, "Enter totals of earlier rounds before anything else.")
    _check_joining(state, event)
    number = event.next_round
    ledger = tuple(
        ScoreLine(number - 1, seat, RUNNING_TOTAL, (Term("so far", points),)) for seat, points in sorted(event.totals)
    )
    sums = tuple(points for _, points in sorted(event.totals))
    joined = replace(state, ledger=ledger, sums=sums, counted=len(ledger), crown=sole_leader(sums), joined=number - 1)
    return begin_round(replace(joined, pot=event.pot), number)


def is_fresh(state: State) -> bool:
    """Whether nothing but the level was entered yet."""
    return state.round == 1 and not state.ledger and not state.drawn and is_untouched(state)


def asides(state: State) -> tuple[Prompt, ...]:
    """Offers to change the level, and to join a game late."""
    level = _level_prompt(state)
    return (level, _join_prompt(state)) if is_fresh(state) and len(state.schedule) > 1 else (level,)


def _level_prompt(state: State) -> Prompt:
    """Offers another level; in a round that has begun, a simpler one may count at once."""
    is_begun, may_simplify = not is_untouched(state), state.deal.level is not Level.COUNTS
    prompt = LEVELS.ask_change(
        LevelChosen.kind,
        lambda level: CURRENT if level is state.level else "",
        rule=ORDER,
        help="From the next round on." if is_begun else "From this round on.",
        group=GROUP,
    )
    if not (is_begun and may_simplify) or trick_position.are_all_played(state):
        return replace(prompt, given=(("at_once", False),))
    at_once = Flag("at_once", "Fewer entries already in this round", likely=True)
    help = "Less at once, and what was entered is kept; more from the next round on."
    return replace(prompt, fields=(*prompt.fields, at_once), help=help)


def _join_prompt(state: State) -> Prompt:
    points = Count("points", "", -_MOST, _MOST, step=STEP)
    cells = tuple(Cell(seat, state.name(seat), points) for seat in state.table.seats)
    fields: tuple[Field, ...] = (
        Count("next_round", "Next round", 2, len(state.schedule)),
        Grid("totals", "Totals so far", cells, seats=True),
    )
    stakes = RoundType.WAGERING in state.options.pool
    return Prompt(
        JoinedLate.kind,
        "We have played some rounds",
        (*fields, wagering.open_pot_field(state)) if stakes else fields,
        rule=RUNNING_TOTAL,
        role=Role.ASIDE,
        given=() if stakes else (("pot", 0),),
        confirm="Go on from there",
        help="The first dealer in the set-up is the dealer of round 1.",
        group=GROUP,
    )


def _check_joining(state: State, event: JoinedLate) -> None:
    last = len(state.schedule)
    message = f"Choose the round you are about to play, at most round {last}; the first one needs no totals."
    require(2 <= event.next_round <= last, RUNNING_TOTAL, message, field="next_round")
    complete = state.table.has_all_seats(event.totals)
    require(complete, RUNNING_TOTAL, "Every player needs a total; enter 0 if there is none.", field="totals")
    for seat, points in event.totals:
        path = f"totals[{seat}]"
        message = f"{state.name(seat)}'s total must be a multiple of 5, not {points}."
        require(points % STEP == 0, FIVES, message, field=path)
        message = f"{state.name(seat)}'s total must be between {-_MOST} and {_MOST}."
        require(abs(points) <= _MOST, RUNNING_TOTAL, message, field=path)
    wagering.check_open_pot(state, event.pot, event.next_round - 1)
