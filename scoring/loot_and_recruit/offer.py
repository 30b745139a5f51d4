"""What lies face up in the Crowd and the Shop, where the table enters it: only that may be taken."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.game import Table
from scoring.loot_and_recruit import memory, supply, targets
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import UNSEEN, Event, LineUp, Row, State, Turn
from scoring.prompts import Choice, OnBoard, Pick, Prompt, Role
from scoring.rulebook import Rule, RuleViolation, require

SHOP_REFILL: Final = Rule("LR-034", "The Shop is refilled at once.", "Looting")
CROWD_REFILL: Final = Rule(
    "LR-039", "The Crowd is refilled at once; any number of goblins may be recruited.", "Recruiting"
)

NAMES: Final = {Row.CROWD: "Crowd", Row.SHOP: "Shop"}
_LINE_UPS: Final = {Row.CROWD: supply.CROWD, Row.SHOP: supply.SHOP}
_REFILLS: Final = {Row.CROWD: CROWD_REFILL, Row.SHOP: SHOP_REFILL}
GROUP: Final = "The line-ups"
_NOT_SOLD: Final = (memory.BAG, memory.SCRAPS)


# What is entered ----------------------------------------------------------------------------------------------------


def rows(state: State) -> tuple[Row, ...]:
    """The line-ups this table enters at its level."""
    if not state.options.line_ups or state.level is Level.CHECKPOINTS:
        return ()
    return (Row.CROWD, Row.SHOP) if state.level is Level.REFEREE else (Row.CROWD,)


def begun(state: State, kept: tuple[Row, ...] = ()) -> State:
    """The state with the line-ups of its level laid out, none of their cards entered yet but those `kept`."""
    entered = rows(state)
    fresh = {row: LineUp(open=supply.LINE_UP) if row in entered else LineUp() for row in Row}
    lines = {row: line(state, row) if row in kept and row in entered else fresh[row] for row in Row}
    return replace(state, crowd=lines[Row.CROWD], shop=lines[Row.SHOP])


def line(state: State, row: Row) -> LineUp:
    """What lies in a row."""
    return state.crowd if row is Row.CROWD else state.shop


def due(state: State) -> Row | None:
    """The row in which a card was turned over that is still to be entered."""
    return next((row for row in rows(state) if line(state, row).open), None)


def check_full(state: State) -> None:
    """Refuse anything else while a card of a line-up is still to be entered (LR-034, LR-039)."""
    row = due(state)
    if row is not None:
        message = f"Enter the card turned over in the {NAMES[row]} first, or skip it."
        raise RuleViolation(_REFILLS[row], message)


def _with(state: State, row: Row, lying: LineUp) -> State:
    return replace(state, crowd=lying) if row is Row.CROWD else replace(state, shop=lying)


# Entering -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardFaced:
    """A card turned over for a line-up (LR-015, LR-016, LR-034, LR-039)."""

    kind: ClassVar[str] = "card_faced"
    row: Row
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        lying = _waiting(state, self.row)
        _check_kind(state, self)
        if self.row is Row.CROWD:
            state, goblin = memory.meet_goblin(state, self.card)
            name = goblin.name
        else:
            state, card = memory.meet_card(state, self.card)
            name = card.name
        shown = (*lying.cards[: lying.at], name, *lying.cards[lying.at :])
        return _with(state, self.row, LineUp(shown, lying.at + 1, lying.open - 1))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{NAMES[self.row]}: {self.card.name.strip()} is turned over"


def _waiting(state: State, row: Row) -> LineUp:
    _check_finished(state)
    message = f"No card of the {NAMES[row]} is to be entered now."
    require(row in rows(state) and line(state, row).open > 0, _LINE_UPS[row], message, field="row")
    return line(state, row)


def _check_kind(state: State, event: CardFaced) -> None:
    memory.check_sizes(event.card)
    name, row = event.card.name.strip(), event.row
    own_pile = memory.called(name) in supply.PILES
    message = f"{name} lies in a pile of its own, never in a line-up."
    require(not own_pile, _LINE_UPS[row], message, field="card", code="NOT_ON_OFFER")
    if row is Row.CROWD:
        memory.check_goblin(state, name)
        return
    message = f"{name} is a starter card and not in the Shop."
    require(memory.called(name) not in _NOT_SOLD, _LINE_UPS[row], message, field="card", code="NOT_ON_OFFER")
    memory.check_power_card(state, name)


@dataclass(frozen=True, slots=True)
class LineUpLeft:
    """The cards of a line-up that are still to be entered stay unknown."""

    kind: ClassVar[str] = "line_up_left"
    row: Row

    def apply(self, state: State, waived: Collection[str]) -> State:
        lying = _waiting(state, self.row)
        hidden = (UNSEEN,) * lying.open
        return _with(state, self.row, LineUp((*lying.cards[: lying.at], *hidden, *lying.cards[lying.at :])))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{NAMES[self.row]}: the rest is not entered"


@dataclass(frozen=True, slots=True)
class LineUpOpened:
    """The cards of a line-up that stayed unknown are entered after all."""

    kind: ClassVar[str] = "line_up_opened"
    row: Row

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_quiet(state)
        hidden = line(state, self.row).cards.count(UNSEEN) if self.row in rows(state) else 0
        require(hidden > 0, _LINE_UPS[self.row], f"Every card of the {NAMES[self.row]} is entered.", field="row")
        known = tuple(card for card in line(state, self.row).cards if card != UNSEEN)
        return _with(state, self.row, LineUp(known, len(known), hidden))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{NAMES[self.row]}: what was skipped is entered"


@dataclass(frozen=True, slots=True)
class CardSwept:
    """A card leaves its line-up by the text of a card, and another one is turned over."""

    kind: ClassVar[str] = "card_swept"
    target: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_quiet(state)
        row, place = _swept(state, self.target)
        trash = {Row.CROWD: "crowd_trash", Row.SHOP: "shop_trash"}[row]
        thrown = replace(state.supply, **{trash: getattr(state.supply, trash) + 1})
        return _refilled(replace(state, supply=thrown), row, place)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        swept = targets.read_lying(self.target)
        return f"{NAMES[swept.row]}: {swept.name or 'a card'} is trashed" if swept else "A card is trashed"


def _swept(state: State, target: str) -> tuple[Row, int]:
    """The row and the place of the card that leaves its line-up."""
    wanted = targets.read_lying(target)
    if wanted is None:
        raise RuleViolation(supply.CROWD, "Tap a card that lies in a line-up.", field="target", code="NO_SUCH_CARD")
    row = wanted.row
    place = targets.lying_at(line(state, row).cards, wanted) if row in rows(state) else None
    if place is None:
        name = wanted.name or "A card not entered"
        message = f"{name} no longer lies in the {NAMES[row]}; tap the card that was meant."
        raise RuleViolation(_LINE_UPS[row], message, field="target", code="NO_SUCH_CARD")
    return row, place


def _check_quiet(state: State) -> None:
    _check_finished(state)
    check_full(state)


def _check_finished(state: State) -> None:
    finished = not isinstance(state.phase, Turn) or state.phase.pending is None
    require(finished, CROWD_REFILL, "Finish what was begun first; the line-up comes then.")


# Taking -------------------------------------------------------------------------------------------------------------


def check(state: State, row: Row, name: str, path: str, rule: Rule, waived: Collection[str]) -> None:
    """Refuse what neither lies in the line-up nor in a pile of its own (NOT_ON_OFFER)."""
    if row not in rows(state) or name in supply.PILES:
        return
    cards = line(state, row).cards
    if name in cards or UNSEEN in cards:
        return
    lying = ", ".join(dict.fromkeys(cards)) or "nothing"
    message = f"{name} does not lie in the {NAMES[row]}. There lies {lying}, and the permanent cards beside it."
    require(False, rule, message, field=path, code="NOT_ON_OFFER", waived=waived)


def taken(state: State, row: Row, name: str) -> State:
    """The state after a card was taken, its place to be filled; a card from elsewhere leaves no gap."""
    if name in supply.PILES:
        return replace(state, supply=supply.from_pile(state.supply, name))
    if row not in rows(state):
        return replace(state, supply=supply.refilled(state.supply, row))
    cards = line(state, row).cards
    wanted = name if name in cards else UNSEEN
    return _refilled(state, row, cards.index(wanted)) if wanted in cards else state


def _refilled(state: State, row: Row, n: int) -> State:
    """The state with a place of a line-up empty, or closed where no card is left (LR-083)."""
    cards = line(state, row).cards
    filled = supply.can_refill(state.supply, row)
    after = replace(state, supply=supply.refilled(state.supply, row))
    return _with(after, row, LineUp((*cards[:n], *cards[n + 1 :]), n, int(filled)))


# Forms --------------------------------------------------------------------------------------------------------------


def offered(state: State, row: Row, met: tuple[str, ...], always: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the cards met that are offered at one tap: what lies in the row, and those met last where it is open."""
    if row not in rows(state):
        return memory.offered(met, always)
    late = memory.offered(met, always) if UNSEEN in line(state, row).cards else always
    return tuple(name for name in dict.fromkeys((*line(state, row).cards, *late)) if name in met)


