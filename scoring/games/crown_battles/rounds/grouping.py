"""Groups formed before the bids: fights and teams.

The dealer pairs the players aloud (CB-305, CB-334), and their bids are placed in turn (CB-307), so nothing is secret.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.contract import prompts
from scoring.contract.board import Marker
from scoring.contract.game import Table
from scoring.contract.names import join_words
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, refuse_if
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import Groups
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.state import State

PAIRS: Final = Rule("CB-305", "The dealer pairs everybody for the fights.", "Duel Fights")
ONE_TRIO: Final = Rule("CB-306", "With an odd number of players, three of them fight each other.", "Duel Fights")
TEAMS_OF_TWO: Final = Rule("CB-334", "The dealer forms teams of two.", "Normal Bidding Alliances")
ONE_ALONE: Final = Rule(
    "CB-335", "With an odd number of players, the dealer names one who plays alone.", "Normal Bidding Alliances"
)


@dataclass(frozen=True, slots=True)
class Grouping:
    """A way of grouping the players."""

    one: str  # "fight"
    many: str  # "fights": also the field of the event
    pairs: Rule
    odd: Rule  # with an odd number of players
    extra: int  # size of the group that is not a pair
    code: str

    def sizes(self, players: int) -> tuple[int, ...]:
        if players % 2 == 0:
            return (2,) * (players // 2)
        return tuple(sorted((self.extra, *(2,) * ((players - self.extra) // 2))))


FIGHTS: Final = Grouping("fight", "fights", PAIRS, ONE_TRIO, 3, "E_DUEL_GROUPS")
TEAMS: Final = Grouping("team", "teams", TEAMS_OF_TWO, ONE_ALONE, 1, "E_TEAMS")


def wait(state: State, grouping: Grouping, kind: str) -> Wait:
    """Asks the dealer for the groups, before anybody bids."""
    dealer, players = state.name(state.deal.dealer), state.players
    sizes = grouping.sizes(players)
    field = prompts.Groups(grouping.many, grouping.many.capitalize(), state.table.seats, (sizes,))
    prompt = Prompt(
        kind,
        f"{dealer} forms the {grouping.many}",
        (field,),
        rule=_rule(grouping, players),
        seat=state.deal.dealer,
        confirm=f"These are the {grouping.many}",
        help=f"{_sizes_sentence(grouping, players)} Tap the players of each {grouping.one}, or draw.",
    )
    return Wait(prompt, f"{prompt.title} first.")


def check(table: Table, grouping: Grouping, groups: Groups) -> None:
    """Refuse groups that miss or repeat a player or have the wrong sizes."""
    rule = _rule(grouping, len(table.names))
    refuse_if(next(_errors(table, grouping, groups), ""), rule, field=grouping.many, code=grouping.code)


def sort_groups(groups: Groups, order: tuple[Seat, ...]) -> Groups:
    """Sort the groups and their members in this order of seats."""
    return tuple(sorted((tuple(sorted(group, key=order.index)) for group in groups), key=lambda g: order.index(g[0])))


def flatten(groups: Groups) -> tuple[Seat, ...]:
    return tuple(seat for group in groups for seat in group)


def list_groups(table: Table, groups: Groups, between: str) -> str:
    """The groups as text: "Ana and Cleo, Ben alone"."""
    return ", ".join(_list_group(table, group, between) for group in groups)


def mark_others(table: Table, groups: Groups, key: str, word: str) -> Iterator[Marker]:
    """A marker for everybody who is not alone in a group: "with Ben", "against Ben and Cleo"."""
    for group in groups:
        for seat in group:
            others = tuple(other for other in group if other != seat)
            if others:
                yield Marker(seat, key, f"{word} {join_words(table.names[other] for other in others)}", others)


def _list_group(table: Table, group: tuple[Seat, ...], between: str) -> str:
    names = [table.names[seat] for seat in group]
    return f"{names[0]} alone" if len(names) == 1 else between.join(names)


def _errors(table: Table, grouping: Grouping, groups: Groups) -> Iterator[str]:
    grouped = flatten(groups)
    unknown = [seat for seat in grouped if seat not in table.seats]
    if unknown:
        yield "Choose from the players at this table."
    for seat in table.seats:
        times = grouped.count(seat)
        if times != 1:
            yield f"{table.names[seat]} must be in exactly one {grouping.one}, not in {times or 'none'}."
    if tuple(sorted(map(len, groups))) != grouping.sizes(len(table.names)):
        yield _sizes_sentence(grouping, len(table.names))


def _rule(grouping: Grouping, players: int) -> Rule:
    return grouping.odd if players % 2 else grouping.pairs


def _sizes_sentence(grouping: Grouping, players: int) -> str:
    """ "5 players make fights of 2 and 3."."""
    *most, last = map(str, grouping.sizes(players))
    return f"{players} players make {grouping.many} of {', '.join(most)} and {last}."
