"""Thief: takes a trick from somebody at the end of the trick it was played in."""

from dataclasses import replace
from typing import Final

from scoring.crown_battles import shield
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import ThiefPlayed
from scoring.crown_battles.powers.power import Power
from scoring.crown_battles.state import ByCards, ByTricks, State, check_seat, moved
from scoring.game import Table
from scoring.prompts import Choice, Field, Pick
from scoring.rulebook import Rule, require
from scoring.scores import Seat

THIEF: Final = Rule("CB-131", "The Thief may take one trick another player owns.", "Action cards: Thief")
HOW: Final = Rule(
    "CB-R16", "Stealing is a choice; the trick just finished can be taken; the lead stays where it is.", "Our ruling"
)
RULES: Final = (THIEF, HOW)

_OWN: Final = "Nobody steals from themselves; choose another player."


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
        case _:
            return state


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Who loses a trick."""
    victims = tuple(
        Choice(other, state.name(other), _why_not(state, seat, other), text=_text(state, other))
        for other in state.table.seats
    )
    forced = not state.options.thief_optional and any(not victim.why_not for victim in victims)
    nobody = Choice(None, "Nobody", "At this table the Thief has to steal." if forced else "")
    return (Pick("victim", "Who loses a trick", (*victims, nobody), seats=True), *_parts(state))


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
    free = state.options.thief_optional or not victims
    message = f"At this table the Thief has to steal: choose {' or '.join(victims)}."
    require(free, HOW, message, field="victim")


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
        case ByTricks(tricks=done) | ByCards(tricks=done):
            part = state.deal.part_of(max(0, len(done) - 1))
            return tuple(range(len(state.deal.parts))) if part is None else (part,)
        case _:
            return ()


def _parts(state: State) -> tuple[Field, ...]:
    """Which part a trick is taken from, where there is a choice."""
    reach = _reach(state)
    if len(reach) < 2:
        return ()
    parts = tuple(Choice(part.key, part.label, suit=part.suit) for part in state.deal.parts)
    return (Pick("part", "Which of the tricks", (*parts, Choice(None, "None"))),)


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
    detail=detail,
    why_not=why_not,
    after_trick=True,
)
