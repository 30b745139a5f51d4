"""Attacks: what falls, what they cost, how many a turn allows and against whom."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.names import count_of
from scoring.contract.prompts import Draft, Flag, OnBoard, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import platforms, supply, targets
from scoring.games.loot_and_recruit.memory import BEARER
from scoring.games.loot_and_recruit.options import AttackCost, Level, SergeantRule
from scoring.games.loot_and_recruit.state import Goblin, State, Turn, TurnEvent

TARGET: Final = Rule(
    "LR-050", "An attack hits a goblin whose defense is no higher than your attack power.", "Attacking", waivable=True
)
FALLS: Final = Rule("LR-051", "The target and everything above it are trashed.", "Attacking")
ONE: Final = Rule("LR-052", "One attack per turn, and one more for every Sergeant.", "Attacking", waivable=True)
SERGEANT: Final = Rule("LR-054", "A Sergeant's attack hits another opponent.", "Sergeant", waivable=True)
USES: Final = Rule("LR-R02", "An attack uses the defense of its target, or all attack power.", "Our ruling")
WHO: Final = Rule(
    "LR-R03", "Attack each opponent once; your own goblins only with the first attack.", "Our ruling", waivable=True
)
BENEATH: Final = Rule(
    "LR-R04", "A goblin below a Shield Bearer may be attacked, unless ruled otherwise.", "Our ruling", waivable=True
)
NO_POWER: Final = Rule("LR-R07", "Without attack power nothing can be attacked.", "Our ruling", waivable=True)
LATE: Final = Rule("LR-R13", "A Sergeant played after an attack still allows another one.", "Our ruling")


@dataclass(frozen=True, slots=True)
class Attacked(TurnEvent):
    """An attack on a card of a stack; `negated` by a Bodyguard or not (LR-050, LR-055)."""

    seat: Seat
    target: str
    negated: bool
    movers = targets.MOVERS

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = platforms.current_turn(state, self.seat)
        _check_number(state, turn, waived)
        seat, platform, height = place = platforms.find_target(state, self.target, FALLS)
        _check_owner(state, turn, seat, waived)
        stack = state.stacks[seat][platform]
        card = stack[height]
        _check_target(state, turn, card, is_below_bearer(state, *place), waived)
        after = replace(state, phase=_pay(state, turn, seat, card.defense))
        after = platforms.add_measure(after, turn.seat, "attacks", int(not self.negated), 1)
        if self.negated:
            return after
        fallen = stack[height:]
        after = platforms.with_stack(after, seat, platform, stack[:height], supply=supply.trash_stack(state, fallen))
        after = platforms.add_measure(after, turn.seat, "felled", len(fallen))
        return platforms.add_measure(after, seat, "lost", sum(not card.bearer for card in fallen))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        negated = "; a Bodyguard negates it" if self.negated else ""
        return f"{table.names[self.seat]} attacks {targets.describe(table, self.target)}{negated}"


def _check_number(state: State, turn: Turn, waived: Collection[str]) -> None:
    if state.level is Level.REFEREE:
        message = f"{state.name(turn.seat)} has no attack power."
        require(turn.powers.attack > 0, NO_POWER, message, code="NO_ATTACK_POWER", waived=waived)
    attacks = len(turn.attacked)
    message = (
        f"{state.name(turn.seat)} has made {count_of(attacks, 'attack')} this turn; each Sergeant allows one more."
    )
    require(attacks < 1 + turn.sergeants, ONE, message, code="NO_ATTACK_LEFT", waived=waived)


def _check_owner(state: State, turn: Turn, seat: Seat, waived: Collection[str]) -> None:
    if not turn.attacked:
        return
    message = "Only the first attack of a turn may hit your own goblins."
    require(seat != turn.seat, WHO, message, field="target", code="OWN_GOBLIN_EXTRA", waived=waived)
    message = f"{state.name(seat)} was attacked this turn; a Sergeant's attack hits somebody else."
    again = seat in _barred_seats(state, turn)
    require(not again, SERGEANT, message, field="target", code="SAME_OPPONENT", waived=waived)


def _check_target(state: State, turn: Turn, card: Goblin, below: bool, waived: Collection[str]) -> None:
    message = f"The {BEARER} above {card.name} has to fall first."
    free = not (state.options.shield_first and below)
    require(free, BENEATH, message, field="target", code="SHIELD_FIRST", waived=waived)
    if state.level is Level.REFEREE:
        power = turn.powers.attack
        message = f"{card.name} has defense {card.defense}; {power} attack power is not enough."
        enough = card.defense <= power
        require(enough, TARGET, message, field="target", code="DEFENSE_TOO_HIGH", waived=waived)


def is_below_bearer(state: State, seat: Seat, platform: int, height: int) -> bool:
    return platforms.is_shielded(state.stacks[seat][platform][height + 1 :])


def _pay(state: State, turn: Turn, seat: Seat, defense: int) -> Turn:
    left = max(0, turn.powers.attack - defense) if state.options.attack_cost is AttackCost.DEFENSE else 0
    return replace(turn, attacked=(*turn.attacked, seat), powers=replace(turn.powers, attack=left))


def question(state: State, turn: Turn) -> Prompt:
    return Prompt(
        Attacked.kind,
        "Attack",
        (
            OnBoard("target", "Target", platforms.tiles(state, bearers=True)),
            Flag("negated", "A Bodyguard negates it", likely=False),
        ),
        rule=TARGET,
        confirm="Attack",
    ).for_seat(turn.seat)


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """Say on the button what would fall, and cross it out on the board."""
    place = targets.find_card(state, str(draft.get("target")))
    if place is None:
        return prompt
    seat, platform, height = place
    if draft.get("negated") is True:
        return replace(prompt, confirm="Nothing falls")
    target, *others = prompt.fields
    assert isinstance(target, OnBoard), "as in the question"
    prompt = replace(prompt, fields=(replace(target, struck=_fallen_tiles(state, *place)), *others))
    name, above = platforms.card_at(state, *place).name, len(state.stacks[seat][platform]) - height - 1
    falls = f"Trash {name}{f' and {above} above' if above else ''}"
    return replace(prompt, confirm=f"{falls}; check the {BEARER}" if is_below_bearer(state, *place) else falls)


def sergeant_targets(state: State, turn: Turn) -> tuple[Seat, ...]:
    """The players a Sergeant's attack may hit after the first attack (LR-054, LR-R03)."""
    return tuple(seat for seat in state.table.seats if seat not in (turn.seat, *_barred_seats(state, turn)))


def _barred_seats(state: State, turn: Turn) -> tuple[Seat, ...]:
    return turn.attacked if state.options.sergeant is SergeantRule.ALL_DIFFERENT else turn.attacked[-1:]


def _fallen_tiles(state: State, seat: Seat, platform: int, height: int) -> tuple[str, ...]:
    return tuple(
        str(card)
        for card, _ in targets.stack_targets(state)
        if card.place[:2] == (seat, platform) and card.height >= height
    )


@dataclass(frozen=True, slots=True)
class SergeantPlayed(TurnEvent):
    """One more attack this turn (LR-054)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = platforms.current_turn(state, self.seat)
        require(state.level is Level.STACKS, LATE, "Play the Sergeant like any other card.")
        return replace(state, phase=replace(turn, sergeants=turn.sergeants + 1))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays a Sergeant"


def sergeant_question(state: State, turn: Turn) -> Prompt:
    is_previous = state.options.sergeant is SergeantRule.PREVIOUS
    return Prompt(
        SergeantPlayed.kind,
        "Sergeant",
        rule=SERGEANT,
        confirm="One more attack",
        help=f"Against an opponent who was not attacked {'last' if is_previous else 'this turn'}.",
        menu=platforms.GROUP,
    ).for_seat(turn.seat)
