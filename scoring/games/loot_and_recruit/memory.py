"""How a card is typed the first time: goblins, cards of the players' decks, events."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.names import name_key, tidy
from scoring.contract.prompts import Choice, Count, Draft, Known, Pick, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.games.loot_and_recruit.state import ROUNDS, Card, Goblin, State

TYPES: Final = Rule(
    "LR-003", "Goblins have defense, recruit cost and points; all other cards powers and a loot cost.", "Card types"
)
MEMORY: Final = Rule("LR-004", "A card is typed once; cards with the same name are the same.", "Ours")

TRIO: Final = "Troublesome Trio"
BEARER: Final = "Shield Bearer"
SERGEANT: Final = "Sergeant"
COORDINATOR: Final = "Coordinator"
SHINIES: Final = "Box O' Shinies"
BAG: Final = "Money Bag"
CHOW: Final = "Pile O' Chow"
SCRAPS: Final = "Table Scraps"
CATAPULT: Final = "Catapult"
NEVER_SOLD: Final = (BAG, SCRAPS)
"""Starter cards the Shop does not have."""

HIGHEST: Final = 15
"""More than any number on a card can be expected to be; the real ones are only on the cards."""

OFFERED: Final = 9
"""Cards offered at one tap; the others are found by their first letters."""

KINDS: Final = ("Power", "Action", "Power, purchase effect", "Action, purchase effect")

GOBLIN: Final = (
    Count("vp", "Victory points", 0, HIGHEST),
    Count("def", "Defense", 0, HIGHEST),
    Count("cost", "Recruit cost", 0, HIGHEST),
)
CARD: Final = (
    Count("kind", "Kind of card", 0, len(KINDS) - 1, words=KINDS),
    Count("loot", "Loot power", 0, HIGHEST),
    Count("recruit", "Recruit power", 0, HIGHEST),
    Count("attack", "Attack power", 0, HIGHEST),
    Count("cost", "Loot cost", 0, HIGHEST),
)
EVENT: Final = (
    Count("loot", "Loot power for everybody", 0, HIGHEST),
    Count("recruit", "Recruit power for everybody", 0, HIGHEST),
    Count("attack", "Attack power for everybody", 0, HIGHEST),
    Count("flip", "Flip effect", 0, 1, words=("None", "Has one")),
)
_NUMBERS_OF: Final = {  # cards that give one power only; the prompt asks for no other
    SHINIES: ("loot", "cost"),
    BAG: ("loot",),
    CHOW: ("recruit", "cost"),
    SCRAPS: ("recruit",),
    CATAPULT: ("attack", "cost"),
}
_OWN_PILES: Final = (TRIO, CATAPULT, CHOW, SHINIES)
_GOBLINS: Final = (TRIO, "Ornery Octet", "Pint-Sized Pack", "Gob O' Goblins")
_CARDS: Final = (
    *(CATAPULT, CHOW, SHINIES, SERGEANT, "Cannon", "Bombardier", "Mountain O' Gold"),
    *("Bodyguard", COORDINATOR, "Scavenger", BEARER),
)
_BOOK: Final = {name_key(name): name for name in (*_NUMBERS_OF, *_CARDS, *_GOBLINS)}
_PRINTED_GOBLINS: Final = (KnownCard("Pint-Sized Pack", (("cost", 7),)),)
_PRINTED_CARDS: Final = (KnownCard(CHOW, (("recruit", 3),)), KnownCard("Bombardier", (("cost", 4),)))


def goblin_field() -> Known:
    return Known("card", "Goblin", "goblin", GOBLIN, _GOBLINS, _PRINTED_GOBLINS)


def crowd_field(state: State) -> Known:
    """A goblin of the line-up; those of this session are offered with their numbers."""
    typed = tuple(goblin_card(goblin) for goblin in state.goblins if goblin.name not in _OWN_PILES)
    return Known("card", "Goblin", "goblin", GOBLIN, _suggestions(typed, _GOBLINS), (*typed, *_PRINTED_GOBLINS))


def shop_field(state: State) -> Known:
    """A card of the Shop's line-up; those of this session are offered with their numbers."""
    typed = tuple(power_card(card) for card in state.cards if card.name not in (*_OWN_PILES, *NEVER_SOLD))
    return Known("card", "Card", "power", CARD, _suggestions(typed, _CARDS), (*typed, *_PRINTED_CARDS))


