"""The permanent piles, the Crowd and Shop decks, and their trash piles."""

from typing import Final

from scoring.changing import replace
from scoring.loot_and_recruit.memory import BAG, CATAPULT, CHOW, SCRAPS, SHINIES, TRIO
from scoring.loot_and_recruit.state import Goblin, Row, State, Supply
from scoring.rulebook import Rule

BOX: Final = Rule("LR-001", "60 goblins, 37 actions, 52 powers, 50 starters, 20 events, one First Player card.", "Box")
PERMANENT: Final = Rule(
    "LR-014", "12 Pile O' Chow, 12 Box O' Shinies, 10 Catapult and 15 Troublesome Trio.", "Setup", waivable=True
)
SHOP: Final = Rule("LR-015", "All other loot, recruit, attack, hybrid and action cards, five of them face up.", "Setup")
CROWD: Final = Rule("LR-016", "All other goblins, five of them face up.", "Setup")
TRASH: Final = Rule("LR-057", "Goblins go to the Crowd Trash, everything else to the Shop Trash.", "Trashing cards")
NEW_DECK: Final = Rule(
    "LR-083", "An empty deck is made anew from its trash, without permanent and starter cards.", "Reshuffling"
)
BACK: Final = Rule("LR-R08", "Permanent cards found at a reshuffle go back to their piles.", "Our ruling")
TRIO_BACK: Final = Rule("LR-R09", "A trashed Troublesome Trio goes back to its pile, or to the Crowd Trash.", "Advice")
AMONG_POWERS: Final = Rule("LR-R10", "The permanent food and shinies are among the 52 power cards.", "Our reading")

TRIOS: Final = 15
CATAPULTS: Final = 10
PLENTY: Final = 12
LINE_UP: Final = 5
GOBLINS: Final = 60
SHOP_CARDS: Final = 37 + 52 - 2 * PLENTY - CATAPULTS

PILES: Final = {TRIO: "trio", CATAPULT: "catapult", CHOW: "chow", SHINIES: "shinies"}


def fresh() -> Supply:
    """Everything as it lies at the start, the line-ups face up."""
    return Supply(TRIOS, CATAPULTS, PLENTY, PLENTY, GOBLINS - TRIOS - LINE_UP, SHOP_CARDS - LINE_UP)


def left(supply: Supply, name: str) -> int | None:
    """How many of a permanent card lie in its pile; None for cards that are not permanent."""
    return getattr(supply, PILES[name]) if name in PILES else None


def from_pile(supply: Supply, name: str) -> Supply:
    """After a permanent card was taken from its pile."""
    pile = PILES[name]
    return replace(supply, **{pile: max(0, getattr(supply, pile) - 1)})


def laid(supply: Supply, name: str) -> Supply:
    """After a goblin was laid that nobody recruited: it came from its pile or the Crowd deck, else from the trash."""
    deck, trash = ("trio", "trio_trash") if name == TRIO else ("crowd", "crowd_trash")
    pile = deck if getattr(supply, deck) else trash
    return replace(supply, **{pile: max(0, getattr(supply, pile) - 1)})


def refilled(supply: Supply, row: Row) -> Supply:
    """After a card was turned over in a line-up."""
    return _crowd_refilled(supply) if row is Row.CROWD else _shop_refilled(supply)


def can_refill(supply: Supply, row: Row) -> bool:
    """Whether a card is left to be turned over, in the deck or in its trash (LR-083)."""
    if row is Row.CROWD:
        return supply.crowd + supply.crowd_trash > 0
    return supply.shop + supply.shop_trash > 0


def trashed(state: State, gone: tuple[Goblin, ...]) -> Supply:
    """After these cards of a stack were trashed."""
    supply = state.supply
    trios = sum(goblin.name == TRIO for goblin in gone)
    bearers = sum(goblin.bearer for goblin in gone)
    goblins = len(gone) - trios - bearers
    after = replace(supply, crowd_trash=supply.crowd_trash + goblins, shop_trash=supply.shop_trash + bearers)
    if state.options.trio_return:
        return replace(after, trio=after.trio + trios)
    return replace(after, trio_trash=after.trio_trash + trios)


def card_trashed(supply: Supply, name: str) -> Supply:
    """After a card of an own deck was trashed; starter cards never come back (LR-083)."""
    if name in PILES:
        return replace(supply, permanent_trash=(*supply.permanent_trash, name))
    return supply if name in (BAG, SCRAPS) else replace(supply, shop_trash=supply.shop_trash + 1)


def _crowd_refilled(supply: Supply) -> Supply:
    """One card turned over; an empty deck is made anew first, Trios found there go home (LR-R08)."""
    if supply.crowd == 0:
        home = supply.trio + supply.trio_trash
        supply = replace(supply, crowd=supply.crowd_trash, crowd_trash=0, trio=home, trio_trash=0)
    return replace(supply, crowd=max(0, supply.crowd - 1))


def _shop_refilled(supply: Supply) -> Supply:
    if supply.shop == 0:
        supply = replace(supply, shop=supply.shop_trash, shop_trash=0, permanent_trash=(), **_home(supply))
    return replace(supply, shop=max(0, supply.shop - 1))


def _home(supply: Supply) -> dict[str, int]:
    """The piles of the permanent cards found in the Shop Trash (LR-R08)."""
    found = supply.permanent_trash
    return {PILES[name]: getattr(supply, PILES[name]) + found.count(name) for name in found}
