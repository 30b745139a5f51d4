"""How a card is typed the first time it is met: goblins, cards of the own deck, events."""

from typing import Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.game import Draft
from scoring.loot_and_recruit.state import ROUNDS, Card, Goblin, State
from scoring.names import name_key, tidy
from scoring.prompts import Count, Known, Prompt
from scoring.rulebook import Rule, RuleViolation, require

TYPES: Final = Rule(
    "LR-003", "Goblins have defense, recruit cost and points; all other cards powers and a loot cost.", "Card types"
)
MEMORY: Final = Rule("LR-004", "What is printed on a card is typed once; cards of one name are the same.", "Ours")
PRINTED: Final = Rule("LR-005", "The rulebook shows a few of the printed numbers, the cards all of them.", "Examples")

TRIO: Final = "Troublesome Trio"
BEARER: Final = "Shield Bearer"
SERGEANT: Final = "Sergeant"
COORDINATOR: Final = "Coordinator"
SHINIES: Final = "Box O' Shinies"
BAG: Final = "Money Bag"
CHOW: Final = "Pile O' Chow"
SCRAPS: Final = "Table Scraps"
CATAPULT: Final = "Catapult"

HIGHEST: Final = 15
"""More than any number on a card can be expected to be; the real ones stand on the cards only."""

