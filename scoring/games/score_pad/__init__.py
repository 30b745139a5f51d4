"""The score pad: any other game, by rounds or by categories, for one to twelve players or for teams."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from scoring.contract.board import Board, Marker
from scoring.contract.game import (
    COUNTED_ONCE,
    Box,
    Event,
    Fact,
    Game,
    OptionField,
    Regrouping,
    RoundHead,
    Stopped,
    Table,
    TableView,
)
from scoring.contract.names import join_words, name_key, tidy
from scoring.contract.prompts import GAME_TITLES, Choice, Count, Flag, Pick, Presentation, Prompt, Sum, Text
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import (
    HALF,
    Best,
    Ledger,
    Outcome,
    ScoreLine,
    Seat,
    Side,
    Standings,
    TieBreak,
    as_points,
    break_ties,
    rank,
    solo_sides,
    totals,
)
from scoring.contract.tapes import PointsTape, add_up, find_step_error, find_tape_error, list_terms
from scoring.engine.regrouping import find_first_playing, list_new_seats
from scoring.kit.seats import Seated, check_one_each, check_player, check_table_size, list_tied

_SOURCE: Final = "The score pad"

PLAYERS: Final = Rule("SP-001", "One to twelve players.", _SOURCE)
TEAMS: Final = Rule(
    "SP-002", "Every team has the same number of players and one total; its members sit apart.", _SOURCE
)
NAME: Final = Rule("SP-003", "It counts under the name that the table gives the game.", _SOURCE)
ROUND: Final = Rule("SP-010", "Everybody gets a number for each round; it may be below zero.", _SOURCE)
ZERO_SUM: Final = Rule("SP-014", "Where the table agreed on it, the numbers of a row add up to zero.", _SOURCE)
HALVES: Final = Rule("SP-015", "Points are whole, or also halves where the table agreed on it.", _SOURCE)
LAST_ROUND: Final = Rule("SP-011", "The game ends after a number of rounds.", _SOURCE)
TARGET: Final = Rule("SP-012", "The game ends with the round in which a total reaches the target.", _SOURCE)
TABLE_ENDS: Final = Rule("SP-013", "The game ends when the table says so.", _SOURCE)
CATEGORY: Final = Rule("SP-020", "Everybody gets a number for each category; the last one ends the game.", _SOURCE)
DEAL: Final = Rule("SP-030", "The deal moves on clockwise with every round.", _SOURCE)
WINNER: Final = Rule("SP-040", "The highest total wins, or the lowest where the table agreed on it.", _SOURCE)
TIED: Final = Rule("SP-041", "Equal totals share the win, or the table says who wins.", _SOURCE)
OTHERS: Final = Rule(
    "SP-050", "Who leaves keeps the numbers so far; who comes late plays from the next row on.", _SOURCE
)

TITLE: Final = "Score pad"
LARGEST: Final = 9999
"""The largest number in a round, up or down."""

MOST_ROUNDS: Final = 50
MOST_CATEGORIES: Final = 20
LONGEST_NAME: Final = 60
_NO_HALVES: Final = "Numbers are whole here; the set-up can allow half points."
_PLAIN_CATEGORY: Final = "Points"
"""The only category where the table named none."""


class Sheet(StrEnum):
    """What the rows of the sheet are."""

    ROUNDS = "rounds"
    CATEGORIES = "categories"


class Ending(StrEnum):
    """What ends a game by rounds."""

    TABLE = "table"
    ROUNDS = "rounds"
    TARGET = "target"


class Ties(StrEnum):
    """What equal totals in first place mean."""

    SHARED = "shared"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Options:
    """What is played. `categories` are divided by commas; `teams` is their number, 0 where everybody plays alone."""

    name: str = ""
    best: Best = Best.HIGH
    sheet: Sheet = Sheet.ROUNDS
    ending: Ending = Ending.TABLE
    rounds: int = 5
    target: int = 100
    categories: str = ""
    teams: int = 0
    dealer: Seat | None = None
    ties: Ties = Ties.SHARED
    zero_sum: bool = False
    halves: bool = False


@lru_cache(maxsize=64)
def _make_sides(seats: tuple[Seat, ...], teams: int) -> tuple[Side, ...]:
    """Cached, because every round asks for them."""
    return tuple(seats[number::teams] for number in range(teams)) if teams else solo_sides(seats)


@lru_cache(maxsize=64)
def split_categories(text: str) -> tuple[str, ...]:
    """The categories of a text divided by commas; one for plain points if it has none."""
    return tuple(filter(None, map(tidy, text.split(",")))) or (_PLAIN_CATEGORY,)


@dataclass(frozen=True, slots=True)
class State(Seated):
    """A session: `played` rows of the sheet are filled. `tied` are the sides of a decided tie, `winner` who won it.

    `sums` are the points by seat in the first `summed` lines of the ledger; they are kept where a target ends the game.
    `rivals` are the points of those who left and are ranked by them.
    """

    table: Table
    options: Options
    played: int = 0
    has_ended: bool = False
    tied: tuple[Side, ...] = ()
    winner: Seat | None = None
    sums: tuple[float, ...] = ()
    summed: int = 0
    ledger: Ledger = ()
    stopped: Stopped | None = None
    rivals: tuple[float, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        """The titles of the rows; empty for a game by rounds."""
        return split_categories(self.options.categories) if self.options.sheet is Sheet.CATEGORIES else ()

    @property
    def step(self) -> float:
        return HALF if self.options.halves else 1

    @property
    def last(self) -> int | None:
        """The number of rows; None if nobody knows yet."""
        if self.options.sheet is Sheet.CATEGORIES:
            return len(self.categories)
        return self.options.rounds if self.options.ending is Ending.ROUNDS else None

    @property
    def round(self) -> int:
        """The row to be filled; the last one with points when the game is over."""
        return max((self.played, *(line.round for line in self.ledger))) if self.has_ended else self.played + 1

    @property
    def dealer(self) -> Seat | None:
        first = self.options.dealer
        if first is None or self.options.sheet is not Sheet.ROUNDS:
            return None
        return self.table.left_of(first, self.round - 1)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The teams, whose members sit apart, or every player alone."""
        return _make_sides(self.table.seats, self.options.teams)

    @property
    def scorers(self) -> tuple[Seat, ...]:
        """The seats that numbers are entered for: the first of each side."""
        return tuple(side[0] for side in self.sides)

    @property
    def is_zero_sum(self) -> bool:
        """Whether the numbers of a row add up to zero; one player alone has nobody to win from."""
        return self.options.zero_sum and len(self.scorers) > 1

    @property
    def row_title(self) -> str:
        return self.title_of(self.round)

    def title_of(self, row: int) -> str:
        return self.categories[row - 1] if self.categories else f"Round {row}"


