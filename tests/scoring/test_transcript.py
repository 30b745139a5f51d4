"""A session as text: what was entered, what it scored and why."""

from typing import Any

from scoring.contract.cards import KnownCard
from scoring.contract.game import Adjusted, Opened, Stopped
from scoring.contract.scores import Place, Seat
from scoring.engine import transcript
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from scoring.games.loot_and_recruit import GAME as LOOT
from scoring.games.loot_and_recruit.days import EventFlipped
from scoring.games.loot_and_recruit.options import Level, Options
from scoring.games.loot_and_recruit.recruiting import BearerPlaced, GoblinPlaced, NewGoblinRecruited
from scoring.testing.walks import table_of
from tests.scoring.sketches import sealed
from tests.scoring.sketches.sealed import BidSealed, BidsTurned, Sealing

ANA, BEN = Seat(0), Seat(1)


def transcript_of(game: Any, *entries: Any) -> list[str]:
    return list(transcript.lines(game, replay(game, entries)))


def bids(ana: int, ben: int) -> Record[BidsTurned]:
    return Record(BidsTurned(((ANA, ana), (BEN, ben))))


OPENED = Record(Opened(("Ana", "Benedikt"), sealed.Options(lots=2)))


def test_a_whole_session_can_be_read() -> None:
    spilt = Record(Adjusted(ANA, 5, "a spilt drink"))
    assert transcript_of(sealed.GAME, OPENED, bids(2, 1), spilt, bids(0, 3)) == [
        "Night Market: Ana, Benedikt",
        "#1 Bids: Ana 2, Benedikt 1",
        "    Ana         +3  5 lot - 2 paid = 3  [SK-103]",
        "#2 Ana +5 by agreement: a spilt drink",
        "    Ana         +5  5 by agreement (a spilt drink) = 5  [TABLE-1]",
        "#3 Bids: Ana 0, Benedikt 3",
        "    Benedikt    +5  8 lot - 3 paid = 5  [SK-103]",
        "1. Ana 8",
        "2. Benedikt 5",
        "Ana won. Ana leads with 8 after the last lot. [SK-108]",
    ]


def test_a_refused_entry_and_what_waits_are_told() -> None:
    lines = transcript_of(sealed.GAME, OPENED, bids(2, 1), bids(0, 3), Amend(1, bids(9, 1).event))
    assert lines == [
        "Night Market: Ana, Benedikt",
        "#1 REFUSED: Ana can bid 0 to 3. [SK-102]; 2 waiting",
        "1. Ana 0",
        "1. Benedikt 0",
    ]


def test_what_is_sealed_stays_sealed_in_the_text() -> None:
    opened = Record(Opened(("Ana", "Ben"), sealed.Options(lots=1, sealing=Sealing.ONE_BY_ONE)))
    first, second = Record(BidSealed(1, ANA, 3)), Record(BidSealed(1, BEN, 1))
    assert transcript_of(sealed.GAME, opened, first)[1] == "#1 Ana has sealed a bid"
    assert transcript_of(sealed.GAME, opened, first, second)[1:3] == ["#1 Ana bid 3", "#2 Ben bid 1"]


def test_a_waived_rule_is_told() -> None:
    octet = KnownCard("Ornery Octet", (("vp", 3), ("def", 7), ("cost", 8)))
    lines = transcript_of(
        LOOT,
        Record(Opened(("Ana", "Ben"), Options(level=Level.STACKS))),
        Record(EventFlipped(1, None, effect=False)),
        Record(BearerPlaced(ANA, 1, 4)),
        Record(NewGoblinRecruited(ANA, octet)),
        Record(GoblinPlaced(ANA, 1), waived=("LR-071",)),
    )
    assert lines[4] == "#4 Ana places it on platform 2 (the card says so: LR-071)"


def test_a_shared_win_names_everybody() -> None:
    lines = transcript_of(sealed.GAME, OPENED, Record(Stopped("", counts=True)))
    assert lines[-1] == "Ana and Benedikt won. Stopped early; the lead at that moment counts. [TABLE-2]"


def test_a_place_names_its_side_and_its_tie_break() -> None:
    tied, last = Place(2, (BEN, Seat(3)), 85, "more tricks"), Place(3, (ANA,), -5)
    assert transcript.place_line(tied, table_of(4)) == "2. Ben and Dov 85 (more tricks)"
    assert transcript.place_line(last, table_of(4)) == "3. Ana -5"
