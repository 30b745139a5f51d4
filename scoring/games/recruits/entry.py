"""The start of a game, entering recruits without their bids, and changes of level and variations."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.cards import Deck, PlayingCard
from scoring.contract.game import Event, Table
from scoring.contract.prompts import Card, Choice, Flag, Pick, Prompt, Subset
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.games.recruits import deck, order, piles, resolving, score, winning
from scoring.games.recruits.options import Level, Naming, Options, Variant
from scoring.games.recruits.state import Awaiting, Contending, Deciding, Earned, State
from scoring.games.recruits.state import Naming as Named
from scoring.kit.levels import CURRENT, Levels
from scoring.kit.seats import check_player, check_table_size

AGREED: Final = Rule("RS-012", "The table agrees on the variations before play.", "Variations")

LEVELS: Final = Levels(
    (
        (
            Level.COUNT,
            "Count at the end",
            "Play without the app; count everybody's kings, queens and jacks at the end.",
        ),
        (Level.LEDGER, "Keep the score", "Who earned which recruit, at once: two taps each."),
        (Level.RESOLVER, "Settle the bids", "The bids when a recruit is resolved; the app settles totals and ties."),
        (Level.REFEREE, "Every card", "Every card as it is placed: turns, open suits, the draw pile."),
    )
)
VARIANTS: Final = {
    Variant.QUICK_GAME: "Quick Game",
    Variant.BLIND_RECRUIT: "Blind Recruit",
    Variant.RANDOM_TIEBREAKER: "Random Tiebreaker",
    Variant.UP_FOR_GRABS: "Up for Grabs",
    Variant.PAIRS: "Pairs",
    Variant.POWERED_ACE: "Powered Ace",
}

_FACE_DOWN: Final = PlayingCard(deck.COVERED, "Covered")


def open_table(table: Table, options: Options) -> State:
    """Open a session before its first card (RS-002, RS-005, RS-008); RuleViolation for options nobody can play."""
    check_table_size(table, deck.PLAYERS, "Recruits", deck.COMPANY)
    check_player(table, options.first_player, order.FIRST_PLAYER, field="first_player")
    blind = _check_variants(len(table.names), options.variants, options.blind_pile)
    start = State(table, options, options.level, _in_order(options.variants), blind, Awaiting(), options.first_player)
    return set_level(start, options.level)


def set_level(state: State, level: Level) -> State:
    """Start the first turn at referee level; at another level, drop the piles and cards that it does not track."""
    if level is not Level.REFEREE:
        return replace(
            state, level=level, phase=Awaiting(), piles=(), draw=0, discard=0, opener=None, last=None, repeated=""
        )
    started = replace(
        state,
        level=level,
        piles=piles.set_up(state.table, state.blind_pile),
        draw=deck.draw_size(state.players),
        discard=0,
        seen=frozenset(),
        reshuffled=0,
        turn=state.options.first_player,
        opener=state.options.first_player,
    )
    return piles.begin_turn(started)


def _check_variants(players: int, variants: tuple[Variant, ...], blind_pile: int) -> int:
    """Check variations and covered pile; returns the number of the covered pile, 0 for none."""
    once = len(set(variants)) == len(variants)
    require(once, AGREED, "Choose every variation only once.", field="variants")
    covers = Variant.BLIND_RECRUIT in variants
    most = deck.pile_count(players if covers else deck.FOUR)  # unused, the number may come from a larger table
    message = f"The covered pile is one of 1 to {most}."
    require(1 <= blind_pile <= most, piles.BLIND, message, field="blind_pile")
    return blind_pile if covers else 0


def _in_order(variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
    return tuple(variant for variant in Variant if variant in variants)


@dataclass(frozen=True, slots=True)
class RecruitNamed(Event[State]):
    """The recruit to be earned or resolved: "KD", "K" where suits are not entered, or `COVERED`."""

    recruit: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        if not isinstance(state.phase, Awaiting) or state.level is Level.COUNT:
            raise order.refusal(state)
        if state.level is Level.RESOLVER:
            if self.recruit == deck.COVERED:
                message = "No pile is covered in this game."
                require(state.blind_pile > 0, piles.BLIND, message, field="recruit", code="NOT_A_RECRUIT")
                piles.check_left(state, covered=True)
                return resolving.begin_contest(state, "", blind=True)
            deck.check_recruit(self.recruit)
            piles.check_left(state, covered=False)
            piles.check_available(state, self.recruit)
            return resolving.begin_contest(state, self.recruit, blind=False)
        _check_named(state, self.recruit)
        piles.check_available(state, self.recruit)
        return replace(state, phase=Named(self.recruit))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "A covered recruit" if self.recruit == deck.COVERED else f"The {deck.in_words(self.recruit)}"


def _check_named(state: State, recruit: str) -> None:
    """Refuse anything but a recruit; a rank or a card is fine, as the option may have been corrected since."""
    codes = (*deck.RANKS, *(card.code for card in deck.RECRUIT_DECK))
    if state.options.naming is Naming.RANK:
        message = "Name a king, a queen or a jack."
        require(recruit in codes, piles.ONCE, message, field="recruit", code="NOT_A_RECRUIT")
    elif recruit not in codes:
        deck.check_recruit(recruit)


def record_winner(state: State, phase: Named, event: score.RecruitEarned) -> State:
    check_player(state.table, event.seat, score.SCORE)
    earned = score.add_earned(state, Earned(event.seat, phase.recruit))
    return winning.finish(earned) if score.is_finished(earned) else earned


@dataclass(frozen=True, slots=True)
class PileEmptied(Event[State]):
    """A pile of recruits ran out, which ends a Quick Game (RS-080)."""

    pile: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = "An empty pile ends the game only in a Quick Game."
        require(state.has(Variant.QUICK_GAME), piles.QUICK, message, field="pile")
        is_awaited = isinstance(state.phase, Awaiting) and state.level is not Level.COUNT
        require(is_awaited, piles.QUICK, order.refusal(state).message)
        known = 1 <= self.pile <= deck.pile_count(state.company)
        require(known, piles.PILES, f"Choose one of the piles 1 to {deck.pile_count(state.company)}.", field="pile")
        refuse_if(piles.why_not_empty(state, self.pile), piles.QUICK, field="pile")
        return winning.finish(state)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Pile {self.pile} is empty"


def can_empty_pile(state: State) -> bool:
    is_awaited = isinstance(state.phase, Awaiting) and state.level is not Level.COUNT
    is_possible = any(not pile.why_not for pile in _pile_choices(state))
    return is_awaited and state.has(Variant.QUICK_GAME) and is_possible


def _pile_choices(state: State) -> tuple[Choice, ...]:
    numbers = range(1, deck.pile_count(state.company) + 1)
    return tuple(Choice(n, f"Pile {n}", piles.why_not_empty(state, n)) for n in numbers)


def name_question(state: State) -> Prompt:
    number = f"Recruit {len(state.earned) + 1}"
    if state.level is Level.RESOLVER:
        covered = (_FACE_DOWN,) if state.blind_pile else ()
        cards = (*deck.RECRUIT_DECK, *covered)
        return _card_question(f"{number}: which one is resolved?", cards, _barred_from_resolving(state))
    if state.options.naming is Naming.CARD:
        return _card_question(f"{number}: which one is earned?", deck.RECRUIT_DECK, piles.barred_recruits(state))
    labels = {rank: f"{deck.rank_name(rank).capitalize()}, {deck.points_of(rank)} points" for rank in deck.RANKS}
    ranks = (Choice(rank, label, piles.why_rank_is_complete(state, rank)) for rank, label in labels.items())
    pick = Pick("recruit", "", tuple(ranks))
    return Prompt(RecruitNamed.kind, f"{number}: which rank is earned?", (pick,), rule=piles.ONCE, instant=True)


def earn_question(state: State, phase: Named) -> Prompt:
    title = f"Who got the {deck.in_words(phase.recruit)}?"
    pick = state.table.pick_seat("seat", "")
    return Prompt(score.RecruitEarned.kind, title, (pick,), rule=score.SCORE, instant=True)


def empty_question(state: State) -> Prompt:
    pick = Pick("pile", "Which pile", _pile_choices(state))
    return Prompt(
        PileEmptied.kind, "A pile is empty", (pick,), rule=piles.QUICK, instant=True, help="That ends the game."
    )


def _barred_from_resolving(state: State) -> tuple[tuple[str, str], ...]:
    """The recruits that cannot be resolved any more, each with the reason."""
    no_covered, no_uncovered = piles.why_none_left(state, covered=True), piles.why_none_left(state, covered=False)
    covered = ((deck.COVERED, no_covered),) if no_covered else ()
    if no_uncovered:
        return (*((card.code, no_uncovered) for card in deck.RECRUIT_DECK), *covered)
    return (*piles.barred_recruits(state), *covered)


def _card_question(title: str, cards: Deck, barred: tuple[tuple[str, str], ...]) -> Prompt:
    card = Card("recruit", "The recruit", cards, (), barred)
    return Prompt(RecruitNamed.kind, title, (card,), rule=piles.ONCE, instant=True)


@dataclass(frozen=True, slots=True)
class LevelChosen(Event[State]):
    """The level from here on; `forget` confirms that bids already placed are dropped."""

    level: Level
    forget: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        refuse_if(why_not_level(state, self.level), order.UNDO, field="level")
        message = "The bids on the table will be dropped; confirm that this is meant."
        require(self.forget or not would_drop_bids(state), order.UNDO, message, field="forget")
        return set_level(state, self.level)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Entered from here on: {LEVELS.label(self.level)}"


def why_not_level(state: State, level: Level) -> str:
    """Why this level cannot be chosen now; empty if it can."""
    if level is state.level:
        return CURRENT
    if isinstance(state.phase, Deciding):
        return "Only the tie is left to be decided."
    if level is Level.REFEREE and state.begun:
        return "Entering every card is possible only from the first card on."
    more = LEVELS.is_more(level, state.level)
    return "Finish this recruit first." if more and not isinstance(state.phase, Awaiting) else ""


def would_drop_bids(state: State) -> bool:
    return isinstance(state.phase, Contending) or any(pile.bids for pile in state.piles)


@dataclass(frozen=True, slots=True)
class VariantsAgreed(Event[State]):
    """The variations from here on; once a card is placed, everybody has to agree (RS-012)."""

    variants: tuple[Variant, ...]
    blind_pile: int
    agreed: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = f"Variations change between two turns. {order.refusal(state).message}"
        require(order.is_between(state), AGREED, message, field="variants")
        message = "After the first card, variations change only if everybody agrees."
        require(self.agreed or not state.begun, AGREED, message, field="agreed")
        blind = _check_variants(state.company, self.variants, self.blind_pile)
        changed = replace(state, variants=_in_order(self.variants), blind_pile=blind)
        same = changed.variants == state.variants and blind == state.blind_pile
        require(not same, AGREED, "These variations are already in play.", field="variants")
        if state.piles:
            changed = _move_cover(state, changed)
        return winning.finish(changed) if score.is_finished(changed) else changed

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Played from here on: {', '.join(VARIANTS[variant] for variant in self.variants) or 'no variation'}"


def _move_cover(state: State, changed: State) -> State:
    """Cover another pile or none; RuleViolation if somebody has bid on a pile that would change."""
    for pile in state.piles:
        blind = pile.number == changed.blind_pile
        if blind is not pile.blind:
            message = f"Somebody has bid on pile {pile.number}; cover or uncover it once its recruit is earned."
            require(not pile.bids, piles.BLIND, message, field="blind_pile")
            changed = piles.with_pile(changed, replace(pile, blind=blind, top=""))
    return piles.begin_turn(changed)


def asides(state: State) -> tuple[Prompt, ...]:
    if isinstance(state.phase, Deciding):
        return ()
    level = _level_question(state)
    return (level, _variants_question(state)) if order.is_between(state) else (level,)


def blind_field(players: int, chosen: int) -> Pick:
    most = deck.pile_count(players)
    numbers = tuple(Choice(n, str(n)) for n in range(1, most + 1))
    return Pick("blind_pile", "Covered pile", numbers, min(chosen, most))


def variants_field(chosen: tuple[Variant, ...]) -> Subset:
    choices = tuple(Choice(variant.value, VARIANTS[variant]) for variant in Variant)
    return Subset("variants", "Variations", choices, likely=tuple(variant.value for variant in chosen))


def _level_question(state: State) -> Prompt:
    is_counted = state.level is Level.COUNT
    help = "If recruits are earned already, change to “Keep the score” and enter these first." if is_counted else ""
    prompt = LEVELS.ask_change(LevelChosen.kind, partial(why_not_level, state), rule=order.UNDO, help=help)
    if not would_drop_bids(state):
        return replace(prompt, given=(("forget", False),))
    return replace(prompt, fields=(*prompt.fields, Flag("forget", "Drop the bids on the table", likely=False)))


def _variants_question(state: State) -> Prompt:
    fields = (
        variants_field(state.variants),
        blind_field(state.company, state.blind_pile or state.options.blind_pile),
        Flag("agreed", "Everybody agrees", likely=not state.begun),
    )
    return Prompt(
        VariantsAgreed.kind,
        "Change the variations",
        fields,
        rule=AGREED,
        confirm="Play on like this",
        help="The covered pile only matters in Blind Recruit.",
        menu=order.GROUP,
    )
