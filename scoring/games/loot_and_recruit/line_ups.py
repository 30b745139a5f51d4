"""The line-ups of the Crowd and the Shop; if the table enters them, only their cards may be taken."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, OnBoard, Pick, Presentation, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.games.loot_and_recruit import memory, supply, targets
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import UNKNOWN, LineUp, Row, State

SHOP_REFILL: Final = Rule("LR-034", "Refill the Shop at once.", "Looting")
CROWD_REFILL: Final = Rule("LR-039", "Refill the Crowd at once; you may recruit any number of goblins.", "Recruiting")

NAMES: Final = {Row.CROWD: "Crowd", Row.SHOP: "Shop"}
_LINE_UPS: Final = {Row.CROWD: supply.CROWD, Row.SHOP: supply.SHOP}
_REFILLS: Final = {Row.CROWD: CROWD_REFILL, Row.SHOP: SHOP_REFILL}
GROUP: Final = "The line-ups"


def entered_rows(state: State) -> tuple[Row, ...]:
    """The line-ups this table enters at its level."""
    if not state.options.line_ups or state.level is Level.CHECKPOINTS:
        return ()
    return (Row.CROWD, Row.SHOP) if state.level is Level.REFEREE else (Row.CROWD,)


def reset(state: State, kept: tuple[Row, ...] = ()) -> State:
    """Begin the line-ups of this level: all their cards are to be entered, except those of rows in `kept`."""
    entered = entered_rows(state)
    fresh = {row: LineUp(open=supply.LINE_UP) if row in entered else LineUp() for row in Row}
    lines = {row: line_up(state, row) if row in kept and row in entered else fresh[row] for row in Row}
    return replace(state, crowd=lines[Row.CROWD], shop=lines[Row.SHOP])


def line_up(state: State, row: Row) -> LineUp:
    return state.crowd if row is Row.CROWD else state.shop


def row_to_enter(state: State) -> Row | None:
    """The row with a card that was turned over and is still to be entered."""
    if state.crowd.open:
        return Row.CROWD
    return Row.SHOP if state.shop.open else None


def check_complete(state: State) -> None:
    """Refuse other entries while a card of a line-up is still to be entered (LR-034, LR-039)."""
    row = row_to_enter(state)
    if row is not None:
        message = f"Enter the card turned over in the {NAMES[row]} first, or skip it."
        raise RuleViolation(_REFILLS[row], message)


def _with_line_up(state: State, row: Row, cards: LineUp) -> State:
    return replace(state, crowd=cards) if row is Row.CROWD else replace(state, shop=cards)


@dataclass(frozen=True, slots=True)
class CardTurnedOver(Event[State]):
    """A card turned over for a line-up (LR-015, LR-016, LR-034, LR-039)."""

    row: Row
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        before = _check_waiting(state, self.row)
        _check_card(state, self)
        if self.row is Row.CROWD:
            state, goblin = memory.learn_goblin(state, self.card)
            name = goblin.name
        else:
            state, card = memory.learn_card(state, self.card)
            name = card.name
        cards = (*before.cards[: before.at], name, *before.cards[before.at :])
        return _with_line_up(state, self.row, LineUp(cards, before.at + 1, before.open - 1))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{NAMES[self.row]}: {self.card.name.strip()} is turned over"


def _check_waiting(state: State, row: Row) -> LineUp:
    """The line-up, if one of its cards is to be entered; RuleViolation otherwise."""
    _check_finished(state)
    message = f"No card of the {NAMES[row]} is to be entered now."
    is_waiting = row in entered_rows(state) and line_up(state, row).open > 0
    require(is_waiting, _LINE_UPS[row], message, field="row")
    return line_up(state, row)


def _check_card(state: State, event: CardTurnedOver) -> None:
    memory.check_sizes(event.card)
    name, row = event.card.name.strip(), event.row
    own_pile = memory.printed_name(name) in supply.PILES
    message = f"{name} has a pile of its own and is never in a line-up."
    require(not own_pile, _LINE_UPS[row], message, field="card", code="NOT_ON_OFFER")
    if row is Row.CROWD:
        memory.check_goblin(state, name)
        return
    message = f"{name} is a starter card and not in the Shop."
    require(
        memory.printed_name(name) not in memory.NEVER_SOLD, _LINE_UPS[row], message, field="card", code="NOT_ON_OFFER"
    )
    memory.check_power_card(state, name)


@dataclass(frozen=True, slots=True)
class LineUpSkipped(Event[State]):
    """The cards of a line-up that are still to be entered are skipped and stay unknown."""

    row: Row

    def apply(self, state: State, waived: Collection[str]) -> State:
        before = _check_waiting(state, self.row)
        unknown = (UNKNOWN,) * before.open
        cards = (*before.cards[: before.at], *unknown, *before.cards[before.at :])
        return _with_line_up(state, self.row, LineUp(cards))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{NAMES[self.row]}: the rest is skipped"


@dataclass(frozen=True, slots=True)
class LineUpResumed(Event[State]):
    """The skipped cards of a line-up are entered after all."""

    row: Row

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_nothing_open(state)
        skipped = line_up(state, self.row).cards.count(UNKNOWN) if self.row in entered_rows(state) else 0
        require(skipped > 0, _LINE_UPS[self.row], f"Every card of the {NAMES[self.row]} is entered.", field="row")
        known = tuple(card for card in line_up(state, self.row).cards if card != UNKNOWN)
        return _with_line_up(state, self.row, LineUp(known, len(known), skipped))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{NAMES[self.row]}: the skipped cards are entered"


@dataclass(frozen=True, slots=True)
class CardSwept(Event[State]):
    """A card's text trashes a card of a line-up, and another one is turned over."""

    target: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_nothing_open(state)
        row, place = _find_target(state, self.target)
        trash = {Row.CROWD: "crowd_trash", Row.SHOP: "shop_trash"}[row]
        trashed = replace(state.supply, **{trash: getattr(state.supply, trash) + 1})
        return _refill(replace(state, supply=trashed), row, place)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        swept = targets.read_line_up_target(self.target)
        return f"{NAMES[swept.row]}: {swept.name or 'a card'} is trashed" if swept else "A card is trashed"


