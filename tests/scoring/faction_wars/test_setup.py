"""The box, the table, the options and the line-up at the start."""

from dataclasses import replace

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.rulebook import RuleViolation
from scoring.games.faction_wars.bonuses import BonusesDisplayed
from scoring.games.faction_wars.cards import IN_BOX, PASS_CARDS, Kind
from scoring.games.faction_wars.collecting import CardCollected
from scoring.games.faction_wars.options import Level, Options
from scoring.games.faction_wars.passes import CardLaid
from scoring.games.faction_wars.state import Bonus
from scoring.testing.tables import A
from scoring.testing.walks import table_of
from tests.scoring.faction_wars.cards import BERSERKER, BUCCANEER, COWBOY, typed
from tests.scoring.faction_wars.states import bid, lay, opened, stocked, take
from tests.scoring.faction_wars.table import GAME, after, assert_refused, main


def test_all_cards_of_the_box() -> None:  # FW-002
    assert sum(IN_BOX.values()) + 1 + 5 + 15 + 30 + 6 + 10 + 1 == 126


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:  # FW-003
    with pytest.raises(RuleViolation) as raised:
        GAME.open(table_of(players), Options())
    assert (raised.value.rule.id, raised.value.code) == ("FW-003", "PLAYERS")


def test_everybody_begins_with_three_conscripts() -> None:  # FW-008, FW-047
    assert [(own.deck, own.discard, own.cards) for own in opened(2).holdings] == [(3, 0, ())] * 2


def test_the_first_line_up_is_laid_card_by_card() -> None:  # FW-010
    state = opened(2, Level.REFEREE)
    assert main(state).title == "Position 1 of 2"
    full = lay(state, COWBOY, BERSERKER)
    assert [card.name for card in full.lineup] == ["Sheriff", "Berserker"]
    assert full.stock.deck == 56
    assert_refused(full, CardLaid(1, 3, COWBOY), "FW-025", says="before the bids")
    assert_refused(state, CardLaid(1, 2, COWBOY), "FW-010", says="position 1")
    assert_refused(state, CardLaid(2, 1, COWBOY), "FW-025", says="round 1")


def test_three_bonus_cards_are_displayed() -> None:  # FW-009
    state = opened()
    three = tuple(Bonus(name, "") for name in ("Fair Winds", "Kuji-kiri", " Feast "))
    assert [bonus.card for bonus in after(state, BonusesDisplayed(three)).displayed][-1] == "Feast"
    assert_refused(state, BonusesDisplayed((*three, Bonus("Fifth", ""))), "FW-009", says="3 bonus cards")
    assert_refused(state, BonusesDisplayed((*three[:2], Bonus(" ", ""))), "FW-009", says="name")
    assert_refused(state, BonusesDisplayed((*three[:2], Bonus("fair winds", ""))), "FW-009", says="once")


@pytest.mark.parametrize(
    ("card", "code", "says"),
    [
        (KnownCard(" ", ()), "", "name"),
        (KnownCard("Sheriff", (("kind", 0),)), "", "printed on Sheriff"),
        (KnownCard("Berserker", (("value", 2),)), "", "printed on Berserker"),
        (typed("Sheriff", Kind.COWBOY, 10), "", "0 to 9"),
        (typed("Sheriff", Kind.COWBOY, 1, 14), "", "0 to 13"),
        (typed("Sheriff", Kind.COWBOY, -1), "NEGATIVE", "0 to 9"),
        (typed("Sheriff", Kind.COWBOY, 1, -2), "NEGATIVE", "0 to 13"),
        (KnownCard("Sheriff", (("kind", 6), ("value", 1), ("points", 1))), "", "0 to 5"),
    ],
)
def test_a_card_needs_what_is_printed_on_it(card: KnownCard, code: str, says: str) -> None:  # FW-001
    assert_refused(bid(opened(2), 1, 2), CardCollected(A, card), "FW-001", code, says)


@pytest.mark.parametrize(
    ("kind", "most"),
    [(Kind.PIRATE, 11), (Kind.BYSTANDER, 6), (Kind.ACTION, 8)],
    ids=["pirates", "bystanders", "actions"],
)
def test_no_more_of_a_kind_than_the_box_holds(kind: Kind, most: int) -> None:  # FW-001, FW-068
    state = opened(5, Level.REFEREE, fewer_battles=True)
    laid = (lay(state, typed("One", kind)).lineup[0],) * most
    full = replace(state, lineup=laid)
    assert_refused(full, CardLaid(1, 1, typed("Another", kind)), "FW-001", "TOO_MANY_OF_KIND", says="Another")
    (card,) = main(full).fields
    assert [n for n, _ in card.numbers[0].barred] == [kind.value]
    lay(replace(state, lineup=laid[1:]), typed("Last", kind))


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("", ["kind", "value", "points"]),
        ("Sheriff", ["kind", "value", "points"]),
        ("berserker ", []),
        ("Gambler", ["value", "points"]),
    ],
)
def test_a_known_name_is_asked_for_no_more_than_is_printed(name: str, labels: list[str]) -> None:  # FW-066
    state = opened(2, Level.REFEREE)
    form = GAME.form(state, main(state), {"card": {"name": name, "numbers": []}})
    (card,) = form.fields
    assert [count.name for count in card.numbers] == labels
    GAME.form(state, main(state), {"card": {"name": 3}})


def test_special_recruits_have_the_faction_of_their_symbol() -> None:  # FW-066, FW-036
    state = take(bid(opened(2), 1, 2), A, BERSERKER)
    assert [(card.kind, card.value) for card in state.holdings[A].cards] == [(Kind.VIKING, 2)]
    assert lay(opened(2, Level.REFEREE), BUCCANEER).lineup[0].suit == "pirates"


@pytest.mark.parametrize(("players", "line_ups", "over"), [(2, 29, 0), (3, 19, 1), (4, 14, 2), (5, 11, 3)])
def test_the_first_time_through_the_deck(players: int, line_ups: int, over: int) -> None:  # FW-055
    assert divmod(PASS_CARDS, players) == (line_ups, over)
    state = stocked(players, recruit_deck=over + players, recruit_discard=9)
    state = bid(state, *range(1, players + 1))
    for seat in state.table.seats:
        state = take(state, seat, BERSERKER)
    assert (state.stock.passes, state.stock.deck) == ((1, over) if over else (2, 10))


def test_the_set_up_says_how_many_positions_fewer_battles_leave() -> None:
    (fewer,) = (option for option in GAME.option_fields(table_of(3), Options()) if option.field.name == "fewer_battles")
    assert "4 positions" in fewer.text
