"""Replaying a session as far as the rules allow, and where and why it stopped."""

from typing import Any

import pytest

from scoring.contract.game import Adjusted, Opened, Resumed, Stopped
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.engine.journal import Amend, Record, Remove, Undo
from scoring.engine.replay import Replay, extend, replay
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.recruit.cards import CardPlayed
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.options import Level
from scoring.games.recruit.options import Options as RecruitOptions
from tests.scoring.sketches import sealed
from tests.scoring.sketches.sealed import GAME, BidsTurned, CardsTurned, Closed, Options, Sealing

ANA, BEN = Seat(0), Seat(1)
OPENED = Opened(("Ana", "Ben"), Options(lots=2))


def bids(ana: int, ben: int) -> BidsTurned:
    return BidsTurned(((ANA, ana), (BEN, ben)))


def cards(ana: str, ben: str) -> CardsTurned:
    return CardsTurned(((ANA, ana), (BEN, ben)))


JOURNAL: tuple[Any, ...] = (
    Record(OPENED),
    Record(bids(2, 2)),
    Record(cards("sun3", "moon1")),
    Record(bids(0, 1)),
)


def run(*entries: Any) -> Replay[Any, Any]:
    return replay(GAME, (*JOURNAL, *entries))


def points(text: Replay[Any, Any]) -> list[tuple[int, int]]:
    return [(line.seat, line.points) for line in text.state.ledger]


def test_a_journal_that_fits_is_folded_to_its_end() -> None:
    text = run()
    assert text.violation is None
    assert text.waiting == ()
    assert isinstance(text.state.phase, Closed)
    assert points(text) == [(ANA, 3), (BEN, 7)]
    assert [step.entry for step in text.steps] == [1, 2, 3]


def test_an_opening_alone_is_its_own_state() -> None:
    text = replay(GAME, JOURNAL[:1])
    assert text.state == text.opening == GAME.open(text.state.table, OPENED.options)
    assert text.opened == OPENED


def test_each_score_line_comes_from_the_entry_that_wrote_it() -> None:
    played = run(Record(Adjusted(ANA, 5, "the song")), Record(Adjusted(ANA, 5, "the song")))
    assert played.find_line_entries(2, {ANA}) == (4, 5)
    for seat in (ANA, BEN):
        for round_ in {line.round for line in played.state.ledger}:
            lines = [line for line in played.state.ledger if (line.round, line.seat) == (round_, seat)]
            entries = played.find_line_entries(round_, {seat})
            assert len(entries) == len(lines)
            for line, entry in zip(lines, entries, strict=True):
                assert entry is not None
                before, after = (state.ledger.count(line) for state in (played.before(entry), _after(played, entry)))
                assert after > before
    assert played.find_line_entries(9, {ANA}) == ()


def _after(played: Replay[Any, Any], entry: int) -> Any:
    return next(step.state for step in played.steps if step.entry == entry)


def test_what_no_longer_fits_waits_and_says_why() -> None:
    bid = run(Amend(1, bids(3, 1)))  # nobody is tied any more
    assert str(bid.violation) == "Nobody is tied now."
    assert bid.violation.rule is sealed.TIE_CARDS
    assert bid.waiting == (2, 3)
    assert points(bid) == [(ANA, 2)]


def test_what_waits_counts_again_when_the_log_fits() -> None:
    bid = run(Amend(1, bids(3, 1)), Remove(2))
    assert bid.violation is None
    assert points(bid) == [(ANA, 2), (BEN, 7)]
    assert run(Amend(1, bids(3, 1)), Undo(4)) == run()


def test_what_is_recorded_while_something_waits_waits_too() -> None:
    bid = run(Amend(1, bids(3, 1)), Record(Adjusted(ANA, 5, "late")))
    assert bid.waiting == (2, 3, 5)


