"""Buying cards of the Shop."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Table
from scoring.contract.prompts import Choice, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import line_ups, memory, own_cards, platforms, supply
from scoring.games.loot_and_recruit.state import Buying, Card, Row, State, Turn, TurnEvent

BUY: Final = Rule("LR-033", "A card is bought for its loot cost and discarded at once.", "Looting", waivable=True)


@dataclass(frozen=True, slots=True)
class CardBought(TurnEvent):
    """A card bought whose numbers are known (LR-033)."""

    seat: Seat
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = own_cards.card_turn(state, self.seat)
        _check_offer(state, self.name.strip(), "name", waived)
        return _buy(state, turn, own_cards.known_card(state, self.name), "name", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} buys {self.name}"


@dataclass(frozen=True, slots=True)
class NewCardBought(TurnEvent):
    """A card bought whose numbers are typed (LR-033)."""

    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = own_cards.card_turn(state, self.seat)
        memory.check_sizes(self.card)
        _check_offer(state, self.card.name.strip(), "card", waived)
        state, card = memory.learn_card(state, self.card)
        return _buy(state, turn, card, "card", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} buys {self.card.name.strip()}"


def _buy(state: State, turn: Turn, card: Card, field: str, waived: Collection[str]) -> State:
    """Pay for a card and put it on the discard pile; its purchase effect comes next."""
    left = supply.pile_size(state.supply, card.name)
    message = f"The pile of {card.name} is empty."
    require(left != 0, supply.PERMANENT, message, field=field, code="PILE_EMPTY", waived=waived)
    loot = turn.powers.loot
    message = f"{card.name} costs {card.cost} loot power; {loot} are left."
    require(loot >= card.cost, BUY, message, field=field, code="NOT_ENOUGH_POWER", waived=waived)
    powers = replace(turn.powers, loot=max(0, loot - card.cost))
    after = replace(turn, powers=powers, pending=Buying(card.name) if card.effect else None)
    own = state.holdings[turn.seat]
    own = replace(own, discard=(*own.discard, card.name))
    return line_ups.take(platforms.with_holding(state, turn.seat, own, phase=after), Row.SHOP, card.name)


def _check_offer(state: State, name: str, field: str, waived: Collection[str]) -> None:
    is_starter = memory.printed_name(name) in memory.NEVER_SOLD
    message = f"{name} is a starter card and not in the Shop."
    require(not is_starter, BUY, message, field=field, code="NOT_ON_OFFER", waived=waived)
    is_goblin = state.goblin(name) is not None and state.card(name) is None
    message = f"{name} is a goblin; goblins are recruited."
    require(not is_goblin, BUY, message, field=field, code="NOT_ON_OFFER", waived=waived)
    if field == "card":
        memory.check_power_card(state, name)
    line_ups.check_on_offer(state, Row.SHOP, memory.own_name(state, name), field, BUY, waived)


def buy_questions(state: State, turn: Turn) -> Iterator[Prompt]:
    sold = [card for card in state.cards if card.name not in memory.NEVER_SOLD]
    offered = line_ups.offered_names(state, Row.SHOP, tuple(card.name for card in sold), tuple(supply.PILES))
    choices = tuple(Choice(card.name, f"{card.name} · {card.cost}") for card in sold if card.name in offered)
    ask = Prompt(CardBought.kind, "Buy", rule=BUY, instant=True).for_seat(turn.seat)
    return memory.known_or_new(ask, choices, NewCardBought.kind, memory.card_field())
