"""The three levels of entry, changing between them, variations agreed on later, and the set-up form."""

import pytest

from scoring import drafts
from scoring.codec import options_from, options_payload
from scoring.game import Table
from scoring.recruits import GAME
from scoring.recruits.events import LevelChosen, RecruitNamed, RecruitTurned, VariantsAgreed
from scoring.recruits.options import Level, Naming, Options, Variant, WinTie
from scoring.recruits.state import Awaiting, Over, Showing, Turn, Turning
from tests.scoring.recruits.table import (
    NAMES,
    A,
    after,
    asked,
    assert_refused,
    go,
    kinds,
    ledger,
    main,
    one_field,
    open_cards,
    opened,
    points,
    referee,
    resolver,
    told,
)

QUICK, BLIND, PAIRS = Variant.QUICK_GAME, Variant.BLIND_RECRUIT, Variant.PAIRS
LEDGER, RESOLVER, REFEREE = Level


# Levels ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("naming", "words"), [(Naming.RANK, "K 0 Q 1 J 2"), (Naming.CARD, "KD 0 QH 1 JS 2")])
def test_the_ledger_needs_two_taps_a_recruit(naming: Naming, words: str) -> None:
    state = ledger(naming=naming)
    for word in words.split():
        assert main(state).instant
        state = go(state, word)
    assert points(state) == (4, 3, 2)
    assert GAME.measures(state)[0].key == "kings"
    assert told(state) == ""


def test_the_ledger_tells_what_cannot_come_any_more() -> None:
    assert "KD" not in open_cards(ledger(naming=Naming.CARD, words="KD 0"))
    mixed = ledger(words="K 0 K 0 K 0 K 0")
    assert not {"KD", "KS"} & open_cards(after(mixed, LevelChosen(RESOLVER, forget=False)))


def test_a_covered_recruit_is_resolved_only_where_one_is_covered() -> None:
    assert "covered" in open_cards(resolver(3, BLIND))
    assert "covered" not in open_cards(resolver())
    assert_refused(resolver(), RecruitNamed("covered"), "RS-082", "NOT_A_RECRUIT")


def test_more_is_entered_between_two_recruits() -> None:
    state = ledger(words="K 0")
    assert_refused(go(state, "Q"), LevelChosen(RESOLVER, forget=False), "RS-098", says="Finish this recruit first")
    more = after(state, LevelChosen(RESOLVER, forget=False))
    assert main(more).title == "Recruit 2: which one is resolved?"
    assert_refused(more, LevelChosen(RESOLVER, forget=False), "RS-098", says="already")
    assert_refused(more, LevelChosen(REFEREE, forget=False), "RS-098", says="from the first card on")
    assert after(opened(), LevelChosen(REFEREE, forget=False)).phase == Turning(1)


def test_less_is_entered_at_once_if_the_cards_may_be_forgotten() -> None:
    state = referee(words="1 9S")
    assert_refused(state, LevelChosen(LEDGER, forget=False), "RS-098", says="will not be kept")
    assert {field.name for field in asked(state, "level_chosen").fields} == {"level", "forget"}
    less = after(state, LevelChosen(LEDGER, forget=True))
    assert (less.phase, less.piles) == (Awaiting(), ())
    fresh = after(referee(), LevelChosen(LEDGER, forget=False))
    assert fresh.phase == Awaiting()
    fighting = resolver(words="KD 9S")
    assert_refused(fighting, LevelChosen(LEDGER, forget=False), "RS-098", says="will not be kept")


def test_the_level_stays_while_a_card_decides_the_win() -> None:
    words = "K 0 Q 0 J 0 K 1 Q 1 J 1 K 2 Q 2 J 2 K 3 Q 3 J 3"
    state = ledger(4, words=words, win_tie=WinTie.CARD)
    assert kinds(state) == ["win_card_played"]
    assert_refused(state, LevelChosen(RESOLVER, forget=True), "RS-098", says="All recruits are earned")


# Variations --------------------------------------------------------------------------------------------------------


def test_variations_change_after_the_first_card_only_if_everybody_agrees() -> None:  # RS-012
    fresh = after(referee(), VariantsAgreed((PAIRS,), 1, agreed=False))
    assert fresh.variants == (PAIRS,)
    state = referee(words="1 9S")
    assert_refused(state, VariantsAgreed((PAIRS,), 1, agreed=False), "RS-012", says="everybody agrees")
    assert after(state, VariantsAgreed((PAIRS,), 1, agreed=True)).variants == (PAIRS,)
    assert_refused(state, VariantsAgreed((), 1, agreed=True), "RS-012", says="played already")
    assert_refused(state, VariantsAgreed((PAIRS, PAIRS), 1, agreed=True), "RS-012")
    assert_refused(go(state, "1"), VariantsAgreed((PAIRS,), 1, agreed=True), "RS-012", says="between two turns")


