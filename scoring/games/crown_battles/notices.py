"""Warnings, reminders and the Spy's minute."""

from collections.abc import Iterator
from itertools import pairwise

from scoring.contract.game import Notice
from scoring.contract.names import join_words
from scoring.games.crown_battles import bidding, pool, shield, trick_position
from scoring.games.crown_battles.deck import CARD, UNDEALT, Special
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.pool import is_drawn
from scoring.games.crown_battles.powers import cursed, magician, smuggler, spy
from scoring.games.crown_battles.rounds import rules_of, types_in_effect
from scoring.games.crown_battles.schedule import DEAL_FITS
from scoring.games.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Drawing, Over, Spinning, State
from scoring.games.crown_battles.trick_rules import REVOKE, revokes
from scoring.games.crown_battles.winning import CROWN, CROWN_TIE

_NOT_LAST = (cursed.POWER, magician.POWER)


def notices(state: State) -> Iterator[Notice]:
    phase = state.phase
    if isinstance(phase, Over):
        return
    if state.spying is not None:
        yield spy.notice(state, state.spying)
    match phase:
        case Drawing():
            yield from _crown(state)
        case Spinning() | Bidding():
            if _is_new_round(state, phase):
                yield from _crown(state)
            yield from _short_deal(state)
            yield from _type(state)
            if isinstance(phase, Bidding):
                yield from _before_bids(state, phase)
        case ByTricks():
            yield from _last_trick(state)
        case ByCards():
            yield from _finished_trick(phase, state)
            yield from _last_trick(state)
            yield from _revokes(state, phase)
        case ByCounts():
            pass
    yield from _pile(state)
    yield from _shields(state)
    for rules in types_in_effect(state):
        yield from rules.notices(state)


def _short_deal(state: State) -> Iterator[Notice]:
    """After somebody came the deck may be too small for the list of deals."""
    planned, cards = state.planned[: state.deal.number][-1:], state.deal.cards
    if planned and planned[0] > cards:
        text = f"The list says {planned[0]} cards; for {state.players} players the deck has {cards} each."
        yield Notice(DEAL_FITS, text)


def _type(state: State) -> Iterator[Notice]:
    rules = rules_of(state)
    if state.deal.stopgap:
        yield Notice(pool.DRAWING, f"{rules.title}: {pool.why_stopgap(state)}")
    elif state.deal.type is not RoundType.NORMAL:
        yield Notice(rules.rule, f"{rules.title}: {rules.text}")


def _is_new_round(state: State, phase: Spinning | Bidding) -> bool:
    """Whether neither the type of the round nor a bid was entered yet."""
    is_type_entered = is_drawn(state.options) and not (state.deal.stopgap or state.is_tie_break)
    is_bid_entered = isinstance(phase, Bidding) and bool(phase.bids)
    return not (is_type_entered or is_bid_entered or state.deal.teams or state.deal.type_state is not None)


def _crown(state: State) -> Iterator[Notice]:
    """Who gets the crown, at the beginning of the round after it moved."""
    if not state.past:
        return
    before = state.crown_before
    if state.crown is not None and state.crown != before:
        text = f"{state.name(state.crown)} leads alone and takes the crown."
        yield Notice(CROWN, text, state.crown, moves="crown")
    if state.crown is None and before is not None:
        yield Notice(CROWN_TIE, f"The lead is tied; {state.name(before)} puts the crown back.", before)


def _before_bids(state: State, phase: Bidding) -> Iterator[Notice]:
    early = bidding.first_out_of_order(state, phase)
    if early is not None and not rules_of(state).hides_bids(state):  # secret bids come in any order (CB-185)
        text = f"{state.name(early)} bid before their turn."
        yield Notice(bidding.BID_ORDER, text, early, code="W_ORDER")
    if smuggler.can_swap(state, phase):
        text = "Whoever holds the Smuggler may swap a card with the pile before bidding."
        yield Notice(smuggler.SMUGGLER, text)


def _finished_trick(phase: ByCards, state: State) -> Iterator[Notice]:
    if phase.tricks and not phase.plays:
        last = phase.tricks[-1]
        takes = "Nobody gets" if last.winner is None else f"{state.name(last.winner)} takes"
        yield Notice(last.rule, f"{takes} trick {len(phase.tricks)}. {last.reason}", last.winner)


def _last_trick(state: State) -> Iterator[Notice]:
    for power in _NOT_LAST:
        if power.card in state.deck.specials and trick_position.current(state).is_last:
            text = f"In the last trick the {power.card.label} card has no effect."
            yield Notice(power.rule, text, code="W_LAST_TRICK")


def _revokes(state: State, phase: ByCards) -> Iterator[Notice]:
    played = (*(trick.plays for trick in phase.tricks), phase.plays)
    begins = (0, *state.deal.part_ends)
    for first, end in pairwise(begins):  # every part is played with a hand of its own
        for revoke in revokes(played[first:end], state.options, face_down=rules_of(state).face_down):
            name = state.name(revoke.seat)
            text = (
                f"{name} played {CARD[revoke.card].name} in trick {first + revoke.trick} instead of {revoke.suit}, "
                f"and {CARD[revoke.shown].name} in trick {first + revoke.shown_trick}."
            )
            yield Notice(REVOKE, text, revoke.seat, code="W_REVOKE")


def _pile(state: State) -> Iterator[Notice]:
    useless = [card.label for card in (Special.SMUGGLER, Special.SPY) if card in state.deck.specials]
    if useless and state.undealt == 0:
        verb = "does" if len(useless) == 1 else "do"
        text = f"All cards are dealt: without a pile {join_words(useless)} {verb} nothing this round."
        yield Notice(UNDEALT, text, code="W_NO_DECK")


def _shields(state: State) -> Iterator[Notice]:
    if state.shields and shield.is_useless(state):
        text = "Nobody can steal in this game: neither Thief nor Witch is in the deck."
        yield Notice(shield.SHIELD, text, state.shields[-1], code="W_SHIELD_USELESS")
