"""Entries that every game has: points by agreement, stopping a session and going on, players who leave or come."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, Final

from scoring.contract.errors import GameFailed
from scoring.contract.game import (
    AGREEMENTS,
    Adjusted,
    Agreement,
    CameBack,
    CameLate,
    E,
    Game,
    Left,
    O,
    Opened,
    Resumed,
    S,
    Stopped,
)
from scoring.contract.names import LONGEST_TYPED_NAME, name_key, tidy
from scoring.contract.prompts import PLAYER_NAMES, Count, Field, Flag, Prompt, Text
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import Outcome, ScoreLine, Seat, Side, Standings, Term, are_points, totals
from scoring.contract.tapes import find_step_error
from scoring.engine import regrouping
from scoring.engine.regrouping import COMING, LEAVING, Regrouped
from scoring.kit.seats import check_player

BY_AGREEMENT: Final = Rule(
    "TABLE-1", "The table may agree on points for something no rule covers; the reason is kept.", "Our ruling"
)
STOP: Final = Rule("TABLE-2", "A game can be stopped at any time and resumed later.", "Our ruling")

LARGEST_ADJUSTMENT: Final = 1000
_GROUP: Final = "This game"


def judge(game: Game[O, S, E], state: S, event: E | Agreement, waived: Collection[str] = ()) -> S:
    """The state after an event of the game or an agreement; raises RuleViolation."""
    match event:
        case Adjusted() | Stopped() | Resumed() | Left() | CameLate() | CameBack():
            return _agree(game, state, event)
        case _:
            if state.stopped is not None:
                raise RuleViolation(STOP, "The game is stopped; resume it first.")
            return game.apply(state, event, waived)


def _agree(game: Game[O, S, E], state: S, event: Agreement) -> S:
    match event:
        case Adjusted():
            check_player(state.table, event.seat, BY_AGREEMENT)
            least = min(game.unit(state), 1)
            refuse_if(find_step_error(event.points, least), BY_AGREEMENT, field="points")
            sized = least <= abs(event.points) <= LARGEST_ADJUSTMENT
            message = f"Between {least} and {LARGEST_ADJUSTMENT} points can be given or taken."
            require(sized, BY_AGREEMENT, message, field="points")
            require(
                bool(event.reason.strip()), BY_AGREEMENT, "Say in a few words what the points are for.", field="reason"
            )
            line = ScoreLine(
                state.round, event.seat, BY_AGREEMENT, (Term(f"by agreement ({event.reason})", event.points),)
            )
            after: S = regrouping.add_line(state, line)
            return after
        case Stopped():
            require(state.stopped is None, STOP, "The game has already been stopped.")
            require(game.outcome(state) is None, STOP, "The game is over; there is nothing to stop.")
            return _with(state, stopped=event)
        case Resumed():
            require(state.stopped is not None, STOP, "The game is not stopped.")
            return _with(state, stopped=None)
        case Left() | CameLate() | CameBack():
            return _change_players(game, state, event)


def _change_players(game: Game[O, S, E], state: S, event: Left | CameLate | CameBack) -> S:
    playing, rule = regrouping.list_playing(state), LEAVING if isinstance(event, Left) else COMING
    require(state.stopped is None, rule, "The game is stopped; resume it first.")
    require(game.outcome(state) is None, rule, "The game is over.")
    why = regrouping.why_not(game, state, len(playing) + (-1 if isinstance(event, Left) else 1))
    after: Any
    match event:
        case Left():
            require(event.seat in playing, rule, "Choose somebody who plays.", field="seat")
            require(not why, rule, f"{why} Stop the game instead.", field="seat")
            after = regrouping.leave(game, state, event)
        case CameLate():
            _check_newcomer(game, state, event)
            require(not why, rule, why, field="name")
            after = regrouping.come_late(game, state, tidy(event.name), event.after, event.points)
        case CameBack():
            require(event.seat in regrouping.list_left(state), rule, "Choose somebody who left.", field="seat")
            require(not why, rule, why, field="seat")
            assert isinstance(state, Regrouped), "somebody left"
            after = regrouping.come_back(game, state, event.seat)
    changed: S = after
    return changed


def _check_newcomer(game: Game[O, S, E], state: S, event: CameLate) -> None:
    names = state.table.names
    message = "The players who came late are entered in the order in which they came."
    require(event.seat == len(names), COMING, message)
    require(bool(name_key(event.name)), COMING, "Who comes? Enter a name.", field="name")
    playing = regrouping.list_playing(state)
    same = next((seat for seat in state.table.seats if name_key(names[seat]) == name_key(event.name)), None)
    why = "is already here; add an initial" if same in playing else "was here before: take “Somebody comes back”"
    require(same is None, COMING, f"{tidy(event.name)} {why}.", field="name")
    require(event.after in playing, COMING, "Choose somebody who plays.", field="after")
    unit = game.unit(state)
    fits = abs(event.points) <= LARGEST_ADJUSTMENT and are_points(event.points, unit)
    points = "whole points" if unit == 1 else f"points in steps of {unit}"
    message = f"Between {-LARGEST_ADJUSTMENT} and {LARGEST_ADJUSTMENT} {points}."
    require(fits, COMING, message, field="points")


def prompts(game: Game[O, S, E], state: S) -> tuple[Prompt, ...]:
    """All current prompts; none is MAIN exactly when the game is over or stopped."""
    if state.stopped is not None:
        return (_RESUME, _adjustment(game, state))
    if game.outcome(state) is not None:
        return (*game.prompts(state), _adjustment(game, state))
    return (*game.prompts(state), _adjustment(game, state), *_player_changes(game, state), _stop(game, state))


def score_if_stopped(game: Game[O, S, E], state: S) -> S:
    """The state with everything scored that counts: a stopped session is scored as it stands."""
    scored: S = state if state.stopped is None else regrouping.score_now(game, state)
    return scored


def standings(game: Game[O, S, E], state: S) -> Standings:
    """The standings; a stopped session is scored as it stands."""
    return game.standings(score_if_stopped(game, state))


def list_sides(game: Game[O, S, E], state: S) -> tuple[Side, ...]:
    """The sides that are ranked together, by lowest seat: partners, or single players."""
    return tuple(sorted(place.side for place in standings(game, state)))


def outcome(game: Game[O, S, E], state: S) -> Outcome | None:
    """The game's outcome, or the provisional one of a stopped session whose result counts."""
    if state.stopped is None:
        return game.outcome(state)
    if not state.stopped.counts:
        return None
    best = tuple(place for place in standings(game, state) if place.rank == 1)
    winners = tuple(seat for place in best for seat in place.side)
    return Outcome(STOP, winners, "Stopped early; the lead at that moment counts.")


