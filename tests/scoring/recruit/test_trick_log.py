"""A hand entered trick by trick."""

from scoring.contract.prompts import UNSET, Pick, Role, Source
from scoring.contract.scores import Seat
from scoring.engine.drafts import find_gaps
from scoring.games.recruit import GAME
from scoring.games.recruit.state import ByTricks, Noted, Sorting, State
from scoring.games.recruit.tricks import CardNoted, TrickWon
from tests.scoring.recruit.table import (
    MATCH,
    OPEN,
    A,
    B,
    C,
    D,
    after,
    assert_refused,
    by_tricks,
    enter,
    faces,
    grid_of,
    kinds,
    main,
    points,
    prompt_for,
    won,
)


def phase(state: State) -> ByTricks:
    assert isinstance(state.phase, ByTricks)
    return state.phase


def noted(state: State, *cards: str) -> State:
    for card in cards:
        state = enter(state, CardNoted.kind, card=card)
    return state


def test_a_trick_is_one_tap_and_its_winner_leads() -> None:  # RT-020, RT-029
    state = by_tricks("2H")
    prompt = main(state)
    assert (prompt.kind, prompt.title, prompt.instant) == ("trick_won", "Who collects trick 1 of 13?", True)
    state = after(state, *won(C, C, B))
    assert (phase(state).leader, phase(state).won) == (B, (0, 1, 2, 0))
    assert main(state).title == "Who collects trick 4 of 13?"
    assert [zone.count for zone in GAME.view(state).board.zones][:4] == ["0 tricks", "1 trick", "2 tricks", "0 tricks"]


def test_noted_cards_go_to_the_winner() -> None:
    state = noted(by_tricks("7H", MATCH), "jack", "match", "jack")
    (zone,) = (zone for zone in GAME.view(state).board.zones if zone.id == "trick")
    assert (zone.title, [tile.name for tile in zone.tiles]) == ("In trick 1", ["J", "7", "J"])
    counts = phase(after(state, *won(C))).counts[C]
    assert (counts.jacks, counts.queens, counts.kings, counts.match) == (2, 0, 0, 1)
    assert phase(after(state, *won(C))).noted == ()


def test_what_is_noted_can_lie_in_the_trick() -> None:  # RT-092, RT-093, RT-094
    state = by_tricks("KH", players=2)
    (field,) = prompt_for(state, CardNoted.kind).fields
    assert isinstance(field, Pick)
    assert [choice.label for choice in field.choices] == ["J", "Q", "K"]
    full = noted(state, "king", "king")
    assert_refused(full, CardNoted(1, 1, Noted.JACK), "RT-093", "TOO_MANY_FACES", "A trick has 2 cards")
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


def play_all(state: State) -> State:
    state = noted(after(state, *won(A, A)), "jack", "queen", "king")
    state = noted(after(state, *won(B, B, B)), "jack", "jack", "queen")
    state = noted(after(state, *won(C, C, C)), "jack", "king", "king")
    state = noted(after(state, *won(D)), "queen", "queen", "king")
    return after(state, *won(A, A, A, B))


def test_after_thirteen_tricks_the_counts_are_there_to_be_confirmed() -> None:  # RT-030
    state = play_all(by_tricks("2H"))
    assert isinstance(state.phase, Sorting)
    prompt = main(state)
    assert prompt.help == "Filled in from your notes; correct what is different in the piles."
    assert not find_gaps(prompt, {})
    value = {
        name: [value.answer for _, value in grid_of(prompt, name).get_cells({})]
        for name in ("jacks", "queens", "kings")
    }
    assert value == {"jacks": [0, 1, 2, 1], "queens": [2, 1, 1, 0], "kings": [1, 1, 0, 2]}
    assert grid_of(prompt, "jacks").get_cells({})[0][1].source is Source.LIKELY


def test_what_was_missed_is_asked_for() -> None:
    state = after(noted(by_tricks("2H"), "jack"), *won(*(A,) * 13))
    assert [gap.text for gap in find_gaps(main(state), {})] == [
        "3 jacks still missing.",
        "4 queens still missing.",
        "4 kings still missing.",
    ]
    four = (4, 0, 0, 0)
    assert points(after(state, faces(four, four, four)))[0] == 52 - 15


def test_a_hand_is_about_27_taps() -> None:
    tricks, noted_faces, displayed, confirm = 13, 12, 1, 1
    assert tricks + noted_faces + displayed + confirm <= 28


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


def test_a_card_on_hold_in_a_later_trick_or_hand_is_covered() -> None:  # RT-029
    state = after(by_tricks("7H"), *won(B))
    assert [CardNoted(1, trick, Noted.JACK).veiled(state) for trick in (2, 3)] == [frozenset(), {"card"}]
    assert CardNoted(2, 1, Noted.JACK).veiled(state) == {"card"}


def test_what_no_longer_fits_is_not_likely() -> None:
    state = after(noted(by_tricks("2H", players=2), "jack", "king"), *won(A), *won(*(B,) * 12))
    form = GAME.form(state, main(state), {"jacks": [[1, 4]], "queens": [[0, 1]]})
    values = {name: grid_of(form, name).get_cells({})[0][1] for name in ("jacks", "kings")}
    assert (values["jacks"].answer, values["kings"].answer) == (0, 1)
    form = GAME.form(state, main(state), {"queens": [[0, 2]]})
    assert grid_of(form, "kings").get_cells({})[0][1].answer == 0
    four = after(noted(by_tricks("2H"), "king", "king"), *won(A), *won(*(B,) * 12))
    form = GAME.form(four, main(four), {"kings": [[1, 3]]})
    assert grid_of(form, "kings").cells[0].field.likely is UNSET  # type: ignore[union-attr]
