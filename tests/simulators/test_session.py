"""The simulators' driver detects disagreements; tried on a tiny game."""

import pytest

from scoring.contract.game import Opened
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.options import Options
from scoring.testing.session import Disagreement, Session

ANA, BEN = Seat(0), Seat(1)


def table() -> Session:
    """Two players, one round of two cards, Ana bids first."""
    return Session(GAME, Opened(("Ana", "Ben"), Options(schedule=(2,), first_dealer=BEN)))


def tricks(ana: int, ben: int) -> TricksTaken:
    return TricksTaken(((ANA, ana), (BEN, ben)))


def test_a_legal_entry_goes_through_its_form() -> None:
    session = table()
    session.enter(BidPlaced(ANA, (1,)))
    session.enter(BidPlaced(BEN, (2,)))
    session.enter(tricks(1, 1))
    assert session.over


def test_an_entry_that_is_not_offered_is_a_disagreement() -> None:
    with pytest.raises(Disagreement, match="not offered"):
        table().enter(tricks(1, 1))


def test_an_entry_that_its_form_refuses_is_a_disagreement() -> None:
    session = table()
    with pytest.raises(Disagreement, match="does not fit its form"):
        session.enter(BidPlaced(ANA, (7,)))
    assert session.refusal(BidPlaced(ANA, (7,)))


def test_a_legal_entry_that_should_be_refused_is_a_disagreement() -> None:
    with pytest.raises(Disagreement, match="accepted"):
        table().refusal(BidPlaced(ANA, (1,)))


def test_a_correction_leaves_what_was_never_mistaken() -> None:
    session = table()
    for event in (BidPlaced(ANA, (1,)), BidPlaced(BEN, (2,)), tricks(1, 1)):
        session.enter(event)
    assert session.check_correction(1, BidPlaced(ANA, (0,)))
    assert not session.check_correction(3, tricks(2, 2))


def test_what_the_judge_takes_is_not_forbidden() -> None:
    session = table()
    assert session.judged_refusal(BidPlaced(ANA, (7,)))
    with pytest.raises(Disagreement, match="accepted"):
        session.judged_refusal(BidPlaced(ANA, (1,)))


def test_every_state_can_be_looked_at() -> None:
    session = table()
    for event in (BidPlaced(ANA, (1,)), BidPlaced(BEN, (2,)), tricks(1, 1)):
        session.enter(event)
        session.view()
