"""Notices: decks that run out, battle decks to shuffle, the last round."""

from collections.abc import Iterator

from scoring.contract.game import Notice
from scoring.contract.names import count_of
from scoring.games.faction_wars import passes
from scoring.games.faction_wars.battle import EXHAUSTED, NEW_DECK
from scoring.games.faction_wars.options import Exhaust
from scoring.games.faction_wars.state import Battle, Bidding, LiningUp, Resolving, State


def notices(state: State) -> Iterator[Notice]:
    """All current notices."""
    if passes.is_counting(state):
        return
    if state.last_round:
        yield Notice(passes.THE_END, "War is Over has been drawn: this is the last round.", code="W_LAST_ROUND")
    elif state.stock.shuffled_in == state.round:
        yield _new_deck(state)
    elif isinstance(state.phase, Bidding) and state.stock.deck <= passes.positions(state):
        left = count_of(state.stock.deck, "card")
        yield Notice(passes.RESHUFFLE, f"The recruit deck has {left} left; the next line-up uses them up.")
    if state.shuffled and isinstance(state.phase, LiningUp | Bidding):
        verb = "shuffle their" if len(state.shuffled) > 1 else "shuffles the"
        text = f"{state.names(state.shuffled)} {verb} discard pile into a new battle deck."
        yield Notice(NEW_DECK, text, code="W_SHUFFLE")
    match state.phase:
        case Resolving(pending=(Battle() as current, *_)):
            yield from _last_cards(state, current)
        case _:
            return


def _new_deck(state: State) -> Notice:
    if passes.is_war_next(state):
        return Notice(passes.SHUFFLED_IN, "The recruit deck has run out: War is Over is its only card now.")
    text = "The recruit deck has run out: shuffle its discard pile"
    if passes.is_war_in_deck(state):
        return Notice(passes.SHUFFLED_IN, f"{text} with War is Over.", code="W_SHUFFLE")
    return Notice(passes.RESHUFFLE, f"{text} into a new one.", code="W_SHUFFLE")


def _last_cards(state: State, battle: Battle) -> Iterator[Notice]:
    """Warn of players who would be out of cards after another tie (FW-032)."""
    shown = dict(battle.shown)
    last = tuple(seat for seat in battle.fighting if state.holdings[seat].deck == (seat not in shown))
    if not last:
        return
    verb = "show the last cards of their battle decks" if len(last) > 1 else "shows the last card of the battle deck"
    ends = "nobody takes the card"
    if state.options.exhaust is Exhaust.DROP_OUT and len(last) < len(battle.fighting):
        ends = f"{state.names(last)} {'are' if len(last) > 1 else 'is'} out"
    yield Notice(EXHAUSTED, f"{state.names(last)} {verb}: with another tie, {ends}.")
