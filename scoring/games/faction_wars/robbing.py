"""Recruits that leave their owner: taken over by another player, or removed by an action."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import name_key, same_name
from scoring.contract.prompts import UNSET, Choice, Draft, Pick, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.faction_wars import collecting, passes, phases, score, steps
from scoring.games.faction_wars.cards import RECRUITS, Card
from scoring.games.faction_wars.state import Holding, Holdings, State, with_holding

NOBODY_TO_ROB: Final = Rule("FW-R12", "If no other player has a recruit, a Buccaneer does nothing.", "Our ruling")
REMOVED: Final = Rule(
    "FW-R19", "A recruit that is removed without a new owner goes to the recruit deck's discard pile.", "Our ruling"
)

UNNAMED: Final = ""
"""In place of a name: a recruit that was never entered."""


@dataclass(frozen=True, slots=True)
class Robbed(Event[State]):
    """The recruit `card` of `victim` changes owner; `card` is `UNNAMED` if it was never entered (FW-044).

    `victim` None: the cards that were never entered are no recruits, so nobody is robbed (FW-R12).
    """

    seat: Seat
    victim: Seat | None
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = collecting.due_step(state, steps.Rob, self.seat)
        if self.victim is None:
            _check_nothing(state, "victim")
            return replace(state, phase=phase.finish_step())
        _check_victim(state, step, self.victim)
        _check_recruit(state, self.victim, self.card, collecting.BUCCANEER)
        robbed = replace(phase, robbed=(*phase.robbed, self.seat))
        holdings, card = _without_recruit(state.holdings, self.victim, self.card)
        if card is None:
            return replace(state, phase=robbed.finish_step(steps.Claim(self.seat, 0)), holdings=holdings)
        lines = score.move_lines(state, self.seat, self.victim, card)
        return collecting.gain(state, robbed, holdings, self.seat, card, lines)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = table.names[self.seat]
        if self.victim is None:
            return f"{name} takes nothing: nobody has a recruit"
        return f"{name} takes {self.card or 'a recruit'} from {table.names[self.victim]}"


@dataclass(frozen=True, slots=True)
class RecruitRemoved(Event[State]):
    """The recruit `card` of `victim` is discarded; `card` is `UNNAMED` if it was never entered (FW-043).

    `card` None: the cards that were never entered are no recruits (FW-R12).
    """

    seat: Seat
    victim: Seat
    card: str | None

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase, step = collecting.due_step(state, steps.Discard, self.seat)
        message = f"The action removes a recruit of {state.name(step.victim)}."
        require(self.victim == step.victim, collecting.ACTIONS, message, field="victim")
        if self.card is None:
            _check_nothing(state, "card")
            return replace(state, phase=phase.finish_step())
        _check_recruit(state, step.victim, self.card, REMOVED)
        holdings, card = _without_recruit(state.holdings, step.victim, self.card)
        lines = (score.recruit_line(state, step.victim, card, -1),) if card else ()
        after = replace(state, phase=phase.finish_step(), holdings=holdings, ledger=(*state.ledger, *lines))
        return replace(after, stock=passes.discard(state, 1))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = table.names[self.victim]
        if self.card is None:
            return f"{name} has no recruit that could be removed"
        return f"{self.card or 'A recruit'} of {name} is discarded"


def _without_recruit(holdings: Holdings, victim: Seat, name: str) -> tuple[Holdings, Card | None]:
    """Take a recruit from its owner, who shuffles (FW-043); the card is None if it was never entered."""
    own = holdings[victim]
    if name == UNNAMED:
        return with_holding(holdings, victim, Holding(own.total - 1, 0, own.cards, own.unnamed - 1)), None
    place = next(n for n, card in enumerate(own.cards) if card.kind in RECRUITS and same_name(card.name, name))
    kept = (*own.cards[:place], *own.cards[place + 1 :])
    return with_holding(holdings, victim, Holding(own.total - 1, 0, kept, own.unnamed)), own.cards[place]


def has_recruit(own: Holding) -> bool:
    """Whether a player may own a recruit; a card that was never entered may be one."""
    return own.unnamed > 0 or bool(own.recruits)


def victims(state: State, step: steps.Rob | steps.Discard) -> tuple[Seat, ...]:
    """The players this step may take a recruit from, whether they have one or not."""
    return tuple(seat for seat in state.others(step.seat) if step.victim in (None, seat))


def has_victim(state: State, step: steps.Rob) -> bool:
    return any(has_recruit(state.holdings[seat]) for seat in victims(state, step))


def can_take_nothing(state: State) -> bool:
    """Whether only cards that were never entered could be taken now; they may turn out to be no recruits."""
    match state.phase:
        case phases.Resolving(pending=((steps.Rob() | steps.Discard()) as step, *_)):
            return not any(state.holdings[victim].recruits for victim in victims(state, step))
        case _:
            return False


def _why_not_victim(state: State, seat: Seat) -> str:
    if has_recruit(state.holdings[seat]):
        return ""
    return f"{state.name(seat)} has no recruit; conscripts and bystanders do not count as recruits."


def _check_nothing(state: State, field: str) -> None:
    message = "A recruit that was entered can be taken."
    require(can_take_nothing(state), NOBODY_TO_ROB, message, field=field)


def _check_victim(state: State, step: steps.Rob, victim: Seat) -> None:
    message = f"{state.name(step.seat)} takes a recruit from another player."
    require(victim != step.seat, collecting.BUCCANEER, message, field="victim", code="TARGET_SELF")
    require(victim in state.table.seats, collecting.BUCCANEER, message, field="victim")
    message = f"The action does not take a recruit from {state.name(victim)}."
    require(victim in victims(state, step), collecting.ACTIONS, message, field="victim")
    refuse_if(_why_not_victim(state, victim), collecting.BUCCANEER, field="victim", code="TARGET_HAS_NO_RECRUIT")


def _check_recruit(state: State, victim: Seat, card: str, rule: Rule) -> None:
    has_it = any(same_name(card, name) for name in _recruit_names(state, victim))
    message = f"{state.name(victim)} has no such recruit."
    require(has_it, rule, message, field="card", code="NOT_A_RECRUIT")


def rob_question(state: State, step: steps.Rob, draft: Draft) -> Prompt:
    """Whom to rob and of which recruit; a chosen victim narrows the recruits."""
    nobody = (Choice(None, "Nobody has a recruit"),) if can_take_nothing(state) else ()
    robbable = tuple(seat for seat in victims(state, step) if has_recruit(state.holdings[seat]))
    only = robbable[0] if len(robbable) == 1 else UNSET
    victim = state.table.pick_seat(
        "victim",
        "From",
        seats=victims(state, step),
        why_not=lambda seat: _why_not_victim(state, seat),
        others=nobody,
        likely=only,
    )
    chosen = draft.get("victim", only)
    recruits = _recruit_choices(state, (chosen,) if chosen in robbable else robbable)
    likely = recruits[0].value if len(recruits) == 1 else UNSET
    return Prompt(
        Robbed.kind,
        f"{state.name(step.seat)} takes a recruit",
        (victim, Pick("card", "Drawn", recruits, likely, by_chance="Pick at random")),
        rule=collecting.BUCCANEER,
        confirm="Hand it over",
        help="Draw it at random from deck and discard pile; then the robbed player shuffles all their cards.",
    ).for_seat(step.seat)


def removal_question(state: State, step: steps.Discard) -> Prompt:
    nothing = (Choice(None, "There is none"),) if can_take_nothing(state) else ()
    choices = (*_recruit_choices(state, (step.victim,)), *nothing)
    likely = choices[0].value if len(choices) == 1 else UNSET
    return Prompt(
        RecruitRemoved.kind,
        f"Which recruit of {state.name(step.victim)} is removed?",
        (Pick("card", "Removed", choices, likely, by_chance="" if nothing else "Pick at random"),),
        rule=REMOVED,
        given=(("victim", step.victim),),
        confirm="Discard it",
        help="It goes to the recruit deck's discard pile; then its owner shuffles all their cards.",
    ).for_seat(step.seat)


def _recruit_choices(state: State, seats: tuple[Seat, ...]) -> tuple[Choice, ...]:
    """The recruits of these players, each name once with its copies, as it was first typed."""
    names = [name for seat in seats for name in _recruit_names(state, seat)]
    copies = Counter(map(name_key, names))
    first = {name_key(name): name for name in reversed(names)}
    return tuple(Choice(first[key], first[key] or "One not entered yet", copies=n) for key, n in copies.items())


def _recruit_names(state: State, seat: Seat) -> tuple[str, ...]:
    """The recruits of a player, card by card; `UNNAMED` for each that may be among the cards never entered."""
    own = state.holdings[seat]
    return (*(card.name for card in own.recruits), *(UNNAMED,) * own.unnamed)