def lying(state: State) -> Iterator[targets.Lying]:
    """Every card that lies in a line-up."""
    for row in rows(state):
        yield from (targets.Lying(row, place, name) for place, name in enumerate(line(state, row).cards))


def questions(state: State, row: Row) -> Iterator[Prompt]:
    """The card turned over in a line-up, and the way to skip it."""
    lying = line(state, row)
    number = len(lying.cards) + 1
    given = (("row", row.value),)
    field = memory.crowd_field(state) if row is Row.CROWD else memory.shop_field(state)
    title = f"{NAMES[row]}: which card lies there?" if lying.open == 1 else f"{NAMES[row]}: card {number}"
    rule = _LINE_UPS[row] if lying.open > 1 else _REFILLS[row]
    yield Prompt(CardFaced.kind, title, (field,), rule=rule, given=given, instant=True)
    words = "Skip this card" if lying.open == 1 else f"Skip these {lying.open} cards"
    yield Prompt(LineUpLeft.kind, words, (), rule=rule, role=Role.BESIDE, given=given, confirm=words)


def asides(state: State) -> Iterator[Prompt]:
    """A line-up set right, or changed by the text of a card."""
    tiles = tuple(Choice(str(card), f"{NAMES[card.row]}: {card.name or 'not entered'}") for card in lying(state))
    if tiles:
        yield Prompt(
            CardSwept.kind,
            "A card leaves a line-up",
            (OnBoard("target", "Card", tiles),),
            rule=supply.CROWD,
            role=Role.ASIDE,
            confirm="Trash it",
            help="By the text of a card; then another one is turned over.",
            group=GROUP,
        )
    hidden = tuple(row for row in rows(state) if UNSEEN in line(state, row).cards)
    if hidden:
        choices = tuple(Choice(row.value, NAMES[row]) for row in hidden)
        yield Prompt(
            LineUpOpened.kind,
            "Enter the cards that were skipped",
            (Pick("row", "Where", choices, likely=hidden[0].value),),
            rule=_LINE_UPS[hidden[0]],
            role=Role.ASIDE,
            confirm="Enter them now",
            group=GROUP,
        )


EVENTS: Final[tuple[type[Event], ...]] = (CardFaced, LineUpLeft, LineUpOpened, CardSwept)
