"""The permanent piles, the Crowd and Shop decks, and their trash piles."""

from dataclasses import replace
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.games.loot_and_recruit.memory import CATAPULT, CHOW, NEVER_SOLD, SHINIES, TRIO
from scoring.games.loot_and_recruit.state import Goblin, Row, State, Supply

PERMANENT: Final = Rule(
    "LR-014", "12 Pile O' Chow, 12 Box O' Shinies, 10 Catapult and 15 Troublesome Trio.", "Setup", waivable=True
)
SHOP: Final = Rule("LR-015", "All other loot, recruit, attack, hybrid and action cards, five of them face up.", "Setup")
CROWD: Final = Rule("LR-016", "All other goblins, five of them face up.", "Setup")
TRASH: Final = Rule("LR-057", "Goblins go to the Crowd Trash, everything else to the Shop Trash.", "Trashing cards")
NEW_DECK: Final = Rule(
    "LR-083", "Shuffle its trash when a deck is empty, without permanent and starter cards.", "Reshuffling"
)
TRIO_BACK: Final = Rule("LR-R09", "A trashed Troublesome Trio goes back to its pile, or to the Crowd Trash.", "Advice")

TRIOS: Final = 15
CATAPULTS: Final = 10
PLENTY: Final = 12
LINE_UP: Final = 5
GOBLINS: Final = 60
SHOP_CARDS: Final = 37 + 52 - 2 * PLENTY - CATAPULTS

PILES: Final = {TRIO: "trio", CATAPULT: "catapult", CHOW: "chow", SHINIES: "shinies"}


def initial_supply() -> Supply:
    """All piles at the start, with both line-ups dealt."""
    return Supply(TRIOS, CATAPULTS, PLENTY, PLENTY, GOBLINS - TRIOS - LINE_UP, SHOP_CARDS - LINE_UP)


def pile_size(supply: Supply, name: str) -> int | None:
    """The cards left in the pile of a permanent card; None for other cards."""
    return getattr(supply, PILES[name]) if name in PILES else None


def take_from_pile(supply: Supply, name: str) -> Supply:
    return _take(supply, PILES[name])


def take_added(supply: Supply, name: str) -> Supply:
    """Take a goblin that was not recruited: from its pile or the Crowd deck, or from the trash if that is empty."""
    deck, trash = ("trio", "trio_trash") if name == TRIO else ("crowd", "crowd_trash")
    return _take(supply, deck if getattr(supply, deck) else trash)


def refill(supply: Supply, row: Row) -> Supply:
    """Turn over a card for a line-up; if the deck is empty, shuffle its trash first."""
    return _take(supply if getattr(supply, row) else _reshuffle(supply, row), row)


def can_refill(supply: Supply, row: Row) -> bool:
    """Whether a card is left to turn over, in the deck or its trash (LR-083)."""
    if row is Row.CROWD:
        return supply.crowd + supply.crowd_trash > 0
    return supply.shop + supply.shop_trash > 0


def trash_stack(state: State, cards: tuple[Goblin, ...]) -> Supply:
    supply = state.supply
    trios = sum(card.name == TRIO for card in cards)
    bearers = sum(card.bearer for card in cards)
    goblins = len(cards) - trios - bearers
    after = replace(supply, crowd_trash=supply.crowd_trash + goblins, shop_trash=supply.shop_trash + bearers)
    if state.options.trio_return:
        return replace(after, trio=after.trio + trios)
    return replace(after, trio_trash=after.trio_trash + trios)


def trash_card(supply: Supply, name: str) -> Supply:
    """Trash a card of a player's deck; starter cards never come back (LR-083)."""
    if name in PILES:
        return replace(supply, permanent_trash=(*supply.permanent_trash, name))
    return supply if name in NEVER_SOLD else replace(supply, shop_trash=supply.shop_trash + 1)


def _take(supply: Supply, pile: str) -> Supply:
    return replace(supply, **{pile: max(0, getattr(supply, pile) - 1)})


def _reshuffle(supply: Supply, row: Row) -> Supply:
    """Make a deck of the trash; its Trios and permanent cards go back to their piles (LR-R08)."""
    if row is Row.CROWD:
        trio = supply.trio + supply.trio_trash
        return replace(supply, crowd=supply.crowd_trash, crowd_trash=0, trio=trio, trio_trash=0)
    cards = supply.permanent_trash
    piles = {PILES[name]: getattr(supply, PILES[name]) + cards.count(name) for name in cards}
    return replace(supply, shop=supply.shop_trash, shop_trash=0, permanent_trash=(), **piles)