def test_variations_are_kept_in_their_order() -> None:
    assert opened(3, PAIRS, QUICK).variants == (QUICK, PAIRS)


def test_a_pile_is_covered_or_opened_while_nobody_bids_there() -> None:  # RS-082
    state = referee(words="1 9S")
    assert_refused(state, VariantsAgreed((BLIND,), 1, agreed=True), "RS-082", says="Somebody bids on pile 1")
    covered = after(state, VariantsAgreed((BLIND,), 2, agreed=True))
    assert (covered.pile(2).blind, covered.pile(2).top, covered.phase) == (True, "", Turn(covered.turn))
    opened_ = after(covered, VariantsAgreed((), 1, agreed=True))
    assert opened_.phase == Turning(2)
    assert go(opened_, "QH").phase == Turn(covered.turn)


def test_a_quick_game_may_be_over_when_it_is_agreed_on() -> None:
    state = ledger(words="K 0 K 1 K 0 K 1 Q 0 Q 1 Q 0 Q 1 J 0 J 1")
    assert isinstance(after(state, VariantsAgreed((QUICK,), 1, agreed=True)).phase, Over)


# The set-up --------------------------------------------------------------------------------------------------------


def names(options: Options) -> list[str]:
    """The fields of the set-up form."""
    return [each.field.name for each in GAME.option_fields(Table(NAMES[:3]), options)]


ALWAYS = ["first_player", "level"]
HOUSE = ["second_tie", "win_tie", "early_end"]


@pytest.mark.parametrize(
    ("options", "asked_"),
    [
        (Options(), [*ALWAYS, "naming", "variants", *HOUSE]),
        (Options(level=RESOLVER), [*ALWAYS, "reveal", "variants", *HOUSE]),
        (Options(level=REFEREE), [*ALWAYS, "variants", *HOUSE]),
        (
            Options(variants=(Variant.UP_FOR_GRABS,)),
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


def test_every_answer_of_the_set_up_can_be_played() -> None:
    table = Table(NAMES[:3])
    for level in Level:
        base = Options(level=level, variants=tuple(Variant))
        for each in GAME.option_fields(table, base):
            for choice in getattr(each.field, "choices", ()):
                value = [choice.value] if each.field.name == "variants" else choice.value
                options = options_from(GAME, options_payload(GAME, base) | {each.field.name: value})
                assert GAME.prompts(GAME.open(table, options))


@pytest.mark.parametrize("mask", range(64))
def test_every_combination_of_variations_is_played_from_the_bids_to_the_recruit(mask: int) -> None:
    variants = tuple(variant for n, variant in enumerate(Variant) if mask >> n & 1)
    state = resolver(3, *variants, words="KD 9S 3S 7C 5C 8H 2D")
    while not state.earned:
        field = one_field(state)
        closed = {*field.gone, *dict(field.barred)}
        state = go(state, next(card.code for card in field.deck if card.code not in closed))
    assert sum(points(state)) == 4


def test_presets_are_offered() -> None:
    keys = [preset.key for preset in GAME.presets(3)]
    assert keys == ["ledger", "resolver", "referee", "quick", "tavern"]


# What is waited for ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (ledger(), "Name the recruit first"),
        (resolver(4, words="KD"), "who had no suit left"),
        (resolver(words="KD"), "All bids are shown first"),
        (resolver(3, Variant.POWERED_ACE, words="KD 9S 9D 7C AC 8H 4H"), "whose card the ace cancels"),
        (resolver(words="KD 9S 3S 7C 5C 8H 2D"), "Ana plays a card"),
        (resolver(3, Variant.RANDOM_TIEBREAKER, words="KD 9S 3S 7C 5C 8H 2D"), "turn a card from the draw pile"),
        (referee(words="1"), "Ana shows the card laid beside pile 1"),
        (referee(), "It is Ana's turn"),
        (ledger(4, words="K 0 Q 0 J 0 K 1 Q 1 J 1 K 2 Q 2 J 2 K 3 Q 3 J 3", win_tie=WinTie.CARD), "for the win"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_an_entry_at_the_wrong_moment_is_told_what_comes_first(state: object, says: str) -> None:
    assert_refused(state, RecruitTurned(1, "KS"), "RS-013", "NOT_A_RECRUIT", says)  # type: ignore[arg-type]


def test_a_covered_recruit_comes_first() -> None:
    state = resolver(3, BLIND, words="covered 9S 2S 7D 2D 8H 2C")
    assert_refused(state, RecruitNamed("KS"), "RS-013", says="covered recruit is turned up first")
    assert isinstance(resolver(3, BLIND, words="covered").phase, Showing)


def test_a_likely_answer_is_the_present_level() -> None:
    form = asked(opened(), "level_chosen")
    assert [gap.text for gap in drafts.gaps(form, {})] == ["Chosen already."]
    assert asked(opened(), "variants_agreed").fields[0].name == "variants"
    assert after(opened(), VariantsAgreed((PAIRS,), 1, agreed=True)).turn == A
