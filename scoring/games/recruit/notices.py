"""Reminders of the swap, who won the last trick and why, and revokes."""

from collections.abc import Iterator

from scoring.contract.game import Notice
from scoring.games.recruit import order, swap
from scoring.games.recruit.deck import SUIT_NAMES
from scoring.games.recruit.precedence import REPORTED, in_words, revokes
from scoring.games.recruit.state import ByCards, State


def notices(state: State) -> tuple[Notice, ...]:
    """All current notices."""
    return tuple(_current_notices(state))


def _current_notices(state: State) -> Iterator[Notice]:
    if order.is_before_play(state) and state.hand.swapped is None:
        yield swap.reminder(state)
    if isinstance(state.phase, ByCards):
        phase = state.phase
        if phase.tricks and not phase.plays:
            last = phase.tricks[-1]
            text = f"{state.name(last.winner)} collects trick {len(phase.tricks)}. {last.reason}"
            yield Notice(last.rule, text, last.winner)
        yield from _revokes(state, state.phase)


def _revokes(state: State, phase: ByCards) -> Iterator[Notice]:
    played = (*(trick.plays for trick in phase.tricks), phase.plays)
    for revoke in revokes(played, state.options.joker_follow, state.options.joker_lead):
        text = (
            f"{state.name(revoke.seat)} could have followed {SUIT_NAMES[revoke.suit]} in trick {revoke.trick}, but "
            f"played the {in_words(revoke.card)}, and in trick {revoke.shown_trick} the {in_words(revoke.shown)}."
        )
        yield Notice(REPORTED, text, revoke.seat, code="W_REVOKE")