def _find_target(state: State, target: str) -> tuple[Row, int]:
    wanted = targets.read_line_up_target(target)
    if wanted is None:
        raise RuleViolation(supply.CROWD, "Tap a card of a line-up.", field="target", code="NO_SUCH_CARD")
    row = wanted.row
    place = targets.find_in_line_up(line_up(state, row).cards, wanted) if row in entered_rows(state) else None
    if place is None:
        name = wanted.name or "A card not entered"
        message = f"{name} is no longer in the {NAMES[row]}; tap the card you mean."
        raise RuleViolation(_LINE_UPS[row], message, field="target", code="NO_SUCH_CARD")
    return row, place


def _check_nothing_open(state: State) -> None:
    _check_finished(state)
    check_complete(state)


def _check_finished(state: State) -> None:
    require(not state.is_unfinished, CROWD_REFILL, "First finish what you began, then enter the line-up.")


def check_on_offer(state: State, row: Row, name: str, path: str, rule: Rule, waived: Collection[str]) -> None:
    """Refuse a card that is neither in the line-up nor in a pile of its own (NOT_ON_OFFER)."""
    if row not in entered_rows(state) or name in supply.PILES:
        return
    cards = line_up(state, row).cards
    if name in cards or UNKNOWN in cards:
        return
    offered = ", ".join(dict.fromkeys(cards)) or "no card"
    message = f"{name} is not in the {NAMES[row]}. It has {offered}, and the permanent cards next to it."
    require(False, rule, message, field=path, code="NOT_ON_OFFER", waived=waived)


def take(state: State, row: Row, name: str) -> State:
    """Take a card from its line-up or pile and refill its place; a card from elsewhere leaves no gap."""
    if name in supply.PILES:
        return replace(state, supply=supply.take_from_pile(state.supply, name))
    if row not in entered_rows(state):
        return replace(state, supply=supply.refill(state.supply, row))
    cards = line_up(state, row).cards
    wanted = name if name in cards else UNKNOWN
    return _refill(state, row, cards.index(wanted)) if wanted in cards else state


def _refill(state: State, row: Row, n: int) -> State:
    """Turn over a card for a place of a line-up; if none is left, close the gap (LR-083)."""
    cards = line_up(state, row).cards
    filled = supply.can_refill(state.supply, row)
    after = replace(state, supply=supply.refill(state.supply, row))
    return _with_line_up(after, row, LineUp((*cards[:n], *cards[n + 1 :]), n, int(filled)))


def offered_names(state: State, row: Row, known: tuple[str, ...], always: tuple[str, ...]) -> tuple[str, ...]:
    """The known cards to offer at one tap: those in the row, or the latest if it is not entered completely."""
    if row not in entered_rows(state):
        return memory.choose_offered(known, always)
    cards = line_up(state, row).cards
    latest = memory.choose_offered(known, always) if UNKNOWN in cards else always
    return tuple(name for name in dict.fromkeys((*cards, *latest)) if name in known)


def line_up_targets(state: State) -> Iterator[targets.LineUpTarget]:
    for row in entered_rows(state):
        yield from (targets.LineUpTarget(row, place, name) for place, name in enumerate(line_up(state, row).cards))


def questions(state: State, row: Row) -> Iterator[Prompt]:
    """The card turned over in a line-up, and the way to skip it."""
    current = line_up(state, row)
    number = len(current.cards) + 1
    given = (("row", row.value),)
    field = memory.crowd_field(state) if row is Row.CROWD else memory.shop_field(state)
    title = f"{NAMES[row]}: which card is new?" if current.open == 1 else f"{NAMES[row]}: card {number}"
    rule = _LINE_UPS[row] if current.open > 1 else _REFILLS[row]
    yield Prompt(CardTurnedOver.kind, title, (field,), rule=rule, given=given, instant=True)
    skip = "Skip this card" if current.open == 1 else f"Skip these {current.open} cards"
    yield Prompt(LineUpSkipped.kind, skip, (), rule=rule, shown=Presentation(beside=True), given=given, confirm=skip)


def asides(state: State) -> Iterator[Prompt]:
    """Prompts that trash a card of a line-up, or enter skipped cards."""
    cards = line_up_targets(state)
    tiles = tuple(Choice(str(card), f"{NAMES[card.row]}: {card.name or 'not entered'}") for card in cards)
    if tiles:
        yield Prompt(
            CardSwept.kind,
            "Trash a card of a line-up",
            (OnBoard("target", "Card", tiles),),
            rule=supply.CROWD,
            confirm="Trash it",
            help="When a card says so; then another one is turned over.",
            menu=GROUP,
        )
    skipped = tuple(row for row in entered_rows(state) if UNKNOWN in line_up(state, row).cards)
    if skipped:
        choices = tuple(Choice(row.value, NAMES[row]) for row in skipped)
        yield Prompt(
            LineUpResumed.kind,
            "Enter the skipped cards",
            (Pick("row", "Where", choices, likely=skipped[0].value),),
            rule=_LINE_UPS[skipped[0]],
            confirm="Enter them now",
            menu=GROUP,
        )