def test_a_forgotten_entry_takes_its_place() -> None:
    bid = replay(GAME, (JOURNAL[0], *JOURNAL[2:], Record(bids(2, 2), before=1)))
    assert [step.entry for step in bid.steps] == [3, 1, 2]
    assert [bid.before(entry) for entry in (3, 1, 2)] == [bid.opening, bid.steps[0].state, bid.steps[1].state]
    assert points(bid) == [(ANA, 3), (BEN, 7)]


@pytest.mark.parametrize(("entry", "lot", "tied"), [(1, 1, False), (2, 1, True), (3, 2, False), (4, 2, False)])
def test_the_state_an_entry_was_judged_in_can_be_seen(entry: int, lot: int, tied: bool) -> None:
    state = run().before(entry)
    assert (state.round, isinstance(state.phase, sealed.Tied)) == (lot, tied)


def test_before_an_entry_that_is_not_there_stands_the_end() -> None:
    assert run().before(99) == run().state


def test_a_session_is_told_with_present_names() -> None:
    text = replay(GAME, JOURNAL, ("Anna", "Benno"))
    assert text.state.table.names == ("Anna", "Benno")
    assert text.opened.names == ("Ana", "Ben")


def test_an_opening_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(RuleViolation, match="Between 1 and 6 lots"):
        replay(GAME, (*JOURNAL, Amend(0, Opened(("Ana", "Ben"), Options(lots=0)))))


def test_another_variant_is_an_amended_opening() -> None:
    text = run(Amend(0, Opened(("Ana", "Ben"), Options(lots=1))))
    assert text.waiting == (3,)
    assert points(text) == [(ANA, 3)]
    sealing = run(Amend(0, Opened(("Ana", "Ben"), Options(sealing=Sealing.ONE_BY_ONE))))
    assert sealing.waiting == (1, 2, 3)
    assert sealing.state == sealing.opening


def test_extending_gives_what_replaying_gives() -> None:
    half = replay(GAME, JOURNAL[:2])
    assert extend(GAME, extend(GAME, half, 2, cards("sun3", "moon1")), 3, bids(0, 1)) == run()


def test_extending_raises_what_the_rules_refuse() -> None:
    half = replay(GAME, JOURNAL[:2])
    with pytest.raises(RuleViolation, match="Every card of the deck comes once"):
        extend(GAME, half, 2, cards("sun3", "sun3"))
    assert half == replay(GAME, JOURNAL[:2])


def test_agreements_are_steps_like_any_other() -> None:
    text = replay(GAME, (*JOURNAL[:2], Record(Stopped("late", counts=True)), Record(Resumed()), *JOURNAL[2:]))
    assert text.violation is None
    assert [step.entry for step in text.steps] == [1, 2, 3, 4, 5]
    assert text.state == run().state


TURNED = (1, 2, 3, 0)
"""Everybody sat one seat further on than was entered."""


def turned(*entries: Any) -> Replay[Any, Any]:
    """A hand of Recruit, card by card, whose players are corrected; seat 1 leads."""
    options = RecruitOptions(level=Level.CARDS)
    start = (Record(Opened(("Ana", "Ben", "Cleo", "Dov"), options)), Record(CardDisplayed("KH")))
    return replay(RECRUIT, (*start, *entries, Amend(0, Opened(("Dov", "Ana", "Ben", "Cleo"), options, TURNED))))


def card(seat: int, code: str) -> Record[Any]:
    return Record(CardPlayed(1, 1, Seat(seat), code))


def test_the_last_of_all_players_is_brought_forward_when_the_turn_is_theirs() -> None:
    run = turned(card(1, "2S"), card(2, "3S"), card(3, "4S"), card(0, "5S"))
    assert run.violation is None
    assert [step.entry for step in run.steps] == [1, 5, 2, 3, 4]
    assert [step.event.seat for step in run.steps[1:]] == [1, 2, 3, 0]


def test_an_entry_is_not_brought_forward_past_one_of_another_kind() -> None:
    run = turned(card(1, "2S"), Record(Adjusted(Seat(2), 5, "the song")), card(2, "3S"), card(3, "4S"), card(0, "5S"))
    assert run.waiting == (2, 3, 4, 5, 6)
