"""How much of the game is entered, and what changes with it."""

from typing import Final

from scoring.changing import replace
from scoring.loot_and_recruit import days, offer, supply
from scoring.loot_and_recruit.events import LevelChosen
from scoring.loot_and_recruit.memory import BAG, CHOW, SCRAPS, SHINIES
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import PLATFORMS, Flip, Holding, Open, State
from scoring.prompts import Choice, Pick, Prompt, Role
from scoring.rulebook import Rule, require

STARTERS: Final = Rule(
    "LR-010", "A starter deck: 4 Money Bag, 4 Table Scraps, a Box O' Shinies, a Pile O' Chow.", "Setup"
)
FIRST_HAND: Final = Rule("LR-017", "Everybody shuffles the starter deck and draws five cards.", "Gameplay")
RULES: Final = (STARTERS, FIRST_HAND)

HAND: Final = 5
STARTER_DECK: Final = tuple(sorted((SHINIES, *(BAG,) * 4, CHOW, *(SCRAPS,) * 4)))
LEVELS: Final = (
    (Level.CHECKPOINTS, "Checkpoints", "The rounds, and everybody's points three times."),
    (Level.STACKS, "Stacks", "Every goblin that comes, falls or moves."),
    (Level.REFEREE, "Referee", "Every card played and bought as well; powers and costs are checked."),
)


def starters(players: int) -> tuple[Holding, ...]:
    """Everybody's starter deck with its first hand."""
    return (Holding(STARTER_DECK, HAND),) * players


def can_choose(state: State) -> bool:
    """Whether another level may be chosen: between two rounds."""
    return isinstance(state.phase, Flip | Open)


def choose_level(state: State, event: LevelChosen) -> State:
    """The state at another level."""
    require(can_choose(state), days.ROUND, "More or less is entered from the next round on; finish this one first.")
    require(event.level is not state.level, days.ROUND, "That is how the game is entered already.", field="level")
    late = "Every card can be entered from the first round on only."
    require(event.level is not Level.REFEREE or _fresh(state), STARTERS, late, field="level")
    changed = offer.begun(replace(state, level=event.level, holdings=()), offer.rows(state))
    match event.level:
        case Level.CHECKPOINTS:
            empty = tuple(((),) * PLATFORMS for _ in state.table.seats)
            return replace(changed, stacks=empty, supply=supply.fresh(), behind=False)
        case Level.STACKS:
            joined = state.level is Level.CHECKPOINTS and not _fresh(state)
            return replace(changed, behind=joined)
        case Level.REFEREE:
            return replace(changed, holdings=starters(state.players))


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
