"""How much is entered, the ledger's two taps, piles that are not kept, and what the table agrees on later."""

from typing import Final

from scoring.cards import Deck, PlayingCard
from scoring.changing import replace
from scoring.game import Table
from scoring.prompts import Card, Choice, Flag, Pick, Prompt, Role, Subset
from scoring.recruits import order, piles, resolving, score, winning
from scoring.recruits.deck import (
    COMPANY,
    FOUR,
    PLAYERS,
    RECRUIT_DECK,
    check_recruit,
    draw_size,
    in_words,
    pile_count,
    points_of,
    rank_name,
)
from scoring.recruits.events import (
    COVERED,
    LevelChosen,
    PileEmptied,
    RecruitEarned,
    RecruitNamed,
    VariantsAgreed,
)
from scoring.recruits.options import Level, Naming, Options, Variant
from scoring.recruits.state import Awaiting, Contending, Deciding, Earned, State, Turn, Turning
from scoring.recruits.state import Naming as Named
from scoring.rulebook import Rule, require

AGREED: Final = Rule("RS-012", "The variations are agreed on before play.", "Variations")

LEVELS: Final = (
    (Level.LEDGER, "Recruits", "Who earned which recruit: two taps each."),
    (Level.RESOLVER, "Bids", "The bids when a recruit is fought for; totals and ties follow."),
    (Level.REFEREE, "Every card", "Every card as it is placed: turns, open suits, the draw pile."),
)
VARIANTS: Final = {
    Variant.QUICK_GAME: "Quick Game",
    Variant.BLIND_RECRUIT: "Blind Recruit",
    Variant.RANDOM_TIEBREAKER: "Random Tiebreaker",
    Variant.UP_FOR_GRABS: "Up for Grabs",
    Variant.PAIRS: "Pairs",
    Variant.POWERED_ACE: "Powered Ace",
}
_DEPTH: Final = tuple(level for level, _, _ in LEVELS)
_FACE_DOWN: Final = PlayingCard(COVERED, "Covered")


# Opening -----------------------------------------------------------------------------------------------------------


def open_table(table: Table, options: Options) -> State:
    """The table before the first card (RS-002, RS-005, RS-008)."""
    players = len(table.names)
    require(players in PLAYERS, COMPANY, f"Recruits is for two to four players, not {players}.", code="PLAYERS")
    require(options.first_player in table.seats, order.FIRST_PLAYER, "Choose one of the players.", field="first_player")
    blind = _check_variants(players, options.variants, options.blind_pile)
    start = State(table, options, options.level, _in_order(options.variants), blind, Awaiting(), options.first_player)
    return _at_level(start, options.level)


def _at_level(state: State, level: Level) -> State:
    """The state at its beginning in this level, or with what other levels keep taken away."""
    if level is not Level.REFEREE:
        return replace(
            state, level=level, phase=Awaiting(), piles=(), draw=0, discard=0, opener=None, last=None, repeated=""
        )
    laid = replace(
        state,
        level=level,
        piles=piles.set_up(state.table, state.blind_pile),
        draw=draw_size(state.players),
        discard=0,
        seen=frozenset(),
        reshuffled=0,
        turn=state.options.first_player,
        opener=state.options.first_player,
    )
    return replace(laid, phase=piles.next_phase(laid.piles, laid.turn))


def _check_variants(players: int, variants: tuple[Variant, ...], blind_pile: int) -> int:
    """Refuse what cannot be agreed on; the number of the covered pile, 0: none."""
    twice = len(set(variants)) == len(variants)
    require(twice, AGREED, "Every variation is agreed on once.", field="variants")
    covers = Variant.BLIND_RECRUIT in variants
    most = pile_count(players if covers else FOUR)  # a pile that is not covered may be one of a larger table
    message = f"The covered pile is one of 1 to {most}."
    require(1 <= blind_pile <= most, piles.BLIND, message, field="blind_pile")
    return blind_pile if covers else 0


