"""Thief: takes a trick from somebody at the end of the trick it was played in."""

from dataclasses import replace
from typing import Final

from scoring.crown_battles import shield, tricks
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import ThiefPlayed
from scoring.crown_battles.powers.power import Power
from scoring.crown_battles.state import ByCards, ByTricks, State, check_seat
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
        return state
    check_seat(state, event.victim, THIEF, "victim")
    require(event.victim != event.seat, THIEF, _OWN, field="victim", code="E_THIEF_SELF")
    protected = shield.protection(state, event.victim)
    require(not protected, shield.SCOPE, protected, field="victim", code="E_THIEF_PROTECTED")
    none = _no_trick(state, event.victim)
    require(not none, THIEF, none, field="victim", code="E_THIEF_NO_TRICK")
    if shield.blocks(state, event.victim):
        return shield.broken(state, event.victim)
    match state.phase:
        case ByTricks() | ByCards() as phase:
            owned = tricks.moved(tricks.moved(phase.owned, event.victim, -1), event.seat, 1)
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
    return (Pick("victim", "From", (*victims, nobody), seats=True),)


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
        case ByTricks(owned=owned) | ByCards(owned=owned) if owned[victim] == 0:
            return f"{state.name(victim)} owns no trick."
        case _:
            return ""


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