# The set-up ---------------------------------------------------------------------------------------------------------


def open_table(table: Table, options: Options) -> State:
    check_table_size(table, GAME.box.players, TITLE, PLAYERS)
    longest = f"The name has at most {LONGEST_NAME} letters."
    require(len(tidy(options.name)) <= LONGEST_NAME, NAME, longest, field="name")
    in_range = 1 <= options.rounds <= MOST_ROUNDS
    require(in_range, LAST_ROUND, f"Play between 1 and {MOST_ROUNDS} rounds.", field="rounds")
    require(1 <= options.target <= LARGEST, TARGET, f"The target is between 1 and {LARGEST}.", field="target")
    keys = [name_key(category) for category in split_categories(options.categories)]
    few = f"There are at most {MOST_CATEGORIES} categories."
    require(len(keys) <= MOST_CATEGORIES, CATEGORY, few, field="categories")
    require(len(set(keys)) == len(keys), CATEGORY, "Every category has its own name.", field="categories")
    if options.teams:
        refuse_if(why_not_teams(len(table.names), options.teams), TEAMS, field="teams")
    if options.dealer is not None:
        check_player(table, options.dealer, DEAL, field="dealer")
    return State(table, options)


def why_not_teams(players: int, teams: int) -> str:
    """Why these players cannot make so many teams; empty: they can."""
    if teams < 2 or players < 2 * teams:
        return "Two teams or more, with at least two players each."
    return f"{players} players do not make {teams} teams of the same size." if players % teams else ""


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The set-up form: only what matters for the rows and the ending that were chosen."""
    return (*_sheet_fields(options), *_table_fields(table, options))


def _sheet_fields(options: Options) -> Iterator[OptionField]:
    yield OptionField(Text("name", "Which game?", LONGEST_NAME, likely=options.name, shelf=GAME_TITLES), rule=NAME)
    ends = (Choice(Best.HIGH.value, "Most points"), Choice(Best.LOW.value, "Fewest points"))
    yield OptionField(Pick("best", "Who wins", ends, likely=options.best.value), rule=WINNER)
    yield OptionField(
        Flag("halves", "Half points", likely=options.halves), "The number pad then has the key ½.", HALVES
    )
    rows = (Choice(Sheet.ROUNDS.value, "Round by round"), Choice(Sheet.CATEGORIES.value, "By categories"))
    yield OptionField(Pick("sheet", "Counted", rows, likely=options.sheet.value), rule=ROUND)
    if options.sheet is Sheet.CATEGORIES:
        yield OptionField(
            Text("categories", "Categories", 400, likely=options.categories),
            "With commas between them: birds, eggs, food. They are remembered with the name.",
            CATEGORY,
        )
    else:
        yield from _ending_fields(options)


def _ending_fields(options: Options) -> Iterator[OptionField]:
    endings = (
        Choice(Ending.TABLE.value, "When we say so"),
        Choice(Ending.ROUNDS.value, "After some rounds"),
        Choice(Ending.TARGET.value, "At a target", text="After the round in which a total reaches it."),
    )
    yield OptionField(Pick("ending", "It ends", endings, likely=options.ending.value), rule=TABLE_ENDS)
    if options.ending is Ending.ROUNDS:
        yield OptionField(Count("rounds", "Rounds", 1, MOST_ROUNDS, likely=options.rounds), rule=LAST_ROUND)
    if options.ending is Ending.TARGET:
        yield OptionField(Count("target", "Target", 1, LARGEST, likely=options.target), rule=TARGET)


def _table_fields(table: Table, options: Options) -> Iterator[OptionField]:
    players = len(table.names)
    sizes = [teams for teams in range(2, players // 2 + 1) if not why_not_teams(players, teams)]
    if sizes or options.teams:
        choices = (Choice(0, "None"), *(Choice(teams, f"{teams} teams") for teams in sizes))
        text = "Round the table in turn: with two teams every other player is a partner."
        yield OptionField(Pick("teams", "Teams", choices, likely=options.teams), text, TEAMS)
    if options.sheet is Sheet.ROUNDS:
        nobody = (Choice(None, "Nobody"),)
        dealer = table.pick_seat("dealer", "First dealer", others=nobody, likely=options.dealer)
        yield OptionField(dealer, "The deal moves on with every round.", DEAL)
    if players > 1:
        zero_sum = Flag("zero_sum", "The numbers of a row add up to zero", likely=options.zero_sum)
        yield OptionField(zero_sum, "The last number follows from the others.", ZERO_SUM)
    ties = (Choice(Ties.SHARED.value, "Share the win"), Choice(Ties.TABLE.value, "We say who wins"))
    yield OptionField(Pick("ties", "Equal totals", ties, likely=options.ties.value), rule=TIED)


def counts_as(options: Options) -> str:
    return tidy(options.name)


# The entries --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundEntered(Event[State]):
    """The numbers of a round, or of a category: one for each player, or for a player of each team.

    It is asked for the first, who may sit elsewhere once the seats are corrected.
    """

    scores: tuple[tuple[Seat, PointsTape], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        options, row = state.options, state.played + 1
        is_category = options.sheet is Sheet.CATEGORIES
        rule, label = (CATEGORY, state.row_title) if is_category else (ROUND, "points")
        over = "The game is over; undo the end first." if _ends_by_word(state) else "The game is over."
        require(not state.has_ended, rule, over)
        wanted = "Every team has one number." if options.teams else "Everybody has one number."
        first = {seat: side[0] for side in state.sides for seat in side}
        scores = [(first.get(seat, seat), tape) for seat, tape in self.scores]
        check_one_each(scores, state.scorers, rule, wanted, field="scores")
        for _, tape in self.scores:
            if why_not := find_step_error(tape, state.step):
                raise RuleViolation(HALVES, why_not if options.halves else _NO_HALVES, field="scores")
            if type(tape) is not int and (why_not := find_tape_error(tape, is_signed=True)):
                raise RuleViolation(rule, why_not, field="scores")
            if not -LARGEST <= add_up(tape) <= LARGEST:
                raise RuleViolation(rule, f"A number is between -{LARGEST} and {LARGEST}.", field="scores")
        total = as_points(sum(add_up(tape) for _, tape in self.scores))
        require(not (state.is_zero_sum and total), ZERO_SUM, f"The sum is {total}, not zero.", field="scores")
        lines = [
            ScoreLine(row, seat, rule, list_terms(tape, "point" if label == "points" and tape == 1 else label))
            for seat, tape in scores
        ]
        after = replace(state, played=row, ledger=(*state.ledger, *lines))
        return _end_at_target(after) if after.last is None else replace(after, has_ended=row >= after.last)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Points: {table.list_numbers((seat, add_up(tape)) for seat, tape in self.scores)}"


def _end_at_target(state: State) -> State:
    """The state after a round, over if a total reached the target; only what is new in the ledger is added up."""
    if state.options.ending is not Ending.TARGET:
        return state
    sums: list[float] = list(state.sums or (0,) * state.players)
    for line in state.ledger[state.summed :]:
        sums[line.seat] += line.points
    summed = replace(state, sums=tuple(sums), summed=len(state.ledger))
    return replace(summed, has_ended=bool(_list_reached(summed)))


def _list_reached(state: State) -> tuple[Side, ...]:
    """The sides whose total had reached the target after the last round."""
    return tuple(side for side in state.sides if sum(state.sums[seat] for seat in side) >= state.options.target)


@dataclass(frozen=True, slots=True)
class GameEnded(Event[State]):
    """The table says that the game is over."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(not state.has_ended, TABLE_ENDS, "The game is over already.")
        require(_ends_by_word(state), TABLE_ENDS, "This game ends by itself; stop it to leave earlier.")
        require(state.played > 0, TABLE_ENDS, "First play a round.")
        return replace(state, has_ended=True)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The game is over"


