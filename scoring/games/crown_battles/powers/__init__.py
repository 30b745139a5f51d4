"""The special cards with actions: each has a module, listed once below."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.contract.prompts import Draft, Pick, Prompt, Role
from scoring.contract.rulebook import RuleViolation, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import order
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import PowerPlayed, describe_power
from scoring.games.crown_battles.powers import (
    alchemist,
    bishop,
    bomb,
    cursed,
    jester,
    magician,
    merchant,
    smuggler,
    spy,
    thief,
    witch,
    wizard,
)
from scoring.games.crown_battles.powers.power import COPY, ONCE, Power, check_in_deck, parts_of, tricks_of
from scoring.games.crown_battles.state import ByCards, Due, Playing, State, Used
from scoring.kit.seats import check_player

_CARDS: Final = (alchemist, bishop, bomb, cursed, jester, magician, merchant, smuggler, spy, thief, witch, wizard)
POWERS: Final[Mapping[Special, Power]] = {card.POWER.card: card.POWER for card in _CARDS}

_GROUP: Final = "Special cards"


def use_power(state: State, event: PowerPlayed) -> State:
    """Apply the action of a special card (CB-140)."""
    power = POWERS[event.card]
    phase = order.require_playing(state)
    check_player(state.table, event.seat, power.rule)
    if isinstance(phase, ByCards):
        _check_due(state, phase, power, event)
    else:
        _check_entry(state, phase, power, event)
    tricks = tuple(trick.number for trick in tricks_of(state, power))
    used = Used(power.card, event.seat, event.copied, parts_of(state, power)[0], tricks)
    return _add_used(event.apply(state, ()), used)


def asides(state: State, phase: Playing) -> tuple[Prompt, ...]:
    """Offers the special cards that may still act; card by card, their actions become due when they are played."""
    if isinstance(phase, ByCards):
        return ()
    return tuple(
        _aside_prompt(state, power, copied, None)
        for power in POWERS.values()
        for copied in _open_uses(state, phase, power)
        if not power.why_not(state, None)
    )


def due_question(state: State, due: Due) -> Prompt:
    power = POWERS[due.card]
    fields = power.fields(state, due.seat)
    return Prompt(
        power.event.kind,
        describe_power(due.card, state.name(due.seat), due.copied),
        fields,
        rule=power.rule,
        given=(("copied", due.copied), *power.empty_answers(fields)),
        instant=len(fields) == 1 and isinstance(fields[0], Pick),
        confirm=power.confirm,
        help=power.text,
    ).for_seat(due.seat)


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    power = next((power for power in POWERS.values() if power.event.kind == prompt.kind), None)
    if power is None:
        return prompt
    seat = draft.get("seat")
    if prompt.role is Role.ASIDE and seat in state.table.seats:
        prompt = _aside_prompt(state, power, bool(dict(prompt.given)["copied"]), seat)
    return power.narrow(state, prompt, draft)


def _check_due(state: State, phase: ByCards, power: Power, event: PowerPlayed) -> None:
    due = phase.due[0] if phase.due else None
    if due is None or (due.card, due.seat, due.copied) != (power.card, event.seat, event.copied):
        message = f"The {power.card.label} does not act now; card by card, it acts when it is played."
        raise RuleViolation(ONCE, message)


def _check_entry(state: State, phase: Playing, power: Power, event: PowerPlayed) -> None:
    check_in_deck(state, power.card, ONCE)
    original = next((used for used in phase.used if used.card is power.card), None)
    if event.copied:
        _check_copy(state, phase, power, event, original)
    else:
        code = "E_BOMB_COUNT" if power.card is Special.BOMB else "E_SPECIAL_REUSED"
        message = f"The {power.card.label} has already acted in this round."
        require(original is None, ONCE, message, code=code)
    refuse_if(power.why_not(state, event.seat), power.rule, code=power.code)
    follows = original is None or _may_share_trick(state, power, original)
    message = f"The Summoner copies the card before it; the {power.card.label} was played in an earlier trick."
    require(follows, COPY, message)


def _check_copy(state: State, phase: Playing, power: Power, event: PowerPlayed, original: Used | None) -> None:
    check_in_deck(state, Special.SUMMONER, COPY)
    label = power.card.label
    if original is None:
        raise RuleViolation(COPY, f"The Summoner copies the {label} only after it was played; enter that first.")
    used = any(power.copied for power in phase.used)
    require(not used, ONCE, "The Summoner has already copied a card in this round.", code="E_SPECIAL_REUSED")
    message = f"{state.name(event.seat)} played the {label}; another player copies it with the Summoner."
    require(original.seat != event.seat, COPY, message, field="seat")


def _may_share_trick(state: State, power: Power, original: Used) -> bool:
    """Whether a Summoner that acts now may have been played in the trick of the card it copies (CB-130)."""
    return any(trick.number in original.tricks for trick in tricks_of(state, power))


def _add_used(state: State, used: Used) -> State:
    phase = order.require_playing(state)
    after = replace(phase, used=(*phase.used, used))
    if isinstance(after, ByCards):
        after = replace(after, due=after.due[1:])
    return replace(state, phase=after)


def _open_uses(state: State, phase: Playing, power: Power) -> tuple[bool, ...]:
    """Whether the card may still act: (False,) itself, (True,) copied by a Summoner."""
    if power.card not in state.deck.specials:
        return ()
    original = next((used for used in phase.used if used.card is power.card), None)
    if original is None:
        return (False,)
    copies = Special.SUMMONER in state.deck.specials and not any(used.copied for used in phase.used)
    return (True,) if copies and _may_share_trick(state, power, original) else ()


def _aside_prompt(state: State, power: Power, copied: bool, seat: Seat | None) -> Prompt:
    fields = power.fields(state, seat)
    label = power.card.label
    return Prompt(
        power.event.kind,
        f"Summoner copies the {label}" if copied else label,
        (_player_field(state, power, copied), *fields),
        rule=power.rule,
        given=(("copied", copied), *power.empty_answers(fields)),
        confirm="Played",
        help=power.text,
        menu=_GROUP,
    )


def _player_field(state: State, power: Power, copied: bool) -> Pick:
    original = [used.seat for used in order.require_playing(state).used if used.card is power.card] if copied else []
    why = f"Played the {power.card.label}."
    return state.table.pick_seat("seat", "Who played it", lambda seat: why if seat in original else "")
