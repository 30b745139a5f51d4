"""A table goes over to fewer entries in mid-round: the round can be finished, and it scores what it would have."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.contract.scores import Seat, by_round
from scoring.engine.codec import event_from
from scoring.engine.drafts import collect_answers
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.entry import LevelChosen as CrownLevel
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.crown_battles.state import ByCards, ByCounts, ByTricks
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.winning import RoundScored
from scoring.games.recruit import GAME as RECRUIT
from scoring.games.recruit.counting import FacesCounted, TricksCounted
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.doubles import DoublesCounted, why_not_enough
from scoring.games.recruit.entry import LevelChosen
from scoring.games.recruit.options import Options
from scoring.games.recruit.state import Dealing, Noted, Sorting
from scoring.games.recruit.tricks import CardNoted
from scoring.games.recruit.tricks import TrickWon as TrickCollected
from scoring.kit.trick_taking import Level
from scoring.testing.tables import Tables, row
from scoring.testing.walks import Walk, fill, one_of, rolled, start

LOWER = [(Level.CARDS, Level.COUNTS), (Level.CARDS, Level.TRICKS), (Level.TRICKS, Level.COUNTS)]
crown, recruit = Tables(CROWN), Tables(RECRUIT)


def played(walk: Walk, rng: random.Random) -> Walk:
    """The walk to the end of its first round, by its main prompts and those beside them."""
    below = rolled(rng)
    while not walk.state.ledger:
        prompts = [prompt for prompt in walk.game.prompts(walk.state) if prompt.role != "aside"]
        prompt = one_of(prompts, below)
        _, draft = fill(walk.game, walk.state, prompt, below)
        if prompt.kind == FacesCounted.kind:  # the piles hold what was noted
            draft = collect_answers(prompt, {})
        walk.enter(event_from(walk.game, prompt.kind, dict(prompt.given) | draft))
    return walk


# Crown Battles ------------------------------------------------------------------------------------------------------


def crown_rounds(level: Level) -> Iterator[tuple[Walk, random.Random]]:
    for seed in range(12):
        rng = random.Random(f"{level} {seed}")
        options = CrownOptions(schedule=(rng.choice((2, 3, 5)), 2), level=level)
        yield played(start(CROWN, rng.choice((3, 4, 5)), options), rng), rng


@pytest.mark.parametrize(("level", "lower"), LOWER)
def test_a_round_of_crown_battles_scores_the_same_from_any_moment_on(level: Level, lower: Level) -> None:
    switched = 0
    for walk, _ in crown_rounds(level):
        last = walk.states[-2].phase
        for at, state in enumerate(walk.states[:-2]):
            now = crown.after(state, CrownLevel(lower, at_once=True))
            for event in walk.events[at:]:
                if not isinstance(now.phase, ByCounts | ByTricks | ByCards):
                    assert isinstance(event, BidPlaced) or not isinstance(state.phase, ByTricks | ByCards)
                    now = crown.after(now, event)
            assert getattr(now.phase, "bids", last.bids) == last.bids
            if isinstance(now.phase, ByCounts):
                now = crown.after(now, TricksTaken(row(*last.owned[0]), None))
            else:
                assert now.deal.level is lower
                won = [trick.winner for trick in last.tricks[len(now.phase.tricks) :]]
                now = crown.after(now, *map(TrickWon, won), RoundScored())
            assert now.ledger == walk.state.ledger
            switched += 1
    assert switched > 60


def test_tricks_entered_before_are_the_least_that_is_counted() -> None:
    for walk, _ in crown_rounds(Level.TRICKS):
        for state in walk.states:
            if not isinstance(state.phase, ByTricks) or len(state.phase.tricks) == state.deal.tricks:
                continue
            now = crown.after(state, CrownLevel(Level.COUNTS, at_once=True))
            owned = state.phase.owned[0]
            (grid,) = crown.main(now).fields
            for cell in grid.cells:
                count = cell.field
                others = sum(owned) - owned[cell.key]
                fitting = range(owned[cell.key], count.high - others + 1)  # type: ignore[union-attr,index]
                barred = {n for n, _ in count.barred}
                assert barred == set(range(count.high + 1)) - set(fitting)
            if max(owned):
                rich = owned.index(max(owned))
                wrong = [0] * len(owned)
                wrong[rich - 1] = state.deal.tricks
                crown.assert_refused(now, TricksTaken(row(*wrong), None), "CB-112", "E_TRICKS_SUM", "already")


@pytest.mark.parametrize("level", [Level.TRICKS, Level.CARDS])
def test_without_haste_the_round_goes_on_as_it_began(level: Level) -> None:
    walk, _ = next(crown_rounds(level))
    state = walk.states[-3]
    assert isinstance(state.phase, ByTricks | ByCards)
    assert crown.after(state, CrownLevel(Level.COUNTS, at_once=False)) == replace(state, level=Level.COUNTS)


def test_what_was_chosen_for_the_next_round_may_count_at_once() -> None:  # CB-057
    walk, _ = next(crown_rounds(Level.TRICKS))
    chosen = crown.after(walk.states[-3], CrownLevel(Level.COUNTS, at_once=False))
    (pick, _) = crown.prompt_for(chosen, CrownLevel.kind).fields
    assert not any(choice.why_not for choice in pick.choices)
    at_once = CrownLevel(Level.COUNTS, at_once=True)
    assert crown.after(chosen, at_once) == crown.after(walk.states[-3], at_once)
    crown.assert_refused(chosen, CrownLevel(Level.COUNTS, at_once=False), "CB-057", says="entered now")


def test_a_finished_round_is_only_to_be_scored() -> None:
    walk, _ = next(crown_rounds(Level.TRICKS))
    before = walk.states[-2]
    now = crown.after(before, CrownLevel(Level.COUNTS, at_once=True))
    assert (now.phase, now.level) == (before.phase, Level.COUNTS)
    assert crown.after(now, walk.events[-1]).ledger == walk.state.ledger


def test_more_is_entered_from_the_next_round_on() -> None:
    state = crown.after(
        start(CROWN, 3, CrownOptions(schedule=(2, 2))).state, *(BidPlaced(Seat(seat), (0,)) for seat in (1, 2, 0))
    )
    assert crown.after(state, CrownLevel(Level.CARDS, at_once=True)) == replace(state, level=Level.CARDS)


# Recruit ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("level", "lower"), LOWER)
def test_a_hand_of_recruit_scores_the_same_from_any_moment_on(level: Level, lower: Level) -> None:
    switched = 0
    for seed in range(9):
        rng = random.Random(f"{level} {seed}")
        walk = played(
            start(RECRUIT, rng.choice((2, 3, 4) if level is Level.CARDS else (2, 3)), Options(level=level)), rng
        )
        piles = walk.state.past[0].piles
        for at, state in enumerate(walk.states[:-1]):
            if isinstance(state.phase, Dealing | Sorting) or at % 5:
                continue
            now = recruit.after(state, LevelChosen(lower))
            if now.hand.level is not lower:  # all cards are entered
                continue
            if lower is Level.COUNTS:
                now = recruit.after(now, TricksCounted(row(*(pile.tricks for pile in piles))))
                assert now.phase.least is None or now.phase.counts is None
            else:
                rest = [pile.tricks - won for pile, won in zip(piles, now.phase.won, strict=True)]
                for seat, tricks in enumerate(rest):
                    now = recruit.after(now, *[TrickCollected(Seat(seat))] * tricks)
            faces = [row(*(getattr(pile, name) for pile in piles)) for name in ("jacks", "queens", "kings")]
            asks = {field.name for field in recruit.prompt_for(now, "faces_counted").fields}
            match = row(*(pile.match for pile in piles)) if "match" in asks else ()
            assert recruit.after(now, FacesCounted(*faces, match)).ledger == walk.state.ledger
            if not why_not_enough(now, now.phase):
                doubled = [tuple((seat, min(max(n, 1), 2)) for seat, n in numbers) for numbers in faces]
                by_doubles = recruit.after(now, DoublesCounted(*doubled, match))  # says "2 queens" of three, too
                assert by_round(by_doubles.ledger) == by_round(walk.state.ledger)
            switched += 1
    assert switched > 20


def test_fewer_tricks_and_faces_than_were_entered_are_refused() -> None:
    opening = start(RECRUIT, 3, Options(level=Level.TRICKS)).state
    state = recruit.after(
        opening,
        CardDisplayed("7H"),
        *[CardNoted(1, 1, Noted.JACK)] * 2,
        TrickCollected(Seat(1)),
    )
    now = recruit.after(state, LevelChosen(Level.COUNTS))
    (grid,) = recruit.main(now).fields
    assert [len(cell.field.barred) for cell in grid.cells] == [0, 1, 0]
    recruit.assert_refused(now, TricksCounted(row(13, 0, 0)), "RT-029", "TRICK_SUM", "already")
    sorting = recruit.after(now, TricksCounted(row(6, 6, 1)))
    jacks = recruit.prompt_for(sorting, "doubles_counted").fields[0]
    assert [cell.field.likely for cell in jacks.cells] == [1, 2, 1]
    ones = row(1, 1, 1)
    recruit.assert_refused(sorting, DoublesCounted(ones, ones, ones, ()), "RT-091", "NEGATIVE", "already")
