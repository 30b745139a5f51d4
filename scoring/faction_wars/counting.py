"""The end of the game: everybody's cards, the bonus cards, and what decides between equal totals."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.faction_wars import score
from scoring.faction_wars.cards import IN_BOX, PAYS_FOR, TITLES, WORDS, Kind, NamedBonusCard, bonus_of
from scoring.faction_wars.options import NamedBonus, TieWin
from scoring.faction_wars.state import (
    Bidding,
    Bonus,
    BreakingTie,
    CountingBonuses,
    CountingCards,
    Event,
    LiningUp,
    Over,
    Resolving,
    State,
    Stocktaking,
)
from scoring.game import Draft, Table
from scoring.names import name_key
from scoring.prompts import (
    UNSET,
    Cell,
    Choice,
    Count,
    Field,
    Grid,
    Group,
    Pick,
    Prompt,
    Repeat,
    Role,
    Subset,
    Sum,
    Text,
)
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Outcome, PerSeat, Seat, Standings, break_ties, rank, solo_sides, tie_break_by_count, totals
from scoring.seats import check_one_each, check_player
from scoring.tapes import Tape, add_up, find_tape_error

BONUS_CARDS: Final = Rule("FW-009", "Three of the five bonus cards are face up above the line-up.", "Setup")
WINNER: Final = Rule("FW-067", "The highest score wins.", "Scoring")
SUMS: Final = Rule("FW-068", "All players together own no more of a kind than the box has.", "Follows")
TIE: Final = Rule("FW-R09", "Equal totals share the win, or the most recruits decide.", "Our ruling")

DISPLAYED: Final = 3
MOST_BERSERKERS: Final = IN_BOX[Kind.VIKING]
MOST_POINTS: Final = 199
_GROUP: Final = "This game"


# The bonus cards above the line-up ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BonusesDisplayed:
    """The three bonus cards above the line-up (FW-009)."""

    kind: ClassVar[str] = "bonuses_displayed"
    bonuses: tuple[Bonus, ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = f"{DISPLAYED} bonus cards are above the line-up, not {len(self.bonuses)}."
        require(len(self.bonuses) == DISPLAYED, BONUS_CARDS, message, field="bonuses")
        cards = tuple(Bonus(bonus.card.strip(), bonus.text.strip()) for bonus in self.bonuses)
        require(all(bonus.card for bonus in cards), BONUS_CARDS, "Every bonus card needs its name.", field="bonuses")
        names = {name_key(bonus.card) for bonus in cards}
        require(len(names) == DISPLAYED, BONUS_CARDS, "The box has each bonus card once.", field="bonuses")
        return replace(state, displayed=cards)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Bonus cards: {', '.join(bonus.card.strip() for bonus in self.bonuses)}"


def display_question(state: State, role: Role) -> Prompt:
    slot = Group("bonus", "", (Text("card", "Bonus card", needed=True), Text("text", "What it says")))
    return Prompt(
        BonusesDisplayed.kind,
        "The three bonus cards",
        (Repeat("bonuses", "Above the line-up", slot, DISPLAYED, DISPLAYED),),
        rule=BONUS_CARDS,
        role=role,
        confirm="Note the bonus cards",
        group=_GROUP if role is Role.ASIDE else "",
    )


# Everybody's cards --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsCounted:
    """One player's cards after the last round: points, Berserkers, penalties (FW-060).

    A penalty that was entered alone counts the same with and without its sign (FW-062).
    """

    kind: ClassVar[str] = "cards_counted"
    seat: Seat
    recruits: Tape
    berserkers: int
    bystanders: Tape

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = _check_phase(state)
        due = state.table.seats[len(phase.berserkers)]
        if self.seat != due:
            raise RuleViolation(score.SCORE, f"{state.name(due)}'s cards are counted now.", field="seat")
        _check_numbers(state, phase, self)
        lines = score.count_lines(state, self.seat, self.recruits, self.berserkers, self._penalties)
        berserkers = (*phase.berserkers, (self.seat, self.berserkers))
        next_phase = CountingBonuses() if len(berserkers) == state.players else CountingCards(berserkers)
        return replace(state, ledger=state.ledger + lines, phase=next_phase)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        recruits, bystanders = add_up(self.recruits), add_up(self._penalties)
        parts = f"recruits {recruits}, Berserkers {self.berserkers}, bystanders {bystanders}"
        return f"{table.names[self.seat]}: {parts}"

    @property
    def _penalties(self) -> Tape:
        return abs(self.bystanders) if isinstance(self.bystanders, int) else self.bystanders


def cards_question(state: State, phase: CountingCards) -> Prompt:
    seat = state.table.seats[len(phase.berserkers)]
    numbers = range(1, MOST_BERSERKERS + 1)
    barred = tuple((n, reason) for n in numbers if (reason := _why_not_berserkers(phase, n)))
    return Prompt(
        CardsCounted.kind,
        f"Count {state.name(seat)}'s cards",
        (
            Sum("recruits", "Points of the recruits", 0, MOST_POINTS),
            Sum("bystanders", "Penalties of the bystanders", -MOST_POINTS, MOST_POINTS, likely=0),
            Count("berserkers", "Berserkers", 0, MOST_BERSERKERS, likely=0, barred=barred),
        ),
        rule=score.SCORE,
        seat=seat,
        given=(("seat", seat),),
        confirm=f"Score {state.name(seat)}'s cards",
        help="Battle deck and discard pile together.",
    )


def _check_phase(state: State) -> CountingCards:
    match state.phase:
        case CountingCards() as phase:
            return phase
        case _:
            raise RuleViolation(score.SCORE, "Whole piles are only counted after the last round.")


def _why_not_berserkers(phase: CountingCards, number: int) -> str:
    """Why the next player cannot own this many Berserkers; empty if they can."""
    left = MOST_BERSERKERS - sum([n for _, n in phase.berserkers])
    if number <= left:
        return ""
    owned = "one Berserker is" if left == 1 else f"{left} Berserkers are"
    return f"The box has {MOST_BERSERKERS} Vikings; at most {owned} left to own."


def _check_numbers(state: State, phase: CountingCards, event: CardsCounted) -> None:
    if reason := _why_not_berserkers(phase, event.berserkers):
        raise RuleViolation(SUMS, reason, field="berserkers", code="TOO_MANY_OF_KIND")
    for name, tape in (("recruits", event.recruits), ("bystanders", event.bystanders)):
        if reason := find_tape_error(tape):
            raise RuleViolation(score.SCORE, reason, field=name)
    recruits = add_up(event.recruits)
    for name, number in (("recruits", recruits), ("berserkers", event.berserkers)):
        if number < 0:
            message = f"{state.name(event.seat)} cannot have {number}; the lowest is 0."
            raise RuleViolation(score.SCORE, message, field=name, code="NEGATIVE")
    for name, number in (("recruits", recruits), ("bystanders", add_up(event.bystanders))):
        if abs(number) > MOST_POINTS:
            raise RuleViolation(score.SCORE, f"{abs(number)} is more than a pile can hold.", field=name)


# The bonus cards ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BonusesScored:
    """The named bonus cards with owners and the faction cards they pay for, and all other bonus points by seat
    (FW-064, FW-065)."""

    kind: ClassVar[str] = "bonuses_scored"
    named: tuple[NamedBonusCard, ...]
    owners: tuple[tuple[NamedBonusCard, Seat], ...]
    counts: tuple[tuple[NamedBonusCard, PerSeat], ...]
    points: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        if not isinstance(state.phase, CountingBonuses) or is_missing_display(state):
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
        return _break_tie(replace(state, ledger=state.ledger + named_lines + others, phase=Over()))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        named = [f"{TITLES[card]} {table.list_numbers(counts)}" for card, counts in self.counts]
        others = table.list_numbers((seat, points) for seat, points in self.points if points)
        return f"Bonuses: {'; '.join((*named, *((others,) if others else ()))) or 'none'}"


def is_missing_display(state: State) -> bool:
    """Whether the displayed bonus cards have to be entered first, as they pay everybody (FW-R07)."""
    return state.options.named_bonus is NamedBonus.DISPLAYED and not state.displayed


def bonuses_question(state: State, draft: Draft) -> Prompt:
    """All bonuses; a draft that says who owns the named cards narrows the counts to these."""
    counts = Grid("counts", "Cards of the faction", tuple(_count_cells(state, draft)))
    points = state.table.ask_each_seat(
        "points", "Other bonus cards (not included above)", Count("points", "", 0, MOST_POINTS, likely=0)
    )
    owned = state.options.named_bonus is NamedBonus.OWNED
    return Prompt(
        BonusesScored.kind,
        "Score the bonus cards",
        (*(_owner_fields(state, draft) if owned else ()), counts, points),
        rule=score.OTHER,
        given=() if owned else (("named", []), ("owners", [])),
        confirm="Score the bonuses",
        help="" if owned else "Everybody scores the displayed cards.",
    )


def _owner_fields(state: State, draft: Draft) -> tuple[Field, ...]:
    """Which named cards have an owner, and who that is."""
    choices = tuple(Choice(card.value, TITLES[card]) for card in NamedBonusCard)
    owned = _owned_cards(state, draft)
    cells = tuple(Cell(card.value, TITLES[card], _pick_owner(state, card)) for card in owned)
    return (
        Subset("named", "Faction bonus cards", choices, likely=tuple(card.value for card in _owned_cards(state, {}))),
        Grid("owners", "Who owns it", cells),
    )


def _owned_cards(state: State, draft: Draft) -> tuple[NamedBonusCard, ...]:
    """The named cards with an owner: as the draft says, else as known from the cards entered."""
    if "named" not in draft:
        return tuple(card for card in NamedBonusCard if _known_owner(state, card) is not None)
    return tuple(card for card in NamedBonusCard if card in draft["named"]) if draft["named"] else ()


def _pick_owner(state: State, card: NamedBonusCard) -> Pick:
    known = _known_owner(state, card)
    return state.table.pick_seat("owner", "", likely=UNSET if known is None else known)


def _owns(state: State, seat: Seat, bonus: NamedBonusCard) -> bool:
    return any(bonus_of(card.name) is bonus for card in state.holdings[seat].cards)


def _count_cells(state: State, draft: Draft) -> Iterator[Cell]:
    for card, seats in _paid_seats(state, draft):
        kind = PAYS_FOR[card]
        label = f"{TITLES[card]}: {'other ' if state.options.named_bonus is NamedBonus.OWNED else ''}{WORDS[kind]}"
        counts = state.table.ask_each_seat("cards", "", partial(_card_count, state, card), seats=seats)
        yield Cell(card.value, label, replace(counts, seats=len(seats) > 1))


def _card_count(state: State, card: NamedBonusCard, seat: Seat) -> Count:
    kind = PAYS_FOR[card]
    known = state.holdings[seat].count(kind) - _owns(state, seat, card)
    most = IN_BOX[kind] - (state.options.named_bonus is NamedBonus.OWNED)
    return Count("cards", "", 0, most, likely=UNSET if state.partial else known)


def _paid_seats(state: State, draft: Draft) -> Iterator[tuple[NamedBonusCard, tuple[Seat, ...]]]:
    """The named cards that pay, each with the players it pays."""
    if state.options.named_bonus is NamedBonus.DISPLAYED:
        yield from ((card, state.table.seats) for card in named_on_display(state))
        return
    entered = dict(draft.get("owners", ()))
    for card in _owned_cards(state, draft):
        owner = entered[card.value] if card.value in entered else _known_owner(state, card)
        if owner in state.table.seats:
            yield card, (owner,)


def _known_owner(state: State, card: NamedBonusCard) -> Seat | None:
    """The player who owns this card, as far as cards were entered."""
    return next((seat for seat in state.table.seats if _owns(state, seat, card)), None)


def named_on_display(state: State) -> tuple[NamedBonusCard, ...]:
    """The named bonus cards above the line-up."""
    shown = {bonus_of(bonus.card) for bonus in state.displayed}
    return tuple(card for card in NamedBonusCard if card in shown)


def _check_owners(state: State, event: BonusesScored) -> None:
    owned = state.options.named_bonus is NamedBonus.OWNED or not event.named
    in_order = not event.named or event.named == tuple(card for card in NamedBonusCard if card in event.named)
    message = "The box has each named bonus card once; here they either have an owner or pay everybody."
    require(owned and in_order, score.NAMED, message, field="named")
    complete = tuple(card for card, _ in event.owners) == event.named
    require(complete, score.NAMED, "Every named bonus card has one owner.", field="owners")
    for _, owner in event.owners:
        check_player(state.table, owner, score.NAMED, field="owners")


def _check_counts(state: State, event: BonusesScored) -> None:
    owned = state.options.named_bonus is NamedBonus.OWNED
    paid = tuple(_paid_seats(state, {"named": event.named, "owners": event.owners}))
    entered = tuple((card, tuple(seat for seat, _ in counts)) for card, counts in event.counts)
    message = "Count the cards of the faction for every player who scores the card."
    require(entered == paid, score.NAMED, message, field="counts")
    for card, counts in event.counts:
        kind = PAYS_FOR[card]
        low = min(cards for _, cards in counts)
        total = sum(cards for _, cards in counts) + owned
        message = f"The box has {IN_BOX[kind]} {WORDS[kind]}; {total} would be too many."
        require(total <= IN_BOX[kind], SUMS, message, field="counts", code="TOO_MANY_OF_KIND")
        require(low >= 0, score.NAMED, "A number of cards is 0 or more.", field="counts", code="NEGATIVE")


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


# Who has won --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecruitsCounted:
    """The number of recruits of every player who is, or may come to be, tied for the win (FW-R09)."""

    kind: ClassVar[str] = "recruits_counted"
    recruits: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        seats = _seats_to_count(state)
        require(bool(seats), TIE, "Recruits are only counted at the end, to decide between equal totals.")
        message = f"Count the recruits of {state.names(seats)}."
        check_one_each(self.recruits, seats, TIE, message, field="recruits")
        most, total = _most_recruits(), sum(n for _, n in self.recruits)
        message = f"The box has {most} recruits; {total} would be too many."
        require(total <= most, SUMS, message, field="recruits", code="TOO_MANY_OF_KIND")
        low = min(n for _, n in self.recruits)
        require(low >= 0, TIE, "A number of recruits is 0 or more.", field="recruits", code="NEGATIVE")
        counted = replace(state, recruits=self.recruits)
        return replace(counted, phase=Over()) if isinstance(state.phase, BreakingTie) else counted

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Recruits: {table.list_numbers(self.recruits)}"


def can_count_recruits(state: State) -> bool:
    """Whether recruits may be counted now, to break a tie or in advance."""
    return bool(_seats_to_count(state))


def recruits_question(state: State, draft: Draft) -> Prompt:
    """Everybody's recruits; nobody can have more than the others leave in the box."""
    tied = isinstance(state.phase, BreakingTie)
    seats, entered = _seats_to_count(state), dict(draft.get("recruits", ()))
    left = _most_recruits() - sum(entered.values())

    def count(seat: Seat) -> Count:
        most = max(0, left + entered.get(seat, 0))
        known = min(most, len(state.holdings[seat].recruits))
        return Count("recruits", "", 0, most, likely=UNSET if state.partial else known)

    return Prompt(
        RecruitsCounted.kind,
        f"{state.names(seats)} are tied: count their recruits" if tied else "Count everybody's recruits",
        (state.table.ask_each_seat("recruits", "Recruits", count, seats=seats),),
        rule=TIE,
        role=Role.MAIN if tied else Role.ASIDE,
        confirm="Decide the game" if tied else "Note the recruits",
        help="" if tied else "They decide between equal totals.",
        group="" if tied else _GROUP,
    )