def list_veiled(game: Game[O, S, E], state: S, event: Any) -> frozenset[str]:
    """The fields of a recorded event that may not be shown yet; raises GameFailed if the game cannot say."""
    if isinstance(event, (Opened, *AGREEMENTS)):
        return frozenset()
    try:
        return regrouping.list_veiled(state, event)
    except Exception as error:
        raise GameFailed.at(game.box.title, "what is still secret", error) from error


def sentence(game: Game[O, S, E], state: S, event: E | Agreement) -> str:
    """The log text of any event; what is still secret in `state` stays hidden. Raises GameFailed if there is none."""
    veiled = list_veiled(game, state, event)
    try:
        return event.sentence(state.table, veiled)
    except Exception as error:
        raise GameFailed.at(game.box.title, "a sentence of the log", error) from error


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
            step=game.unit(state),
            barred=((0, "Nothing changes."),),
        ),
        Text("reason", "What for", needed=True),
    )
    return Prompt(
        Adjusted.kind,
        "Points by agreement",
        fields,
        rule=BY_AGREEMENT,
        menu=_GROUP,
        confirm="Give points",
    )


def _player_changes(game: Game[O, S, E], state: S) -> Iterator[Prompt]:
    """The offers to leave, to come late and to come back, where the game can go on with the others."""
    playing, left = regrouping.list_playing(state), regrouping.list_left(state)
    again = "This round begins again. " if regrouping.drops_entries(game, state) else ""
    if not regrouping.why_not(game, state, len(playing) - 1):
        ranked = Flag("ranked", "Ranked by the points, not last", likely=False)
        who = state.table.pick_seat("seat", "Who leaves", seats=playing)
        yield _players_prompt(Left.kind, "Somebody leaves", (who, ranked), LEAVING, f"{again}{_POINTS_STAY}")
    if regrouping.why_not(game, state, len(playing) + 1):
        return
    name = Text("name", "Name", longest=LONGEST_TYPED_NAME, needed=True, shelf=PLAYER_NAMES)
    after = state.table.pick_seat("after", "Sits to the left of", seats=playing, likely=playing[-1])
    given = (("seat", len(state.table.names)),)
    fields = (name, after, _starting_points(game, state, playing))
    yield replace(
        _players_prompt(CameLate.kind, "Somebody comes late", fields, COMING, f"{again}{_AS_LAST}"), given=given
    )
    if left:
        who = state.table.pick_seat("seat", "Who comes back", seats=left)
        yield _players_prompt(CameBack.kind, "Somebody comes back", (who,), COMING, f"{again}{_POINTS_STAY}")


_POINTS_STAY: Final = "The points so far stay."
_AS_LAST: Final = "As many points as the last player has, unless you enter others."


def _starting_points(game: Game[O, S, E], state: S, playing: tuple[Seat, ...]) -> Count:
    """The points of a newcomer; likely are the least of those who play."""
    points = totals(state.ledger, state.table.seats)
    behind = min((game.best(state).sign * points[seat], points[seat]) for seat in playing)[1]
    likely = min(max(behind, -LARGEST_ADJUSTMENT), LARGEST_ADJUSTMENT)
    return Count(
        "points", "Points to start with", -LARGEST_ADJUSTMENT, LARGEST_ADJUSTMENT, step=game.unit(state), likely=likely
    )


def _players_prompt(kind: str, title: str, fields: tuple[Field, ...], rule: Rule, help: str) -> Prompt:
    return Prompt(kind, title, fields, rule=rule, menu=_GROUP, confirm="Play on", help=help)


def _stop(game: Game[O, S, E], state: S) -> Prompt:
    """The offer to stop; it says so if nobody can leave instead. Before the first points there is no result."""
    why = regrouping.why_not(game, state, len(regrouping.list_playing(state)) - 1)
    stop = _STOP if state.ledger else replace(_STOP, fields=(_WHY, replace(_COUNTS, likely=False)))
    return replace(stop, help=f"{stop.help} Nobody can leave while the others play on. {why}") if why else stop


_WHY: Final = Text("reason", "Why")
_COUNTS: Final = Flag("counts", "The result so far counts", likely=True)
_STOP: Final = Prompt(
    Stopped.kind,
    "Stop here",
    (_WHY, _COUNTS),
    rule=STOP,
    menu=_GROUP,
    confirm="Stop here",
    help="The totals stay as they are. You can go on later.",
)
_RESUME: Final = Prompt(Resumed.kind, "Go on playing", (), rule=STOP, menu=_GROUP, confirm="Go on playing")