def _ends_by_word(state: State) -> bool:
    return state.options.sheet is Sheet.ROUNDS and state.options.ending is Ending.TABLE


@dataclass(frozen=True, slots=True)
class TieDecided(Event[State]):
    """Who wins among those with the best total, by the table's word; None: they share it."""

    winner: Seat | None

    def apply(self, state: State, waived: Collection[str]) -> State:
        tied = _find_open_tie(state)
        require(bool(tied), TIED, "There is no tie to be decided.")
        first = {None: None} | {seat: side[0] for side in tied for seat in side}
        require(self.winner in first, TIED, "Choose one of those with the best total.", field="winner")
        return replace(state, tied=tied, winner=first[self.winner])

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "They share the win" if self.winner is None else f"The table gives the win to {table.names[self.winner]}"


def _find_open_tie(state: State) -> tuple[Side, ...]:
    """The sides among which the table must choose; none before the end, after its word, or behind a leaver."""
    if not state.has_ended or state.options.ties is not Ties.TABLE:
        return ()
    best = list_tied(_rank(state), state.rivals, state.options.best)
    is_decided = set(best) <= set(state.tied) and state.winner in (None, *(side[0] for side in best))
    return () if is_decided else best


# The questions ------------------------------------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next row and, if the table ends the game, its word; then who wins a tie."""
    if tied := _find_open_tie(state):
        return (_ask_winner(state, tied),)
    if state.has_ended:
        return ()
    names = {side[0]: state.names(side) for side in state.sides}
    number = Sum("points", "Points", -LARGEST, LARGEST, is_signed=True, step=state.step)
    scores = Table(tuple(names.get(seat, "") for seat in state.table.seats)).ask_each_seat(
        "scores", "Points", number, seats=state.scorers, totals=(0,) if state.is_zero_sum else ()
    )
    title = state.row_title
    rule, row_name = (CATEGORY, title) if state.categories else (ROUND, f"{title[0].lower()}{title[1:]}")
    row = Prompt(RoundEntered.kind, title, (scores,), rule=rule, confirm=f"Score {row_name}")
    if not _ends_by_word(state) or not state.played:
        return (row,)
    words = "End the game"
    return (row, Prompt(GameEnded.kind, words, (), rule=TABLE_ENDS, shown=Presentation(beside=True), confirm=words))