def _suggestions(typed: tuple[KnownCard, ...], book: tuple[str, ...]) -> tuple[str, ...]:
    names = (*(card.name for card in typed), *(name for name in book if name not in _OWN_PILES))
    return tuple(dict.fromkeys(names))


def card_field(suggestions: tuple[str, ...] = _CARDS) -> Known:
    return Known("card", "Card", "power", CARD, suggestions, _PRINTED_CARDS)


def known_or_new(ask: Prompt, choices: tuple[Choice, ...], new_kind: str, new: Known) -> Iterator[Prompt]:
    """The prompt for known cards at one tap, if there are any, and that for a new one to be typed."""
    if choices:
        yield replace(ask, fields=(Pick("name", "", choices),))
    yield replace(ask, kind=new_kind, title=f"{ask.title} a new one", fields=(new,))


def event_field(number: int) -> Known:
    names = {1: ("Opening Ceremony",), ROUNDS: ("Closing Ceremony",)}
    return Known("card", "Event", "event", EVENT, names.get(number, ()))


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """Ask only for the numbers that a card of this name has, and fix those that were typed before."""
    typed = draft.get("card")
    typed_name = typed.get("name") if isinstance(typed, dict) else None
    name = typed_name if isinstance(typed_name, str) else ""

    def narrow_card(field: Known) -> Known:
        before = _typed_before(state, field.shelf, name)
        counts = counts_for(field.shelf, name)
        if before:
            fixed = dict(before.numbers)
            counts = tuple(_fix(count, fixed[count.name]) for count in counts)
        return replace(field, numbers=counts)

    return replace(prompt, fields=tuple(narrow_card(f) if isinstance(f, Known) else f for f in prompt.fields))


def _fix(count: Count, number: int) -> Count:
    return replace(count, low=number, high=number, words=count.words[number : number + 1])


def counts_for(shelf: str, name: str) -> tuple[Count, ...]:
    if shelf == "power":
        numbers = _NUMBERS_OF.get(printed_name(name))
        return CARD if numbers is None else tuple(count for count in CARD if count.name in numbers)
    return GOBLIN if shelf == "goblin" else EVENT


def choose_offered(names: tuple[str, ...], always: tuple[str, ...]) -> tuple[str, ...]:
    """The names to offer at one tap: those in `always` and, as many as fit, the last of the others."""
    others = tuple(name for name in names if name not in always)
    room = max(0, OFFERED - (len(names) - len(others)))
    latest = others[len(others) - room :] if len(others) > room else others
    return tuple(name for name in names if name in always or name in latest)


def printed_name(name: str) -> str:
    """The name as the rulebook spells it; a name it does not mention stays as typed."""
    return _BOOK.get(name_key(name)) or tidy(name)


def own_name(state: State, name: str) -> str:
    """The name of a player's card as it was first typed, else as the rulebook spells it."""
    card = state.card(name)
    return printed_name(name) if card is None else card.name


def _typed_before(state: State, shelf: str, name: str) -> KnownCard | None:
    match shelf:
        case "goblin":
            goblin = state.goblin(name)
            return None if goblin is None else goblin_card(goblin)
        case "power":
            card = state.card(name)
            return None if card is None else power_card(card)
        case _:
            return None


def goblin_card(goblin: Goblin) -> KnownCard:
    return KnownCard(goblin.name, (("vp", goblin.vp), ("def", goblin.defense), ("cost", goblin.cost)))


def power_card(card: Card) -> KnownCard:
    kind = card.action + 2 * card.effect
    every = {"kind": kind, "loot": card.loot, "recruit": card.recruit, "attack": card.attack, "cost": card.cost}
    return KnownCard(card.name, tuple((count.name, every[count.name]) for count in counts_for("power", card.name)))


