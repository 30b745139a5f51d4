"""The type of the next round: the pool, the card drawn from it, and the types that cannot come now."""

from dataclasses import replace
from typing import Final

from scoring.contract.rulebook import Refusal, Rule, RuleViolation, require
from scoring.games.crown_battles.drawn_cards import may_come, possible_asides
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.crown_battles.state import State

POOL: Final = Rule("CB-170", "The table chooses the types of rounds it wants to play.", "Expansion: Set up")
DRAW: Final = Rule(
    "CB-171", "Before every round, a card of the pool is drawn; it decides the type of the round.", "Expansion: Play"
)
THREE_PLAYERS: Final = Rule("CB-173", "Three players play without Duel Fights.", "Expansion: Set up")
TWO_PLAYERS: Final = Rule(
    "CB-174", "Two players play without Stealth Play, Duel Fights and all alliances.", "Expansion: Set up"
)
NO_FINAL_ALLIANCE: Final = Rule("CB-176", "The final round is never one of alliances.", "Expansion: Set up")
FITTING: Final = Rule(
    "CB-177",
    "A type is played only if the number of players, the deal and the round allow it.",
    "Expansion: Set up; our table",
)
DRAWING: Final = Rule(
    "CB-R54",
    "A drawn card stays out until all were drawn; one that cannot be played is replaced, if need be by Normal Bidding.",
    "Our ruling",
)

_BY_PLAYERS: Final = {2: TWO_PLAYERS, 3: THREE_PLAYERS}
_WORDS: Final = {2: "two", 3: "three"}


def pool_for(chosen: tuple[RoundType, ...], players: int) -> tuple[RoundType, ...]:
    """The chosen types that this number of players can play (CB-170); refused if there are none."""
    require(bool(chosen), POOL, "Choose at least one type of round.", field="pool", code="E_TYPE_EXCLUDED")
    fitting = tuple(round_type for round_type in chosen if not why_not_players(round_type, players))
    message = f"None of the chosen types can be played by {players}; choose another one as well."
    require(bool(fitting), _BY_PLAYERS.get(players, POOL), message, field="pool", code="E_TYPE_EXCLUDED")
    return fitting


def is_drawn(options: Options) -> bool:
    """Whether types are drawn: the pool has several."""
    return len(set(options.pool)) > 1


def is_mixed(options: Options, schedule: tuple[int, ...]) -> bool:
    """Whether a game may have rounds of several types; Normal Bidding may replace a single one."""
    return is_drawn(options) or bool(why_not_always(options, schedule))


def why_not_always(options: Options, schedule: tuple[int, ...]) -> str:
    """Why the only type of a pool cannot be played in every round; empty: it can, or there are several types."""
    if is_drawn(options) or not options.pool:
        return ""
    refusals = (_refuse_round(options.pool[0], number, schedule) for number, _ in enumerate(schedule, start=1))
    return next((refusal.why for refusal in refusals if refusal), "")


def why_stopgap(state: State) -> str:
    """Why Normal Bidding replaces the types of the pool (CB-R54)."""
    refusal = _refuse_round(state.options.pool[0], state.deal.number, state.schedule)
    return refusal.why if refusal and not is_drawn(state.options) else "None of the remaining cards can be played now."


def why_not_players(round_type: RoundType, players: int) -> str:
    """Why this number of players cannot play a type; empty: it can (CB-173, CB-174)."""
    if players in ROUNDS[round_type].players:
        return ""
    return f"{ROUNDS[round_type].title} is not played by {_WORDS[players]}."


def drawable_types(state: State, number: int) -> tuple[RoundType, ...]:
    pool = state.options.pool
    round_types = [round_type for round_type in ROUNDS if round_type in pool] if len(pool) > 1 else pool
    return tuple(round_type for round_type in round_types if not refuse_now(state, number, round_type))


def possible_types(state: State, number: int) -> set[RoundType]:
    """The types that round `number`, which is not drawn yet, may be of; Normal Bidding may step in for any other."""
    fitting = {round_type for round_type in state.options.pool if not _refuse_always(state, number, round_type)}
    if not is_drawn(state.options):
        return fitting or {RoundType.NORMAL}
    return {RoundType.NORMAL} | {round_type for round_type in fitting if may_come(state, round_type, number)}


def draw_type(state: State, type: RoundType) -> State:
    """Keep the type that was drawn (CB-171), unless Normal Bidding replaces it."""
    number = state.deal.number
    refusal = refuse_now(state, number, type)
    if refusal and type is RoundType.NORMAL and may_step_in(state, number):
        return state
    if refusal:
        raise RuleViolation(refusal.rule, refusal.why, field="type", code=refusal.code)
    return replace(state, drawn=(*state.drawn, type))


def may_step_in(state: State, number: int) -> bool:
    """Whether there may be no card left for round `number`, so that Normal Bidding is played (CB-R54)."""
    playable = {round_type for round_type in state.options.pool if not _refuse_always(state, number, round_type)}
    return any(len(playable - set(aside.known)) <= aside.unknown for aside in possible_asides(state))


def refuse_now(state: State, number: int, round_type: RoundType) -> Refusal | None:
    """Why this type cannot come in round `number`; None: it can."""
    refusal = _refuse_always(state, number, round_type)
    if refusal or not is_drawn(state.options):
        return refusal
    if all(round_type in aside.known for aside in possible_asides(state)):
        why = "This card has already been drawn; it comes back once all have been drawn."
        return Refusal(DRAWING, why, "E_TYPE_EXCLUDED")
    return None


def _refuse_always(state: State, number: int, round_type: RoundType) -> Refusal | None:
    """Why this type cannot come in round `number`, even if its card was not drawn yet."""
    excluded = why_not_players(round_type, state.players)
    if excluded:
        return Refusal(_BY_PLAYERS[state.players], excluded, "E_TYPE_EXCLUDED")
    if round_type not in state.options.pool:
        return Refusal(POOL, "That type is not in the pool of this game.", "E_TYPE_EXCLUDED")
    return _refuse_round(round_type, number, state.schedule)


def _refuse_round(round_type: RoundType, number: int, schedule: tuple[int, ...]) -> Refusal | None:
    rules = ROUNDS[round_type]
    if number >= len(schedule) and not rules.may_be_last:
        return Refusal(NO_FINAL_ALLIANCE, "The final round is never one of alliances.", "E_ALLIANCE_FINAL")
    if schedule[min(number, len(schedule)) - 1] < rules.fewest_cards:
        return Refusal(FITTING, f"{rules.title} needs {rules.fewest_cards} cards each.", "E_TYPE_NEEDS_CARDS")
    return None
