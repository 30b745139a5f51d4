"""A disagreement is reported with the seed, how to reproduce it, and the entries."""

import pytest

from scoring.contract.game import Opened
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.options import Options
from scoring.testing import command
from scoring.testing.session import Disagreement, Session


class Odd:
    """Tables of two whose odd seeds bid more than there are tricks."""

    session: Session

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def play(self) -> None:
        self.session = Session(GAME, Opened(("Ana", "Ben"), Options(schedule=(2,), first_dealer=Seat(1))))
        self.session.enter(BidPlaced(Seat(0), (1,)))
        self.session.enter(BidPlaced(Seat(1), (7 if self.seed % 2 else 2,)))


def test_a_failure_tells_how_to_reproduce_it() -> None:
    command.check(Odd, "tests.simulators.odd", 2)
    with pytest.raises(Disagreement) as failure:
        command.check(Odd, "tests.simulators.odd", 3)
    message = str(failure.value)
    assert "python -m tests.simulators.odd --seed 3" in message
    assert "#1 BidPlaced(seat=0" in message


def test_equal_disagreements_are_counted_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["odd", "--tables", "4"])
    with pytest.raises(SystemExit) as ended:
        command.run(Odd, "tests.simulators.odd")
    output = capsys.readouterr().out
    assert ended.value.code == 1
    assert "4 tables" in output
    assert "2  first with --seed 1" in output
