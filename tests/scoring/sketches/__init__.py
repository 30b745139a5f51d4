"""Three tiny games that exist only here, and Oh Hell, a package of its own: the hardest cases for the contract."""

from typing import Final

from scoring.contract.game import AnyGame
from tests.oh_hell import oh_hell
from tests.scoring.sketches import apples, sealed, wizard

SKETCHES: Final[tuple[AnyGame, ...]] = (
    sealed.GAME,
    apples.GAME,
    oh_hell.GAME,
    wizard.GAME,
)
