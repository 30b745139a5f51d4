"""One or two fields of every kind, each named "f"."""

from scoring.contract import prompts
from scoring.contract.cards import FRENCH_SUITS, PlayingCard
from scoring.contract.prompts import (
    Bid,
    Card,
    Cell,
    Choice,
    Count,
    Field,
    Flag,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Repeat,
    Sealed,
    Subset,
    Sum,
    Text,
)

KINDS = {kind for kind in vars(prompts).values() if isinstance(kind, type) and issubclass(kind, Field)} - {Field}

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve")
COLOURS = (Choice("red", "Red", suit="H"), Choice("blue", "Blue", suit="D"), Choice("none", "No trump", "It was spun."))
PLAYERS = tuple(Choice(seat, name) for seat, name in enumerate(NAMES[:3]))
DECK = (
    PlayingCard("2S", "2 of spades", "S", 2, "2"),
    PlayingCard("3S", "3 of spades", "S", 3, "3"),
    PlayingCard("JOKER", "Joker", short="★", copies=2),
)


EVERY: tuple[Field, ...] = (
    Pick("f", "Colour", COLOURS, by_chance="Spin"),
    Pick("f", "Victim", PLAYERS, seats=True),
    Count("f", "Tricks", 0, 4, barred=((2, "It would add up."),), by_chance="Roll"),
    Count("f", "Points", -1000, 1000, step=5),
    Sum("f", "Points", 0, 199),
    Grid("f", "Points", tuple(Cell(s, n, Sum("n", "", 0, 99)) for s, n in enumerate(NAMES[:3])), seats=True),
    Flag("f", "Shaken", likely=True),
    Text("f", "Why", needed=True),
    Subset("f", "Variations", COLOURS, high=2),
    Group("f", "Faces", (Count("jacks", "Jacks", 0, 4, likely=0), Flag("gentle", "Gentle"))),
    Grid(
        "f", "Tricks", tuple(Cell(s, n, Count("n", "", 0, 5), "bid 2") for s, n in enumerate(NAMES)), (5,), seats=True
    ),
    Grid("f", "Piles", tuple(Cell(suit.key, suit.name, Flag("in", "In")) for suit in FRENCH_SUITS)),
    Repeat("f", "Deals", Count("n", "Cards", 1, 12), 1, 5, likely=(2, 4)),
    Repeat("f", "Eggs", Group("egg", "Egg", (Count("n", "Points", 1, 4), Text("name", "Name"))), 0, 3),
    Bid("f", "Bid", 0, 10, barred=((3, "It would add up."),)),
    Bid("f", "Bid", 0, 4, no_doubles="No double bids in this round."),
    Groups("f", "Coves", tuple(range(5)), ((2, 3),)),
    Card("f", "Card", DECK, ("2S",), (("3S", "Ben has it."),)),
    OnBoard("f", "Target", (Choice("low", "Imp"), Choice("top", "Brute", "It is sheltered."))),
    Known("f", "Goblin", "goblin", (Count("def", "Defence", 0, 9),), ("Shield Bearer",)),
    Sealed("f", "Bid", Pick("f", "Bid", COLOURS)),
)
