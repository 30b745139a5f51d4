"""The board, the facts, the log and the set-up form."""

import pytest

from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.games.recruit import winning
from scoring.games.recruit.options import Options
from scoring.kit.trick_taking import Level
from tests.scoring.recruit.declared import OPEN
from tests.scoring.recruit.states import dealt, next_hand, opened
from tests.scoring.recruit.table import GAME


@pytest.mark.parametrize(
    ("kind", "answers", "says"),
    [  # what no transcript in `tests/sessions` tells
        ("card_displayed", {"card": "KS"}, "The king of spades is displayed"),
        ("variations_declared", {"seat": 1, "variations": []}, "Ben declares no variation"),
        (
            "faces_counted",
            {"jacks": [[0, 1], [1, 0]], "queens": [[0, 0], [1, 0]], "kings": [[0, 2], [1, 2]], "match": []},
            "Jacks: Ana 1; queens: none; kings: Ana 2, Ben 2",
        ),
        ("hand_voided", {"note": " a revoke "}, "The hand is thrown in: a revoke"),
        ("joined_late", {"next_hand": 2, "totals": [[0, 5], [1, -2]]}, "Joined at hand 2: Ana 5, Ben -2"),
    ],
)
def test_the_log_tells_an_entry(kind: str, answers: dict[str, object], says: str) -> None:
    event = event_from(GAME, kind, answers)
    assert agreements.sentence(GAME, opened(2), event) == says


def test_the_totals_of_partners_are_provisional_until_the_last_hand_is_scored() -> None:
    state = opened(4)
    rules = [{fact.rule for fact in GAME.view(state).facts if fact.key.startswith("team_")}]
    for _ in range(4):
        state = next_hand(state, (3, 4, 3, 3), *[(1, 1, 1, 1)] * 3)
    rules.append({fact.rule for fact in GAME.view(state).facts if fact.key.startswith("team_")})
    assert rules == [{winning.PROVISIONAL}, {winning.TEAM_TOTAL}]


@pytest.mark.parametrize("players", GAME.box.players)
def test_presets_differ_by_what_is_entered(players: int) -> None:
    assert [preset.options for preset in GAME.presets(players)] == [Options(level=level) for level in Level]


def test_before_its_tricks_an_open_pile_is_empty() -> None:  # RT-079
    assert [zone.count for zone in GAME.view(dealt("JOKER", OPEN)).board.zones][:4] == [""] * 4


def test_other_forms_stay_as_they_are() -> None:
    state = dealt("7H")
    for prompt in GAME.prompts(state):
        assert prompt.kind == "cards_swapped" or GAME.form(state, prompt, {}) == prompt