def _ask_winner(state: State, tied: tuple[Side, ...]) -> Prompt:
    sides = tuple(Choice(side[0], state.names(side)) for side in tied)
    winner = Pick("winner", "Winner", (*sides, Choice(None, "They share it")), seats=True)
    return Prompt(TieDecided.kind, "Equal totals: who wins?", (winner,), rule=TIED, instant=True)


# Who wins -----------------------------------------------------------------------------------------------------------


def _rank(state: State) -> Standings:
    return rank(totals(state.ledger, state.table.seats), state.sides, state.options.best)


def standings(state: State) -> Standings:
    places = _rank(state)
    if state.winner is None:
        return places
    values = {side: int(side[0] == state.winner) for side in state.tied}
    won = {side: "by the table's word" for side in state.tied if side[0] == state.winner}
    return break_ties(places, TieBreak(values, won))


def outcome(state: State) -> Outcome | None:
    """Who has the best total once the game is over and no tie is open."""
    if not state.has_ended or _find_open_tie(state):
        return None
    places = standings(state)
    first, others = [place for place in places if place.rank == 1], [place for place in places if place.rank > 1]
    winners = tuple(seat for place in first for seat in place.side)
    names = join_words(state.names(place.side) for place in first)
    reached = _tell_reached(state)
    if first[0].because:
        return Outcome(TIED, winners, f"{reached}{names}: by the table's word, with equal totals.")
    verb, most = "have" if len(winners) > 1 else "has", "most" if state.options.best is Best.HIGH else "fewest"
    behind = "each" if len(first) > 1 else f"to {others[0].points}" if others else ""
    points = f", {first[0].points} {behind}" if behind else ""
    return Outcome(WINNER, winners, f"{reached}{names} {verb} the {most} points{points}.")


