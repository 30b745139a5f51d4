"""Where collected cards go, and what they set off."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.prompts import Grid, Known, Pick, Role
from scoring.contract.scores import Seat
from scoring.games.faction_wars import GAME, cards, passes
from scoring.games.faction_wars.cards import Kind
from scoring.games.faction_wars.collecting import BystanderGiven, CardCollected, CardDrawn
from scoring.games.faction_wars.options import ActionsGo, Level
from scoring.games.faction_wars.robbing import RecruitRemoved, Robbed
from scoring.games.faction_wars.state import Act, Bidding, Claim, Discard, Draw, Give, Resolving, Rob, State
from tests.scoring.faction_wars.table import (
    BERSERKER,
    BUCCANEER,
    COWBOY,
    GAMBLER,
    KUNOICHI,
    NINJA,
    PIRATE,
    RAID,
    VIKING,
    WIDOW,
    A,
    B,
    C,
    D,
    acted,
    after,
    assert_refused,
    bid,
    decks,
    fight,
    kinds,
    lay,
    main,
    opened,
    piles,
    points,
    stocked,
    take,
    typed,
)


def first(state: State) -> object:
    """The next step of the round."""
    assert isinstance(state.phase, Resolving)
    return state.phase.pending[0]


def collected(card: Any, players: int = 3, **options: Any) -> State:
    """Ana has collected a card alone; the others wait for theirs."""
    return take(bid(opened(players, **options), *range(1, players + 1)), A, card)


def with_cards(state: State, seat: Seat, *owned: Any) -> State:
    """A state in which somebody owns these cards."""
    named = tuple(cards.read(card, "card") for card in owned)
    own = state.holdings[seat]
    now = replace(own, discard=own.discard + len(named), cards=(*own.cards, *named))
    return replace(state, holdings=(*state.holdings[:seat], now, *state.holdings[seat + 1 :]))


def test_a_collected_recruit_lies_in_the_discard_pile() -> None:  # FW-040, FW-061
    state = collected(NINJA)
    assert decks(state) == [(3, 1), (3, 0), (3, 0)]
    assert points(state) == (3, 0, 0)
    assert_refused(state, CardCollected(A, COWBOY), "FW-R16", says="First Ben acts")
    assert_refused(state, CardDrawn(B, COWBOY), "FW-R16", says="Finish what")
    assert_refused(opened(2), CardCollected(A, COWBOY), "FW-041", says="turned over")


# Bystanders ---------------------------------------------------------------------------------------------------------


def test_a_bystander_goes_to_another_player() -> None:  # FW-046, FW-R11, FW-062
    state = collected(WIDOW)
    assert [choice.value for choice in main(state).fields[0].choices] == [B, C]  # type: ignore[union-attr]
    given = after(state, BystanderGiven(A, C))
    assert decks(given) == [(3, 0), (3, 0), (3, 1)]
    assert points(given) == (0, 0, -3)
    assert_refused(state, BystanderGiven(A, A), "FW-046", "BYSTANDER_TO_SELF", says="another player")
    assert_refused(state, BystanderGiven(A, D), "FW-046")
    assert_refused(state, BystanderGiven(B, C), "FW-R16")
    assert_refused(given, BystanderGiven(A, C), "FW-R16")


def test_with_two_players_there_is_no_choice() -> None:  # FW-046
    assert points(collected(WIDOW, 2)) == (0, -3)


# Gamblers -----------------------------------------------------------------------------------------------------------


def test_gamblers_draw_one_after_the_other() -> None:  # FW-045, FW-041
    state = after(collected(GAMBLER), CardDrawn(A, GAMBLER), CardDrawn(A, COWBOY))
    assert [card.name for card in state.holdings[A].cards] == ["Gambler", "Gambler", "Sheriff"]
    assert state.stock.deck == 53
    assert first(state) == Claim(B, 2)
    assert_refused(state, CardDrawn(A, COWBOY), "FW-R16")


def test_a_drawn_bystander_is_handed_on_and_a_drawn_action_carried_out() -> None:  # FW-045, FW-046, FW-R06
    state = after(collected(GAMBLER), CardDrawn(A, WIDOW))
    assert isinstance(first(state), Give)
    state = after(collected(GAMBLER), CardDrawn(A, RAID))
    assert isinstance(first(state), Act)
    state = after(state, acted(state))
    assert (state.stock.discard, decks(state)[A]) == (1, (3, 1))


def test_a_revealed_gambler_draws_nothing() -> None:  # FW-041
    state = fight(bid(opened(2), 1, 1), 1, (A, "1"), (B, "0"))
    assert first(state) == Claim(A, 1)


def test_without_cards_a_gambler_draws_nothing() -> None:
    state = stocked(4, recruit_deck=0, recruit_discard=0)
    assert first(take(bid(state, 1, 2, 3, 4), A, GAMBLER)) == Claim(B, 2)


def test_an_empty_deck_is_made_anew_for_a_gambler() -> None:  # FW-026
    state = stocked(4, recruit_deck=0, recruit_discard=5)
    state = take(bid(state, 1, 2, 3, 4), A, GAMBLER)
    assert (first(state), state.stock.deck, state.stock.passes) == (Draw(A), 5, 2)


# Buccaneers ---------------------------------------------------------------------------------------------------------


def test_a_buccaneer_takes_a_recruit_with_its_ability() -> None:  # FW-044, FW-041, FW-043, FW-R13
    state = with_cards(bid(opened(3), 1, 2, 3), C, GAMBLER, BERSERKER)
    state = take(state, A, BUCCANEER)
    robbed = after(state, Robbed(A, C, "Gambler"))
    assert decks(robbed) == [(3, 2), (3, 0), (4, 0)]
    assert points(robbed) == (3, 0, -2)
    assert first(robbed) == Draw(A)


def test_the_robbed_player_shuffles_everything() -> None:  # FW-043
    state = after(opened(2), piles(opened(2), (2, 3), (3, 0), recruit_deck=50))
    state = take(with_cards(bid(state, 2, 1), A, PIRATE), B, BUCCANEER)
    assert decks(state)[A] == (2, 4)
    assert decks(after(state, Robbed(B, A, "Bosun"))) == [(5, 0), (3, 2)]


def test_a_stolen_berserker_changes_the_worth_of_both() -> None:  # FW-063
    state = with_cards(bid(opened(3), 1, 2, 3), C, BERSERKER, BERSERKER)
    state = with_cards(state, A, BERSERKER)
    state = after(take(state, A, BUCCANEER), Robbed(A, C, "Berserker"))
    lines = [(line.seat, line.points, line.working) for line in state.ledger[-2:]]
    assert lines == [
        (C, -3, "1 for a Berserker - 2 x 2 for each Berserker = -3"),
        (A, 3, "2 x 2 for each Berserker - 1 for a Berserker = 3"),
    ]


def test_only_recruits_of_others_can_be_taken() -> None:  # FW-044, FW-047, FW-R11
    state = with_cards(with_cards(bid(opened(3), 1, 2, 3), C, NINJA, WIDOW), A, VIKING)
    assert_refused(collected(COWBOY), Robbed(A, C, "Shadow"), "FW-R16")
    state = take(state, A, BUCCANEER)
    assert_refused(state, Robbed(A, A, "Skald"), "FW-044", "TARGET_SELF", says="another player")
    assert_refused(state, Robbed(A, D, "Skald"), "FW-044")
    assert_refused(state, Robbed(A, B, "Shadow"), "FW-044", "TARGET_HAS_NO_RECRUIT", says="Ben has no recruit")
    assert_refused(state, Robbed(A, C, "Widow"), "FW-044", "NOT_A_RECRUIT", says="no such recruit")
    assert_refused(state, Robbed(B, C, "Shadow"), "FW-R16")


def test_the_form_knows_who_can_be_robbed_of_what() -> None:  # FW-044
    state = take(with_cards(bid(opened(3), 1, 2, 3), C, NINJA, PIRATE), A, BUCCANEER)
    victim, card = main(state).fields
    assert isinstance(victim, Pick)
    assert [(choice.value, choice.why_not) for choice in victim.choices] == [
        (B, "Ben has no recruit; conscripts and bystanders do not count as recruits."),
        (C, ""),
    ]
    assert victim.likely == C
    assert isinstance(card, Pick)
    assert [choice.value for choice in card.choices] == ["Shadow", "Bosun"]
    state = take(with_cards(with_cards(bid(opened(3), 1, 2, 3), C, NINJA), B, PIRATE), A, BUCCANEER)
    _, card = GAME.form(state, main(state), {"victim": B}).fields
    assert isinstance(card, Pick)
    assert ([choice.value for choice in card.choices], card.likely) == (["Bosun"], "Bosun")


def test_without_a_recruit_among_the_others_nothing_happens() -> None:  # FW-R12
    assert first(collected(BUCCANEER)) == Claim(B, 2)


def test_a_recruit_that_was_never_entered_is_named_when_it_is_taken() -> None:  # FW-044
    state = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 1), recruit_deck=50))
    state = take(bid(state, 1, 2, 3), A, BUCCANEER)
    state = after(state, Robbed(A, C, ""))
    assert first(state) == Claim(A, 0)
    assert main(state).title == "Which recruit did Ana take?"
    (card,) = main(state).fields
    assert isinstance(card, Known)
    assert [n for n, _ in card.numbers[0].barred] == [4, 5]
    assert_refused(state, CardCollected(A, WIDOW), "FW-044", "NOT_A_RECRUIT", says="Widow is no recruit")
    state = take(state, A, NINJA)
    assert (decks(state), points(state)) == ([(3, 2), (3, 0), (3, 0)], (4, 0, 0))
    assert first(state) == Claim(B, 2)


def test_a_buccaneer_draws_among_cards_and_not_among_names() -> None:  # FW-044
    state = with_cards(bid(opened(3), 1, 2, 3), B, BERSERKER, KUNOICHI, BERSERKER, WIDOW, BERSERKER)
    state = with_cards(state, C, KUNOICHI)
    holdings = (*state.holdings[:C], replace(state.holdings[C], discard=5, unnamed=4))
    state = take(replace(state, holdings=holdings), A, BUCCANEER)

    def chances(**draft: Any) -> dict[Any, int]:
        _, card = GAME.form(state, main(state), draft).fields
        assert isinstance(card, Pick)
        assert card.by_chance == "Pick at random"
        return {choice.value: choice.copies for choice in card.choices}

    assert chances(victim=B) == {"Berserker": 3, "Kunoichi": 1}
    assert chances(victim=C) == {"Kunoichi": 1, "": 4}
    assert chances() == {"Berserker": 3, "Kunoichi": 2, "": 4}


def test_one_card_typed_in_two_ways_is_one_card() -> None:  # FW-044
    state = with_cards(bid(opened(3), 1, 2, 3), B, typed("Odin\u2019s Axe", Kind.VIKING), BERSERKER)
    state = with_cards(state, B, typed("odin's axe", Kind.VIKING), KnownCard("BERSERKER"))
    state = take(state, A, BUCCANEER)
    _, card = main(state).fields
    assert isinstance(card, Pick)
    assert [choice.value for choice in card.choices] == ["Odin\u2019s Axe", "Berserker"]
    assert points(after(state, Robbed(A, B, "ODIN'S AXE")))[A] == 1 + 1


def test_a_buccaneer_takes_nothing_where_the_cards_never_entered_are_no_recruits() -> None:  # FW-044, FW-R12
    late = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 1), recruit_deck=50))
    state = take(bid(late, 1, 2, 3), A, BUCCANEER)
    victim, _ = main(state).fields
    assert isinstance(victim, Pick)
    assert [choice.label for choice in victim.choices] == ["Ben", "Cleo", "Nobody has a recruit"]
    assert_refused(state, Robbed(B, None, ""), "FW-R16")
    state = after(state, Robbed(A, None, ""))
    assert first(state) == Claim(B, 2)
    assert (state.holdings[C].unnamed, decks(state)[C]) == (1, (3, 1))
    known = take(with_cards(bid(late, 1, 2, 3), B, NINJA), A, BUCCANEER)
    assert "Nobody has a recruit" not in [choice.label for choice in main(known).fields[0].choices]  # type: ignore[union-attr]
    assert_refused(known, Robbed(A, None, ""), "FW-R12", says="recruit that was entered")


def test_an_action_takes_and_removes_nothing_where_there_is_no_recruit() -> None:  # FW-042, FW-R12
    late = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 2), recruit_deck=50))
    state = take(with_cards(bid(late, 1, 2, 3), B, NINJA), A, RAID)
    state = after(state, acted(state, robbed={C: 1}, removed={B: 1, C: 1}), Robbed(A, None, ""))
    assert first(state) == Discard(A, B)
    assert_refused(state, RecruitRemoved(A, B, None), "FW-R12", says="recruit that was entered")
    state = after(state, RecruitRemoved(A, B, "Shadow"))
    assert [choice.label for choice in main(state).fields[0].choices][-1] == "There is none"  # type: ignore[union-attr]
    state = after(state, RecruitRemoved(A, C, None))
    assert first(state) == Claim(B, 2)
    assert (state.holdings[C].unnamed, decks(state)[C]) == (2, (3, 2))


# Actions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("go", "pile", "discard"), [(ActionsGo.BATTLE_DISCARD, (3, 1), 0), (ActionsGo.RECRUIT_DISCARD, (3, 0), 1)]
)
def test_a_used_action_goes_where_the_table_rules(go: ActionsGo, pile: tuple[int, int], discard: int) -> None:  # FW-R06
    state = collected(RAID, actions_go=go)
    assert (decks(state)[A], state.stock.discard) == ((3, 0), 0)
    done = after(state, acted(state, note="everybody shuffles"))
    assert (decks(done)[A], done.stock.discard) == (pile, discard)
    assert first(done) == Claim(B, 2)
    assert points(done) == (0, 0, 0)


def test_an_action_takes_no_card_that_another_one_brings() -> None:  # FW-042, FW-R16
    state = take(bid(opened(4), 1, 2, 2, 2), A, RAID)
    state = take(after(state, acted(state, positions=(3, 4))), A, RAID)
    assert_refused(state, acted(state, positions=(4,)), "FW-042")
    assert first(after(state, acted(state))) == Claim(A, 4)


def test_an_action_is_no_card_of_the_deck_it_makes_anew() -> None:  # FW-042, FW-026
    state = stocked(3, options={"actions_go": ActionsGo.RECRUIT_DISCARD}, recruit_deck=2, recruit_discard=40)
    state = take(bid(state, 1, 2, 3), A, RAID)
    state = after(state, acted(state, drawn=2), CardDrawn(A, COWBOY), CardDrawn(A, NINJA))
    assert (state.stock.deck, state.stock.discard) == (40 + 1, 1)  # War is Over comes in


def test_what_an_action_brings_is_asked_next() -> None:  # FW-042, FW-041, FW-R16
    state = bid(opened(4), 1, 2, 3, 3)
    state = take(with_cards(state, C, NINJA), A, RAID)
    done = after(state, acted(state, drawn=2, positions=(4,), robbed={C: 1}))
    assert isinstance(done.phase, Resolving)
    assert done.phase.pending[:4] == (Claim(A, 4), Rob(A, C), Draw(A), Draw(A))
    done = take(done, A, GAMBLER)
    assert first(done) == Draw(A)
    done = after(done, CardDrawn(A, PIRATE))
    assert_refused(done, Robbed(A, B, "Shadow"), "FW-042", says="does not take a recruit from Ben")
    assert isinstance(after(done, Robbed(A, C, "Shadow"), CardDrawn(A, COWBOY), CardDrawn(A, COWBOY)).phase, Resolving)


def test_an_action_brings_only_what_is_there() -> None:  # FW-042
    state = take(with_cards(bid(opened(4), 1, 2, 3, 3), C, NINJA), A, RAID)
    for event, rule, code in (
        (acted(state, drawn=10), "FW-042", ""),
        (acted(state, drawn=-1), "FW-042", "NEGATIVE"),
        (acted(state, positions=(3,)), "FW-042", ""),
        (acted(state, positions=(4, 4)), "FW-042", ""),
        (replace(acted(state), robbed=((A, 1), (B, 0), (C, 0))), "FW-042", "TARGET_SELF"),
        (replace(acted(state), removed=((A, 1), (B, 0), (C, 0))), "FW-042", "TARGET_SELF"),
        (replace(acted(state), robbed=((B, 0), (C, 0))), "FW-042", ""),
        (replace(acted(state), removed=()), "FW-042", ""),
        (acted(state, robbed={C: -1}), "FW-042", "NEGATIVE"),
        (acted(state, removed={B: -1}), "FW-042", "NEGATIVE"),
        (acted(state, robbed={B: 1}), "FW-042", "TARGET_HAS_NO_RECRUIT"),
        (acted(state, removed={B: 1}), "FW-042", "TARGET_HAS_NO_RECRUIT"),
        (acted(state, robbed={C: 2}), "FW-042", "TARGET_HAS_NO_RECRUIT"),
        (acted(state, robbed={C: 1}, removed={C: 1}), "FW-042", "TARGET_HAS_NO_RECRUIT"),
        (acted(state, B), "FW-R16", ""),
    ):
        assert_refused(state, event, rule, code)
    assert_refused(collected(COWBOY), acted(collected(COWBOY)), "FW-R16")


def test_an_action_may_remove_recruits_that_nobody_gets() -> None:  # FW-042, FW-043, FW-R19
    state = take(with_cards(bid(opened(3), 1, 2, 3), B, NINJA, BERSERKER, BERSERKER, WIDOW), A, RAID)
    state = after(state, acted(state, removed={B: 2}))
    assert first(state) == Discard(A, B)
    assert main(state).title == "Which recruit of Ben is removed?"
    (card,) = main(state).fields
    assert isinstance(card, Pick)
    assert [(choice.value, choice.copies) for choice in card.choices] == [("Shadow", 1), ("Berserker", 2)]
    assert_refused(state, RecruitRemoved(A, B, "Widow"), "FW-R19", "NOT_A_RECRUIT")
    assert_refused(state, RecruitRemoved(A, C, "Shadow"), "FW-042", says="removes a recruit of Ben")
    assert_refused(state, RecruitRemoved(B, B, "Shadow"), "FW-R16")
    assert_refused(state, Robbed(A, B, "Shadow"), "FW-R16")
    before = points(state)
    state = after(state, RecruitRemoved(A, B, "Berserker"))
    assert (decks(state)[B], state.stock.discard) == ((6, 0), 1)
    state = after(state, RecruitRemoved(A, B, "Shadow"))
    assert first(state) == Claim(B, 2)
    assert [card.name for card in state.holdings[B].cards] == ["Berserker", "Widow"]
    assert (decks(state)[B], state.stock.discard) == ((5, 0), 2)
    assert (before[B], points(state)[B]) == (0, -3 - 3)  # two Berserkers score 4, one scores 1; and the 3 of the Shadow


def test_an_action_may_take_two_recruits_of_one_player_and_draw_four_cards() -> None:  # FW-042, FW-043
    state = take(with_cards(bid(opened(3), 1, 2, 3), B, NINJA, BERSERKER), A, RAID)
    state = after(state, acted(state, drawn=4, robbed={B: 2}))
    assert isinstance(state.phase, Resolving)
    assert state.phase.pending[:6] == (Rob(A, B), Rob(A, B), *(Draw(A),) * 4)
    state = after(state, Robbed(A, B, "Shadow"), Robbed(A, B, "Berserker"))
    state = after(state, *(CardDrawn(A, COWBOY),) * 4)
    assert first(state) == Claim(B, 2)
    assert len(state.holdings[A].recruits) == 6


def test_a_recruit_that_was_never_entered_may_be_removed() -> None:  # FW-043
    state = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 1), recruit_deck=50))
    state = take(bid(state, 1, 2, 3), A, RAID)
    state = after(state, acted(state, removed={C: 1}))
    assert [choice.value for choice in main(state).fields[0].choices] == ["", None]  # type: ignore[union-attr]
    state = after(state, RecruitRemoved(A, C, ""))
    assert (decks(state)[C], state.holdings[C].unnamed, state.stock.discard) == ((3, 0), 0, 1)


def test_piles_can_be_counted_after_an_action_removed_a_recruit() -> None:  # FW-043, FW-039
    state = with_cards(bid(opened(3), 1, 2, 2), B, NINJA, NINJA)
    state = take(state, A, RAID)
    state = after(state, acted(state, removed={B: 2}), *(RecruitRemoved(A, B, "Shadow"),) * 2)
    state = after(state, piles(state, (3, 1), (3, 0), (3, 0), recruit_deck=50))
    assert decks(state) == [(3, 1), (3, 0), (3, 0)]


def test_who_is_robbed_of_all_recruits_has_none_left_to_be_removed() -> None:  # FW-042
    state = take(with_cards(bid(opened(4), 1, 2, 3, 3), C, NINJA, NINJA), A, RAID)

    def most(**draft: Any) -> list[int]:
        _, _, _, removed, _ = GAME.form(state, main(state), draft).fields
        assert isinstance(removed, Grid)
        return [cell.field.high for cell in removed.cells]  # type: ignore[union-attr]

    assert most() == [0, 2, 0]
    assert most(robbed=[[1, 0], [2, 1], [3, 0]]) == [0, 1, 0]


def test_the_form_of_an_action_offers_what_is_there() -> None:  # FW-042
    state = take(bid(opened(4), 1, 2, 3, 3), A, RAID)
    assert [field.name for field in main(state).fields] == ["drawn", "positions", "note"]
    assert ("robbed", [[1, 0], [2, 0], [3, 0]]) in main(state).given
    some = take(with_cards(bid(opened(3), 1, 2, 3), C, NINJA), A, RAID)
    assert [field.name for field in main(some).fields] == ["drawn", "robbed", "removed", "note"]
    assert ("positions", []) in main(some).given
    laid = lay(opened(4, Level.REFEREE), RAID, NINJA, PIRATE, VIKING)
    _, positions, _ = main(bid(laid, 1, 2, 3, 3)).fields
    assert [choice.label for choice in positions.choices] == ["4: Skald"]  # type: ignore[union-attr]


def test_the_line_up_is_known_to_the_referee() -> None:  # FW-R15, FW-R16
    state = lay(opened(3, Level.REFEREE), WIDOW, GAMBLER, NINJA)
    state = bid(state, 1, 2, 3)
    assert isinstance(first(state), Give)
    state = after(state, BystanderGiven(A, C))
    assert first(state) == Draw(B)
    state = after(state, CardDrawn(B, COWBOY))
    assert [len(own.cards) for own in state.holdings] == [0, 2, 2]
    assert not isinstance(state.phase, Bidding)
    assert kinds(state, Role.MAIN) == ["card_laid"]
    assert main(state).rule is passes.REFILL
