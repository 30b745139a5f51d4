"""Cards of Faction Wars as they are typed, for tests."""

from scoring.contract.cards import KnownCard
from scoring.games.faction_wars.cards import Kind


def typed(name: str, kind: Kind, value: int = 1, points: int = 1) -> KnownCard:
    return KnownCard(name, (("kind", kind.value), ("value", value), ("points", points)))


COWBOY = typed("Sheriff", Kind.COWBOY, 3, 2)
NINJA = typed("Shadow", Kind.NINJA, 4, 3)
PIRATE = typed("Bosun", Kind.PIRATE, 2, 1)
VIKING = typed("Skald", Kind.VIKING, 5, 4)
WIDOW = typed("Widow", Kind.BYSTANDER, 0, 3)
RAID = typed("Raid", Kind.ACTION, 0, 0)
BERSERKER = KnownCard("Berserker")
BUCCANEER = KnownCard("Buccaneer", (("value", 3), ("points", 1)))
GAMBLER = KnownCard("Gambler", (("value", 1), ("points", 2)))
