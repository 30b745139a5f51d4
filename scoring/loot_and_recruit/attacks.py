"""Attacks: what falls, what they use up, how many there are in a turn and against whom."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.game import Draft, Table
from scoring.loot_and_recruit import stacks, supply, targets
from scoring.loot_and_recruit.memory import BEARER
from scoring.loot_and_recruit.options import AttackCost, Level, SergeantRule
from scoring.loot_and_recruit.state import Deed, Event, Goblin, State, Turn
from scoring.prompts import Flag, OnBoard, Prompt, Role
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

TARGET: Final = Rule(
    "LR-050", "An attack hits a goblin whose defense is at most one's attack power.", "Attacking", waivable=True
)
FALLS: Final = Rule("LR-051", "The target and everything above it are trashed.", "Attacking")
ONE: Final = Rule("LR-052", "One attack a turn, and one more for every Sergeant.", "Attacking", waivable=True)
SERGEANT: Final = Rule("LR-054", "A Sergeant's attack hits another opponent.", "Sergeant", waivable=True)
NEGATED: Final = Rule("LR-055", "A negated attack is used up and hits nobody else.", "Bodyguard")
USES: Final = Rule("LR-R02", "An attack uses the defense of its target, or all attack power.", "Our ruling")
WHO: Final = Rule(
    "LR-R03", "All opponents attacked differ; the own goblins only by the first attack.", "Our ruling", waivable=True
)
BENEATH: Final = Rule(
    "LR-R04", "A goblin beneath a Shield Bearer may be attacked, unless ruled otherwise.", "Our ruling", waivable=True
)
NO_POWER: Final = Rule("LR-R07", "Without attack power nothing can be attacked.", "Our ruling", waivable=True)
ONE_TARGET: Final = Rule("LR-R12", "An attack has one target.", "Our ruling")
LATE: Final = Rule("LR-R13", "A Sergeant played after an attack still allows another one.", "Our ruling")
COUNTS_AS: Final = Rule("LR-R14", "Whoever was protected by a Bodyguard was attacked.", "Our ruling")
BELOW: Final = Rule("LR-073", "Beneath a Shield Bearer a goblin can be hit; the bearer falls with it.", "Our reading")
PAYS: Final = Rule("LR-053", "The attack power of an attack is spent.", "Attacking")


@dataclass(frozen=True, slots=True)
class Attacked(Deed):
    """An attack on a card of a stack; `negated` by a Bodyguard or not (LR-050, LR-055)."""

    kind: ClassVar[str] = "attacked"
    seat: Seat
    target: str
    negated: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = stacks.turn_of(state, self.seat)
        _check_number(state, turn, waived)
        where = targets.find(state, self.target)
        if where is None:
            raise RuleViolation(FALLS, targets.missing(state.table, self.target), field="target", code="NO_SUCH_CARD")
        seat, platform, up = where
        _check_owner(state, turn, seat, waived)
        stack = state.stacks[seat][platform]
        _check_target(state, turn, (stack[up], shielded_above(state, *where)), waived)
        spent = replace(state, phase=_spent(state, turn, seat, stack[up].defense))
        after = stacks.measured(spent, turn.seat, "attacks", int(not self.negated), 1)
        if self.negated:
            return after
        gone = stack[up:]
        fallen = stacks.with_stack(replace(after, supply=supply.trashed(state, gone)), seat, platform, stack[:up])
        felled = stacks.measured(fallen, turn.seat, "felled", len(gone))
        return stacks.measured(felled, seat, "lost", sum(not card.bearer for card in gone))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        negated = "; a Bodyguard negates it" if self.negated else ""
        return f"{table.names[self.seat]} attacks {targets.told(table, self.target)}{negated}"


def _check_number(state: State, turn: Turn, waived: Collection[str]) -> None:
    if state.level is Level.REFEREE:
        message = f"{state.name(turn.seat)} has no attack power."
        require(turn.powers.attack > 0, NO_POWER, message, code="NO_ATTACK_POWER", waived=waived)
    allowed = 1 + turn.sergeants
    message = f"{state.name(turn.seat)} has made {_times(len(turn.attacked))} this turn; each Sergeant allows one more."
    require(len(turn.attacked) < allowed, ONE, message, code="NO_ATTACK_LEFT", waived=waived)


def _check_owner(state: State, turn: Turn, seat: Seat, waived: Collection[str]) -> None:
    if not turn.attacked:
        return
    own = "Only the first attack of a turn may hit a goblin of one's own."
    require(seat != turn.seat, WHO, own, field="target", code="OWN_GOBLIN_EXTRA", waived=waived)
    again = f"{state.name(seat)} was attacked this turn; a Sergeant's attack hits somebody else."
    require(seat not in _barred(state, turn), SERGEANT, again, field="target", code="SAME_OPPONENT", waived=waived)


def _check_target(state: State, turn: Turn, target: tuple[Goblin, bool], waived: Collection[str]) -> None:
    card, below = target
    first = f"The {BEARER} above {card.name} has to fall first."
    free = not (state.options.shield_first and below)
    require(free, BENEATH, first, field="target", code="SHIELD_FIRST", waived=waived)
    if state.level is Level.REFEREE:
        power = turn.powers.attack
        message = f"{card.name} has defense {card.defense}; {power} attack power is not enough."
        enough = card.defense <= power
        require(enough, TARGET, message, field="target", code="DEFENSE_TOO_HIGH", waived=waived)


def shielded_above(state: State, seat: Seat, platform: int, up: int) -> bool:
    """Whether a Shield Bearer stands above a card."""
    return any(card.bearer for card in state.stacks[seat][platform][up + 1 :])


def _spent(state: State, turn: Turn, seat: Seat, defense: int) -> Turn:
    left = max(0, turn.powers.attack - defense) if state.options.attack_cost is AttackCost.DEFENSE else 0
    return replace(turn, attacked=(*turn.attacked, seat), powers=replace(turn.powers, attack=left))


def _times(attacks: int) -> str:
    return "one attack" if attacks == 1 else f"{attacks} attacks"


def question(state: State, turn: Turn) -> Prompt:
    """The form of an attack; its preview strikes what would fall."""
    return Prompt(
        Attacked.kind,
        "Attack",
        (
            OnBoard("target", "Target", stacks.tiles(state, bearers=True)),
            Flag("negated", "A Bodyguard negates it", likely=False),
        ),
        rule=TARGET,
        seat=turn.seat,
        given=(("seat", turn.seat),),
        confirm="Attack",
    )


def narrowed(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The form of an attack whose button says what falls."""
    where = targets.find(state, str(draft.get("target")))
    if where is None:
        return prompt
    seat, platform, up = where
    if draft.get("negated") is True:
        return replace(prompt, confirm="Nothing falls")
    name, above = stacks.at(state, *where).name, len(state.stacks[seat][platform]) - up - 1
    falls = f"Trash {name}{f' and {above} above' if above else ''}"
    return replace(prompt, confirm=f"{falls}; check the {BEARER}" if shielded_above(state, *where) else falls)


