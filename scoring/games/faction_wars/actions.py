"""Action cards: the app asks only for the cards they bring, and queues a step for each of these."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Answer, Choice, Count, Draft, Field, Grid, Prompt, Subset, Text
from scoring.contract.rulebook import require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.faction_wars import phases, steps
from scoring.games.faction_wars.collecting import ACTIONS, due_step
from scoring.games.faction_wars.state import Holding, State
from scoring.kit.seats import check_one_each

MOST_DRAWN: Final = 9
"""More cards than an action can be expected to draw."""


@dataclass(frozen=True, slots=True)
class ActionDone(Event[State]):
    """What an action card brought (FW-042): cards drawn, positions taken from the line-up, and for every other
    player the number of recruits taken over (`robbed`) and removed without a new owner (`removed`)."""

    seat: Seat
    drawn: int
    positions: tuple[int, ...]
    robbed: PerSeat
    removed: PerSeat
    note: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, _ = due_step(state, steps.Act, self.seat)
        _check_action(state, phase, self)
        brought: tuple[steps.Step, ...] = (
            *(steps.Claim(self.seat, position) for position in self.positions),
            *(steps.Rob(self.seat, victim) for victim, times in self.robbed for _ in range(times)),
            *(steps.Discard(self.seat, victim) for victim, times in self.removed for _ in range(times)),
            *(steps.Draw(self.seat) for _ in range(self.drawn)),
        )
        return replace(state, phase=phase.finish_step(*brought))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        parts = [f"{self.drawn} drawn"] if self.drawn else []
        parts += [f"position {n}" for n in self.positions]
        parts += [f"{_recruits(n)} from {table.names[seat]}" for seat, n in self.robbed if n]
        parts += [f"{_recruits(n)} of {table.names[seat]} removed" for seat, n in self.removed if n]
        return f"{table.names[self.seat]} carries out an action: {', '.join(parts) or self.note.strip() or 'done'}"


def _recruits(number: int) -> str:
    return "a recruit" if number == 1 else f"{number} recruits"


def _free_positions(phase: phases.Resolving) -> tuple[int, ...]:
    """The positions an action may take: their card is there, nobody bid on it, and no other action takes it."""
    bids = {bid for _, bid in phase.bids}
    claimed = {step.position for step in phase.pending if isinstance(step, steps.Claim)}
    return tuple(n for n in range(1, phase.positions + 1) if n not in (bids | claimed) and n not in phase.emptied)


def _most_recruits(own: Holding) -> int:
    """The most recruits a player can own, counting every card that was never entered as one."""
    return own.unnamed + len(own.recruits)


def _check_action(state: State, phase: phases.Resolving, event: ActionDone) -> None:
    message = f"An action draws 0 to {MOST_DRAWN} cards."
    code = "NEGATIVE" if event.drawn < 0 else ""
    require(0 <= event.drawn <= MOST_DRAWN, ACTIONS, message, field="drawn", code=code)
    once = len(set(event.positions)) == len(event.positions)
    free = once and set(event.positions) <= set(_free_positions(phase))
    require(free, ACTIONS, "Only cards nobody bid on can be taken, each once.", field="positions")
    _check_others(state, event, event.robbed, "robbed")
    _check_others(state, event, event.removed, "removed")
    robbed = dict(event.robbed)
    for seat, removed in event.removed:
        recruits = _most_recruits(state.holdings[seat])
        field = f"robbed[{seat}]" if robbed[seat] > recruits else f"removed[{seat}]"
        message = f"{state.name(seat)} has {recruits or 'no'} {'recruit' if recruits == 1 else 'recruits'}."
        enough = robbed[seat] + removed <= recruits
        require(enough, ACTIONS, message, field=field, code="TARGET_HAS_NO_RECRUIT")


def _check_others(state: State, event: ActionDone, numbers: PerSeat, name: str) -> None:
    own = event.seat in [seat for seat, _ in numbers]
    require(not own, ACTIONS, "Nobody robs themselves.", field=name, code="TARGET_SELF")
    message = "Every other player needs one number of recruits, 0 included."
    check_one_each(numbers, state.others(event.seat), ACTIONS, message, field=name)
    for seat, recruits in numbers:
        message = "A number of recruits is 0 or more."
        require(recruits >= 0, ACTIONS, message, field=f"{name}[{seat}]", code="NEGATIVE")


def act_question(state: State, phase: phases.Resolving, step: steps.Act, draft: Draft) -> Prompt:
    """What an action brought; recruits that are taken over cannot be removed as well."""
    free = tuple(Choice(n, _position(state, n)) for n in _free_positions(phase))
    most = {seat: _most_recruits(state.holdings[seat]) for seat in state.others(step.seat)}
    robbed = dict(map(tuple, draft.get("robbed", ())))
    left = {seat: max(0, n - robbed.get(seat, 0)) for seat, n in most.items()}
    has_prey = any(most.values())
    fields: tuple[Field, ...] = (
        *((Subset("positions", "Taken from the line-up", free, likely=()),) if free else ()),
        *((_count_recruits(state, "robbed", "Recruits taken over from", most),) if has_prey else ()),
        *((_count_recruits(state, "removed", "Recruits removed from", left),) if has_prey else ()),
    )
    nobody: Answer = [[seat, 0] for seat in most]
    given: tuple[tuple[str, Answer], ...] = (
        *(() if free else (("positions", []),)),
        *(() if has_prey else (("robbed", nobody), ("removed", nobody))),
    )
    drawn = Count("drawn", "Cards drawn from the recruit deck", 0, MOST_DRAWN, likely=0)
    return Prompt(
        ActionDone.kind,
        f"{state.name(step.seat)}: {step.card.name}",
        (drawn, *fields, Text("note", "What it did")),
        rule=ACTIONS,
        given=given,
        confirm="Finish the action",
        help="Do what the card says. Enter only the cards it brought.",
    ).for_seat(step.seat)


def _count_recruits(state: State, name: str, label: str, most: dict[Seat, int]) -> Grid:
    return state.table.ask_each_seat(name, label, lambda seat: Count(name, "", 0, most[seat], likely=0), seats=most)


def _position(state: State, n: int) -> str:
    return f"{n}: {state.lineup[n - 1].name}" if n <= len(state.lineup) else f"{n}"
