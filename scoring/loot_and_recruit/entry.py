"""How much of the game is entered, and what changes with it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.game import Table
from scoring.loot_and_recruit import days, offer, supply
from scoring.loot_and_recruit.memory import BAG, CHOW, SCRAPS, SHINIES
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import PLATFORMS, Event, Flip, Holding, Open, State
from scoring.prompts import Choice, Pick, Prompt, Role
from scoring.rulebook import Rule, require

STARTERS: Final = Rule(
    "LR-010", "A starter deck: 4 Money Bag, 4 Table Scraps, a Box O' Shinies, a Pile O' Chow.", "Setup"
)
FIRST_HAND: Final = Rule("LR-017", "Everybody shuffles the starter deck and draws five cards.", "Gameplay")

HAND: Final = 5
STARTER_DECK: Final = tuple(sorted((SHINIES, *(BAG,) * 4, CHOW, *(SCRAPS,) * 4)))
LEVELS: Final = (
    (Level.CHECKPOINTS, "Checkpoints", "The rounds, and everybody's points three times."),
    (Level.STACKS, "Stacks", "Every goblin that comes, falls or moves."),
    (Level.REFEREE, "Referee", "Every card played and bought as well; powers and costs are checked."),
)
_LABELS: Final = {level: label for level, label, _ in LEVELS}


def starters(players: int) -> tuple[Holding, ...]:
    """Everybody's starter deck with its first hand."""
    return (Holding(STARTER_DECK, HAND),) * players


def can_choose(state: State) -> bool:
    """Whether another level may be chosen: between two rounds."""
    return isinstance(state.phase, Flip | Open)


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """How much is entered from here on."""

    kind: ClassVar[str] = "level_chosen"
    level: Level

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_choose(state), days.ROUND, "More or less is entered from the next round on; finish this one first.")
        require(self.level is not state.level, days.ROUND, "That is how the game is entered already.", field="level")
        late = "Every card can be entered from the first round on only."
        require(self.level is not Level.REFEREE or _fresh(state), STARTERS, late, field="level")
        changed = offer.begun(replace(state, level=self.level, holdings=()), offer.rows(state))
        match self.level:
            case Level.CHECKPOINTS:
                empty = tuple(((),) * PLATFORMS for _ in state.table.seats)
                return replace(changed, stacks=empty, supply=supply.fresh(), behind=False)
            case Level.STACKS:
                joined = state.level is Level.CHECKPOINTS and not _fresh(state)
                return replace(changed, behind=joined)
            case Level.REFEREE:
                return replace(changed, holdings=starters(state.players))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Entered from here on: {_LABELS[self.level]}"


def _fresh(state: State) -> bool:
    """Whether no event has been flipped and no goblin stands anywhere."""
    return state.number == 1 and isinstance(state.phase, Flip) and not any(map(any, state.stacks))


def level_question(state: State) -> Prompt:
    """The form of the level."""

    def shut(level: Level) -> str:
        if level is state.level:
            return "Chosen already."
        return "" if level is not Level.REFEREE or _fresh(state) else "From the first round on only."

    levels = tuple(Choice(level.value, label, shut(level), text=text) for level, label, text in LEVELS)
    return Prompt(
        LevelChosen.kind,
        "Enter more or less",
        (Pick("level", "What is entered", levels),),
        rule=days.ROUND,
        role=Role.ASIDE,
        confirm="Change",
        help="Goblins that stand already are laid once by hand.",
        group="This game",
    )


EVENTS: Final[tuple[type[Event], ...]] = (LevelChosen,)
