"""The levels of entry, changing between them, variations agreed on later, and the set-up form."""

import pytest

from scoring.contract.game import Opened
from scoring.contract.prompts import Role
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.engine import drafts
from scoring.engine.codec import options_from
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from scoring.games.recruits.bidding import CardShown
from scoring.games.recruits.entry import LevelChosen, RecruitNamed, VariantsAgreed
from scoring.games.recruits.options import Level, Naming, Options, Reveal, Variant, WinTie
from scoring.games.recruits.piles import RecruitTurned
from scoring.games.recruits.resolving import TotalCounted
from scoring.games.recruits.state import Showing, Turn, Turning
from scoring.kit.levels import CURRENT
from scoring.testing.tables import A
from scoring.testing.walks import NAMES, table_of
from tests.scoring.recruits.states import RULEBOOK, go, ledger, opened, referee, resolver
from tests.scoring.recruits.table import (
    GAME,
    after,
    answer,
    assert_refused,
    kinds,
    main,
    notices,
    open_cards,
    points,
    prompt_for,
)

BLIND, PAIRS = Variant.BLIND_RECRUIT, Variant.PAIRS
COUNT, LEDGER, RESOLVER, REFEREE = Level


# Levels ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("naming", "words"), [(Naming.RANK, "K 0 Q 1 J 2"), (Naming.CARD, "KD 0 QH 1 JS 2")])
def test_the_ledger_needs_two_taps_a_recruit(naming: Naming, words: str) -> None:
    state = ledger(naming=naming)
    for word in words.split():
        assert main(state).instant
        state = go(state, word)
    assert points(state) == (4, 3, 2)
    assert GAME.measures.of(state)[0].key == "kings"
    assert notices(state) == ""


def test_a_covered_recruit_is_resolved_only_where_one_is_covered() -> None:
    assert "covered" in open_cards(resolver(3, BLIND))
    assert "covered" not in open_cards(resolver())
    assert_refused(resolver(), RecruitNamed("covered"), "RS-082", "NOT_A_RECRUIT")


WON_BY_ANA = "10S 9S 2H 2C 3C 3H"
WON_BY_BEN = "2S 3S 10H 9H 3C 3H"
"""Bids on a recruit of diamonds, or on a covered one."""


def covered(*recruits: str) -> str:
    """Covered recruits that Ana and Ben earn in turn."""
    won = (WON_BY_ANA, WON_BY_BEN) * 2
    return " ".join(f"covered {bids} {recruit}" for bids, recruit in zip(won, recruits, strict=False))


def test_no_more_covered_recruits_are_resolved_than_lie_there() -> None:  # RS-005, RS-082, RS-096
    three = resolver(3, BLIND, words=covered("KD", "KH", "KS"))
    assert "covered" in open_cards(three)
    four = go(three, f"covered {WON_BY_BEN} KC")
    assert "covered" not in open_cards(four)
    assert_refused(four, RecruitNamed("covered"), "RS-096", "PILE_EMPTY", "All 4 covered recruits are earned")
    other = after(four, VariantsAgreed((BLIND,), 2, agreed=True))
    assert "covered" in open_cards(other)  # of another pile


def test_no_more_open_recruits_are_resolved_than_lie_there() -> None:  # RS-005, RS-082, RS-096
    diamonds = "KD QD JD"
    hearts = ("10S 9S 2D 2C 3C 3D", "KH QH JH")
    clubs = ("10S 9S 2H 2D 3D 3H", "KC QC")
    words = [f"{recruit} {WON_BY_ANA}" for recruit in diamonds.split()]
    words += [f"{recruit} {bids}" for bids, recruits in (hearts, clubs) for recruit in recruits.split()]
    state = resolver(3, BLIND, words=" ".join(words))
    assert open_cards(state) == {"covered"}
    assert_refused(state, RecruitNamed("JC"), "RS-096", "PILE_EMPTY", "Only covered recruits are left")
    assert "JC" in open_cards(after(state, VariantsAgreed((), 1, agreed=True)))


def test_the_level_stays_while_a_card_decides_the_win() -> None:
    words = "K 0 Q 0 J 0 K 1 Q 1 J 1 K 2 Q 2 J 2 K 3 Q 3 J 3"
    state = ledger(4, words=words, win_tie=WinTie.CARD)
    assert kinds(state) == ["win_card_played"]
    assert_refused(state, LevelChosen(RESOLVER, forget=True), "RS-098", says="Only the tie is left to be decided.")


