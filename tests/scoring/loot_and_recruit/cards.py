"""Cards of Loot & Recruit as they are typed, for tests."""

from scoring.contract.cards import KnownCard


def goblin(name: str, vp: int = 2, defense: int = 3, cost: int = 4) -> KnownCard:
    return KnownCard(name, (("vp", vp), ("def", defense), ("cost", cost)))


def power(name: str, loot: int = 0, recruit: int = 0, attack: int = 0, cost: int = 0, kind: int = 0) -> KnownCard:
    numbers = {"kind": kind, "loot": loot, "recruit": recruit, "attack": attack, "cost": cost}
    return KnownCard(name, tuple(numbers.items()))


BAG = KnownCard("Money Bag", (("loot", 1),))
SHINIES = KnownCard("Box O' Shinies", (("loot", 4), ("cost", 4)))
CHOW = KnownCard("Pile O' Chow", (("recruit", 3), ("cost", 3)))
TRIO = goblin("Troublesome Trio", 1, 3, 3)
OCTET = goblin("Ornery Octet", 3, 7, 8)
GOB = goblin("Gob O' Goblins", 5, 6, 9)
PACK = goblin("Pint-Sized Pack", 2, 4, 7)