def _tell_reached(state: State) -> str:
    """Whose total ended the game: "Cleo reached 100. "; empty where no target did."""
    if state.options.sheet is not Sheet.ROUNDS or state.options.ending is not Ending.TARGET:
        return ""
    sides = [state.names(side) for side in sorted(_list_reached(state))]
    names = sides if state.options.teams or not sides else [join_words(sides)]
    return "".join(f"{name} reached {state.options.target}. " for name in names)


# Players who leave or come late -------------------------------------------------------------------------------------


def _why_not_others(state: State, players: int) -> str:
    if state.has_ended:
        return "Only the tie is left to be decided."
    return "Teams stay as they are." if state.options.teams else ""


def _begin_with_others(state: State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> State:
    """The next row is filled by these players; the dealer is the next one clockwise who still plays."""
    options = state.options
    if state.dealer is not None:
        dealer = find_first_playing(state.table.clockwise_from(state.dealer), list_new_seats(was))
        options = replace(options, dealer=table.left_of(dealer, 1 - state.round))
    return replace(state, table=table, options=options, ledger=ledger, sums=(), summed=0)


# What is shown ------------------------------------------------------------------------------------------------------


def rounds(state: State) -> tuple[RoundHead, ...]:
    """The rows played so far and the current one; all categories at once."""
    if state.categories:
        return tuple(RoundHead(row, state.title_of(row), COUNTED_ONCE) for row in range(1, len(state.categories) + 1))
    last = state.round
    earlier = tuple(RoundHead(row, state.title_of(row)) for row in range(1, last))
    starter = None if state.dealer is None else state.table.left_of(state.dealer)
    return (*earlier, RoundHead(last, state.title_of(last), starter=starter))


def facts(state: State) -> tuple[Fact, ...]:
    """The row, what ends the game, who wins and who deals; the name is the title of the table."""
    of = f"{state.round} of {state.last}" if state.last else f"{state.round}"
    shown = [Fact("round", "Category" if state.categories else "Round", of)]
    if state.last is None and state.options.ending is Ending.TARGET:
        shown.append(Fact("target", "Ends at", f"{state.options.target}", rule=TARGET))
    if state.options.best is Best.LOW:
        shown.append(Fact("best", "Fewest points", "win", rule=WINNER))
    if state.dealer is not None:
        shown.append(Fact("dealer", "Dealer", state.name(state.dealer), rule=DEAL))
    return tuple(shown)


def board(state: State) -> Board:
    return Board(markers=() if state.dealer is None else (Marker(state.dealer, "dealer", "Deals"),))


GAME: Final[Game[Options, State, RoundEntered | GameEnded | TieDecided]] = Game(
    key="score_pad",
    box=Box(
        title=TITLE,
        tagline="Any other game: by rounds or by categories.",
        colour="#0d5c75",
        players=range(1, 13),
    ),
    format=1,
    events=(RoundEntered, GameEnded, TieDecided),
    options=Options,
    rules=(
        *(PLAYERS, TEAMS, NAME, ROUND, ZERO_SUM, HALVES, LAST_ROUND, TARGET, TABLE_ENDS, CATEGORY, DEAL, WINNER, TIED),
        OTHERS,
    ),
    option_fields=option_fields,
    counts_as=counts_as,
    unit=lambda state: state.step,
    best=lambda state: state.options.best,
    open=open_table,
    prompts=prompts,
    standings=standings,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state), by_side=bool(state.options.teams)),
    regrouping=Regrouping(_begin_with_others, _why_not_others, is_begun=lambda state: False),
)
