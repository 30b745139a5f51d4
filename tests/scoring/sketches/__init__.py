"""Seven tiny games that exist only here: the worst the contract and the screen must be able to carry."""

from typing import Final

from scoring.game import AnyGame
from tests.scoring.sketches import apples, oh_hell, sealed, stacks, thefts, variations, wizard

SKETCHES: Final[tuple[AnyGame, ...]] = (
    sealed.GAME,
    stacks.GAME,
    variations.GAME,
    apples.GAME,
    oh_hell.GAME,
    wizard.GAME,
    thefts.GAME,
)
