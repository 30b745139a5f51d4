"""Reminders: decks that run out, battle decks shuffled, the last round; nothing here ever blocks."""

from collections.abc import Iterator

from scoring.faction_wars import battle, passes
from scoring.faction_wars.options import Exhaust
from scoring.faction_wars.state import Battle, Bidding, LiningUp, Resolving, State
from scoring.game import Notice


def notices(state: State) -> tuple[Notice, ...]:
    """Everything worth a line now."""
    return () if passes.is_counting(state) else tuple(_all(state))


def _all(state: State) -> Iterator[Notice]:
    if state.last_round:
        yield Notice(passes.THE_END, "War is Over has been drawn: this is the last round.", code="W_LAST_ROUND")
    elif state.stock.shuffled_in == state.round:
        yield _made_anew(state)
    elif isinstance(state.phase, Bidding) and state.stock.deck <= passes.positions(state):
        yield _runs_out(state)
    if state.shuffled and isinstance(state.phase, LiningUp | Bidding):
        verb = "shuffle their" if len(state.shuffled) > 1 else "shuffles the"
        text = f"{state.names(state.shuffled)} {verb} discard pile into a new battle deck."
        yield Notice(battle.NEW_DECK, text, code="W_SHUFFLE")
    match state.phase:
        case Resolving(pending=(Battle() as fought, *_)):
            yield from _battle(state, fought)
        case _:
            return


def _made_anew(state: State) -> Notice:
    if passes.war_next(state):
        return Notice(passes.SHUFFLED_IN, "The recruit deck has run out: War is Over is its only card now.")
    text = "The recruit deck has run out: shuffle its discard pile"
    if passes.war_in(state):
        return Notice(passes.SHUFFLED_IN, f"{text} with War is Over.", code="W_SHUFFLE")
    return Notice(passes.RESHUFFLE, f"{text} into a new one.", code="W_SHUFFLE")


def _runs_out(state: State) -> Notice:
    left = state.stock.deck
    cards = "one card" if left == 1 else f"{left} cards"
    return Notice(passes.RESHUFFLE, f"The recruit deck has {cards} left; the next line-up uses them up.")


def _battle(state: State, fought: Battle) -> Iterator[Notice]:
    """Who would be out of cards after another tie (FW-032)."""
    shown = dict(fought.shown)
    last = tuple(seat for seat in fought.fighting if state.holdings[seat].deck == (seat not in shown))
    if not last:
        return
    verb = "show their last cards" if len(last) > 1 else "shows the last card"
    ends = "nobody takes the card"
    if state.options.exhaust is Exhaust.DROP_OUT and len(last) < len(fought.fighting):
        ends = f"{state.names(last)} {'are' if len(last) > 1 else 'is'} out"
    yield Notice(battle.EXHAUSTED, f"{state.names(last)} {verb} of the battle deck: with another tie {ends}.")
