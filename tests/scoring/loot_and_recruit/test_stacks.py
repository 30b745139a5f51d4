"""Goblins recruited, placed, moved, attacked (LR-037 to LR-040, LR-050 to LR-057, LR-070 to LR-073)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event
from scoring.contract.prompts import OnBoard, Role
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import platforms, supply
from scoring.games.loot_and_recruit.attacks import Attacked, SergeantPlayed
from scoring.games.loot_and_recruit.buying import NewCardBought
from scoring.games.loot_and_recruit.entry import LevelChosen
from scoring.games.loot_and_recruit.moving import CardRemoved, GoblinAdded, GoblinMoved
from scoring.games.loot_and_recruit.options import AttackCost, Level, SergeantRule
from scoring.games.loot_and_recruit.playing import NewCardPlayed, TurnEnded
from scoring.games.loot_and_recruit.recruiting import BearerPlaced, GoblinPlaced, GoblinRecruited, NewGoblinRecruited
from scoring.games.loot_and_recruit.state import Open, State
from scoring.testing.tables import A, B, C
from tests.scoring.loot_and_recruit.cards import GOB, OCTET, PACK, TRIO, goblin, power
from tests.scoring.loot_and_recruit.states import flipped, hit, opened, playing, refereed, rich, stacked
from tests.scoring.loot_and_recruit.table import (
    GAME,
    after,
    assert_refused,
    enter,
    kinds,
    names,
    notes,
    prompt_for,
    target,
    turn,
)

# Recruiting ---------------------------------------------------------------------------------------------------------


def test_a_goblin_stands_on_top_of_one_platform() -> None:
    """LR-038: an Ornery Octet on any of the three; placing comes before anything else (LR-061)."""
    for platform in range(3):
        state = after(stacked(playing(), A, platform, GOB), NewGoblinRecruited(A, OCTET))
        assert kinds(state) == ["goblin_placed"]
        texts = [choice.text for choice in prompt_for(state, "goblin_placed").fields[0].choices]
        assert texts == ["one card" if n == platform else "0 cards" for n in range(3)]
        assert_refused(state, TurnEnded(A), "LR-061")
        assert_refused(state, GoblinAdded(A, 0, GOB), "LR-063")
        assert_refused(state, CardRemoved(f"0-{platform}-0"), "LR-063")
        state = after(state, GoblinPlaced(A, platform))
        assert names(state, A, platform) == ["Gob O' Goblins", "Ornery Octet"]


def test_a_name_asks_for_the_numbers_it_was_typed_with() -> None:  # LR-003, LR-004
    state = after(playing(), NewGoblinRecruited(A, OCTET), GoblinPlaced(A, 0))
    form = GAME.form(
        state, prompt_for(state, "new_goblin_recruited"), {"card": {"name": "ornery octet", "numbers": []}}
    )
    (field,) = form.fields
    assert [(count.low, count.high) for count in field.numbers] == [(3, 3), (7, 7), (8, 8)]
    other = after(state, NewGoblinRecruited(A, goblin("ornery octet", 4, 7, 8)))
    assert other.goblins == state.goblins
    assert notes(other, "LR-004") == [
        "Ornery Octet was first typed as victory points 3, defense 7, recruit cost 8; these numbers count. "
        "If they are wrong, correct it there."
    ]
    assert after(state, NewGoblinRecruited(A, goblin(" ornery octet ", 3, 7, 8))).goblins == state.goblins


def test_a_recruit_costs_recruit_power() -> None:
    """LR-037: 9 recruit power less 7 for a Pint-Sized Pack leave 2."""
    state = after(rich(refereed(), recruit=9), NewGoblinRecruited(A, PACK), GoblinPlaced(A, 0))
    assert turn(state).powers.recruit == 2
    assert_refused(state, GoblinRecruited(A, "Pint-Sized Pack"), "LR-037", "NOT_ENOUGH_POWER", "2 are left")
    state = after(state, GoblinRecruited(A, "Pint-Sized Pack"), waived=("LR-037",))
    assert turn(state).powers.recruit == 0


REFUSED_RECRUITS: list[tuple[Event[Any], str, str]] = [
    (GoblinRecruited(B, "Ornery Octet"), "LR-031", ""),
    (GoblinRecruited(A, "Ornery Octet"), "LR-004", ""),
    (NewGoblinRecruited(A, goblin("shield bearer")), "LR-003", "NOT_ON_OFFER"),
    (NewGoblinRecruited(A, goblin(" ")), "LR-004", ""),
    (NewGoblinRecruited(A, goblin("Imp", vp=-1)), "LR-004", "NEGATIVE"),
    (NewGoblinRecruited(A, goblin("Imp", vp=16)), "LR-004", ""),
    (NewGoblinRecruited(A, power("Imp")), "LR-003", ""),
    (GoblinPlaced(A, 0), "LR-038", ""),
    (GoblinAdded(A, 3, GOB), "LR-038", "NO_SUCH_PLATFORM"),
    (GoblinAdded(Seat(7), 0, GOB), "LR-038", ""),
    (GoblinAdded(A, 0, goblin("Shield Bearer")), "LR-003", "NOT_ON_OFFER"),
    (CardRemoved("0-0-0"), "LR-070", "NO_SUCH_CARD"),
    (BearerPlaced(A, 3, 2), "LR-038", "NO_SUCH_PLATFORM"),
    (BearerPlaced(A, None, 2), "LR-R16", ""),
    (BearerPlaced(A, 0, 16), "LR-R16", ""),
    (BearerPlaced(B, 0, 2), "LR-031", ""),
]


@pytest.mark.parametrize(
    "name", ["Catapult", "box o\u2019 shinies", "Money Bag", "Sergeant", "Shield Bearer", "Spyglass"]
)
def test_a_card_of_the_shop_is_no_goblin(name: str) -> None:
    """LR-003: typed as a goblin by mistake it is refused, and can still be bought and played."""
    state = after(rich(refereed(), loot=9, recruit=9), NewCardBought(A, power("Spyglass", cost=2)))
    for event in (NewGoblinRecruited(A, goblin(name)), GoblinAdded(A, 0, goblin(name))):
        assert_refused(state, event, "LR-003", "NOT_ON_OFFER", "is no goblin")
    assert after(state, NewCardBought(A, KnownCard("Catapult", (("attack", 2), ("cost", 3))))).supply.catapult == 9


@pytest.mark.parametrize("name", ["Troublesome Trio", "ornery octet"])
def test_a_goblin_is_no_card_of_the_own_deck(name: str) -> None:  # LR-003
    state = after(rich(refereed(), loot=9, recruit=9), NewGoblinRecruited(A, goblin("Imp")), GoblinPlaced(A, 0))
    for event in (NewCardPlayed(A, power(name)), NewCardBought(A, power(name)), NewCardPlayed(A, power("imp"))):
        assert_refused(state, event, "LR-003", "NOT_ON_OFFER", "goblins are recruited")
    assert_refused(state, NewCardBought(A, power("imp")), "LR-033", "NOT_ON_OFFER", "goblins are recruited")


@pytest.mark.parametrize(("event", "rule", "code"), REFUSED_RECRUITS)
def test_what_cannot_stand_is_refused(event: Event[Any], rule: str, code: str) -> None:
    assert_refused(playing(), event, rule, code)


def test_only_whose_turn_it_is_places_and_where_there_is_a_platform() -> None:  # LR-038
    state = after(playing(), NewGoblinRecruited(A, OCTET))
    assert_refused(state, GoblinPlaced(B, 0), "LR-038", says="Ana places")
    assert_refused(state, GoblinPlaced(A, 3), "LR-038", "NO_SUCH_PLATFORM")


def test_the_pile_of_the_trio_has_fifteen() -> None:
    """LR-014, LR-096: a sixteenth is refused, unless a card says so."""
    state = playing()
    for n in range(15):
        state = after(state, NewGoblinRecruited(A, TRIO), GoblinPlaced(A, n % 3))
    assert (state.supply.trio, state.supply.crowd) == (0, 40)
    assert_refused(state, NewGoblinRecruited(A, TRIO), "LR-014", "PILE_EMPTY")
    assert after(state, NewGoblinRecruited(A, TRIO), waived=("LR-014",)).supply.trio == 0


def goblins_of_the_box(state: State) -> tuple[int, int]:
    """All Trios and all other goblins, wherever they lie; five of the others lie face up."""
    standing = [card.name for platforms in state.stacks for stack in platforms for card in stack if not card.bearer]
    trios = standing.count("Troublesome Trio")
    lie = state.supply
    return lie.trio + lie.trio_trash + trios, lie.crowd + lie.crowd_trash + len(standing) - trios + supply.LINE_UP


@pytest.mark.parametrize("level", [Level.CHECKPOINTS, Level.REFEREE])
def test_goblins_are_missing_only_where_they_were_not_entered(level: Level) -> None:
    state = replace(stacked(flipped(opened(2)), A, 0, OCTET), level=level, phase=Open())
    state = after(state, LevelChosen(Level.STACKS))
    assert state.behind is (level is Level.CHECKPOINTS)
    assert not flipped(state).behind, "they were added once the next event is flipped"


def test_a_goblin_that_was_laid_has_left_its_pile() -> None:
    """LR-001, LR-014, LR-096: six Trios stand when the stacks are first entered, nine are left to be recruited."""
    state = after(flipped(opened(2, level=Level.CHECKPOINTS)), LevelChosen(Level.STACKS))
    state = flipped(stacked(state, A, 0, *(TRIO,) * 6, OCTET, GOB))
    assert (state.supply.trio, state.supply.crowd) == (9, 38)
    assert goblins_of_the_box(state) == (15, 45)
    for _ in range(9):
        state = after(state, GoblinRecruited(A, "Troublesome Trio"), GoblinPlaced(A, 1))
    assert_refused(state, GoblinRecruited(A, "Troublesome Trio"), "LR-014", "PILE_EMPTY")
    assert_refused(state, GoblinAdded(B, 0, TRIO), "LR-014", "PILE_EMPTY", "already on platforms")
    assert names(after(state, GoblinAdded(B, 0, TRIO), waived=("LR-014",)), B, 0) == ["Troublesome Trio"]
    state = after(state, CardRemoved("0-0-6"), CardRemoved("0-1-0"))
    assert goblins_of_the_box(state) == (15, 45)
    assert goblins_of_the_box(after(state, GoblinAdded(B, 0, TRIO), GoblinAdded(B, 0, OCTET))) == (15, 45)


# Shield Bearers -----------------------------------------------------------------------------------------------------


def test_a_shielded_stack_takes_no_recruits() -> None:
    """LR-071, LR-R16: unless a card says so (LR-063)."""
    state = after(playing(), BearerPlaced(A, 1, 4), NewGoblinRecruited(A, OCTET))
    assert_refused(state, GoblinPlaced(A, 1), "LR-071", "STACK_SHIELDED", "Platform 2 of Ana")
    assert names(after(state, GoblinPlaced(A, 1), waived=("LR-071",)), A, 1) == ["Shield Bearer", "Ornery Octet"]


def test_with_three_shields_nobody_is_recruited() -> None:  # LR-040
    state = playing()
    for platform in range(3):
        state = stacked(state, A, platform, "SB")
    assert_refused(state, NewGoblinRecruited(A, OCTET), "LR-040", "STACK_SHIELDED")
    state = after(state, NewGoblinRecruited(A, OCTET), waived=("LR-040",))
    assert names(after(state, GoblinPlaced(A, 2)), A, 2) == ["Shield Bearer", "Ornery Octet"]


def test_the_defense_of_a_shield_bearer_is_typed_once() -> None:  # LR-R16
    state = after(playing(), BearerPlaced(A, 1, 4), TurnEnded(A))
    _, defense = prompt_for(state, "bearer_placed").fields
    assert getattr(defense, "likely") == 4  # noqa: B009 - the kind of field is another test's
    assert_refused(state, BearerPlaced(A, 0, 4), "LR-031")
    state = after(state, TurnEnded(B), TurnEnded(C))
    assert prompt_for(enter(state, "event_flipped", effect=False), "bearer_placed").role is Role.ASIDE


# The Coordinator ----------------------------------------------------------------------------------------------------


def moving() -> State:
    """Ben has a goblin on platform 1, a shielded one on 2."""
    return stacked(stacked(playing(), B, 0, GOB), B, 1, OCTET, "SB")


@pytest.mark.parametrize(
    ("event", "rule", "code"),
    [
        (GoblinMoved(A, "1-0-0", 1), "LR-071", "STACK_SHIELDED"),
        (GoblinMoved(A, "1-1-0", 0), "LR-071", "STACK_SHIELDED"),
        (GoblinMoved(A, "1-0-0", 0), "LR-070", ""),
        (GoblinMoved(A, "1-0-0", 5), "LR-038", "NO_SUCH_PLATFORM"),
        (GoblinMoved(A, "1-0-1", 0), "LR-070", "NO_SUCH_CARD"),
        (GoblinMoved(A, "1-1-1", 0), "LR-070", "NO_SUCH_CARD"),
    ],
)
def test_no_action_touches_a_shielded_stack(event: Event[Any], rule: str, code: str) -> None:  # LR-071
    assert_refused(moving(), event, rule, code)


def test_a_coordinator_in_play_is_used_once() -> None:  # LR-062
    state = stacked(refereed(), A, 0, GOB)
    assert_refused(state, GoblinMoved(A, "0-0-0", 1), "LR-062", "ACTION_ALREADY_USED")
    state = enter(state, "piles_counted", seat=0, hand=5, discard=0)
    state = after(state, NewCardPlayed(A, power("Coordinator", kind=1)), waived=("LR-064",))
    assert len(notes(state, "LR-060")) == 1
    state = after(state, GoblinMoved(A, "0-0-0", 1))
    assert (names(state, A, 1), turn(state).ready, turn(state).used) == (["Gob O' Goblins"], (), ("Coordinator",))
    assert_refused(state, GoblinMoved(A, "0-1-0", 2), "LR-062", "ACTION_ALREADY_USED")
    assert names(after(state, GoblinMoved(A, "0-1-0", 2), waived=("LR-062",)), A, 2) == ["Gob O' Goblins"]


# Attacks ------------------------------------------------------------------------------------------------------------


def test_six_attack_power_fells_a_gob_with_an_octet_above() -> None:
    """LR-050, LR-051, LR-053: the defense of what stands above does not matter."""
    state = after(stacked(rich(refereed(), attack=6), B, 0, GOB, OCTET), hit(A, "1-0-0"))
    assert (names(state, B, 0), turn(state).powers.attack) == ([], 0)
    assert state.supply.crowd_trash == 2
    assert [(m.seat, m.key, m.value, m.of) for m in GAME.measures.of(state)] == [
        (A, "attacks", 1, 1),
        (A, "felled", 2, 0),
        (B, "lost", 2, 0),
    ]


def test_each_player_and_part_of_the_day_is_measured_alone() -> None:
    state = refereed()
    for seat, number, value in ((A, 1, 1), (B, 1, 2), (A, 6, 4), (B, 1, 3)):
        state = platforms.add_measure(replace(state, number=number), seat, "recruited", value)
    assert [(m.seat, m.round, m.value) for m in GAME.measures.of(state)] == [(A, 1, 1), (B, 1, 5), (A, 2, 4)]


@pytest.mark.parametrize(("defense", "fits"), [(5, True), (6, False)])
def test_the_defense_has_to_be_within_the_attack_power(defense: int, fits: bool) -> None:  # LR-050
    state = stacked(rich(refereed(), attack=5), B, 0, goblin("Imp", defense=defense))
    if fits:
        assert names(after(state, hit(A, "1-0-0")), B, 0) == []
    else:
        assert_refused(state, hit(A, "1-0-0"), "LR-050", "DEFENSE_TOO_HIGH", "5 attack power is not enough")
        assert turn(after(state, hit(A, "1-0-0"), waived=("LR-050",))).powers.attack == 0


def test_without_attack_power_nothing_is_attacked() -> None:
    """LR-R07: not even a defense of 0."""
    state = stacked(refereed(), B, 0, goblin("Imp", defense=0))
    assert_refused(state, hit(A, "1-0-0"), "LR-R07", "NO_ATTACK_POWER")


@pytest.mark.parametrize(("cost", "left"), [(AttackCost.DEFENSE, 5), (AttackCost.ALL, 0)])
def test_an_attack_uses_defense_or_everything(cost: AttackCost, left: int) -> None:
    """LR-053, LR-R02: 9 attack power, a target of 4."""
    state = stacked(rich(refereed(attack_cost=cost), attack=9), B, 0, PACK)
    assert turn(after(state, hit(A, "1-0-0"))).powers.attack == left


def test_one_attack_a_turn_even_a_negated_one() -> None:
    """LR-052, LR-055: 6 attack power, a target of 4, a Bodyguard: 2 are left, nothing fell."""
    state = stacked(rich(refereed(), attack=6), B, 0, PACK)
    state = stacked(state, C, 0, TRIO)
    state = after(state, hit(A, "1-0-0", negated=True))
    assert (names(state, B, 0), turn(state).powers.attack) == (["Pint-Sized Pack"], 2)
    assert_refused(state, hit(A, "2-0-0"), "LR-052", "NO_ATTACK_LEFT", "one attack")


def targets(**options: Any) -> State:
    """Goblins of defense 1 before everybody, two Sergeants played."""
    state = playing(4, **options)
    for seat in state.table.seats:
        state = stacked(state, seat, 0, goblin("Imp", defense=1), goblin("Imp", defense=1))
    return after(state, SergeantPlayed(A), SergeantPlayed(A))


def test_two_sergeants_make_three_attacks() -> None:  # LR-054, LR-R12, LR-R13
    state = after(targets(), hit(A, "1-0-1"), hit(A, "2-0-1"), hit(A, "3-0-1"))
    assert_refused(state, hit(A, "1-0-0"), "LR-052", "NO_ATTACK_LEFT", "3 attacks")
    state = after(state, SergeantPlayed(A))
    assert_refused(state, hit(A, "1-0-0"), "LR-054", "SAME_OPPONENT", "Ben was attacked")
    assert names(after(state, hit(A, "1-0-0"), waived=("LR-054",)), B, 0) == []


def test_whom_a_sergeant_may_still_hit_is_told() -> None:
    """LR-054, LR-R03: with three players a third attack needs a first one on an own goblin."""
    state = after(targets(), hit(A, "1-0-1"))
    assert notes(state, "LR-054") == ["A Sergeant allows another attack on Cleo or Dov."]
    assert notes(after(targets(), SergeantPlayed(A)), "LR-054") == []
    three = stacked(stacked(playing(), B, 0, GOB), C, 0, GOB)
    three = after(three, SergeantPlayed(A), SergeantPlayed(A), hit(A, "1-0-0"), hit(A, "2-0-0"))
    assert notes(three, "LR-054") == ["Nobody is left for a Sergeant's attack."]


def test_the_form_of_a_sergeant_keeps_to_the_ruling() -> None:  # LR-R03
    form = prompt_for(playing(sergeant=SergeantRule.PREVIOUS), SergeantPlayed.kind)
    assert form.help == "Against an opponent who was not attacked last."


def test_a_sergeant_hits_another_opponent() -> None:
    """LR-054, LR-R03, LR-R14: also after a Bodyguard."""
    state = after(targets(), hit(A, "1-0-1", negated=True))
    assert_refused(state, hit(A, "1-0-0"), "LR-054", "SAME_OPPONENT")
    assert_refused(state, hit(A, "0-0-0"), "LR-R03", "OWN_GOBLIN_EXTRA")
    state = after(state, hit(A, "2-0-0"))
    assert_refused(state, hit(A, "1-0-0"), "LR-054", "SAME_OPPONENT")


def test_beneath_a_shield_bearer() -> None:
    """LR-073, LR-R04, LR-072: both fall; as ruled otherwise the bearer has to fall first."""
    state = after(stacked(playing(), B, 0, GOB, "SB"), hit(A, "1-0-0"))
    assert (names(state, B, 0), state.supply.crowd_trash, state.supply.shop_trash) == ([], 1, 1)
    ruled = stacked(playing(shield_first=True), B, 0, GOB, "SB")
    assert_refused(ruled, hit(A, "1-0-0"), "LR-R04", "SHIELD_FIRST")
    assert names(after(ruled, hit(A, "1-0-1")), B, 0) == ["Gob O' Goblins"]


@pytest.mark.parametrize(("back", "trio", "trash"), [(True, 15, 0), (False, 14, 1)])
def test_a_trashed_trio_goes_home_or_to_the_trash(back: bool, trio: int, trash: int) -> None:  # LR-057, LR-R09
    state = after(playing(trio_return=back), NewGoblinRecruited(A, TRIO), GoblinPlaced(A, 0), hit(A, "0-0-0"))
    assert (state.supply.trio, state.supply.trio_trash) == (trio, trash)


def test_an_empty_crowd_is_made_anew_without_trios() -> None:  # LR-083, LR-R08
    state = after(playing(trio_return=False), NewGoblinRecruited(A, TRIO), GoblinPlaced(A, 0))
    for _ in range(40):
        state = after(state, NewGoblinRecruited(A, OCTET), GoblinPlaced(A, 1))
    assert state.supply.crowd == 0
    assert len(notes(state, "LR-083")) == 1
    state = after(state, CardRemoved("0-0-0"), CardRemoved("0-1-39"), CardRemoved("0-1-38"))
    assert (state.supply.crowd_trash, state.supply.trio_trash) == (2, 1)
    state = after(state, NewGoblinRecruited(A, OCTET))
    assert (state.supply.crowd, state.supply.crowd_trash, state.supply.trio) == (1, 0, 15)


def test_what_is_not_there_cannot_be_attacked() -> None:  # LR-050
    assert_refused(moving(), hit(A, "1-0-7"), "LR-051", "NO_SUCH_CARD")
    assert_refused(moving(), hit(A, "nothing"), "LR-051", "NO_SUCH_CARD")
    assert_refused(opened(), hit(A, "0-0-0"), "LR-031")


def test_a_sergeant_is_a_card_where_cards_are_entered() -> None:  # LR-054
    assert_refused(refereed(), SergeantPlayed(A), "LR-R13")
    assert_refused(refereed(), BearerPlaced(A, 0, 2), "LR-R16")


# What is shown ------------------------------------------------------------------------------------------------------


def struck(state: State, kind: str, **draft: Any) -> list[str]:
    """The tiles that the form crosses out on the board."""
    draft = draft | {"target": target(state, draft["target"])} if draft else draft
    tapped = next(part for part in GAME.form(state, prompt_for(state, kind), draft).fields if isinstance(part, OnBoard))
    tiles = (tile for zone in GAME.view(state).board.zones for tile in zone.tiles)
    return [tile.name for tile in tiles if tile.id in tapped.struck]


def test_the_preview_of_an_attack_strikes_what_would_fall() -> None:  # LR-051
    state = stacked(playing(), B, 2, GOB, OCTET, "SB")
    assert struck(state, "attacked") == []
    assert struck(state, "attacked", target="1-2-1") == ["Ornery Octet", "Shield Bearer"]
    assert struck(state, "attacked", target="1-2-1", negated=True) == []
    assert struck(state, "goblin_moved", target="1-2-1") == []


def test_the_button_of_an_attack_says_what_falls() -> None:  # LR-051, LR-055
    state = stacked(playing(), B, 2, GOB, OCTET, "SB")
    form = prompt_for(state, "attacked")

    def button(**draft: Any) -> str:
        draft = draft | {"target": target(state, draft["target"])} if draft else draft
        return GAME.form(state, form, draft).confirm

    assert button() == button(target="1-1-0") == "Attack"
    assert button(target="1-2-0") == "Trash Gob O' Goblins and 2 above; check the Shield Bearer"
    plain = stacked(playing(), B, 2, GOB, OCTET)
    assert GAME.form(plain, form, {"target": target(plain, "1-2-0")}).confirm == "Trash Gob O' Goblins and 1 above"
    assert button(target="1-2-2") == "Trash Shield Bearer"
    assert button(target="1-2-2", negated=True) == "Nothing falls"


def test_a_turn_offers_what_can_be_done() -> None:  # LR-031
    fresh = playing()
    assert kinds(fresh, Role.MAIN) == ["new_goblin_recruited"]
    state = stacked(fresh, A, 0, GOB)
    assert kinds(state, Role.MAIN) == ["goblin_recruited", "new_goblin_recruited", "attacked", "goblin_moved"]
    assert kinds(state, Role.BESIDE) == ["turn_ended"]
    assert kinds(state, Role.ASIDE) == [
        "sergeant_played",
        "bearer_placed",
        "goblin_added",
        "card_removed",
        "first_player_moved",
    ]
    assert kinds(stacked(fresh, A, 0, "SB"), Role.MAIN) == ["new_goblin_recruited", "attacked"]
    target, _ = prompt_for(stacked(state, A, 1, "SB"), "goblin_moved").fields
    assert [choice.label for choice in target.tiles] == ["Ana: Gob O' Goblins"]
    (name,) = prompt_for(state, "goblin_recruited").fields
    assert [choice.label for choice in name.choices] == ["Gob O' Goblins"]


def test_the_button_says_whose_turn_is_next() -> None:  # LR-082
    state = playing(2)
    assert prompt_for(state, "turn_ended").confirm == "Next: Ben's turn"
    assert prompt_for(after(state, TurnEnded(A)), "turn_ended").confirm == "The round is over"
    assert Attacked.kind not in kinds(state)
