"""Groups before the bids: their sizes, their order, and what is refused."""

import pytest

from scoring.contract.game import Table
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.games.crown_battles import grouping
from scoring.games.crown_battles.events import Groups
from scoring.games.crown_battles.grouping import FIGHTS, TEAMS, Grouping
from tests.scoring.crown_battles.table import NAMES, A, B, C, D, E

SIZES = [  # example of, what is formed, players, sizes
    ("CB-305", FIGHTS, 4, (2, 2)),
    ("CB-305", FIGHTS, 6, (2, 2, 2)),
    ("CB-306", FIGHTS, 5, (2, 3)),
    ("CB-306", FIGHTS, 7, (2, 2, 3)),
    ("CB-305", FIGHTS, 8, (2, 2, 2, 2)),
    ("CB-335", TEAMS, 3, (1, 2)),
    ("CB-334", TEAMS, 4, (2, 2)),
    ("CB-335", TEAMS, 5, (1, 2, 2)),
    ("CB-334", TEAMS, 6, (2, 2, 2)),
    ("CB-335", TEAMS, 7, (1, 2, 2, 2)),
    ("CB-334", TEAMS, 8, (2, 2, 2, 2)),
]


@pytest.mark.parametrize(("example", "formed", "players", "sizes"), SIZES)
def test_so_many_players_make(example: str, formed: Grouping, players: int, sizes: tuple[int, ...]) -> None:
    assert formed.sizes(players) == sizes


REFUSED = [  # what is formed, players, groups, cited rule, code, words
    (FIGHTS, 5, ((A,), (B, C, D, E)), "CB-306", "E_DUEL_GROUPS", "5 players make fights of 2 and 3."),
    (FIGHTS, 6, ((A, B, C), (D, E, Seat(5))), "CB-305", "E_DUEL_GROUPS", "6 players make fights of 2, 2 and 2."),
    (FIGHTS, 4, ((A, B), (C, A)), "CB-305", "E_DUEL_GROUPS", "Ana must be in exactly one fight, not in 2."),
    (FIGHTS, 4, ((A, B), (C,)), "CB-305", "E_DUEL_GROUPS", "Dov must be in exactly one fight, not in none."),
    (FIGHTS, 4, ((A, B), (C, E)), "CB-305", "E_DUEL_GROUPS", "Choose from the players at this table."),
    (TEAMS, 5, ((A, B, C), (D,), (E,)), "CB-335", "E_TEAMS", "5 players make teams of 1, 2 and 2."),
    (TEAMS, 4, ((A, B), (C,), (D,)), "CB-334", "E_TEAMS", "4 players make teams of 2 and 2."),
    (TEAMS, 4, ((A, B), (C, D), ()), "CB-334", "E_TEAMS", "4 players make teams of 2 and 2."),
]


@pytest.mark.parametrize(("formed", "players", "groups", "rule", "code", "says"), REFUSED)
def test_groups_are_refused(formed: Grouping, players: int, groups: Groups, rule: str, code: str, says: str) -> None:
    with pytest.raises(RuleViolation) as raised:
        grouping.check(Table(NAMES[:players]), formed, groups, "groups")
    assert (raised.value.rule.id, raised.value.code, raised.value.message) == (rule, code, says)


@pytest.mark.parametrize(
    ("formed", "players", "groups"),
    [
        (FIGHTS, 6, ((A, B), (C, D), (E, Seat(5)))),
        (FIGHTS, 5, ((B, D, E), (A, C))),
        (TEAMS, 4, ((A, C), (D, B))),
        (TEAMS, 3, ((C,), (A, B))),
    ],
)
def test_groups_are_taken(formed: Grouping, players: int, groups: Groups) -> None:
    grouping.check(Table(NAMES[:players]), formed, groups, "groups")