# Variations --------------------------------------------------------------------------------------------------------


def test_variations_change_after_the_first_card_only_if_everybody_agrees() -> None:  # RS-012
    fresh = after(referee(), VariantsAgreed((PAIRS,), 1, agreed=False))
    assert fresh.variants == (PAIRS,)
    state = referee(words="1 9S")
    assert_refused(state, VariantsAgreed((PAIRS,), 1, agreed=False), "RS-012", says="everybody agrees")
    assert after(state, VariantsAgreed((PAIRS,), 1, agreed=True)).variants == (PAIRS,)
    assert_refused(state, VariantsAgreed((), 1, agreed=True), "RS-012", says="already in play")
    assert_refused(state, VariantsAgreed((PAIRS, PAIRS), 1, agreed=True), "RS-012")
    assert_refused(go(state, "1"), VariantsAgreed((PAIRS,), 1, agreed=True), "RS-012", says="between two turns")


def test_a_covered_pile_that_is_not_there_matters_only_if_one_is_covered() -> None:  # RS-082
    state = opened(3, blind_pile=4)
    assert state.blind_pile == 0
    form = prompt_for(state, "variants_agreed")
    assert drafts.collect_answers(form, {"variants": ["pairs"], "agreed": True})["blind_pile"] == 3
    assert after(state, VariantsAgreed((PAIRS,), 4, agreed=True)).variants == (PAIRS,)
    assert_refused(state, VariantsAgreed((BLIND,), 4, agreed=True), "RS-082", says="one of 1 to 3")
    with pytest.raises(RuleViolation, match="one of 1 to 3"):
        opened(3, BLIND, blind_pile=4)


def test_bids_may_be_entered_in_the_other_unit_until_one_is_known() -> None:  # RS-052, RS-061
    cards = resolver(words="KD")
    form = prompt_for(cards, "total_counted")
    assert (form.role, form.help) == (Role.ASIDE, "What is Ana's bid worth? For the king of diamonds.")
    assert points(go(after(cards, TotalCounted(A, 9)), "8 12")) == (0, 0, 4)
    assert "total_counted" not in kinds(go(cards, "9S"))
    totals = resolver(words="KD", reveal=Reveal.TOTALS)
    assert prompt_for(totals, "card_shown").help == "Ana's first card. For the king of diamonds."
    assert points(go(after(totals, CardShown(A, "9S")), "9D 7C AC 8H 4H")) == (0, 0, 4)
    assert "card_shown" not in kinds(go(totals, "9"))
    assert "total_counted" not in kinds(referee(words=RULEBOOK))


@pytest.mark.parametrize(
    ("before", "after_", "words", "asks"),
    [
        ({"level": "ledger"}, {"naming": "card"}, "K 0 Q 1 J", "recruit_earned"),
        ({"level": "ledger"}, {"naming": "card"}, "K 0", "recruit_named"),
        ({"level": "ledger", "naming": "card"}, {"naming": "rank"}, "KD 0 QH", "recruit_earned"),
        ({"level": "resolver"}, {"reveal": "totals"}, "KD 9S 9D 7C AC 8H 4H QH 9S", "card_shown"),
        ({"level": "resolver"}, {"reveal": "totals"}, "KD 9S 9D 7C AC 8H 4H QH", "total_counted"),
        ({"level": "resolver", "reveal": "totals"}, {"reveal": "cards"}, "KD 9 8 12 QH 9", "total_counted"),
        ({"level": "resolver", "reveal": "totals"}, {"reveal": "cards"}, "KD 9 8 12 QH", "card_shown"),
        ({"level": "resolver", "reveal": "totals"}, {"reveal": "cards"}, "KD 9 9 8 8C", "tie_card_played"),
    ],
)
def test_another_unit_in_the_set_up_is_asked_for_from_now_on(
    before: dict[str, str], after_: dict[str, str], words: str, asks: str
) -> None:  # RS-098
    options = options_from(GAME, before)
    state, journal = GAME.open(table_of(3), options), [Record(Opened(NAMES[:3], options))]
    for word in words.split():
        event = answer(state, word)
        state, journal = after(state, event), [*journal, Record(event)]
    corrected = Amend(0, Opened(NAMES[:3], options_from(GAME, before | after_)))
    run = replay(GAME, [*journal, corrected])
    assert (run.waiting, run.state.ledger) == ((), state.ledger)
    assert main(run.state).kind == asks


