"""Thief: takes a trick from another player, after the trick it was played in."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import UNSET, Choice, Draft, Field, Pick, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import shield
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, choose_part, parts_of
from scoring.games.crown_battles.state import ByCards, ByCounts, ByTricks, Part, State, Trickwise, add_tricks
from scoring.kit.seats import check_player

THIEF: Final = Rule("CB-131", "The Thief's player may take one trick from another player.", "Action cards: Thief")
HOW: Final = Rule(
    "CB-R16", "Stealing is optional; the trick just finished may be taken; the lead does not change.", "Our ruling"
)

_OWN: Final = "Nobody steals from themselves; choose another player."


@dataclass(frozen=True, slots=True)
class ThiefPlayed(PowerPlayed):
    """Whose trick was stolen; None: nobody's (CB-131). `part` is its key, if there is a choice."""

    seat: Seat
    victim: Seat | None
    copied: bool
    part: str | None = None

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Move the stolen trick. By counts there is nothing to do: it is counted for the thief later."""
        if self.victim is None:
            _check_may_refrain(state, self.seat)
            require(self.part is None, HOW, "Nothing is taken, so there is nothing to choose.", field="part")
            return state
        check_player(state.table, self.victim, THIEF, field="victim")
        require(self.victim != self.seat, THIEF, _OWN, field="victim", code="E_THIEF_SELF")
        refuse_if(shield.why_protected(state, self.victim), shield.SCOPE, field="victim", code="E_THIEF_PROTECTED")
        refuse_if(_why_no_trick(state, self.victim), THIEF, field="victim", code="E_THIEF_NO_TRICK")
        part = _robbed_part(state, self)
        if shield.stops_one_theft(state, self.victim):
            return shield.break_shield(state, self.victim)
        if not isinstance(state.phase, Trickwise):
            return state
        owned = add_tricks(add_tricks(state.owned, part, self.victim, -1), part, self.seat, 1)
        return replace(state, phase=replace(state.phase, owned=owned))

    def detail(self, table: Table) -> str:
        return "takes nothing" if self.victim is None else f"takes a trick from {table.names[self.victim]}"


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Who loses a trick, and from which part."""
    victims = tuple(
        Choice(other, state.name(other), _why_not(state, seat, other), text=_shield_text(state, other))
        for other in state.table.seats
    )
    forced = _is_forced(state) and any(not victim.why_not for victim in victims)
    nobody = Choice(None, "Nobody", "At this table the Thief must steal." if forced else "")
    return (Pick("victim", "Who loses a trick", (*victims, nobody), seats=True), *_part_fields(state, seat))


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """Allow only parts in which the victim has a trick."""
    victim = draft.get("victim", UNSET)
    if victim is UNSET or (victim is not None and victim not in state.table.seats):
        return prompt
    fields = tuple(_narrow_parts(state, field, victim) if field.name == "part" else field for field in prompt.fields)
    return replace(prompt, fields=fields)


def why_not(state: State, seat: Seat | None) -> str:
    """A trick must be finished; card by card, somebody must have a trick to take."""
    match state.phase:
        case ByTricks(tricks=()):
            return "The Thief acts after the trick it was played in; enter its winner first."
        case ByCards() if all(_why_not(state, seat, other) for other in state.table.seats):
            return "There is no trick the Thief could take."
        case _:
            return ""


def _check_may_refrain(state: State, seat: Seat) -> None:
    victims = [state.name(other) for other in state.others(seat) if not _why_not(state, seat, other)]
    free = not _is_forced(state) or not victims
    message = f"At this table the Thief must steal: choose {' or '.join(victims)}."
    require(free, HOW, message, field="victim")


def _is_forced(state: State) -> bool:
    """Whether the Thief must steal if it can; by counts it is not known who had a trick then."""
    return not state.options.thief_optional and not isinstance(state.phase, ByCounts)


def _why_not(state: State, seat: Seat | None, victim: Seat) -> str:
    if victim == seat:
        return _OWN
    return shield.why_protected(state, victim) or _why_no_trick(state, victim)


def _why_no_trick(state: State, victim: Seat) -> str:
    parts = _parts_in_reach(state)
    if not state.owned or any(state.owned[part][victim] for part in parts):
        return ""
    return f"{state.name(victim)} owns no trick{' of this part' * (len(state.owned) > len(parts))}."


def _parts_in_reach(state: State) -> tuple[int, ...]:
    """The parts a trick can be taken from: that of the trick just finished, or all if they share the tricks."""
    return parts_of(state, POWER) if state.owned else ()


def _part_fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    if len(_parts_in_reach(state)) < 2:
        return ()
    others = tuple(other for other in state.table.seats if other != seat)
    none = [not _has_trick(state, n, others) for n, _ in enumerate(state.deal.parts)]
    parts = tuple(
        Choice(part.key, part.label, _no_trick_sentence(part, "Nobody else") if empty else "", part.suit)
        for part, empty in zip(state.deal.parts, none, strict=True)
    )
    return (Pick("part", "Which of the tricks", (*parts, Choice(None, "None"))),)


def _narrow_parts(state: State, field: Field, victim: Seat | None) -> Field:
    """The choice of the part for a victim; a single possible part is filled in."""
    assert isinstance(field, Pick), "piles are picked"
    why_not: dict[str | int | None, str]
    if victim is None:
        why_not = {choice.value: "Nothing is taken." for choice in field.choices if choice.value is not None}
    else:
        name = state.name(victim)
        parts = enumerate(state.deal.parts)
        why_not = {part.key: _no_trick_sentence(part, name) for n, part in parts if not _has_trick(state, n, (victim,))}
        why_not[None] = f"Choose which trick {name} loses."
    choices = tuple(replace(choice, why_not=why_not.get(choice.value, "")) for choice in field.choices)
    open_to = [choice.value for choice in choices if not choice.why_not]
    return replace(field, choices=choices, likely=open_to[0] if len(open_to) == 1 else UNSET)


def _has_trick(state: State, part: int, seats: tuple[Seat, ...]) -> bool:
    """Whether one of the seats owns a trick of the part, or may own one."""
    return not state.owned or any(state.owned[part][seat] for seat in seats)


def _no_trick_sentence(part: Part, name: str) -> str:
    return f"{name} has no trick in the {part.label}."


def _robbed_part(state: State, event: ThiefPlayed) -> int:
    """The part the trick is taken from; refused if the victim has no trick in it."""
    no_choice, choose = "There is no choice among the tricks.", "Choose the pile the trick is taken from."
    part = choose_part(state, _parts_in_reach(state), event.part, HOW, no_choice, choose)
    empty = event.victim is not None and not _has_trick(state, part, (event.victim,))
    message = f"There is no {state.deal.parts[part].label} trick to take."
    require(not empty, THIEF, message, field="part", code="E_THIEF_NO_TRICK")
    return part


def _shield_text(state: State, victim: Seat) -> str:
    return "the shield stops it and breaks" if shield.stops_one_theft(state, victim) else ""


POWER: Final = Power(
    event=ThiefPlayed,
    rule=THIEF,
    text="You may take a trick from another player, after the trick.",
    fields=fields,
    narrow=narrow,
    why_not=why_not,
    after_trick=True,
)