def left(state: State, turn: Turn) -> tuple[Seat, ...]:
    """Whom a Sergeant's attack may hit, once the first attack was made (LR-054, LR-R03)."""
    return tuple(seat for seat in state.table.seats if seat not in (turn.seat, *_barred(state, turn)))


def _barred(state: State, turn: Turn) -> tuple[Seat, ...]:
    return turn.attacked if state.options.sergeant is SergeantRule.ALL_DIFFERENT else turn.attacked[-1:]


def struck(state: State, target: object, negated: object) -> frozenset[str]:
    """The tiles an attack would trash."""
    where = targets.find(state, str(target))
    if where is None or negated is True:
        return frozenset()
    return frozenset(
        str(card) for card, _ in targets.standing(state) if card.place[:2] == where[:2] and card.height >= where[2]
    )


@dataclass(frozen=True, slots=True)
class SergeantPlayed(Deed):
    """One more attack this turn (LR-054)."""

    kind: ClassVar[str] = "sergeant_played"
    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = stacks.turn_of(state, self.seat)
        message = "Play the Sergeant like any other card."
        require(state.level is Level.STACKS, LATE, message)
        return replace(state, phase=replace(turn, sergeants=turn.sergeants + 1))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays a Sergeant"


def sergeant_question(turn: Turn) -> Prompt:
    """The form of a Sergeant, where cards are not entered."""
    return Prompt(
        SergeantPlayed.kind,
        "Sergeant",
        (),
        rule=SERGEANT,
        seat=turn.seat,
        role=Role.ASIDE,
        given=(("seat", turn.seat),),
        confirm="One more attack",
        help="Against an opponent who was not attacked this turn.",
        group=stacks.GROUP,
    )


EVENTS: Final[tuple[type[Event], ...]] = (Attacked, SergeantPlayed)
