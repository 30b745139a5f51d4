"""The bonus cards: those above the line-up, the owners of the named ones, and what they pay at the end."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import count_of, name_key
from scoring.contract.prompts import UNSET, Cell, Choice, Count, Draft, Grid, Group, Pick, Prompt, Repeat, Text
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.faction_wars import phases, score
from scoring.games.faction_wars.cards import IN_BOX, PAYS_FOR, SYMBOLS, TITLES, WORDS, Kind, NamedBonusCard, bonus_of
from scoring.games.faction_wars.counting import MOST_POINTS, SUMS, break_tie
from scoring.games.faction_wars.options import NamedBonus
from scoring.games.faction_wars.state import Bonus, State
from scoring.kit.seats import check_one_each, check_player

BONUS_CARDS: Final = Rule("FW-009", "Three of the five bonus cards are face up above the line-up.", "Setup")

DISPLAYED: Final = 3
_BERSERKERS: Final = Kind.VIKING


@dataclass(frozen=True, slots=True)
class BonusesDisplayed(Event[State]):
    """The three bonus cards above the line-up (FW-009)."""

    bonuses: tuple[Bonus, ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = f"{DISPLAYED} bonus cards are above the line-up, not {len(self.bonuses)}."
        require(len(self.bonuses) == DISPLAYED, BONUS_CARDS, message, field="bonuses")
        cards = tuple(Bonus(bonus.card.strip(), bonus.text.strip()) for bonus in self.bonuses)
        require(all(bonus.card for bonus in cards), BONUS_CARDS, "Every bonus card needs its name.", field="bonuses")
        names = {bonus_of(bonus.card) or name_key(bonus.card) for bonus in cards}
        require(len(names) == DISPLAYED, BONUS_CARDS, "The box has each bonus card once.", field="bonuses")
        return replace(state, displayed=cards)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Bonus cards: {', '.join(bonus.card.strip() for bonus in self.bonuses)}"


def display_question(menu: str = "") -> Prompt:
    """Asks for the bonus cards; with a `menu` they may also come later."""
    slot = Group("bonus", "", (Text("card", "Bonus card", needed=True), Text("text", "What it says")))
    return Prompt(
        BonusesDisplayed.kind,
        "The three bonus cards",
        (Repeat("bonuses", "Above the line-up", slot, DISPLAYED, DISPLAYED),),
        rule=BONUS_CARDS,
        confirm="Note the bonus cards",
        menu=menu,
    )


@dataclass(frozen=True, slots=True)
class BonusesScored(Event[State]):
    """The owner of each named bonus card (None: nobody), the faction cards they pay for, and all other bonus points by
    seat (FW-064, FW-065). Displayed cards have no owners."""

    owners: tuple[tuple[NamedBonusCard, Seat | None], ...]
    counts: tuple[tuple[NamedBonusCard, PerSeat], ...]
    points: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        if not isinstance(state.phase, phases.CountingBonuses) or is_missing_display(state):
            raise RuleViolation(score.OTHER, "Bonuses are scored after the last round, once all cards are counted.")
        _check_owners(state, self)
        _check_counts(state, self)
        _check_points(state, self)
        named_lines = tuple(
            score.named_bonus_line(state, card, seat, cards)
            for card, counts in self.counts
            for seat, cards in counts
            if cards or state.options.named_bonus is NamedBonus.OWNED
        )
        others = tuple(score.other_bonus_line(state, seat, points) for seat, points in self.points if points)
        return break_tie(replace(state, ledger=state.ledger + named_lines + others, phase=phases.Over()))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        named = [f"{TITLES[card]} {table.list_numbers(counts)}" for card, counts in self.counts]
        others = table.list_numbers((seat, points) for seat, points in self.points if points)
        return f"Bonuses: {'; '.join((*named, *((others,) if others else ()))) or 'none'}"


def is_missing_display(state: State) -> bool:
    """Whether the displayed bonus cards have to be entered first, as they pay everybody (FW-R07)."""
    return state.options.named_bonus is NamedBonus.DISPLAYED and not state.displayed


def bonuses_question(state: State, draft: Draft) -> Prompt:
    """All bonuses, nobody having any unless it is entered; the owners of named cards are asked for their counts."""
    counts = Grid("counts", "", tuple(_count_cells(state, draft)))
    points = state.table.ask_each_seat(
        "points", "Points of other bonus cards", Count("points", "", 0, MOST_POINTS, likely=0)
    )
    owned = state.options.named_bonus is NamedBonus.OWNED
    return Prompt(
        BonusesScored.kind,
        "Score the bonus cards",
        (*((_ask_owners(state),) if owned else ()), counts, points),
        rule=score.OTHER,
        given=() if owned else (("owners", []),),
        confirm="Score the bonuses",
        help="The bonus cards are not in the points so far." if owned else "Everybody scores the displayed cards.",
    )


def _ask_owners(state: State) -> Grid:
    """Who owns each named card; nobody, as far as is known."""
    nobody = Choice(None, "Nobody", icon="out")

    def ask(card: NamedBonusCard) -> Pick:
        why_not = partial(_why_no_owner, state, card)
        return state.table.pick_seat("owner", "", why_not, others=(nobody,), likely=_known_owner(state, card))

    return Grid("owners", "Who owns it?", tuple(Cell(card.value, TITLES[card], ask(card)) for card in NamedBonusCard))


def _why_no_owner(state: State, card: NamedBonusCard, seat: Seat) -> str:
    """Why a player cannot own this card, as no number of its faction is possible then; empty if they can."""
    numbers = range(IN_BOX[PAYS_FOR[card]])
    if any(not _why_not_count(state, card, seat, number) for number in numbers):
        return ""
    kind = PAYS_FOR[card]
    return f"All {IN_BOX[kind]} {WORDS[kind]} of the box were counted as Berserkers, and {TITLES[card]} is one more."


def _owns(state: State, seat: Seat, bonus: NamedBonusCard) -> bool:
    return any(bonus_of(card.name) is bonus for card in state.holdings[seat].cards)


def _count_cells(state: State, draft: Draft) -> Iterator[Cell]:
    """How many cards of its faction a named card pays for, for each player whom it pays."""
    owned = state.options.named_bonus is NamedBonus.OWNED
    for card, seats in _paid_seats(state, dict(draft.get("owners", ()))):
        kind = PAYS_FOR[card]
        counts = state.table.ask_each_seat("cards", "", partial(_card_count, state, card), seats=seats)
        note = f"{'besides' if owned else 'for'} {TITLES[card]}"
        with_berserkers = ", Berserkers included" if kind is _BERSERKERS else ""
        yield Cell(card.value, WORDS[kind], counts, f"{note}{with_berserkers}")


def _card_count(state: State, card: NamedBonusCard, seat: Seat) -> Count:
    kind = PAYS_FOR[card]
    known = state.holdings[seat].count(kind) - _owns(state, seat, card)
    most = IN_BOX[kind] - (state.options.named_bonus is NamedBonus.OWNED)
    barred = tuple((n, reason) for n in range(most + 1) if (reason := _why_not_count(state, card, seat, n)))
    is_likely = not state.partial and known not in dict(barred)
    return Count("cards", "", 0, most, likely=known if is_likely else UNSET, barred=barred)


def _why_not_count(state: State, card: NamedBonusCard, seat: Seat, number: int) -> str:
    """Why a player cannot have this many cards of a card's faction, by the Berserkers counted; empty if they can."""
    kind = PAYS_FOR[card]
    if kind is not _BERSERKERS:
        return ""
    berserkers = _counted_berserkers(state)
    own = berserkers.get(seat, 0)
    if number < own:
        return f"{state.name(seat)} has {count_of(own, 'Berserker')}, and every Berserker is a Viking."
    others = sum(berserkers.values()) - own
    left = IN_BOX[kind] - others - (state.options.named_bonus is NamedBonus.OWNED)
    if number <= left:
        return ""
    return f"The box has {IN_BOX[kind]} {WORDS[kind]}, and the others have {count_of(others, 'Berserker')}."