def _in_order(variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
    return tuple(variant for variant in Variant if variant in variants)


# The ledger --------------------------------------------------------------------------------------------------------


def name(state: State, event: RecruitNamed) -> State:
    """The state after it was said which recruit is earned or fought for."""
    if not isinstance(state.phase, Awaiting):
        raise order.refusal(state)
    if state.level is Level.RESOLVER:
        return _name_for_bids(state, event.recruit)
    _check_named(state, event.recruit)
    piles.check_free(state, event.recruit)
    return replace(state, phase=Named(event.recruit))


def _check_named(state: State, recruit: str) -> None:
    """Refuse what is no recruit; a rank or a card will do, whichever the form asks for by now."""
    codes = (*piles.rank_codes(), *(card.code for card in RECRUIT_DECK))
    if state.options.naming is Naming.RANK:
        message = "Name a king, a queen or a jack."
        require(recruit in codes, piles.ONCE, message, field="recruit", code="NOT_A_RECRUIT")
    elif recruit not in codes:
        check_recruit(recruit)


def _name_for_bids(state: State, recruit: str) -> State:
    if recruit == COVERED:
        message = "No pile is covered at this table."
        require(state.blind_pile > 0, piles.BLIND, message, field="recruit", code="NOT_A_RECRUIT")
        piles.check_left(state, covered=True)
        return resolving.begin(state, "", blind=True)
    check_recruit(recruit)
    piles.check_left(state, covered=False)
    piles.check_free(state, recruit)
    return resolving.begin(state, recruit, blind=False)


def earn(state: State, phase: Named, event: RecruitEarned) -> State:
    """The state after the ledger was told who got the recruit."""
    known = event.seat in state.table.seats
    require(known, score.SCORE, "Choose one of the players at this table.", field="seat")
    earned = score.earn(state, Earned(event.seat, phase.recruit))
    return winning.finish(earned) if score.is_finished(earned) else earned


def empty(state: State, event: PileEmptied) -> State:
    """The state after a pile was used up in a Quick Game whose piles are not kept."""
    message = "The game ends with the first empty pile in a Quick Game only."
    require(state.has(Variant.QUICK_GAME), piles.QUICK, message, field="pile")
    require(isinstance(state.phase, Awaiting), piles.QUICK, order.refusal(state).message)
    message = "No pile can be used up yet: too few recruits are earned."
    require(piles.may_be_empty(state), piles.QUICK, message, field="pile")
    known = 1 <= event.pile <= pile_count(state.players)
    require(known, piles.PILES, f"Choose one of the piles 1 to {pile_count(state.players)}.", field="pile")
    return winning.finish(state)


def can_empty(state: State) -> bool:
    """Whether it may be said now that a pile is used up."""
    return isinstance(state.phase, Awaiting) and state.has(Variant.QUICK_GAME) and piles.may_be_empty(state)


def name_question(state: State) -> Prompt:
    """The form that names a recruit."""
    number = f"Recruit {state.round}"
    if state.level is Level.RESOLVER:
        covered = (_FACE_DOWN,) if state.blind_pile else ()
        deck: Deck = (*RECRUIT_DECK, *covered)
        return _card_question(f"{number}: which one is resolved?", deck, _not_resolved(state))
    if state.options.naming is Naming.CARD:
        return _card_question(f"{number}: which one is earned?", RECRUIT_DECK, piles.barred(state))
    known = piles.known_of_rank(state)
    ranks = tuple(
        Choice(rank, f"{rank_name(rank).capitalize()} {points_of(rank)}", "All four are earned." * (known[rank] == 4))
        for rank in piles.rank_codes()
    )
    pick = Pick("recruit", "", ranks)
    return Prompt(RecruitNamed.kind, f"{number}: what is earned?", (pick,), rule=piles.ONCE, instant=True)


def earn_question(state: State, phase: Named) -> Prompt:
    """The form that asks who got it."""
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    pick = Pick("seat", "", players, seats=True)
    return Prompt(
        RecruitEarned.kind, f"Who got the {in_words(phase.recruit)}?", (pick,), rule=score.SCORE, instant=True
    )


def empty_question(state: State) -> Prompt:
    """The form that says which pile is used up."""
    numbers = tuple(Choice(n, f"Pile {n}") for n in range(1, pile_count(state.players) + 1))
    pick = Pick("pile", "Used up is", numbers)
    return Prompt(
        PileEmptied.kind, "A pile is empty", (pick,), rule=piles.QUICK, instant=True, help="That ends the game."
    )


def _not_resolved(state: State) -> tuple[tuple[str, str], ...]:
    """What cannot be fought for any more, each with the reason."""
    no_covered, no_open = piles.why_none_left(state, covered=True), piles.why_none_left(state, covered=False)
    covered = ((COVERED, no_covered),) if no_covered else ()
    if no_open:
        return (*((card.code, no_open) for card in RECRUIT_DECK), *covered)
    return (*piles.barred(state), *covered)


def _card_question(title: str, deck: Deck, barred: tuple[tuple[str, str], ...]) -> Prompt:
    card = Card("recruit", "The recruit", deck, (), barred)
    return Prompt(RecruitNamed.kind, title, (card,), rule=piles.ONCE, instant=True)


# More or less ------------------------------------------------------------------------------------------------------


def choose_level(state: State, event: LevelChosen) -> State:
    """The state at another level: less at any time, every card only before anything was entered."""
    message = why_not(state, event.level)
    require(not message, order.UNDO, message, field="level")
    message = "The cards that lie there will not be kept; say that this is meant."
    require(event.forget or not forgets(state), order.UNDO, message, field="forget")
    return _at_level(state, event.level)


def why_not(state: State, level: Level) -> str:
    """Why this level cannot be taken up now; empty: it can."""
    if level is state.level:
        return "Chosen already."
    if isinstance(state.phase, Deciding):
        return "All recruits are earned."
    if level is Level.REFEREE and state.begun:
        return "Every card can be entered only from the first card on."
    deeper = _DEPTH.index(level) > _DEPTH.index(state.level)
    return "Finish this recruit first." if deeper and not isinstance(state.phase, Awaiting) else ""


def forgets(state: State) -> bool:
    """Whether entering less would lose bids that lie there."""
    return isinstance(state.phase, Contending) or any(pile.bids for pile in state.piles)


def agree(state: State, event: VariantsAgreed) -> State:
    """The state with other variations; once a card was placed everybody must agree (RS-012)."""
    refused = order.refusal(state)
    require(can_agree(state), AGREED, f"Variations change between two turns. {refused.message}", field="variants")
    message = "After the first card variations change only if everybody agrees."
    require(event.agreed or not state.begun, AGREED, message, field="agreed")
    blind = _check_variants(state.players, event.variants, event.blind_pile)
    changed = replace(state, variants=_in_order(event.variants), blind_pile=blind)
    same = changed.variants == state.variants and blind == state.blind_pile
    require(not same, AGREED, "These variations are played already.", field="variants")
    if state.piles:
        changed = _covered(state, changed)
    return winning.finish(changed) if score.is_finished(changed) else changed


def can_agree(state: State) -> bool:
    """Whether variations may change now: between two turns or two recruits."""
    return isinstance(state.phase, Awaiting | Turn | Turning)


def _covered(state: State, changed: State) -> State:
    """The piles with another one covered, or none; only where nobody bids."""
    for pile in state.piles:
        blind = pile.number == changed.blind_pile
        if blind is not pile.blind:
            message = f"Somebody bids on pile {pile.number}; cover or open it when its recruit is earned."
            require(not pile.bids, piles.BLIND, message, field="blind_pile")
            changed = replace(changed, piles=piles.among(changed, replace(pile, blind=blind, top="")))
    return replace(changed, phase=piles.next_phase(changed.piles, changed.turn))


# Forms -------------------------------------------------------------------------------------------------------------


def asides(state: State) -> tuple[Prompt, ...]:
    """The forms to enter more or less, and to agree on variations."""
    if isinstance(state.phase, Deciding):
        return ()
    return (_level(state), _agreeing(state)) if can_agree(state) else (_level(state),)


def blind_field(players: int, chosen: int) -> Pick:
    """The question which pile is covered."""
    most = pile_count(players)
    numbers = tuple(Choice(n, str(n)) for n in range(1, most + 1))
    return Pick("blind_pile", "Covered pile", numbers, min(chosen, most))


def variants_field(chosen: tuple[Variant, ...]) -> Subset:
    """The question which variations are played."""
    choices = tuple(Choice(variant.value, VARIANTS[variant]) for variant in Variant)
    return Subset("variants", "Variations", choices, likely=tuple(variant.value for variant in chosen))


def _level(state: State) -> Prompt:
    levels = tuple(Choice(level.value, label, why_not(state, level), text=text) for level, label, text in LEVELS)
    pick = Pick("level", "Entered are", levels, state.level.value)
    sure = Flag("forget", "The cards that lie there are not kept", likely=False)
    return Prompt(
        LevelChosen.kind,
        "Enter more or less",
        (pick, sure) if forgets(state) else (pick,),
        rule=order.UNDO,
        role=Role.ASIDE,
        given=() if forgets(state) else (("forget", False),),
        confirm="Change",
        group=order.GROUP,
    )


def _agreeing(state: State) -> Prompt:
    fields = (
        variants_field(state.variants),
        blind_field(state.players, state.blind_pile or state.options.blind_pile),
        Flag("agreed", "Everybody agrees", likely=not state.begun),
    )
    return Prompt(
        VariantsAgreed.kind,
        "Change the variations",
        fields,
        rule=AGREED,
        role=Role.ASIDE,
        confirm="Play on like this",
        help="The covered pile matters in Blind Recruit only.",
        group=order.GROUP,
    )
