"""Reminders of the swap, why a trick went where it went, and revokes; nothing here ever blocks."""

from collections.abc import Iterator

from scoring.game import Notice
from scoring.recruit import order, swap
from scoring.recruit.deck import SUIT_NAMES
from scoring.recruit.precedence import REPORTED, in_words, revokes
from scoring.recruit.state import ByCards, State


def notices(state: State) -> tuple[Notice, ...]:
    """Everything worth a line now."""
    return tuple(_all(state))


def _all(state: State) -> Iterator[Notice]:
    if order.is_before_play(state) and state.hand.swapped is None:
        yield swap.reminder(state)
    if isinstance(state.phase, ByCards):
        yield from _finished_trick(state, state.phase)
        yield from _revokes(state, state.phase)


def _finished_trick(state: State, phase: ByCards) -> Iterator[Notice]:
    """Who collected the trick just finished, and why."""
    if phase.tricks and not phase.plays:
        last = phase.tricks[-1]
        text = f"{state.name(last.winner)} collects trick {len(phase.tricks)}. {last.reason}"
        yield Notice(last.rule, text, last.winner)


def _revokes(state: State, phase: ByCards) -> Iterator[Notice]:
    played = (*(trick.plays for trick in phase.tricks), phase.plays)
    for found in revokes(played, state.options.joker_follow, state.options.joker_lead):
        text = (
            f"{state.name(found.seat)} could have followed {SUIT_NAMES[found.suit]} in trick {found.trick}: "
            f"there the {in_words(found.card)} was played, in trick {found.shown_trick} "
            f"the {in_words(found.shown)}."
        )
        yield Notice(REPORTED, text, found.seat, code="W_REVOKE")