OFFERED: Final = 9
"""So many cards fit below a thumb; the others are found by their first letters."""

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
_GIVES: Final = {  # cards that give one power: no other is asked for
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
_BOOK: Final = {name_key(name): name for name in (*_GIVES, *_CARDS, *_GOBLINS)}
_PRINTED_GOBLINS: Final = (KnownCard("Pint-Sized Pack", (("cost", 7),)),)
_PRINTED_CARDS: Final = (KnownCard(CHOW, (("recruit", 3),)), KnownCard("Bombardier", (("cost", 4),)))


# The questions ------------------------------------------------------------------------------------------------------


def goblin_field() -> Known:
    """The question for a goblin."""
    return Known("card", "Goblin", "goblin", GOBLIN, _GOBLINS, _PRINTED_GOBLINS)


def crowd_field(state: State) -> Known:
    """The question for a goblin of the line-up; those of this session are offered with their numbers."""
    met = tuple(goblin_card(goblin) for goblin in state.goblins if goblin.name not in _OWN_PILES)
    return Known("card", "Goblin", "goblin", GOBLIN, _suggested(met, _GOBLINS), (*met, *_PRINTED_GOBLINS))


def shop_field(state: State) -> Known:
    """The question for a card of the Shop's line-up; those of this session are offered with their numbers."""
    met = tuple(power_card(card) for card in state.cards if card.name not in (*_OWN_PILES, BAG, SCRAPS))
    return Known("card", "Card", "power", CARD, _suggested(met, _CARDS), (*met, *_PRINTED_CARDS))


def _suggested(met: tuple[KnownCard, ...], book: tuple[str, ...]) -> tuple[str, ...]:
    names = (*(card.name for card in met), *(name for name in book if name not in _OWN_PILES))
    return tuple(dict.fromkeys(names))


def card_field(suggestions: tuple[str, ...] = _CARDS) -> Known:
    """The question for a card of the own deck."""
    return Known("card", "Card", "power", CARD, suggestions, _PRINTED_CARDS)


def event_field(number: int) -> Known:
    """The question for the event of a round."""
    names = {1: ("Opening Ceremony",), ROUNDS: ("Closing Ceremony",)}
    return Known("card", "Event", "event", EVENT, names.get(number, ()))


def narrowed(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The form of a typed card: what its name asks for, and no other number than was typed before."""
    typed = draft.get("card")
    written = typed.get("name") if isinstance(typed, dict) else None
    name = written if isinstance(written, str) else ""

    def known(field: Known) -> Known:
        same = _same(state, field.shelf, name)
        counts = asked(field.shelf, name)
        shut = dict(same.numbers) if same else {}
        fixed = tuple(replace(c, low=shut[c.name], high=shut[c.name], words=_words(c, shut)) for c in counts if shut)
        return replace(field, numbers=fixed or counts)

    return replace(prompt, fields=tuple(known(f) if isinstance(f, Known) else f for f in prompt.fields))


def asked(shelf: str, name: str) -> tuple[Count, ...]:
    """The numbers typed for a card of this name."""
    if shelf == "power":
        gives = _GIVES.get(called(name))
        return CARD if gives is None else tuple(count for count in CARD if count.name in gives)
    return GOBLIN if shelf == "goblin" else EVENT


def offered(names: tuple[str, ...], always: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the cards that are offered at one tap: the permanent ones and those met last, as many as fit."""
    others = tuple(name for name in names if name not in always)
    room = max(0, OFFERED - (len(names) - len(others)))
    late = others[len(others) - room :] if len(others) > room else others
    return tuple(name for name in names if name in always or name in late)


def _words(count: Count, shut: dict[str, int]) -> tuple[str, ...]:
    return count.words[shut[count.name] : shut[count.name] + 1]


def called(name: str) -> str:
    """The name as the rulebook writes it, where it does."""
    return _BOOK.get(name_key(name)) or tidy(name)


def own_name(state: State, name: str) -> str:
    """The name of a card of the own deck as it was typed first, else as the rulebook writes it."""
    card = state.card(name)
    return called(name) if card is None else card.name


def _same(state: State, shelf: str, name: str) -> KnownCard | None:
    """What was typed under this name before."""
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
    """The numbers of a goblin as they are typed."""
    return KnownCard(goblin.name, (("vp", goblin.vp), ("def", goblin.defense), ("cost", goblin.cost)))


def power_card(card: Card) -> KnownCard:
    """The numbers of a card as they are typed."""
    kind = card.action + 2 * card.effect
    every = {"kind": kind, "loot": card.loot, "recruit": card.recruit, "attack": card.attack, "cost": card.cost}
    return KnownCard(card.name, tuple((count.name, every[count.name]) for count in asked("power", card.name)))


def check_goblin(state: State, name: str) -> None:
    """Refuse a card of the Shop, or a starter, as a goblin: it could not be bought or played any more."""
    power = called(name) in (*_GIVES, *_CARDS) or state.card(name) is not None
    article = "An" if called(name)[:1].lower() in "aeiou" else "A"
    message = f"{article} {called(name)} is no goblin; it comes from the Shop."
    require(not power, TYPES, message, field="card", code="NOT_ON_OFFER")


def check_power_card(state: State, name: str) -> None:
    """Refuse a goblin as a card of the own deck: it could not be recruited any more."""
    goblin = called(name) in _GOBLINS or state.goblin(name) is not None
    message = f"{called(name)} is a goblin; goblins are recruited."
    require(not goblin, TYPES, message, field="card", code="NOT_ON_OFFER")


# What was typed -----------------------------------------------------------------------------------------------------


def meet_goblin(state: State, typed: KnownCard) -> tuple[State, Goblin]:
    """The goblin that was typed, and the state that knows it."""
    vp, defense, cost = numbers(typed, GOBLIN, "card")
    goblin = Goblin(called(typed.name), vp, defense, cost)
    known = state.goblin(goblin.name)
    if known is None:
        return replace(state, goblins=(*state.goblins, goblin)), goblin
    return _retyped(state, goblin_card(known), goblin_card(goblin)), known


def meet_card(state: State, typed: KnownCard) -> tuple[State, Card]:
    """The card that was typed, and the state that knows it."""
    name = called(typed.name)
    counts = asked("power", name)
    found = dict(zip((count.name for count in counts), numbers(typed, counts, "card"), strict=True))
    kind = found.pop("kind", 0)
    card = Card(name, **found, action=kind % 2 == 1, effect=kind > 1)
    known = state.card(name)
    if known is None:
        return replace(state, cards=(*state.cards, card)), card
    return _retyped(state, power_card(known), power_card(card)), known


def _retyped(state: State, known: KnownCard, typed: KnownCard) -> State:
    """The state with a card typed again. The numbers typed first count.

    Other numbers are no violation: a correction of the first entry would make every later one wait, and a
    correction of a later one would be refused because of the first.
    """
    return state if known.numbers == typed.numbers else replace(state, retyped=known)


def numbers_of(card: KnownCard) -> str:
    """The numbers of a card: "victory points 3, defense 7, recruit cost 8"."""
    labels = [label for label, _ in card.numbers]
    counts = {count.name: count for count in (GOBLIN if "vp" in labels else CARD)}
    return ", ".join(_number(counts[label], number) for label, number in card.numbers)


def _number(count: Count, number: int) -> str:
    return count.words[number - count.low].lower() if count.words else f"{count.label.lower()} {number}"


def check_sizes(typed: KnownCard) -> None:
    """Refuse a typed card with a number below 0 before anything else is looked at."""
    if any(number < 0 for _, number in typed.numbers):
        below = f"{typed.name.strip()}: no number on a card is below 0."
        raise RuleViolation(MEMORY, below, field="card", code="NEGATIVE")


def numbers(typed: KnownCard, counts: tuple[Count, ...], path: str) -> tuple[int, ...]:
    """The numbers typed under these labels; RuleViolation where one is missing or out of range."""
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