def check_goblin(state: State, name: str) -> None:
    """Refuse a Shop card or a starter card as a goblin; it could not be bought or played any more."""
    own = printed_name(name)
    is_power = own in (*_NUMBERS_OF, *_CARDS) or state.card(name) is not None
    article = "An" if own[:1].lower() in "aeiou" else "A"
    message = f"{article} {own} is no goblin; it comes from the Shop."
    require(not is_power, TYPES, message, field="card", code="NOT_ON_OFFER")


def check_power_card(state: State, name: str) -> None:
    """Refuse a goblin as a card of a player's deck; it could not be recruited any more."""
    own = printed_name(name)
    is_goblin = own in _GOBLINS or state.goblin(name) is not None
    require(not is_goblin, TYPES, f"{own} is a goblin; goblins are recruited.", field="card", code="NOT_ON_OFFER")


def learn_goblin(state: State, typed: KnownCard) -> tuple[State, Goblin]:
    """Read a typed goblin; the first numbers typed for a name count."""
    vp, defense, cost = read_numbers(typed, GOBLIN, "card")
    goblin = Goblin(printed_name(typed.name), vp, defense, cost)
    known = state.goblin(goblin.name)
    if known is None:
        return replace(state, goblins=(*state.goblins, goblin)), goblin
    return _note_retyped(state, goblin_card(known), goblin_card(goblin)), known


def learn_card(state: State, typed: KnownCard) -> tuple[State, Card]:
    """Read a typed card; the first numbers typed for a name count."""
    name = printed_name(typed.name)
    counts = counts_for("power", name)
    numbers = dict(zip((count.name for count in counts), read_numbers(typed, counts, "card"), strict=True))
    kind = numbers.pop("kind", 0)
    card = Card(name, **numbers, action=kind % 2 == 1, effect=kind > 1)
    known = state.card(name)
    if known is None:
        return replace(state, cards=(*state.cards, card)), card
    return _note_retyped(state, power_card(known), power_card(card)), known


def _note_retyped(state: State, known: KnownCard, typed: KnownCard) -> State:
    """Remember for a notice that a card was typed with other numbers than before.

    That is no violation: otherwise correcting the first entry would make every later one wait, and correcting a
    later one would be refused because of the first.
    """
    return state if known.numbers == typed.numbers else replace(state, retyped=known)


def describe_numbers(card: KnownCard) -> str:
    """The numbers of a card: "victory points 3, defense 7, recruit cost 8"."""
    labels = [label for label, _ in card.numbers]
    counts = {count.name: count for count in (GOBLIN if "vp" in labels else CARD)}
    return ", ".join(_number(counts[label], number) for label, number in card.numbers)


def _number(count: Count, number: int) -> str:
    return count.words[number - count.low].lower() if count.words else f"{count.label.lower()} {number}"


def check_sizes(typed: KnownCard) -> None:
    """Refuse a typed card with a number below 0; comes before all other checks."""
    if any(number < 0 for _, number in typed.numbers):
        message = f"{typed.name.strip()}: no number on a card is below 0."
        raise RuleViolation(MEMORY, message, field="card", code="NEGATIVE")


def read_numbers(typed: KnownCard, counts: tuple[Count, ...], path: str) -> tuple[int, ...]:
    """The numbers of a typed card; RuleViolation if one is missing or out of range."""
    name = typed.name.strip()
    require(bool(name), MEMORY, "The card needs its name.", field=path)
    check_sizes(typed)
    if [label for label, _ in typed.numbers] != [count.name for count in counts]:
        wanted = ", ".join(count.label.lower() for count in counts)
        raise RuleViolation(TYPES, f"Type what is printed on {name}: {wanted}.", field=path)
    for count, (_, number) in zip(counts, typed.numbers, strict=True):
        if number > count.high:
            raise RuleViolation(MEMORY, f"{count.label}: a number from {count.low} to {count.high}.", field=path)
    return tuple([number for _, number in typed.numbers])
