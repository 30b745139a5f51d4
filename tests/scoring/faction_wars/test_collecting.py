"""Where collected cards go, and what they set off."""

from dataclasses import replace
from typing import Any

from scoring.contract.prompts import Role
from scoring.contract.scores import Seat
from scoring.games.faction_wars import cards, passes
from scoring.games.faction_wars.collecting import BystanderGiven, CardCollected, CardDrawn
from scoring.games.faction_wars.options import Level
from scoring.games.faction_wars.phases import Bidding, Resolving
from scoring.games.faction_wars.robbing import RecruitRemoved, Robbed
from scoring.games.faction_wars.state import State
from scoring.games.faction_wars.steps import Act, Claim, Discard, Draw, Give, Rob
from scoring.testing.tables import A, B, C, D
from tests.scoring.faction_wars.cards import BERSERKER, BUCCANEER, COWBOY, GAMBLER, NINJA, PIRATE, RAID, VIKING, WIDOW
from tests.scoring.faction_wars.states import acted, bid, lay, opened, piles, stocked, take
from tests.scoring.faction_wars.table import GAME, after, assert_refused, decks, first, kinds, main, points


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
    assert [choice.value for choice in main(state).fields[0].choices] == [B, C]
    given = after(state, BystanderGiven(A, C))
    assert decks(given) == [(3, 0), (3, 0), (3, 1)]
    assert points(given) == (0, 0, -3)
    assert_refused(state, BystanderGiven(A, A), "FW-046", "BYSTANDER_TO_SELF", says="another player")
    assert_refused(state, BystanderGiven(A, D), "FW-046")
    assert_refused(state, BystanderGiven(B, C), "FW-R16")
    assert_refused(given, BystanderGiven(A, C), "FW-R16")


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
    assert [(choice.value, choice.why_not) for choice in victim.choices] == [
        (B, "Ben has no recruit; conscripts and bystanders do not count as recruits."),
        (C, ""),
    ]
    assert victim.likely == C
    assert [choice.value for choice in card.choices] == ["Shadow", "Bosun"]
    state = take(with_cards(with_cards(bid(opened(3), 1, 2, 3), C, NINJA), B, PIRATE), A, BUCCANEER)
    _, card = GAME.form(state, main(state), {"victim": B}).fields
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
    assert [n for n, _ in card.numbers[0].barred] == [4, 5]
    assert_refused(state, CardCollected(A, WIDOW), "FW-044", "NOT_A_RECRUIT", says="Widow is no recruit")
    state = take(state, A, NINJA)
    assert (decks(state), points(state)) == ([(3, 2), (3, 0), (3, 0)], (4, 0, 0))
    assert first(state) == Claim(B, 2)


def test_a_buccaneer_takes_nothing_where_the_cards_never_entered_are_no_recruits() -> None:  # FW-044, FW-R12
    late = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 1), recruit_deck=50))
    state = take(bid(late, 1, 2, 3), A, BUCCANEER)
    victim, _ = main(state).fields
    assert [choice.label for choice in victim.choices] == ["Ben", "Cleo", "Nobody has a recruit"]
    assert_refused(state, Robbed(B, None, ""), "FW-R16")
    state = after(state, Robbed(A, None, ""))
    assert first(state) == Claim(B, 2)
    assert (state.holdings[C].unnamed, decks(state)[C]) == (1, (3, 1))
    known = take(with_cards(bid(late, 1, 2, 3), B, NINJA), A, BUCCANEER)
    assert "Nobody has a recruit" not in [choice.label for choice in main(known).fields[0].choices]
    assert_refused(known, Robbed(A, None, ""), "FW-R12", says="recruit that was entered")


def test_an_action_takes_and_removes_nothing_where_there_is_no_recruit() -> None:  # FW-042, FW-R12
    late = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 2), recruit_deck=50))
    state = take(with_cards(bid(late, 1, 2, 3), B, NINJA), A, RAID)
    state = after(state, acted(state, robbed={C: 1}, removed={B: 1, C: 1}), Robbed(A, None, ""))
    assert first(state) == Discard(A, B)
    assert_refused(state, RecruitRemoved(A, B, None), "FW-R12", says="recruit that was entered")
    assert main(state).fields[0].by_chance == "Pick at random"
    state = after(state, RecruitRemoved(A, B, "Shadow"))
    assert [choice.label for choice in main(state).fields[0].choices][-1] == "There is none"
    assert main(state).fields[0].by_chance == ""
    state = after(state, RecruitRemoved(A, C, None))
    assert first(state) == Claim(B, 2)
    assert (state.holdings[C].unnamed, decks(state)[C]) == (2, (3, 2))


# Actions ------------------------------------------------------------------------------------------------------------


def test_an_action_takes_no_card_that_another_one_brings() -> None:  # FW-042, FW-R16
    state = take(bid(opened(4), 1, 2, 2, 2), A, RAID)
    state = take(after(state, acted(state, positions=(3, 4))), A, RAID)
    assert_refused(state, acted(state, positions=(4,)), "FW-042")
    assert first(after(state, acted(state))) == Claim(A, 4)


def test_what_an_action_brings_is_asked_next() -> None:  # FW-042, FW-041, FW-R16
    state = bid(opened(4), 1, 2, 3, 3)
    state = take(with_cards(state, C, NINJA), A, RAID)
    done = after(state, acted(state, drawn=2, positions=(4,), robbed={C: 1}))
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


def test_a_recruit_that_was_never_entered_may_be_removed() -> None:  # FW-043
    state = after(opened(3), piles(opened(3), (3, 0), (3, 0), (3, 1), recruit_deck=50))
    state = take(bid(state, 1, 2, 3), A, RAID)
    state = after(state, acted(state, removed={C: 1}))
    assert [choice.value for choice in main(state).fields[0].choices] == ["", None]
    state = after(state, RecruitRemoved(A, C, ""))
    assert (decks(state)[C], state.holdings[C].unnamed, state.stock.discard) == ((3, 0), 0, 1)


def test_who_is_robbed_of_all_recruits_has_none_left_to_be_removed() -> None:  # FW-042
    state = take(with_cards(bid(opened(4), 1, 2, 3, 3), C, NINJA, NINJA), A, RAID)

    def most(**draft: Any) -> list[int]:
        _, _, _, removed, _ = GAME.form(state, main(state), draft).fields
        return [cell.field.high for cell in removed.cells]

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
    assert [choice.label for choice in positions.choices] == ["4: Skald"]


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
