"""What can still be gained once everybody's cards are counted."""

from scoring.contract.game import Reach
from scoring.games.faction_wars.cards import NamedBonusCard
from scoring.games.faction_wars.options import Level, TieWin
from scoring.insight.chase import tell_decided
from scoring.testing.tables import A, B, C
from tests.scoring.faction_wars.states import bid, bonuses, counted, opened
from tests.scoring.faction_wars.table import GAME, after, points

COUNTED = (12, 2, 3), (11, 0, 0), (20, 1, 6)


def test_fw_060_nothing_is_said_while_rounds_are_played_and_cards_are_counted() -> None:
    playing = opened(3)
    assert GAME.reach(playing) is None
    assert GAME.reach(bid(playing, 1, 2, 3)) is None
    assert GAME.reach(counted(opened(3, Level.FINAL), *COUNTED[:2])) is None


def test_fw_065_only_bonuses_are_left() -> None:
    """Ana 12 + 2 x 2 - 3, Ben 11, Cleo 20 + 1 - 6."""
    state = counted(opened(3, Level.FINAL), *COUNTED)
    assert points(state) == (13, 11, 15)
    assert GAME.reach(state) == Reach(((0, None),) * 3)
    assert [tell_decided(GAME, state, seat) for seat in (A, B, C)] == ["", "", ""]


def test_fw_r09_nobody_else_can_win_while_recruits_break_a_tie() -> None:
    state = counted(opened(3, Level.FINAL, tie_win=TieWin.MOST_RECRUITS), *COUNTED)
    tied = after(state, bonuses(state, 0, 0, 0, owners={NamedBonusCard.FAIR_WINDS: (A, 1)}))
    assert points(tied) == (15, 11, 15)
    assert [tell_decided(GAME, tied, seat) for seat in (A, B, C)] == ["", "Ben cannot catch up any more.", ""]
    assert tell_decided(GAME, after(state, bonuses(state, 0, 0, 0)), A) == ""
