"""Thief: takes a trick from somebody at the end of the trick it was played in."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import shield
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import PowerPlayed
from scoring.crown_battles.powers.power import Power, parts_of
from scoring.crown_battles.state import (
    Bidding,
    ByCards,
    ByCounts,
    ByTricks,
    Drawing,
    Over,
    Part,
    Spinning,
    State,
    check_seat,
    moved,
)
from scoring.game import Draft, Table
from scoring.prompts import UNSET, Choice, Field, Pick, Prompt
from scoring.rulebook import Rule, require
from scoring.scores import Seat

THIEF: Final = Rule("CB-131", "The Thief may take one trick another player owns.", "Action cards: Thief")
HOW: Final = Rule(
    "CB-R16", "Stealing is a choice; the trick just finished can be taken; the lead stays where it is.", "Our ruling"
)

_OWN: Final = "Nobody steals from themselves; choose another player."


@dataclass(frozen=True, slots=True)
class ThiefPlayed(PowerPlayed):
    """Whose trick was stolen; None: nobody's (CB-131).

    `part` is the key of the part it is taken from, where there is a choice.
    """

    kind: ClassVar[str] = "thief_played"
    seat: Seat
    victim: Seat | None
    copied: bool
    part: str | None = None


def act(state: State, event: ThiefPlayed) -> State:
    """The state after the theft; counted piles hold it already, so there it is only noted."""
    if event.victim is None:
        _check_none(state, event.seat)
        require(event.part is None, HOW, "Nothing is taken, so nothing has to be said about it.", field="part")
        return state
    check_seat(state, event.victim, THIEF, "victim")
    require(event.victim != event.seat, THIEF, _OWN, field="victim", code="E_THIEF_SELF")
    protected = shield.protection(state, event.victim)
    require(not protected, shield.SCOPE, protected, field="victim", code="E_THIEF_PROTECTED")
    none = _no_trick(state, event.victim)
    require(not none, THIEF, none, field="victim", code="E_THIEF_NO_TRICK")
    part = _part(state, event)
    if shield.blocks(state, event.victim):
        return shield.broken(state, event.victim)
    match state.phase:
        case ByTricks() | ByCards() as phase:
            owned = moved(moved(phase.owned, part, event.victim, -1), part, event.seat, 1)
            return replace(state, phase=replace(phase, owned=owned))
        case Drawing() | Spinning() | Bidding() | ByCounts() | Over():
            return state


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Who loses a trick."""
    victims = tuple(
        Choice(other, state.name(other), _why_not(state, seat, other), text=_text(state, other))
        for other in state.table.seats
    )
    forced = _is_forced(state) and any(not victim.why_not for victim in victims)
    nobody = Choice(None, "Nobody", "At this table the Thief has to steal." if forced else "")
    return (Pick("victim", "Who loses a trick", (*victims, nobody), seats=True), *_parts(state, seat))


