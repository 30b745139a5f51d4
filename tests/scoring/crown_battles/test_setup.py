"""The set-up: what can be opened, what the form asks, and that every option changes something."""

from typing import Any

import pytest

from scoring.contract.game import OptionField
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import CrownSuit, Special
from scoring.games.crown_battles.options import (
    AbsentSuitSpin,
    AlchemistFrom,
    BidCap,
    FinalTieEligible,
    FinalTiePoints,
    LeakedReveal,
    MissionsReveal,
    Options,
    RoundType,
    ScrewComparesWith,
    ScrewDoubleMode,
    ShieldDuration,
    ShieldWindow,
    WitchVictimFloor,
)
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.crown_battles.schedule import base_schedule, default_schedule
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.states import opened
from tests.scoring.crown_battles.table import GAME

DEFAULTS = {  # section 24 of the rules: every key and its printed value
    "absent_suit_spin": AbsentSuitSpin.RESPIN,
    "bid_cap": BidCap.TRICKS,
    "screw_the_dealer": False,
    "screw_double_mode": ScrewDoubleMode.LOW,
    "four_colours_allows_none": False,
    "wizard_affects_kings": True,
    "summoner_beats_dragon_king": False,
    "alchemist_from": AlchemistFrom.THIS_TRICK,
    "bomb_rest_still_plays": True,
    "thief_optional": True,
    "witch_victim_floor": WitchVictimFloor.NONE,
    "shield_window": ShieldWindow.BEFORE_FIRST_TRICK,
    "shield_duration": ShieldDuration.ROUND,
    "final_tie_points": FinalTiePoints.ADD,
    "final_tie_eligible": FinalTieEligible.ALL,
    "double_on_single_trick": False,
    "screw_compares_with": ScrewComparesWith.TRICKS,
}
WHOLE = Options(pool=tuple(ROUNDS))


def form(players: int, options: Options) -> dict[str, OptionField]:
    return {option.field.name: option for option in GAME.option_fields(table_of(players), options)}


def violation(players: int, **options: Any) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        GAME.open(table_of(players), Options(**options))
    return refused.value


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (1, {}, "E_PLAYERS"),  # CB-001
        (4, {"golems": 1}, "E_DECK_COMPOSITION"),
        (4, {"specials": (Special.THIEF, Special.THIEF)}, "E_SPECIAL_DUPLICATE"),
        (8, {"specials": (), "peasants": 4, "schedule": (2, 4, 6, 8)}, "E_DECK_TOO_SMALL"),  # CB-014, CB-015
        (4, {"schedule": (4, 0)}, "E_SCHEDULE"),  # CB-044
        (4, {"schedule": (16,)}, "E_DECK_TOO_SMALL"),
        (4, {"first_dealer": Seat(4)}, ""),
        (4, {"first_dealer": Seat(-1)}, ""),
    ],
)
def test_what_cannot_be_played_is_not_opened(players: int, options: dict[str, Any], code: str) -> None:
    refused = violation(players, **options)
    assert refused.code == code
    assert refused.rule in GAME.rules


def test_defaults_are_the_printed_rules() -> None:
    assert {key: getattr(Options(), key) for key in DEFAULTS} == DEFAULTS


def test_sealing_is_asked_beside_the_types_that_have_secrets() -> None:  # CB-185, CB-205, CB-270, CB-280
    for pool, prompt in ((RoundType.BLIND, True), (RoundType.BLIND_MISSIONS, True), (RoundType.MISSIONS, False)):
        assert ("secrets" in form(4, Options(pool=(pool,)))) is prompt
    rows: tuple[tuple[RoundType, dict[str, Any], bool], ...] = (
        (RoundType.LEAKED_SUIT, {}, True),
        (RoundType.LEAKED_SUIT, {"leaked_reveal": LeakedReveal.CLOCKWISE}, False),
        (RoundType.MISSIONS, {"missions_reveal": MissionsReveal.TOGETHER}, True),
        (RoundType.MISSIONS_ALLIANCES, {"missions_reveal": MissionsReveal.TOGETHER}, True),
    )
    for pool, shown, prompt in rows:
        assert ("secrets" in form(4, Options(pool=(pool,), **shown))) is prompt
    names = [name for name, option in form(4, WHOLE).items() if option.section == "Game"]
    assert names[-2:] == ["pool", "secrets"]
    assert not form(4, WHOLE)["secrets"].house


def test_a_schedule_may_run_downhill_or_be_drawn() -> None:  # CB-044, CB-045
    assert opened(4, schedule=(15, 14, 12, 2)).deal.cards == 15
    assert opened(4, schedule=(7, 2, 11, 4)).schedule == (7, 2, 11, 4)


def test_a_deck_of_fewer_suits_keeps_the_deals_of_the_base_table() -> None:  # CB-020, CB-023
    three = Options(suits=tuple(CrownSuit)[:3]).deck(7)
    assert default_schedule(7, three) == base_schedule(7)
    assert default_schedule(7, Options(lowest=three.lowest + 3).deck(7)) != base_schedule(7)
