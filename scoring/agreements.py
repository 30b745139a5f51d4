"""Entries that every game has: points by agreement, stopping a session and going on."""

from collections.abc import Collection
from typing import Any, Final

from scoring.changing import replace
from scoring.game import Adjusted, Agreement, E, Game, O, Resumed, S, Stopped
from scoring.prompts import Count, Flag, Prompt, Role, Text
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Outcome, ScoreLine, Standings, Term
from scoring.seats import check_player

BY_AGREEMENT: Final = Rule(
    "TABLE-1", "The table may agree on points for something no rule covers; the reason is kept.", "Our ruling"
)
STOP: Final = Rule("TABLE-2", "A session can be stopped at any time and resumed later.", "Our ruling")

LARGEST_ADJUSTMENT: Final = 1000
_GROUP: Final = "This session"


def judge(game: Game[O, S, E], state: S, event: E | Agreement, waived: Collection[str] = ()) -> S:
    """The state after an event of the game or an agreement; raises RuleViolation."""
    match event:
        case Adjusted() | Stopped() | Resumed():
            return _agree(game, state, event)
        case _:
            if state.stopped is not None:
                raise RuleViolation(STOP, "The session is stopped; resume it first.")
            return game.apply(state, event, waived)


def _agree(game: Game[O, S, E], state: S, event: Agreement) -> S:
    match event:
        case Adjusted():
            return _adjust(state, event)
        case Stopped():
            require(state.stopped is None, STOP, "The session has already been stopped.")
            require(game.outcome(state) is None, STOP, "The game is over; there is nothing to stop.")
            return _with(state, stopped=event)
        case Resumed():
            require(state.stopped is not None, STOP, "The session is not stopped.")
            return _with(state, stopped=None)


def prompts(game: Game[O, S, E], state: S) -> tuple[Prompt, ...]:
    """All current prompts; none is MAIN exactly when the game is over or stopped."""
    if state.stopped is not None:
        return (_RESUME, _adjustment(game, state))
    if game.outcome(state) is not None:
        return (*game.prompts(state), _adjustment(game, state))
    return (*game.prompts(state), _adjustment(game, state), _STOP)


def score_if_stopped(game: Game[O, S, E], state: S) -> S:
    """The state with everything scored that counts: a stopped session is scored as it stands."""
    return state if state.stopped is None else _with(state, ledger=game.provisional(state))


def standings(game: Game[O, S, E], state: S) -> Standings:
    """The standings; a stopped session is scored as it stands."""
    return game.standings(score_if_stopped(game, state))


def outcome(game: Game[O, S, E], state: S) -> Outcome | None:
    """The game's outcome, or the provisional one of a stopped session whose result counts."""
    if state.stopped is None:
        return game.outcome(state)
    if not state.stopped.counts:
        return None
    best = tuple(place for place in standings(game, state) if place.rank == 1)
    winners = tuple(seat for place in best for seat in place.side)
    return Outcome(STOP, winners, f"Stopped in round {state.round}; the lead at that moment counts.")


def sentence(game: Game[O, S, E], state: S, event: E | Agreement) -> str:
    """The log text of any event; what is still secret in `state` stays hidden."""
    if not isinstance(event, Agreement):
        return game.sentence(state.table, event, game.veil(state, event))
    match event:
        case Adjusted(seat, points, reason):
            return f"{state.table.names[seat]} {points:+} by agreement: {reason}"
        case Stopped(reason, counts):
            why = f" ({reason})" if reason else ""
            return f"Stopped here{why}; the result {'counts' if counts else 'does not count'}"
        case Resumed():
            return "Resumed"


def _adjust(state: S, event: Adjusted) -> S:
    check_player(state.table, event.seat, BY_AGREEMENT)
    sized = event.points != 0 and abs(event.points) <= LARGEST_ADJUSTMENT
    require(sized, BY_AGREEMENT, f"Between 1 and {LARGEST_ADJUSTMENT} points can be given or taken.", field="points")
    require(bool(event.reason.strip()), BY_AGREEMENT, "Say in a few words what the points are for.", field="reason")
    line = ScoreLine(state.round, event.seat, BY_AGREEMENT, (Term(f"by agreement ({event.reason})", event.points),))
    return _with(state, ledger=(*state.ledger, line))


def _with(state: S, **changes: Any) -> S:
    changed: S = replace(state, **changes)  # type: ignore[type-var]  # every State is a dataclass
    return changed


def _adjustment(game: Game[O, S, E], state: S) -> Prompt:
    fields = (
        state.table.pick_seat("seat", "Player"),
        Count(
            "points",
            "Points",
            -LARGEST_ADJUSTMENT,
            LARGEST_ADJUSTMENT,
            step=game.unit,
            barred=((0, "Nothing changes."),),
        ),
        Text("reason", "What for", needed=True),
    )
    return Prompt(
        Adjusted.kind,
        "Points by agreement",
        fields,
        rule=BY_AGREEMENT,
        role=Role.ASIDE,
        group=_GROUP,
        confirm="Give points",
    )


_STOP: Final = Prompt(
    Stopped.kind,
    "Stop here",
    (Text("reason", "Why"), Flag("counts", "The result so far counts", likely=True)),
    rule=STOP,
    role=Role.ASIDE,
    group=_GROUP,
    confirm="Stop here",
    help="The totals stay as they are. You can go on later.",
)
_RESUME: Final = Prompt(
    Resumed.kind, "Go on playing", (), rule=STOP, role=Role.ASIDE, group=_GROUP, confirm="Go on playing"
)
