"""The worked examples of the guide: Oh Hell by counts, and Wizard card by card."""

from typing import Any

import pytest

from scoring.contract.game import AnyGame, Opened
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat, totals
from scoring.engine import agreements
from scoring.engine.journal import Record
from scoring.engine.replay import Replay, replay
from scoring.kit.trick_taking import Play
from tests.oh_hell import oh_hell
from tests.scoring.sketches import wizard
from tests.scoring.sketches.wizard import CardPlayed, TrumpNamed, TrumpTurned, find_revokes, judge_trick

NAMES = ("Ana", "Ben", "Cleo")
ANA, BEN, CLEO = map(Seat, range(3))


def play(game: AnyGame, options: Any, *events: Any) -> Replay[Any, Any]:
    run = replay(game, (Record(Opened(NAMES, options)), *map(Record, events)))
    assert run.violation is None, run.violation
    return run


def points(game: AnyGame, run: Replay[Any, Any]) -> tuple[int, ...]:
    return tuple(totals(run.state.ledger, run.state.table.seats).values())


def oh_hell_bids(*bids: tuple[int, int]) -> list[oh_hell.BidPlaced]:
    return [oh_hell.BidPlaced(Seat(seat), bid) for seat, bid in bids]


def test_oh_hell_pays_exact_bids_alone() -> None:
    """OH-006: ten and one a trick."""
    first = (*oh_hell_bids((BEN, 1), (CLEO, 0), (ANA, 1)), oh_hell.TricksTaken(((ANA, 0), (BEN, 1), (CLEO, 0))))
    run = play(oh_hell.GAME, oh_hell.Options(hands=2), *first)
    assert points(oh_hell.GAME, run) == (0, 11, 10)
    assert run.state.dealer == BEN


def test_oh_hell_closes_the_dealers_bid_and_says_why() -> None:
    """OH-004: two tricks, one bid so far: the dealer may not bid one."""
    first = (*oh_hell_bids((BEN, 1), (CLEO, 0), (ANA, 1)), oh_hell.TricksTaken(((ANA, 0), (BEN, 1), (CLEO, 0))))
    run = play(oh_hell.GAME, oh_hell.Options(hands=2), *first, *oh_hell_bids((CLEO, 1), (ANA, 0)))
    (field,) = agreements.prompts(oh_hell.GAME, run.state)[0].fields
    assert [number for number, _ in field.barred] == [1]
    with pytest.raises(RuleViolation, match="all bids would come true"):
        agreements.judge(oh_hell.GAME, run.state, oh_hell.BidPlaced(BEN, 1))
    free = play(oh_hell.GAME, oh_hell.Options(hands=1, screw=False), *oh_hell_bids((BEN, 1), (CLEO, 0), (ANA, 0)))
    assert not free.state.bidders


def test_wizard_pays_twenty_and_ten_or_takes_ten() -> None:
    """WZ-008: Ben bid one and took it, Cleo bid one and took none, Ana bid none."""
    bids = (wizard.BidPlaced(BEN, 1), wizard.BidPlaced(CLEO, 1), wizard.BidPlaced(ANA, 0))
    cards = (CardPlayed(BEN, "W"), CardPlayed(CLEO, "AS"), CardPlayed(ANA, "W"))
    run = play(wizard.GAME, wizard.Options(hands=1), TrumpTurned("2S"), *bids, *cards)
    assert points(wizard.GAME, run) == (20, 30, -10)
    outcome = wizard.GAME.outcome(run.state)
    assert outcome.winners == (BEN,)


def test_after_a_turned_wizard_the_dealer_names_trump_and_after_a_jester_there_is_none() -> None:
    """WZ-003 and WZ-004."""
    assert play(wizard.GAME, wizard.Options(), TrumpTurned("W"), TrumpNamed("H")).state.phase.trump == "H"
    assert play(wizard.GAME, wizard.Options(), TrumpTurned("J")).state.phase.trump == ""
    with pytest.raises(RuleViolation, match="Only after a turned Wizard"):
        agreements.judge(wizard.GAME, wizard.GAME.open(three_players(), wizard.Options()), TrumpNamed("H"))


def three_players() -> Any:
    return play(wizard.GAME, wizard.Options()).state.table


@pytest.mark.parametrize(
    ("cards", "trump", "place"),
    [
        ("5H 9H AS", "C", 1),
        ("5H 2S 9H", "S", 1),
        ("5H W W", "H", 1),
        ("J J J", "H", 0),
        ("J 2H 3H", "", 2),
        ("W KH KS", "S", 0),
    ],
)
def test_the_first_wizard_wins_then_trumps_then_the_led_suit(cards: str, trump: str, place: int) -> None:
    """WZ-007."""
    plays = [Play(Seat(seat), card) for seat, card in enumerate(cards.split())]
    assert judge_trick(plays, trump).place == place


def test_a_card_that_proves_a_revoke_is_noticed() -> None:
    """WZ-006: Cleo played a club where hearts were led, and shows a heart afterwards."""
    tricks = (
        (Play(BEN, "5H"), Play(CLEO, "2C"), Play(ANA, "6H")),
        (Play(ANA, "9C"), Play(BEN, "3C"), Play(CLEO, "KH")),
    )
    phase = wizard.Playing("", "2S", (), ANA, tricks)
    table = three_players()
    assert [notice.text for notice in find_revokes(table, phase)] == ["Cleo could have followed hearts in trick 1."]
    assert not list(find_revokes(table, wizard.Playing("", "2S", (), ANA, tricks[:1])))
