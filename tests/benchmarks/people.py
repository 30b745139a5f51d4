"""The invented players of the filled files: their skill, keenness, favourite games and years."""

import random
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with habits: `skill` about 0, `keen` from 0 to 1, `loves` a game by its place on the shelf.

    They came between `since` and `upto`, shares of all the years, mostly with the friends of their `circle`.
    """

    name: str
    skill: float
    keen: float
    loves: int
    circle: int
    since: float = 0.0
    upto: float = 1.0


SAME: Final = (("Cleopatra", "Cleo"), ("Gustav", "Gus"))
"""Players who had another name for a while; the second name is the one they keep."""

PLACES: Final = ("At Ana's", "At Ben's", "Café Möwe", "Holiday hut", "Club room", "Train", "Grandma's", "Office")

NOTES: Final = (
    "Hal brought the big cake.",
    "First time with the new deck.",
    "Best evening of the year!",
    "The cat took a trick.",
    "Fay dealt wrong twice; we let it pass.",
    'Ben said: "never again".',
    "=rain, thunder, candles",
)

_RENAMED: Final = 0.1  # until this share of the years they used the first name

_NAMES: Final = (
    *("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oli", "Pia"),
    *("Quin", "Ria", "Sam", "Tea", "Udo", "Vera", "Will", "Xenia", "Yann", "Zoë", "Abel", "Bea", "Carl", "Dora"),
    *("Emil", "Flo", "Greta", "Hugo", "Iris", "Jule", "Kai", "Lars", "Mona", "Ned"),
)


def _people() -> tuple[Person, ...]:
    rng = random.Random("people")
    pool = [
        Person(
            name,
            skill=round(rng.gauss(0, 0.8), 2),
            keen=round(rng.uniform(0.15, 1.0), 2),
            loves=rng.randrange(5),
            circle=number % 5,
            since=rng.choice((0.0, 0.0, 0.0, 0.2, 0.5, 0.8)),
            upto=rng.choice((1.0, 1.0, 1.0, 1.0, 0.9, 0.55)) if number >= 8 else 1.0,
        )
        for number, name in enumerate(_NAMES)
    ]
    kept = {other for _, other in SAME}
    earlier = [Person(one, skill=0.2, keen=0.5, loves=0, circle=0, upto=_RENAMED) for one, _ in SAME]
    return (*(replace(person, since=_RENAMED + 0.001) if person.name in kept else person for person in pool), *earlier)


PEOPLE: Final = _people()
"""A few dozen players, enough for several circles of friends over ten years."""

UNDER_ONE_NAME: Final = tuple(person for person in PEOPLE if person.name not in dict(SAME))
"""Nobody twice, so that they may sit at one table."""
