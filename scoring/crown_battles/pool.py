"""Which type the next round is of: the pool of the evening, the card that is drawn, and what may not come now."""

from typing import Final

from scoring.changing import replace
from scoring.crown_battles.drawn_cards import possible_asides
from scoring.crown_battles.events import TypeDrawn
from scoring.crown_battles.options import Options, RoundType
from scoring.crown_battles.rounds import ROUNDS
from scoring.crown_battles.state import State
from scoring.prompts import Choice, Pick, Prompt
from scoring.rulebook import Rule, require

EXPANSION: Final = Rule(
    "CB-005", "The expansion has fourteen types of rounds, three of them from its small addition.", "Components"
)
POOL: Final = Rule("CB-170", "The table chooses the types of rounds it wants to play.", "Expansion: Set up")
DRAW: Final = Rule("CB-171", "Before every round one card of the pool is drawn and says its type.", "Expansion: Play")
FOURTEEN: Final = Rule("CB-172", "There are fourteen types of rounds.", "Expansion: Round types")
THREE_PLAYERS: Final = Rule("CB-173", "Three play without Duel Fights.", "Expansion: Set up")
TWO_PLAYERS: Final = Rule(
    "CB-174", "Two play without Stealth Play, Duel Fights and every kind of alliance.", "Expansion: Set up"
)
TRACKER: Final = Rule("CB-175", "The Round Tracker lies with the dealer and shows the cards of the deal.", "Components")
NO_FINAL_ALLIANCE: Final = Rule("CB-176", "The final round is never one of alliances.", "Expansion: Set up")
FITTING: Final = Rule(
    "CB-177", "A type comes only where players, deal and round allow it.", "Expansion: Set up; our table"
)
DRAWING: Final = Rule(
    "CB-R54",
    "A drawn card stays out until all were drawn; one that cannot be played is replaced, in the end by Normal Bidding.",
    "Our ruling",
)

_BY_PLAYERS: Final = {2: TWO_PLAYERS, 3: THREE_PLAYERS}
_WORDS: Final = {2: "two", 3: "three"}


def pool_for(options: Options, players: int) -> tuple[RoundType, ...]:
    """The pool without what so many cannot play (CB-170); refused if nothing is left."""
    require(bool(options.pool), POOL, "Choose at least one type of round.", field="pool", code="E_TYPE_EXCLUDED")
    fitting = tuple(kind for kind in options.pool if not why_not_players(kind, players))
    message = f"None of the chosen types can be played by {players}; choose another one as well."
    require(bool(fitting), _BY_PLAYERS.get(players, POOL), message, field="pool", code="E_TYPE_EXCLUDED")
    return fitting


def is_drawn(options: Options) -> bool:
    """Whether there is anything to draw from: a pool of one type asks nothing."""
    return len(set(options.pool)) > 1


def is_mixed(options: Options, schedule: tuple[int, ...]) -> bool:
    """Whether the rounds of a game are of several types: Normal Bidding steps in for a lone one, too."""
    return is_drawn(options) or bool(why_not_always(options, schedule))


def why_not_always(options: Options, schedule: tuple[int, ...]) -> str:
    """Why the only type of a pool cannot be played in every round; empty: it can, or there are several."""
    if is_drawn(options) or not options.pool:
        return ""
    reasons = (_why_not_round(options.pool[0], number, schedule)[0] for number, _ in enumerate(schedule, start=1))
    return next((why for why in reasons if why), "")


def why_stopgap(state: State) -> str:
    """Why Normal Bidding is played in place of the types of the pool (CB-R54)."""
    if is_drawn(state.options):
        return "No card that is left can be played now."
    return _why_not_round(state.options.pool[0], state.deal.number, state.schedule)[0]


def why_not_players(kind: RoundType, players: int) -> str:
    """Why so many players cannot play this type; empty: they can (CB-173, CB-174)."""
    if players in ROUNDS[kind].fits.players:
        return ""
    return f"{ROUNDS[kind].title} is not played by {_WORDS[players]}."


def drawable(state: State, number: int) -> tuple[RoundType, ...]:
    """The types that can come in round `number`, in the order of the box."""
    pool = state.options.pool
    kinds = [kind for kind in ROUNDS if kind in pool] if len(pool) > 1 else pool
    return tuple(kind for kind in kinds if not _why_not(state, number, kind)[0])


def draw(state: State, type: RoundType) -> State:
    """The state that remembers which card lies aside (CB-171); Normal Bidding may step in without one."""
    number = state.deal.number
    why, rule, code = _why_not(state, number, type)
    if why and type is RoundType.NORMAL and may_step_in(state, number):
        return state
    require(not why, rule, why, field="type", code=code)
    return replace(state, drawn=(*state.drawn, type))


def may_step_in(state: State, number: int) -> bool:
    """Whether perhaps no card is left that can come in round `number`, so that Normal Bidding is played (CB-R54)."""
    playable = {kind for kind in state.options.pool if not _why_never(state, number, kind)[0]}
    return any(len(playable - set(aside.known)) <= aside.unknown for aside in possible_asides(state))


def question(state: State) -> Prompt:
    """The form of the type that was drawn."""
    number = state.deal.number
    steps_in = {RoundType.NORMAL} if may_step_in(state, number) else set[RoundType]()
    choices = tuple(
        Choice(kind.value, rules.title, "" if kind in steps_in else _why_not(state, number, kind)[0], text=rules.text)
        for kind, rules in ROUNDS.items()
        if kind in {*state.options.pool, *steps_in}
    )
    return Prompt(
        TypeDrawn.kind,
        "Which type was drawn?",
        (Pick("type", "Type", choices, by_chance="Draw"),),
        rule=DRAW,
        seat=state.deal.dealer,
        instant=True,
        help="A card that cannot be played now is put back and the next one drawn.",
    )


def _why_not(state: State, number: int, kind: RoundType) -> tuple[str, Rule, str]:
    """Why this type cannot come in round `number`, the rule and the code; empty: it can."""
    never = _why_never(state, number, kind)
    if never[0] or not is_drawn(state.options):
        return never
    if all(kind in aside.known for aside in possible_asides(state)):
        return "This card was drawn already; it comes back when all were drawn.", DRAWING, "E_TYPE_EXCLUDED"
    return never


def _why_never(state: State, number: int, kind: RoundType) -> tuple[str, Rule, str]:
    """The same, wherever its card lies."""
    players = len(state.table.names)
    excluded = why_not_players(kind, players)
    if excluded:
        return excluded, _BY_PLAYERS[players], "E_TYPE_EXCLUDED"
    if kind not in state.options.pool:
        return "That type is not in the pool of this game.", POOL, "E_TYPE_EXCLUDED"
    return _why_not_round(kind, number, state.schedule)


def _why_not_round(kind: RoundType, number: int, schedule: tuple[int, ...]) -> tuple[str, Rule, str]:
    """Why round `number` of these deals cannot be of this type, the rule and the code; empty: it can."""
    rules = ROUNDS[kind]
    if number >= len(schedule) and not rules.fits.last:
        return "The final round is never one of alliances.", NO_FINAL_ALLIANCE, "E_ALLIANCE_FINAL"
    if schedule[min(number, len(schedule)) - 1] < rules.fits.fewest:
        return f"{rules.title} needs {rules.fits.fewest} cards each.", FITTING, "E_TYPE_NEEDS_CARDS"
    return "", DRAW, ""
