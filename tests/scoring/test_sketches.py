"""What the sketches prove about the contract."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.game import AnyGame
from scoring.contract.prompts import Card, Grid, Known, OnBoard, Prompt, Subset
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Place, Seat, totals
from scoring.engine import agreements, drafts
from scoring.engine.codec import event_from
from scoring.testing.walks import table_of
from tests.scoring.sketches import sealed, stacks, thefts, variations

ANA, BEN, CLEO, DOV = map(Seat, range(4))


def played(game: AnyGame, players: int, options: Any, *entries: tuple[str, dict[str, Any]]) -> Any:
    """The state after some answers."""
    state = game.open(table_of(players), options)
    for kind, answers in entries:
        prompt = next(prompt for prompt in agreements.prompts(game, state) if prompt.kind == kind)
        state = agreements.judge(game, state, event_from(game, kind, dict(prompt.given) | answers))
    return state


def bids(*item: int) -> tuple[str, dict[str, Any]]:
    return "bids_turned", {"bids": list(map(list, enumerate(item)))}


# Sealed bids -------------------------------------------------------------------------------------------------------


def test_only_the_tied_are_asked_and_used_cards_are_greyed() -> None:
    state = played(
        sealed.GAME,
        4,
        sealed.Options(),
        bids(3, 1, 3, 0),
        ("cards_turned", {"cards": [[0, "sun1"], [2, "moon3"]]}),
        bids(0, 2, 2, 1),
    )
    assert totals(state.ledger, state.table.seats) == {ANA: 0, BEN: 0, CLEO: 2, DOV: 0}
    (prompt,) = sealed.GAME.prompts(state)
    (field,) = prompt.fields
    assert isinstance(field, Grid)
    assert [cell.key for cell in field.cells] == [BEN, CLEO]
    assert {cell.field.gone for cell in field.cells if isinstance(cell.field, Card)} == {("sun1", "moon3")}


def test_a_card_one_has_turned_over_is_closed_for_the_other() -> None:
    state = played(sealed.GAME, 2, sealed.Options(), bids(1, 1))
    (prompt,) = sealed.GAME.prompts(state)
    form = sealed.GAME.form(state, prompt, {"cards": [[0, "sun2"]]})
    draft = {"cards": [[0, "sun2"], [1, "sun2"]]}
    assert [gap.text for gap in drafts.find_gaps(form, draft)] == ["Ana has it."]


def test_a_sealed_bid_is_secret_until_the_last_one_is_in() -> None:
    options = sealed.Options(lots=2, sealing=sealed.Sealing.ONE_BY_ONE)
    first = sealed.BidSealed(1, ANA, 3)
    alone = played(sealed.GAME, 2, options, ("bid_sealed", {"bid": 3}))
    both = played(sealed.GAME, 2, options, ("bid_sealed", {"bid": 3}), ("bid_sealed", {"bid": 1}))
    assert first.veiled(alone) == {"bid"}
    assert first.veiled(both) == frozenset()
    assert agreements.sentence(sealed.GAME, alone, first) == "Ana has sealed a bid"
    assert agreements.sentence(sealed.GAME, both, first) == "Ana bid 3"


def test_the_bids_of_an_earlier_lot_stay_open_while_new_ones_are_sealed() -> None:
    options = sealed.Options(lots=2, sealing=sealed.Sealing.ONE_BY_ONE)
    entered = (("bid_sealed", {"bid": n}) for n in (3, 1, 2))
    state = played(sealed.GAME, 2, options, *entered)
    assert sealed.BidSealed(1, BEN, 1).veiled(state) == frozenset()
    assert sealed.BidSealed(2, BEN, 2).veiled(state) == {"bid"}


def test_tied_twice_nobody_takes_the_lot() -> None:
    again = ("cards_turned", {"cards": [[0, "sun2"], [1, "moon2"]]})
    last = ("cards_turned", {"cards": [[0, "sun3"], [1, "moon3"]]})
    state = played(sealed.GAME, 2, sealed.Options(), bids(1, 1), again, last)
    assert (state.round, state.ledger) == (2, ())


def test_a_short_deck_is_shuffled_and_says_so() -> None:
    rounds = [[[0, "sun3"], [1, "moon1"]], [[0, "moon3"], [1, "sun1"]]]
    entries = [entry for turned in rounds for entry in (bids(1, 1, 0), ("cards_turned", {"cards": turned}))]
    state = played(sealed.GAME, 3, sealed.Options(), *entries, bids(2, 2, 2))
    assert state.used == ()
    assert [notice.code for notice in sealed.GAME.view(state).notices] == ["W_SHUFFLE"]


# Cards typed once, the board tapped --------------------------------------------------------------------------------

BRUTE = {"name": "Brute", "numbers": [["vp", 4], ["def", 5], ["cost", 1]]}
BEARER = {"name": "Shield Bearer", "numbers": [["vp", 0], ["def", 1], ["cost", 1]]}
FLIP = ("event_flipped", {"event": "fog", "shelter": [[0, False], [1, False]]})
TOWER = (FLIP, ("hired", {"card": BRUTE, "tower": 0}), ("hired", {"card": BEARER, "tower": 0}))
BENS_TURN: tuple[tuple[str, dict[str, Any]], ...] = (*TOWER, ("turn_ended", {}))


def prompt_for(game: AnyGame, state: Any, kind: str) -> Prompt:
    prompt = game.find_prompt(state, kind)
    assert prompt is not None
    return prompt


def test_a_chosen_target_strikes_what_would_fall() -> None:
    state = played(stacks.GAME, 2, stacks.Options(), *BENS_TURN)
    prompt = prompt_for(stacks.GAME, state, "attacked")

    def struck(draft: dict[str, Any]) -> list[str]:
        target = next(part for part in stacks.GAME.form(state, prompt, draft).fields if isinstance(part, OnBoard))
        zones = stacks.GAME.view(state).board.zones
        return [tile.name for zone in zones for tile in zone.tiles if tile.id in target.struck]

    assert struck({}) == []
    assert struck({"target": "0-0-0"}) == ["Brute", "Shield Bearer"]
    assert struck({"target": "0-0-1"}) == ["Shield Bearer"]
    assert struck({"target": "0-0-1", "bodyguard": True}) == []


def test_the_target_and_all_above_it_fall() -> None:
    attack = ("attacked", {"strength": 5, "target": "0-0-0", "bodyguard": False})
    state = played(stacks.GAME, 2, stacks.Options(), *BENS_TURN, attack)
    assert state.towers[ANA] == ((), (), ())


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (stacks.Attacked(BEN, "0-0-0", 4, bodyguard=False), stacks.STRENGTH),
        (stacks.Hired(BEN, KnownCard("Imp", (("vp", 1), ("def", 1), ("cost", 1))), 1), stacks.SHIELDED),
    ],
)
def test_a_waivable_rule_gives_way_to_a_printed_card(event: Any, rule: Any) -> None:
    bens = ("hired", {"card": BEARER, "tower": 1})
    state = played(stacks.GAME, 2, stacks.Options(), *BENS_TURN, bens)
    with pytest.raises(RuleViolation) as refusal:
        agreements.judge(stacks.GAME, state, event)
    assert refusal.value.rule is rule
    assert agreements.judge(stacks.GAME, state, event, (rule.id,)) != state
    with pytest.raises(RuleViolation):
        agreements.judge(stacks.GAME, state, event, (stacks.PLACING.id,))


def test_a_name_typed_before_brings_its_numbers() -> None:
    state = played(stacks.GAME, 2, stacks.Options(), *BENS_TURN)
    form = stacks.GAME.form(state, prompt_for(stacks.GAME, state, "hired"), {"card": {"name": "Brute", "numbers": []}})
    known = form.fields[0]
    assert isinstance(known, Known)
    assert [(count.low, count.high) for count in known.numbers] == [(4, 4), (5, 5), (1, 1)]
    other = KnownCard("Brute", (("vp", 9), ("def", 5), ("cost", 1)))
    with pytest.raises(RuleViolation, match="Brute was typed with vp 4, def 5, cost 1"):
        agreements.judge(stacks.GAME, state, stacks.Hired(BEN, other, 0))


def test_who_took_shelter_cannot_be_a_target() -> None:
    flip = ("event_flipped", {"event": "feast", "shelter": [[0, True], [1, False]]})
    state = played(stacks.GAME, 2, stacks.Options(), flip, *BENS_TURN[1:], ("hired", {"card": BRUTE, "tower": 1}))
    prompt = prompt_for(stacks.GAME, state, "attacked")
    target = stacks.GAME.form(state, prompt, {}).fields[1]
    assert isinstance(target, OnBoard)
    assert [tile.why_not for tile in target.tiles] == ["Ana took shelter today."] * 2 + [""]


def test_a_checkpoint_scores_what_stands_and_never_again() -> None:
    fall = ("attacked", {"strength": 9, "target": "0-0-0", "bodyguard": False})
    state = played(stacks.GAME, 2, stacks.Options(), *BENS_TURN, ("turn_ended", {}), FLIP, fall)
    assert [(line.seat, line.points, line.round) for line in state.ledger] == [(ANA, 4, 1)]
    assert stacks.GAME.provisional(state) == state.ledger
    assert [place.points for place in stacks.GAME.standings(state)] == [4, 0]


def test_standing_now_counts_as_if_the_day_ended_now() -> None:
    state = played(stacks.GAME, 2, stacks.Options(), *BENS_TURN)
    assert state.ledger == ()
    assert totals(stacks.GAME.provisional(state), state.table.seats) == {ANA: 4, BEN: 0}


def test_equal_totals_are_parted_by_goblins_standing() -> None:
    state = played(stacks.GAME, 2, stacks.Options(days=1), FLIP, ("hired", {"card": BEARER, "tower": 0}))
    assert stacks.GAME.standings(state) == (
        Place(1, (ANA,), 0, "1 goblins standing"),
        Place(2, (BEN,), 0, "0 goblins standing"),
    )


# Variations, partners ----------------------------------------------------------------------------------------------

IDA = {"name": "Ida", "numbers": [["gift", 3]]}
DEAL = ("hand_declared", {"variations": [], "patron": IDA})


def test_two_variations_exclude_each_other() -> None:
    state = variations.GAME.open(table_of(2), variations.Options())
    (prompt,) = variations.GAME.prompts(state)
    words = variations.GAME.form(state, prompt, {"variations": ["keeper"]}).fields[0]
    assert isinstance(words, Subset)
    assert [choice.why_not for choice in words.choices] == ["", "Keeper is declared; they exclude each other.", ""]
    declared = variations.HandDeclared(
        ANA, (variations.Variation.KEEPER, variations.Variation.PASSER), KnownCard("Ida", (("gift", 3),))
    )
    with pytest.raises(RuleViolation, match="exclude each other") as refusal:
        agreements.judge(variations.GAME, state, declared)
    assert refusal.value.code == "KEEPER_AND_PASSER"


def counted(*tricks: int, jacks: int = 0) -> tuple[str, dict[str, Any]]:
    faces = [[seat, {"jacks": jacks if seat == 0 else 0, "kings": 0}] for seat in range(len(tricks))]
    return "hand_played", {"tricks": list(map(list, enumerate(tricks))), "faces": faces}


def test_partners_are_ranked_and_win_together() -> None:
    placed = [("bid_placed", {"bid": bid}) for bid in ([1], [2], [0], [0, 1])]
    state = played(variations.GAME, 4, variations.Options(hands=1), DEAL, *placed, counted(1, 1, 3, 0, jacks=2))
    # Ben and Dov met their bids, Cleo took one too many but most of all, Ana met her double with 1 and took 2 faces
    assert totals(state.ledger, state.table.seats) == {ANA: 5 + 1 - 2, BEN: 12, CLEO: -3 + 3, DOV: 10}
    assert variations.GAME.standings(state) == (Place(1, (BEN, DOV), 22), Place(2, (ANA, CLEO), 4))
    outcome = variations.GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (BEN, DOV)


def test_the_last_trick_count_is_solved() -> None:
    placed = [("bid_placed", {"bid": bid}) for bid in ([3], [1])]
    state = played(variations.GAME, 2, variations.Options(), DEAL, *placed)
    prompt = variations.GAME.prompts(state)[0]
    draft = {"tricks": [[1, 4]]}
    assert drafts.find_gaps(prompt, draft) == ()
    assert drafts.collect_answers(prompt, draft)["tricks"] == [[1, 4], [0, 1]]


def test_the_dealer_may_not_make_the_bids_add_up() -> None:
    state = played(variations.GAME, 2, variations.Options(), DEAL, ("bid_placed", {"bid": [3, 4]}))
    for bid in ((2,), (1, 2), (2, 3)):
        with pytest.raises(RuleViolation, match="would add up to 5"):
            agreements.judge(variations.GAME, state, variations.BidPlaced(ANA, bid))


def test_what_was_collected_is_secret_until_its_hand_is_over() -> None:
    placed = [("bid_placed", {"bid": bid}) for bid in ([3], [1])]
    noted = ("face_noted", {"seat": 1, "suit": "H"})
    event = variations.FaceNoted(1, BEN, "H")
    during = played(variations.GAME, 2, variations.Options(), DEAL, *placed, noted)
    after = played(variations.GAME, 2, variations.Options(), DEAL, *placed, noted, counted(2, 3))
    assert agreements.sentence(variations.GAME, during, event) == "A face was collected"
    assert agreements.sentence(variations.GAME, after, event) == "Ben collected a face of hearts"


# Chains and thefts -------------------------------------------------------------------------------------------------

COVE = ("coves_drawn", {"coves": [[0, 1]]})


def draws(*codes: str) -> list[tuple[str, dict[str, Any]]]:
    return [("card_drawn", {"card": code}) for code in codes]


def test_a_draw_may_ask_for_another_draw_before_anything_else() -> None:
    state = played(thefts.GAME, 2, thefts.Options(), COVE, *draws("gambler", "buccaneer"))
    assert [prompt.kind for prompt in thefts.GAME.prompts(state)] == ["robbed"]
    state = played(thefts.GAME, 2, thefts.Options(), COVE, *draws("gambler", "buccaneer"), ("robbed", {"victim": 1}))
    assert next((prompt.kind, prompt.seat) for prompt in thefts.GAME.prompts(state)) == ("card_drawn", BEN)
    assert [step for step in state.phase.pending if step == thefts.ToDraw(BEN)] == [thefts.ToDraw(BEN)] * 2


def test_a_theft_moves_points_and_a_pardon_moves_them_back() -> None:
    theft = (COVE, *draws("buccaneer"), ("robbed", {"victim": 1}))
    state = played(thefts.GAME, 2, thefts.Options(), *theft)
    assert [(line.seat, line.points, line.other) for line in state.ledger] == [(ANA, 3, BEN), (BEN, -3, ANA)]
    pardon = ("pardoned", {"reason": "it was late", "shaken": True})
    state = played(thefts.GAME, 2, thefts.Options(), *theft, pardon)
    assert totals(state.ledger, state.table.seats) == {ANA: 0, BEN: 0}
    assert state.ledger[-1].working == "-1 x (-3 theft) = 3"
    assert thefts.GAME.find_prompt(state, "pardoned") is None


def test_an_egg_is_worth_what_it_hatches_but_at_least_something_before() -> None:
    eggs = (COVE, *draws("egg", "egg"))
    state = played(thefts.GAME, 2, thefts.Options(), *eggs)
    assert state.ledger == ()
    assert totals(thefts.GAME.provisional(state), state.table.seats) == {ANA: 1, BEN: 1}
    hatched = [[0, [{"points": 4, "name": "Rex"}]], [1, [{"points": 2, "name": ""}]]]
    brawl = ("brawl_fought", {"first": 0, "last": 1})
    state = played(thefts.GAME, 2, thefts.Options(), *eggs, brawl, ("eggs_hatched", {"hatched": hatched}))
    assert totals(state.ledger, state.table.seats) == {ANA: 5, BEN: 1}
    assert state.round == 2


def test_coves_of_two_and_three() -> None:
    assert [thefts.sizes(players) for players in range(2, 7)] == [
        ((2,),),
        ((3,),),
        ((2, 2),),
        ((2, 3),),
        ((2, 2, 2), (3, 3)),
    ]