def test_a_pile_is_covered_or_opened_while_nobody_bids_there() -> None:  # RS-082
    state = referee(words="1 9S")
    assert_refused(state, VariantsAgreed((BLIND,), 1, agreed=True), "RS-082", says="Somebody has bid on pile 1")
    covered = after(state, VariantsAgreed((BLIND,), 2, agreed=True))
    assert (covered.pile(2).blind, covered.pile(2).top, covered.phase) == (True, "", Turn(covered.turn))
    opened_ = after(covered, VariantsAgreed((), 1, agreed=True))
    assert opened_.phase == Turning(2)
    assert go(opened_, "QH").phase == Turn(covered.turn)


# The set-up --------------------------------------------------------------------------------------------------------


def names(options: Options) -> list[str]:
    """The fields of the set-up form."""
    return [option.field.name for option in GAME.option_fields(table_of(3), options)]


ALWAYS = ["first_player", "level"]
HOUSE = ["second_tie", "win_tie", "early_end"]


@pytest.mark.parametrize(
    ("options", "asked_"),
    [
        (Options(), [*ALWAYS, "variants", *HOUSE]),
        (Options(level=LEDGER), [*ALWAYS, "naming", "variants", *HOUSE]),
        (Options(level=RESOLVER), [*ALWAYS, "reveal", "variants", *HOUSE]),
        (Options(level=REFEREE), [*ALWAYS, "variants", *HOUSE]),
        (
            Options(level=LEDGER, variants=(Variant.UP_FOR_GRABS,)),
            [*ALWAYS, "naming", "variants", "second_tie", "ufg_who", "win_tie", "early_end"],
        ),
        (
            Options(level=REFEREE, variants=tuple(Variant)),
            [
                *ALWAYS,
                *("variants", "blind_pile", "second_tie", "ace_target", "offsuit_ace"),
                *("blind_suit", "ufg_who", "ufg_random", "win_tie", "early_end"),
            ],
        ),
    ],
)
def test_the_set_up_asks_what_these_options_need(options: Options, asked_: list[str]) -> None:
    assert names(options) == asked_


# What is waited for ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (ledger(), "Name the recruit first"),
        (resolver(4, words="KD"), "who could not bid"),
        (resolver(words="KD"), "First show all bids"),
        (resolver(3, Variant.POWERED_ACE, words="KD 9S 9D 7C AC 8H 4H"), "whose card the ace cancels"),
        (resolver(words="KD 9S 3S 7C 5C 8H 2D"), "Ana plays a card"),
        (resolver(3, Variant.RANDOM_TIEBREAKER, words="KD 9S 3S 7C 5C 8H 2D"), "turn a card from the draw pile"),
        (referee(words="1"), "Ana shows the card placed on pile 1"),
        (referee(), "It is Ana's turn"),
        (ledger(4, words="K 0 Q 0 J 0 K 1 Q 1 J 1 K 2 Q 2 J 2 K 3 Q 3 J 3", win_tie=WinTie.CARD), "for the win"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_entry_at_the_wrong_moment_is_told_what_comes_first(state: object, says: str) -> None:
    assert_refused(state, RecruitTurned(1, "KS"), "RS-013", "NOT_A_RECRUIT", says)


def test_a_covered_recruit_comes_first() -> None:
    state = resolver(3, BLIND, words="covered 9S 2S 7D 2D 8H 2C")
    assert_refused(state, RecruitNamed("KS"), "RS-013", says="First turn up the covered recruit")
    assert isinstance(resolver(3, BLIND, words="covered").phase, Showing)


def test_the_current_level_cannot_be_chosen() -> None:
    form = prompt_for(opened(), "level_chosen")
    assert [gap.text for gap in drafts.find_gaps(form, {"level": "ledger"})] == [CURRENT]


@pytest.mark.parametrize("level", Level)
def test_who_starts_is_known_at_every_level(level: Level) -> None:  # RS-008
    """The set-up asks for the first player, so the statistics of seats know who it was."""
    assert GAME.starter(opened(3, level=level, first_player=Seat(1))) == 1