def narrowed(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The form with only those piles open in which the victim has a trick."""
    victim = draft.get("victim", UNSET)
    if victim is UNSET or (victim is not None and victim not in state.table.seats):
        return prompt
    fields = tuple(_of_victim(state, field, victim) if field.name == "part" else field for field in prompt.fields)
    return replace(prompt, fields=fields)


def why_not(state: State, seat: Seat | None) -> str:
    """A trick has to be finished; card by card nothing is asked where nobody can be robbed."""
    match state.phase:
        case ByTricks(tricks=()):
            return "The Thief acts at the end of the trick it was played in; enter who wins that first."
        case ByCards() if all(_why_not(state, seat, other) for other in state.table.seats):
            return "There is no trick the Thief could take."
        case _:
            return ""


def detail(table: Table, event: ThiefPlayed) -> str:
    """What was taken."""
    return "takes nothing" if event.victim is None else f"takes a trick from {table.names[event.victim]}"


def _check_none(state: State, seat: Seat) -> None:
    victims = [state.name(other) for other in state.others(seat) if not _why_not(state, seat, other)]
    free = not _is_forced(state) or not victims
    message = f"At this table the Thief has to steal: choose {' or '.join(victims)}."
    require(free, HOW, message, field="victim")


def _is_forced(state: State) -> bool:
    """Whether the Thief has to steal where it can; counted piles do not say who owned a trick then."""
    return not state.options.thief_optional and not isinstance(state.phase, ByCounts)


def _why_not(state: State, seat: Seat | None, victim: Seat) -> str:
    if victim == seat:
        return _OWN
    return shield.protection(state, victim) or _no_trick(state, victim)


def _no_trick(state: State, victim: Seat) -> str:
    match state.phase:
        case ByTricks(owned=owned) | ByCards(owned=owned) if not any(owned[part][victim] for part in _reach(state)):
            return f"{state.name(victim)} owns no trick{' of this part' * (len(owned) > len(_reach(state)))}."
        case _:
            return ""


def _reach(state: State) -> tuple[int, ...]:
    """The parts a trick can be taken from: that of the trick just finished, or all that are played at once."""
    match state.phase:
        case ByTricks() | ByCards():
            return parts_of(state, POWER)
        case Drawing() | Spinning() | Bidding() | ByCounts() | Over():
            return ()


def _parts(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Which part a trick is taken from, where there is a choice."""
    if len(_reach(state)) < 2:
        return ()
    others = tuple(other for other in state.table.seats if other != seat)
    none = [not _has_trick(state, n, others) for n, _ in enumerate(state.deal.parts)]
    parts = tuple(
        Choice(part.key, part.label, _no_trick_in(part, "Nobody else") if empty else "", part.suit)
        for part, empty in zip(state.deal.parts, none, strict=True)
    )
    return (Pick("part", "Which of the tricks", (*parts, Choice(None, "None"))),)


def _of_victim(state: State, field: Field, victim: Seat | None) -> Field:
    """The choice among the piles once the victim is known; the only one is filled in."""
    assert isinstance(field, Pick), "piles are picked"
    why_not: dict[str | int | None, str]
    if victim is None:
        why_not = {choice.value: "Nothing is taken." for choice in field.choices if choice.value is not None}
    else:
        name = state.name(victim)
        parts = enumerate(state.deal.parts)
        why_not = {part.key: _no_trick_in(part, name) for n, part in parts if not _has_trick(state, n, (victim,))}
        why_not[None] = f"Say which trick {name} loses."
    choices = tuple(replace(choice, why_not=why_not.get(choice.value, "")) for choice in field.choices)
    open_to = [choice.value for choice in choices if not choice.why_not]
    return replace(field, choices=choices, likely=open_to[0] if len(open_to) == 1 else UNSET)


def _has_trick(state: State, part: int, seats: tuple[Seat, ...]) -> bool:
    """Whether one of them owns a trick of that part, as far as that is known."""
    phase = state.phase
    return not isinstance(phase, ByTricks | ByCards) or any(phase.owned[part][seat] for seat in seats)


def _no_trick_in(part: Part, name: str) -> str:
    return f"{name} has no trick in the {part.label}."


def _part(state: State, event: ThiefPlayed) -> int:
    """The part the trick is taken from; refused where its owner has none there."""
    reach = _reach(state)
    if len(reach) < 2:
        require(event.part is None, HOW, "There is nothing to choose among the tricks here.", field="part")
        return reach[0] if reach else 0
    keys = [part.key for part in state.deal.parts]
    require(event.part in keys, HOW, "Say which pile the trick is taken from.", field="part")
    part = keys.index(event.part or "")
    phase = state.phase
    empty = isinstance(phase, ByTricks | ByCards) and event.victim is not None and not phase.owned[part][event.victim]
    message = f"There is no {state.deal.parts[part].label} trick to take."
    require(not empty, THIEF, message, field="part", code="E_THIEF_NO_TRICK")
    return part


def _text(state: State, victim: Seat) -> str:
    return "the shield stops it and is gone" if shield.blocks(state, victim) else ""


POWER: Final = Power(
    card=Special.THIEF,
    event=ThiefPlayed,
    rule=THIEF,
    text="May take a trick from another player, at the end of the trick.",
    act=act,
    fields=fields,
    narrowed=narrowed,
    detail=detail,
    why_not=why_not,
    after_trick=True,
)
