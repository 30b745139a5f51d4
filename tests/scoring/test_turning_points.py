"""How a session went: exact sentences for hand-made sessions, and their truth for random ones."""

from typing import Any

import pytest

from scoring.contract.game import CameBack, CameLate, Left, Opened, RoundHead, name_rounds
from scoring.contract.scores import Best, Seat
from scoring.engine import agreements
from scoring.engine.journal import Record
from scoring.engine.regrouping import list_playing
from scoring.engine.replay import Replay, replay
from scoring.games import find_game, score_pad
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.options import Options as CrownOptions
from scoring.games.crown_battles.options import RoundType
from scoring.insight.turning_points import Near, find_decision, tell_near, tell_rounds, try_one_more
from scoring.testing.walks import NAMES, table_of
from tests.scoring.crown_battles.states import taken
from tests.scoring.sketches import apples

CROWN, PAD = find_game("crown_battles"), find_game("score_pad")


def baskets(*rotten: tuple[int, ...]) -> Replay[Any, Any]:
    """A session of Rotten Apples, where few points win: everybody's apples, basket by basket."""
    names = table_of(len(rotten[0])).names
    options = apples.Options(baskets=len(rotten))
    state = apples.GAME.open(table_of(len(names)), options)
    journal: list[Any] = [Record(Opened(names, options))]
    for number, counts in enumerate(rotten, start=1):
        order = state.table.clockwise_from(state.dealer)
        event = apples.BasketPicked(number, tuple((seat, counts[seat]) for seat in order))
        state = apples.GAME.apply(state, event, ())
        journal.append(Record(event))
    return replay(apples.GAME, tuple(journal))


def tell(run: Replay[Any, Any]) -> tuple[str, ...]:
    return tell_rounds(apples.GAME, run.state)


def test_from_the_first_round_to_the_end() -> None:
    assert tell(baskets((0, 5), (3, 2))) == (
        "Ana led from the first round to the end.",
        "Basket 1 decided it: Ana gained 5 points on Ben.",
    )


def test_a_lead_taken_on_the_way_is_kept() -> None:
    lead, _ = tell(baskets((3, 0), (0, 5), (1, 1)))
    assert lead == "Ana took the lead in basket 2 and kept it."


def test_a_lead_lost_and_won_back_counts_from_the_last_time() -> None:
    lead, _ = tell(baskets((0, 1), (5, 0), (0, 9), (1, 1)))
    assert lead == "Ana took the lead in basket 3 and kept it."


def test_rounds_of_one_title_are_told_apart_by_their_numbers() -> None:
    rounds = [RoundHead(number, title) for number, title in enumerate(("King", "Queen", "King"), start=1)]
    assert name_rounds(rounds, "hand") == {1: "hand 1", 2: "“Queen”", 3: "hand 3"}


def test_level_is_no_lead() -> None:
    lead, _ = tell(baskets((0, 1), (1, 0), (0, 1)))
    assert lead == "Ana took the lead in the last round."


def test_a_round_that_gained_less_than_the_final_lead_did_not_decide() -> None:
    assert tell(baskets((0, 3), (0, 3), (0, 3))) == ("Ana led from the first round to the end.",)
    assert find_decision(apples.GAME, baskets((0, 3), (0, 3)).state) is None


def test_nothing_is_told_of_a_shared_win_of_one_round_or_before_the_end() -> None:
    assert tell(baskets((1, 1), (2, 2))) == ()
    assert tell(baskets((1, 2))) == ()
    over = baskets((1, 2), (3, 4), (0, 1))
    assert tell(Replay(over.opened, over.opening, over.steps[:2])) == ()


def test_one_more_trick_that_would_have_won_is_told_in_the_words_of_the_question() -> None:
    options = CrownOptions(schedule=(3,), first_dealer=Seat(1), pool=(RoundType.NORMAL,))
    events = (BidPlaced(Seat(0), (2,)), BidPlaced(Seat(1), (2,)), taken(1, 2))
    run = replay(CROWN, (Record(Opened(NAMES[:2], options)), *map(Record, events)))
    (near,) = (near for near in try_one_more(CROWN, run) if near)
    assert near == Near(1, Seat(0), 1, (Seat(0),), Seat(1), 2, "tricks")
    assert tell_near(CROWN, run.state, near) == ("With 2 tricks for Ana and 1 for Ben in round 1, Ana would have won.")


def test_one_more_without_a_sum_is_taken_from_nobody() -> None:
    run = baskets((9, 9), (4, 3))  # more apples never help
    assert list(try_one_more(apples.GAME, run)) == [None, None]


def test_the_sentence_names_who_would_have_had_less() -> None:
    state = baskets((1, 2), (3, 4)).state
    ana, ben = state.table.seats
    near = Near(2, ana, 2, (ana,), ben, 1, "rotten apples")
    assert tell_near(apples.GAME, state, near) == (
        "With 3 rotten apples for Ana and none for Ben in basket 2, Ana would have won."
    )