def _seats_to_count(state: State) -> tuple[Seat, ...]:
    """The players whose recruits may be counted now; nobody if recruits decide nothing or are counted already."""
    if state.options.tie_win is TieWin.SHARED or state.recruits:
        return ()
    match state.phase:
        case BreakingTie(seats):
            return seats
        case CountingCards() | CountingBonuses():
            return state.table.seats
        case LiningUp() | Bidding() | Resolving() | Stocktaking() | Over():
            return ()


def standings(state: State) -> Standings:
    """The players by points; if recruits were counted, they break a tie for the win."""
    places = rank(totals(state.ledger, state.table.seats), solo_sides(state.table.seats))
    if not isinstance(state.phase, Over):
        return places
    tied = {place.side[0] for place in places if place.rank == 1}
    recruits = {seat: n for seat, n in state.recruits if seat in tied}
    return break_ties(places, tie_break_by_count(recruits, "recruit", "recruits"))


def outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    places = standings(state)
    winners = tuple(sorted(place.side[0] for place in places if place.rank == 1))
    tied = sum(place.points == places[0].points for place in places) > 1
    return Outcome(TIE if tied else WINNER, winners, _because(state, places, winners))


def _because(state: State, places: Standings, winners: tuple[Seat, ...]) -> str:
    names, best = state.names(winners), places[0].points
    equal = sum(place.points == best for place in places)
    if len(winners) > 1:
        return f"{names} have {best} points each and share the win."
    if equal > 1:
        return f"{names} wins the tie at {best} points with the most recruits."
    return f"{names} has the most points, {best} to {places[1].points}."


def _break_tie(state: State) -> State:
    """Ask for recruits if they have to break a tie for the win."""
    if state.options.tie_win is TieWin.SHARED or state.recruits:
        return state
    first = tuple(sorted(place.side[0] for place in standings(state) if place.rank == 1))
    return state if len(first) == 1 else replace(state, phase=BreakingTie(first))


def _most_recruits() -> int:
    return sum(n for kind, n in IN_BOX.items() if kind.recruit)


EVENTS: Final[tuple[type[Event], ...]] = (BonusesDisplayed, CardsCounted, BonusesScored, RecruitsCounted)