def _counted_berserkers(state: State) -> dict[Seat, int]:
    """Everybody's Berserkers, as counted at the end or as their cards were entered."""
    match state.phase:
        case phases.CountingBonuses(berserkers) if berserkers:
            return dict(berserkers)
        case _:
            return {seat: score.berserkers_of(state, seat) for seat in state.table.seats}


def _paid_seats(state: State, entered: Mapping[str, Seat | None]) -> Iterator[tuple[NamedBonusCard, tuple[Seat, ...]]]:
    """The named cards that pay, each with the players it pays; `entered` are the owners, others are as known."""
    if state.options.named_bonus is NamedBonus.DISPLAYED:
        shown = {bonus_of(bonus.card) for bonus in state.displayed}
        yield from ((card, state.table.seats) for card in NamedBonusCard if card in shown)
        return
    for card in NamedBonusCard:
        owner = entered[card.value] if card.value in entered else _known_owner(state, card)
        if owner in state.table.seats:
            yield card, (owner,)


def _known_owner(state: State, card: NamedBonusCard) -> Seat | None:
    return next((seat for seat in state.table.seats if _owns(state, seat, card)), None)


def _check_owners(state: State, event: BonusesScored) -> None:
    owned = state.options.named_bonus is NamedBonus.OWNED
    message = "Displayed bonus cards pay everybody and have no owner."
    require(owned or not event.owners, score.NAMED, message, field="owners")
    complete = not owned or tuple(card for card, _ in event.owners) == tuple(NamedBonusCard)
    require(complete, score.NAMED, "Every named bonus card has one owner, or nobody.", field="owners")
    for _, owner in event.owners:
        if owner is not None:
            check_player(state.table, owner, score.NAMED, field="owners")


def _check_counts(state: State, event: BonusesScored) -> None:
    owned = state.options.named_bonus is NamedBonus.OWNED
    paid = tuple(_paid_seats(state, dict(event.owners)))
    entered = tuple((card, tuple(sorted(seat for seat, _ in counts))) for card, counts in event.counts)
    message = "Count the cards of the faction for every player who scores the card."
    require(entered == paid, score.NAMED, message, field="counts")
    for card, counts in event.counts:
        kind = PAYS_FOR[card]
        low = min(cards for _, cards in counts)
        total = sum(cards for _, cards in counts) + owned
        message = f"The box has {IN_BOX[kind]} {WORDS[kind]}; {total} would be too many."
        require(total <= IN_BOX[kind], SUMS, message, field="counts", code="TOO_MANY_OF_KIND")
        require(low >= 0, score.NAMED, "A number of cards is 0 or more.", field="counts", code="NEGATIVE")
        for seat, cards in counts:
            refuse_if(_why_not_count(state, card, seat, cards), SYMBOLS, field="counts")


def _check_points(state: State, event: BonusesScored) -> None:
    message = "Every player needs one number of bonus points, 0 included."
    check_one_each(event.points, state.table.seats, score.OTHER, message, field="points")
    for seat, points in event.points:
        if 0 <= points <= MOST_POINTS:
            continue
        path = f"points[{seat}]"
        message = f"{state.name(seat)} cannot score {points}; a bonus is 0 or more."
        require(points >= 0, score.OTHER, message, field=path, code="NEGATIVE")
        raise RuleViolation(score.OTHER, f"{points} is more than a bonus can bring.", field=path)