def test_a_single_one_and_a_number_that_counts_nothing_read_well() -> None:
    state = baskets((1, 2), (3, 4)).state
    ana, ben = state.table.seats
    one = Near(1, ana, 0, (ana,), ben, 2, "tricks")
    assert tell_near(apples.GAME, state, one) == "With 1 trick for Ana and 1 for Ben in basket 1, Ana would have won."
    assert (
        tell_near(apples.GAME, state, Near(1, ana, 1, (ana,), None))
        == "With 2 for Ana in basket 1, Ana would have won."
    )
    both = Near(1, ana, 1, (ana, ben), None, 0, "points")
    assert tell_near(apples.GAME, state, both) == "With 2 points for Ana in basket 1, Ana and Ben would have won."


def test_a_row_with_a_name_of_its_own_is_quoted() -> None:
    """The categories of a score pad: no round has their name."""
    options = score_pad.Options(sheet=score_pad.Sheet.CATEGORIES, categories="Roads, Cities, Farms")
    state = score_pad.open_table(table_of(2), options)
    for ana, ben in ((0, 2), (9, 1), (3, 3)):
        state = PAD.apply(state, score_pad.RoundEntered(((Seat(0), ana), (Seat(1), ben))), ())
    near = Near(2, Seat(1), 1, (Seat(1),), None, 0, "points")
    assert tell_near(PAD, state, near) == "With 2 points for Ben in “Cities”, Ben would have won."


def test_a_round_before_the_lead_changed_did_not_decide() -> None:
    run = baskets((4, 0), (0, 9), (9, 0), (0, 5))
    assert tell(run) == (
        "Ana took the lead in the last round.",
        "Ana gained most on Ben in basket 2: 9 points.",
    )


def test_nothing_is_told_of_the_order_of_categories() -> None:
    options = score_pad.Options(sheet=score_pad.Sheet.CATEGORIES, categories="Roads, Cities")
    state = PAD.open(table_of(2), options)
    for points in (4, 2):
        state = PAD.apply(state, score_pad.RoundEntered(((Seat(0), points), (Seat(1), 1))), ())
    assert tell_rounds(PAD, state) == ()


def test_a_newcomer_leads_and_gains_from_their_first_round_on() -> None:
    """Cleo comes with 9 points more than the others can have, and takes the lead only when she plays."""
    state = PAD.open(table_of(2), score_pad.Options(ending=score_pad.Ending.ROUNDS, rounds=4))
    rows: tuple[tuple[int, ...], ...] = ((5, 1), (2, 1), (1, 1, 3), (1, 1, 3))
    for number, row in enumerate(rows, start=1):
        if number == 3:
            state = agreements.judge(PAD, state, CameLate(Seat(2), "Cleo", Seat(1), 9), ())
        event = score_pad.RoundEntered(tuple((Seat(seat), points) for seat, points in enumerate(row)))
        state = agreements.judge(PAD, state, event, ())
    assert tell_rounds(PAD, state) == ("Cleo took the lead in round 3 and kept it.",)


def test_who_was_away_meanwhile_did_not_lead_from_the_first_round_to_the_end() -> None:
    state: Any = PAD.open(table_of(3), score_pad.Options())
    for change in (Left(Seat(0), ranked=False), CameBack(Seat(0)), score_pad.GameEnded()):
        scores = ((seat, 1 if seat else 9) for seat in list_playing(state))
        state = agreements.judge(PAD, state, score_pad.RoundEntered(tuple(scores)), ())
        state = agreements.judge(PAD, state, change, ())
    assert not any("from the first" in sentence for sentence in tell_rounds(PAD, state))


@pytest.mark.parametrize(
    ("left", "sentences"),
    [
        (Left(Seat(0), ranked=False), ("Round 2 decided it: Cleo gained 4 points on Ben.",)),  # who led until then
        (Left(Seat(1), ranked=True), ()),  # who wins, for the others have more points at last
    ],
)
def test_a_lead_that_changes_because_somebody_left_is_not_taken(left: Left, sentences: tuple[str, ...]) -> None:
    state: Any = PAD.open(table_of(3), score_pad.Options(best=Best.LOW))
    for number, row in enumerate(((1, 4, 6), (1, 6, 2), (1, 1, 2), (9, 2, 2))):
        if number == 2:
            state = agreements.judge(PAD, state, left, ())
        scores = tuple((seat, row[seat]) for seat in list_playing(state))
        state = agreements.judge(PAD, state, score_pad.RoundEntered(scores), ())
    state = agreements.judge(PAD, state, score_pad.GameEnded(), ())
    assert tell_rounds(PAD, state) == sentences
