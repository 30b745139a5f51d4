"""Groups before the bids: their sizes, their order, and what is refused."""

import pytest

from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import Groups
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.rounds import grouping
from scoring.games.crown_battles.rounds.duel_fights import DuelsPaired
from scoring.games.crown_battles.rounds.grouping import FIGHTS, TEAMS, Grouping
from scoring.games.crown_battles.rounds.teams import TeamsFormed
from scoring.testing.tables import A, B, C, D, E
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.states import of_type, with_trump
from tests.scoring.crown_battles.table import refusal

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


DUEL, TEAM = RoundType.DUEL_FIGHTS, RoundType.ALLIANCES
MISSIONS, SUITS = RoundType.MISSIONS_ALLIANCES, RoundType.SUIT_PRECISION_ALLIANCES
REFUSED = [  # type of round, players, groups, cited rule, words
    (DUEL, 5, ((A,), (B, C, D, E)), "CB-306", "5 players make fights of 2 and 3."),
    (DUEL, 5, ((A, B, C, D), (E,)), "CB-306", "5 players make fights of 2 and 3."),
    (DUEL, 6, ((A, B, C), (D, E, Seat(5))), "CB-305", "6 players make fights of 2, 2 and 2."),
    (DUEL, 6, ((A, B), (C, D)), "CB-305", "Eve must be in exactly one fight, not in none."),
    (DUEL, 4, ((A, B), (C, A)), "CB-305", "Ana must be in exactly one fight, not in 2."),
    (DUEL, 4, ((A, B), (C,)), "CB-305", "Dov must be in exactly one fight, not in none."),
    (DUEL, 4, ((A, B), (C, E)), "CB-305", "Choose from the players at this table."),
    (TEAM, 3, ((A, B, C),), "CB-335", "3 players make teams of 1 and 2."),
    (TEAM, 5, ((A, B, C), (D,), (E,)), "CB-335", "5 players make teams of 1, 2 and 2."),
    (TEAM, 4, ((A, B, C), (D,)), "CB-334", "4 players make teams of 2 and 2."),
    (TEAM, 4, ((A, B), (C,), (D,)), "CB-334", "4 players make teams of 2 and 2."),
    (TEAM, 4, ((A, B), (C, D), ()), "CB-334", "4 players make teams of 2 and 2."),
    (TEAM, 4, ((A, B), (A, C)), "CB-334", "Ana must be in exactly one team, not in 2."),
    (MISSIONS, 5, ((A, B, C), (D, E)), "CB-335", "5 players make teams of 1, 2 and 2."),  # CB-350
    (SUITS, 5, ((A, B, C), (D, E)), "CB-335", "5 players make teams of 1, 2 and 2."),
]


@pytest.mark.parametrize(("kind", "players", "groups", "rule", "says"), REFUSED)
def test_groups_are_refused(kind: RoundType, players: int, groups: Groups, rule: str, says: str) -> None:
    event, code = (DuelsPaired(groups), "E_DUEL_GROUPS") if kind is DUEL else (TeamsFormed(groups), "E_TEAMS")
    violation = refusal(with_trump(of_type(kind, players)), event)
    assert (violation.rule.id, violation.code, violation.message) == (rule, code, says)


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
    grouping.check(table_of(players), formed, groups)
