"""Groups formed before the bids: who fights whom, and who plays with whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring import prompts
from scoring.crown_battles.state import State
from scoring.game import Table
from scoring.prompts import Prompt
from scoring.rulebook import Rule, require
from scoring.scores import Seat

Groups = tuple[tuple[Seat, ...], ...]

PAIRS: Final = Rule("CB-305", "The dealer pairs everybody for the fights.", "Duel Fights")
ONE_TRIO: Final = Rule("CB-306", "With an odd number of players three fight each other.", "Duel Fights")
TEAMS_OF_TWO: Final = Rule("CB-334", "The dealer forms teams of two.", "Normal Bidding Alliances")
ONE_ALONE: Final = Rule(
    "CB-335", "With an odd number of players the dealer names one who plays alone.", "Normal Bidding Alliances"
)


@dataclass(frozen=True, slots=True)
class Grouping:
    """How a type of round groups its players."""

    one: str  # "fight"
    many: str  # "fights"
    pairs: Rule
    odd: Rule  # for the group that is not a pair
    extra: int  # how many are in that one
    code: str

    def sizes(self, players: int) -> tuple[int, ...]:
        """The sizes of the groups of so many players, smallest first."""
        if players % 2 == 0:
            return (2,) * (players // 2)
        return tuple(sorted((self.extra, *(2,) * ((players - self.extra) // 2))))


FIGHTS: Final = Grouping("fight", "fights", PAIRS, ONE_TRIO, 3, "E_DUEL_GROUPS")
TEAMS: Final = Grouping("team", "teams", TEAMS_OF_TWO, ONE_ALONE, 1, "E_TEAMS")


def question(state: State, grouping: Grouping, kind: str, name: str) -> Prompt:
    """The form of the groups: by hand or drawn."""
    dealer, players = state.name(state.deal.dealer), len(state.table.names)
    sizes = grouping.sizes(players)
    field = prompts.Groups(name, grouping.many.capitalize(), state.table.seats, (sizes,))
    return Prompt(
        kind,
        f"{dealer} forms the {grouping.many}",
        (field,),
        rule=_rule(grouping, players),
        seat=state.deal.dealer,
        confirm=f"These are the {grouping.many}",
        help=f"{_sentence(grouping, players)} Tap together who belongs together, or draw; the last ones follow.",
    )


def check(table: Table, grouping: Grouping, groups: Groups, field: str) -> None:
    """Refuse groups that leave somebody out, hold somebody twice or have other sizes."""
    rule = _rule(grouping, len(table.names))
    for fault in _faults(table, grouping, groups):
        require(False, rule, fault, field=field, code=grouping.code)


def group_of(groups: Groups, seat: Seat) -> tuple[Seat, ...]:
    """The group somebody belongs to."""
    return next(group for group in groups if seat in group)


def ally(groups: Groups, seat: Seat) -> Seat | None:
    """The other member of a team of two; None: nobody."""
    return next((other for other in group_of(groups, seat) if other != seat), None)


def clockwise(table: Table, groups: Groups, first: Seat) -> Groups:
    """The same groups, their members and themselves in the order of the seats from `first` on."""
    order = table.clockwise_from(first)
    return tuple(sorted((tuple(sorted(group, key=order.index)) for group in groups), key=lambda g: order.index(g[0])))


def one_after_another(groups: Groups) -> tuple[Seat, ...]:
    """Everybody, group by group."""
    return tuple(seat for group in groups for seat in group)


def told(table: Table, groups: Groups, between: str) -> str:
    """The groups in words: "Ana and Cleo, Ben alone"."""
    return ", ".join(_one_told(table, group, between) for group in groups)


def _one_told(table: Table, group: tuple[Seat, ...], between: str) -> str:
    names = [table.names[seat] for seat in group]
    return f"{names[0]} alone" if len(names) == 1 else between.join(names)


def _faults(table: Table, grouping: Grouping, groups: Groups) -> Iterator[str]:
    grouped = one_after_another(groups)
    unknown = [seat for seat in grouped if seat not in table.seats]
    if unknown:
        yield "Choose from the players at this table."
    for seat in table.seats:
        times = grouped.count(seat)
        if times != 1:
            yield f"{table.names[seat]} belongs to exactly one {grouping.one}, not to {times or 'none'}."
    if tuple(sorted(map(len, groups))) != grouping.sizes(len(table.names)):
        yield _sentence(grouping, len(table.names))


def _rule(grouping: Grouping, players: int) -> Rule:
    return grouping.odd if players % 2 else grouping.pairs


def _sentence(grouping: Grouping, players: int) -> str:
    """ "5 players make fights of 2 and 3."."""
    *most, last = map(str, grouping.sizes(players))
    return f"{players} players make {grouping.many} of {', '.join(most)} and {last}."
