"""A hand entered trick by trick."""

from scoring.contract.prompts import Role
from scoring.contract.scores import Seat
from scoring.games.recruit.state import Noted, State
from scoring.games.recruit.tricks import CardNoted, TrickWon
from scoring.testing.tables import A, B, C
from tests.scoring.recruit.declared import MATCH, OPEN
from tests.scoring.recruit.states import by_tricks, won
from tests.scoring.recruit.table import GAME, after, assert_refused, enter, kinds, main, prompt_for


def noted(state: State, *cards: str) -> State:
    for card in cards:
        state = enter(state, CardNoted.kind, card=card)
    return state


def test_a_trick_is_one_tap_and_its_winner_leads() -> None:  # RT-020, RT-029
    state = by_tricks("2H")
    prompt = main(state)
    assert (prompt.kind, prompt.title, prompt.instant) == ("trick_won", "Who collects trick 1 of 13?", True)
    state = after(state, *won(C, C, B))
    assert (state.phase.leader, state.phase.won) == (B, (0, 1, 2, 0))
    assert main(state).title == "Who collects trick 4 of 13?"
    assert [zone.count for zone in GAME.view(state).board.zones][:4] == ["0 tricks", "1 trick", "2 tricks", "0 tricks"]


def test_noted_cards_go_to_the_winner() -> None:
    state = noted(by_tricks("7H", MATCH), "jack", "match", "jack")
    (zone,) = (zone for zone in GAME.view(state).board.zones if zone.id == "trick")
    assert (zone.title, [tile.name for tile in zone.tiles]) == ("In trick 1", ["J", "7", "J"])
    counts = after(state, *won(C)).phase.counts[C]
    assert (counts.jacks, counts.queens, counts.kings, counts.match) == (2, 0, 0, 1)
    assert after(state, *won(C)).phase.noted == ()


def test_what_is_noted_can_lie_in_the_trick() -> None:  # RT-092, RT-093, RT-094
    state = by_tricks("KH", players=2)
    (field,) = prompt_for(state, CardNoted.kind).fields
    assert [choice.label for choice in field.choices] == ["J", "Q", "K"]
    full = noted(state, "king", "king")
    assert_refused(full, CardNoted(1, 1, Noted.JACK), "RT-093", "TOO_MANY_FACES", "A trick has 2 cards")
    (field,) = prompt_for(full, CardNoted.kind).fields
    assert [choice.why_not for choice in field.choices] == ["A trick has 2 cards, and all of them are noted."] * 3
    full = noted(after(full, *won(A)), "king")
    assert_refused(full, CardNoted(1, 2, Noted.KING), "RT-092", "RANK_SUM", "All 3 kings in play have been seen.")
    assert_refused(full, CardNoted(1, 2, Noted.MATCH), "RT-094", "MATCH_SUM", "only with Match")
    three_aces = noted(by_tricks("AS", MATCH), "match", "match", "match")
    assert_refused(three_aces, CardNoted(1, 1, Noted.MATCH), "RT-094", "MATCH_SUM", "All 3 aces in play")


def test_cards_are_noted_in_the_running_trick() -> None:
    state = after(by_tricks("2H"), *won(A))
    for other in (CardNoted(1, 1, Noted.JACK), CardNoted(2, 2, Noted.JACK), CardNoted(1, 3, Noted.JACK)):
        assert_refused(state, other, "RT-030", says="the current trick")


def test_only_those_at_the_table_collect() -> None:
    assert_refused(by_tricks("2H"), TrickWon(Seat(4)), "RT-030", says="one of the players")


def test_collected_faces_show_only_face_up() -> None:  # RT-029, RT-079
    hidden, shown = (after(noted(by_tricks("7H", *declared), "jack"), *won(B)) for declared in ((), (OPEN,)))
    assert GAME.view(hidden).board.zones[B].count == "1 trick"
    assert GAME.view(shown).board.zones[B].count == "1 · J"
    shown = after(noted(by_tricks("7H", OPEN, MATCH), "match"), *won(B))
    assert GAME.view(shown).board.zones[B].count == "1 · 7"


def test_a_noted_card_is_covered_two_tricks_later() -> None:  # RT-029
    first = CardNoted(1, 1, Noted.JACK)
    state = after(by_tricks("7H"), first, *won(B))
    assert first.veiled(state) == frozenset()
    assert first.sentence(state.table, frozenset()) == "In trick 1 there is a jack"
    state = after(state, *won(B))
    assert first.veiled(state) == {"card"}
    assert first.sentence(state.table, frozenset({"card"})) == "In trick 1 there is a card to note"
    assert first.veiled(after(by_tricks("7H", OPEN), first, *won(B, B))) == frozenset()
    assert first.veiled(after(state, *won(*(B,) * 11))) == {"card"}
    assert kinds(state, Role.BESIDE) == [CardNoted.kind]
