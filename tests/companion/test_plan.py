"""A set-up plan keeps the chosen options when players are added, removed or moved."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.setup.setup_plan import (
    Plan,
    build_options,
    describe_teams,
    has_rules,
    matching_preset,
    new_plan,
    offered_presets,
    option_fields,
    presets,
    reseat,
    with_option,
    with_rules,
)
from scoring.contract.game import AnyGame, OptionField, Table
from scoring.contract.prompts import Choice, Subset
from scoring.contract.rulebook import require
from scoring.contract.scores import Seat
from scoring.engine.codec import options_payload
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.loot_and_recruit import GAME as LOOT
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.recruits import GAME as RECRUITS
from scoring.games.score_pad import GAME as SCORE_PAD
from tests.scoring.sketches import sealed
from tests.storage.tiny import SCORE, TINY

THREE = ("Ana", "Ben", "Cleo")
FOUR = (*THREE, "Dov")


def preset_of(game: AnyGame, plan: Plan) -> str:
    """The key of the preset that a plan has; empty for none."""
    preset = matching_preset(game, plan.names, plan.options)
    return preset.key if preset else ""


def test_a_fresh_plan_has_the_first_preset_for_so_many_players() -> None:
    assert new_plan(sealed.GAME, ()) == Plan((), options_payload(sealed.GAME, sealed.Options()))
    plan = new_plan(sealed.GAME, THREE)
    assert (preset_of(sealed.GAME, plan), plan.own) == ("printed", False)
    assert new_plan(sealed.GAME, THREE, "sealed").options["sealing"] == "one_by_one"
    assert new_plan(sealed.GAME, THREE, "no such preset") == plan


def test_so_many_as_cannot_play_have_no_presets() -> None:
    assert presets(sealed.GAME, ("Ana",)) == ()
    assert [preset.key for preset in presets(sealed.GAME, THREE)] == ["printed", "sealed"]


def test_the_chosen_preset_stays_when_somebody_comes() -> None:
    plan = new_plan(sealed.GAME, ("Ana", "Ben"), "sealed")
    assert reseat(sealed.GAME, plan, THREE) == new_plan(sealed.GAME, THREE, "sealed")


def test_a_preset_of_this_number_alone_gives_way_to_the_first_one() -> None:
    two = new_plan(CROWN, ("Ana", "Ben"), "2p_b")
    assert preset_of(CROWN, two) == "2p_b"
    assert preset_of(CROWN, reseat(CROWN, two, THREE)) == presets(CROWN, THREE)[0].key


def test_an_option_of_ones_own_leaves_the_preset_and_stays_when_somebody_comes() -> None:
    plan = with_option(sealed.GAME, new_plan(sealed.GAME, ("Ana", "Ben")), "lots", 5)
    assert (preset_of(sealed.GAME, plan), plan.own) == ("", True)
    assert reseat(sealed.GAME, plan, THREE).options["lots"] == 5
    alone = reseat(sealed.GAME, plan, ("Ana",))
    assert reseat(sealed.GAME, alone, ("Ana", "Eve")).options["lots"] == 5


@pytest.mark.parametrize(
    ("game", "names", "options", "teams"),
    [
        (RECRUIT, FOUR, {}, "Ana and Cleo against Ben and Dov"),
        (RECRUIT, THREE, {}, ""),
        (RECRUIT, FOUR[:1], {}, ""),
        (SCORE_PAD, FOUR, {}, ""),
        (SCORE_PAD, FOUR, {"teams": 2}, "Ana and Cleo against Ben and Dov"),
        (SCORE_PAD, (*FOUR, "Eve", "Fay"), {"teams": 3}, "Ana and Dov against Ben and Eve against Cleo and Fay"),
        (SCORE_PAD, THREE, {"teams": 2}, ""),
        (CROWN, FOUR, {}, ""),
    ],
)
def test_the_set_up_says_who_plays_with_whom(
    game: AnyGame, names: tuple[str, ...], options: dict[str, Any], teams: str
) -> None:
    plan = new_plan(game, names)
    assert describe_teams(game, replace(plan, options={**plan.options, **options})) == teams


@dataclass(frozen=True)
class Gentle:
    dealers: tuple[Seat, ...] = ()


def test_options_that_so_many_cannot_play_are_given_up() -> None:
    def ask(table: Table, options: Gentle) -> tuple[OptionField, ...]:
        players = tuple(Choice(seat, name) for seat, name in enumerate(table.names))
        return (OptionField(Subset("dealers", "Gentle dealers", players, likely=options.dealers)),)

    def open_table(table: Table, options: Gentle) -> Any:
        require(set(options.dealers) <= set(table.seats), SCORE, "Gentle dealers sit at this table.", field="dealers")
        return TINY.open(table, TINY.options())

    game = replace(TINY, options=Gentle, option_fields=ask, open=open_table)
    plan = with_option(game, new_plan(game, ("Ana", "Ben", "Cleo", "Dov")), "dealers", [3])
    assert reseat(game, plan, THREE).options["dealers"] == []


def test_an_option_that_is_not_asked_for_gives_up_nothing() -> None:  # RS-082
    plan = with_option(RECRUITS, new_plan(RECRUITS, FOUR), "variants", ["blind_recruit"])
    plan = with_option(RECRUITS, with_option(RECRUITS, plan, "blind_pile", 4), "win_tie", "kings")
    plan = with_option(RECRUITS, plan, "variants", [])
    left = reseat(RECRUITS, plan, THREE)
    assert (left.own, left.options["win_tie"], build_options(RECRUITS, left)[1]) == (True, "kings", "")
    again = with_option(RECRUITS, left, "variants", ["blind_recruit"])
    assert "blind_pile" in [option.field.name for option in option_fields(RECRUITS, again)]


def test_of_what_the_table_chose_only_the_option_that_cannot_be_played_is_given_up() -> None:
    plan = with_option(RECRUITS, new_plan(RECRUITS, FOUR), "variants", ["blind_recruit", "pairs"])
    plan = with_option(RECRUITS, with_option(RECRUITS, plan, "blind_pile", 4), "win_tie", "kings")
    left = reseat(RECRUITS, plan, THREE)
    assert left.own
    assert left.options == plan.options | {"blind_pile": 1}


@pytest.mark.parametrize(
    ("after", "dealer"),
    [
        (("Cleo", "Ana", "Ben"), 0),
        (("Ana", "Cleo", "Ben"), 1),
        (("Ana", "Ben", "Cleo", "Dov"), 2),
        (("Dov", "Ana", "Ben", "Cleo"), 3),
        (("Ana", "Ben"), 0),
    ],
)
def test_whoever_deals_first_does_so_from_any_seat(after: tuple[str, ...], dealer: int) -> None:
    plan = with_option(RECRUIT, new_plan(RECRUIT, THREE), "first_dealer", 2)
    assert reseat(RECRUIT, plan, after).options["first_dealer"] == dealer


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (RECRUIT, "level"),
        (LOOT, "level"),
        (RECRUITS, "level"),
        (FACTION_WARS, "level"),
        (CROWN, ""),
        (SCORE_PAD, ""),
        (sealed.GAME, "sealing"),
    ],
)
def test_presets_that_are_the_values_of_one_option_are_one_question_with_it(game: AnyGame, name: str) -> None:
    assert offered_presets(game, new_plan(game, FOUR)).option == name
    assert offered_presets(game, new_plan(game, ())).option == ""


def test_how_much_is_entered_and_which_rules_are_two_questions() -> None:
    plan = with_option(RECRUITS, new_plan(RECRUITS, FOUR), "first_player", 2)
    offered = offered_presets(RECRUITS, plan)
    printed, quick, tavern = offered.rules
    assert [preset.key for preset in offered.by_value] == ["count", "ledger", "resolver", "referee"]
    assert (printed.key, quick.key, tavern.key) == ("printed", "quick", "tavern")
    assert has_rules(RECRUITS, plan, printed)
    assert not has_rules(RECRUITS, plan, quick)

    quick_ledger = with_rules(RECRUITS, with_option(RECRUITS, plan, "level", "ledger"), quick)
    assert quick_ledger.options["level"] == "ledger", "chosen by the table"
    assert has_rules(RECRUITS, quick_ledger, quick)
    assert not has_rules(RECRUITS, quick_ledger, printed)
    assert (quick_ledger.own, quick_ledger.options["first_player"]) == (True, 2)

    assert with_rules(RECRUITS, plan, tavern).options["level"] == "resolver", "the first level is nobody's choice"
    again = with_rules(RECRUITS, quick_ledger, printed)
    assert (preset_of(RECRUITS, again), again.own) == ("ledger", False)


def test_whoever_deals_first_is_no_matter_of_presets() -> None:
    plan = new_plan(CROWN, THREE)
    dealt = with_option(CROWN, plan, "first_dealer", 2)
    assert (preset_of(CROWN, dealt), dealt.own) == (preset_of(CROWN, plan), False)
    assert with_rules(CROWN, dealt, presets(CROWN, THREE)[1]).options["first_dealer"] == 2


def test_what_cannot_be_played_says_why() -> None:
    plan = new_plan(TINY, THREE)
    assert build_options(TINY, plan) == (TINY.options(), "")
    nonsense, why = build_options(TINY, Plan(THREE, {"rounds": "many"}))
    assert nonsense is None
    assert why
    options, why = build_options(sealed.GAME, Plan(THREE, {"lots": 9, "sealing": "together", "top": 3}))
    assert (options.lots, why) == (9, "Between 1 and 6 lots.")


def test_the_form_asks_even_while_the_options_make_no_sense() -> None:
    options = option_fields(sealed.GAME, Plan(THREE, {"lots": "many", "sealing": "together", "top": 3}))
    assert [option.field.name for option in options] == ["lots", "sealing", "top"]


def test_options_changed_by_hand_are_no_preset_until_they_are_changed_back() -> None:
    plan = new_plan(sealed.GAME, THREE)
    changed = with_option(sealed.GAME, plan, "lots", 5)
    assert preset_of(sealed.GAME, changed) == ""
    assert with_option(sealed.GAME, changed, "lots", plan.options["lots"]) == plan


def test_the_options_of_a_session_stay_when_somebody_is_added() -> None:
    plan = Plan(THREE, new_plan(CROWN, THREE).options, own=True)
    assert reseat(CROWN, plan, FOUR).options["schedule"] == plan.options["schedule"]
