"""The end of the game: everybody's cards counted, the bonus cards, and what decides between equal totals."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.faction_wars import score
from scoring.faction_wars.cards import IN_BOX, PAYS_FOR, TITLES, WORDS, Kind, Named, named
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
from scoring.prompts import Cell, Choice, Count, Field, Grid, Group, Pick, Prompt, Repeat, Role, Subset, Text
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Outcome, PerSeat, Seat, Standings, break_ties, rank, solo_sides, tie_break_by_count, totals

BONUS_CARDS: Final = Rule("FW-009", "Three of the five bonus cards lie face up above the line-up.", "Setup")
WINNER: Final = Rule("FW-067", "The highest score wins.", "Scoring")
SUMS: Final = Rule("FW-068", "Nobody, and not everybody together, owns more of a kind than the box holds.", "Follows")
TIE: Final = Rule("FW-R09", "Equal totals share the win, or most recruits decide.", "Our ruling")

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
        message = f"{DISPLAYED} bonus cards lie above the line-up, not {len(self.bonuses)}."
        require(len(self.bonuses) == DISPLAYED, BONUS_CARDS, message, field="bonuses")
        cards = tuple(Bonus(bonus.card.strip(), bonus.text.strip()) for bonus in self.bonuses)
        require(all(bonus.card for bonus in cards), BONUS_CARDS, "Every bonus card needs its name.", field="bonuses")
        names = {name_key(bonus.card) for bonus in cards}
        require(len(names) == DISPLAYED, BONUS_CARDS, "Every bonus card is in the box once.", field="bonuses")
        return replace(state, displayed=cards)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Bonus cards: {', '.join(bonus.card.strip() for bonus in self.bonuses)}"


def display_question(state: State, role: Role) -> Prompt:
    """The form of the displayed bonus cards."""
    slot = Group("bonus", "", (Text("card", "Bonus card", needed=True), Text("text", "What it asks for")))
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
    """One player's cards after the last round: points, Berserkers, penalties (FW-060)."""

    kind: ClassVar[str] = "cards_counted"
    seat: Seat
    recruits: int
    berserkers: int
    bystanders: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = _counting(state)
        turn = state.table.seats[len(phase.berserkers)]
        if self.seat != turn:
            raise RuleViolation(score.SCORE, f"{state.name(turn)}'s cards are counted now.", field="seat")
        _check_kinds(phase, self)
        _check_numbers(state, self)
        lines = score.counted(state, self.seat, self.recruits, self.berserkers, abs(self.bystanders))
        berserkers = (*phase.berserkers, (self.seat, self.berserkers))
        following = CountingBonuses() if len(berserkers) == state.players else CountingCards(berserkers)
        return replace(state, ledger=state.ledger + lines, phase=following)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        parts = f"recruits {self.recruits}, Berserkers {self.berserkers}, bystanders {abs(self.bystanders)}"
        return f"{table.names[self.seat]}: {parts}"


def cards_question(state: State, phase: CountingCards) -> Prompt:
    """The form of one player's cards."""
    seat = state.table.seats[len(phase.berserkers)]
    left = MOST_BERSERKERS - sum(n for _, n in phase.berserkers)
    barred = tuple((n, _too_many(left)) for n in range(left + 1, MOST_BERSERKERS + 1))
    return Prompt(
        CardsCounted.kind,
        f"Count {state.name(seat)}'s cards",
        (
            Count("recruits", "Points of the recruits", 0, MOST_POINTS),
            Count("berserkers", "Berserkers", 0, MOST_BERSERKERS, likely=0, barred=barred),
            Count("bystanders", "Penalties of bystanders", -MOST_POINTS, MOST_POINTS, likely=0),
        ),
        rule=score.SCORE,
        seat=seat,
        given=(("seat", seat),),
        confirm=f"Score {state.name(seat)}'s cards",
        help="Battle deck and discard pile together.",
    )


def _counting(state: State) -> CountingCards:
    match state.phase:
        case CountingCards() as phase:
            return phase
        case _:
            raise RuleViolation(score.SCORE, "Whole piles are counted after the last round, and only then.")


def _check_kinds(phase: CountingCards, event: CardsCounted) -> None:
    left = MOST_BERSERKERS - sum([n for _, n in phase.berserkers])
    if event.berserkers > left:
        raise RuleViolation(SUMS, _too_many(left), field="berserkers", code="TOO_MANY_OF_KIND")


def _check_numbers(state: State, event: CardsCounted) -> None:
    for name, number in (("recruits", event.recruits), ("berserkers", event.berserkers)):
        if number < 0:
            message = f"{state.name(event.seat)} cannot have {number} here; count from 0 up."
            raise RuleViolation(score.SCORE, message, field=name, code="NEGATIVE")
    for name, number in (("recruits", event.recruits), ("bystanders", event.bystanders)):
        if abs(number) > MOST_POINTS:
            raise RuleViolation(score.SCORE, f"{abs(number)} is more than a pile can hold.", field=name)


def _too_many(left: int) -> str:
    owned = "one Berserker is" if left == 1 else f"{left} Berserkers are"
    return f"The box has {MOST_BERSERKERS} Vikings; at most {owned} left to be owned."


# The bonus cards ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BonusesScored:
    """The named bonus cards somebody owns, the cards they count by seat, and other bonus points (FW-064, FW-065)."""

    kind: ClassVar[str] = "bonuses_scored"
    named: tuple[Named, ...]
    owners: tuple[tuple[Named, Seat], ...]
    counts: tuple[tuple[Named, PerSeat], ...]
    points: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        if not isinstance(state.phase, CountingBonuses) or asks_display(state):
            raise RuleViolation(score.OTHER, "Bonuses are scored after the last round, when all cards are counted.")
        _check_owners(state, self)
        _check_counts(state, self)
        _check_points(state, self)
        named_lines = tuple(
            score.named_bonus(state, card, seat, cards)
            for card, counts in self.counts
            for seat, cards in counts
            if cards or state.options.named_bonus is NamedBonus.OWNED
        )
        others = tuple(score.other_bonus(state, seat, points) for seat, points in self.points if points)
        return _decided(replace(state, ledger=state.ledger + named_lines + others, phase=Over()))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        named = [f"{TITLES[card]} {table.list_numbers(counts)}" for card, counts in self.counts]
        others = table.list_numbers((seat, points) for seat, points in self.points if points)
        return f"Bonuses: {'; '.join((*named, *((others,) if others else ()))) or 'none'}"


def asks_display(state: State) -> bool:
    """Whether the displayed cards have to be known first: they pay everybody (FW-R07)."""
    return state.options.named_bonus is NamedBonus.DISPLAYED and not state.displayed


def bonuses_question(state: State) -> Prompt:
    """The form of the bonuses, before anything is filled in."""
    return narrowed(state, {})


def narrowed(state: State, draft: Draft) -> Prompt:
    """The form once it is known which named bonus cards are owned, and by whom."""
    counts = Grid("counts", "Cards of the faction", tuple(_count_cells(state, draft)))
    points = tuple(
        Cell(seat, state.name(seat), Count("points", "", 0, MOST_POINTS, likely=0)) for seat in state.table.seats
    )
    owned = state.options.named_bonus is NamedBonus.OWNED
    return Prompt(
        BonusesScored.kind,
        "Score the bonus cards",
        (*(_ownership(state, draft) if owned else ()), counts, Grid("points", "Bonus", points, seats=True)),
        rule=score.OTHER,
        given=() if owned else (("named", []), ("owners", [])),
        confirm="Score the bonuses",
        help="" if owned else "Everybody scores the displayed cards.",
    )


def _ownership(state: State, draft: Draft) -> tuple[Field, ...]:
    """Which named cards somebody owns, and who that is."""
    choices = tuple(Choice(card.value, TITLES[card]) for card in Named)
    known = tuple(card.value for card in Named if _known_owner(state, card) is not None)
    cells = tuple(_owner_cell(state, card) for card in _owned(state, draft))
    return (
        Subset("named", "Owned by somebody", choices, likely=known),
        Grid("owners", "Who owns it", cells),
    )


def _owned(state: State, draft: Draft) -> tuple[Named, ...]:
    """The named cards that somebody owns, as entered, else as known."""
    if "named" not in draft:
        return tuple(card for card in Named if _known_owner(state, card) is not None)
    return tuple(card for card in Named if card in draft["named"]) if draft["named"] else ()


def _owner_cell(state: State, card: Named) -> Cell:
    choices = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    known = _known_owner(state, card)
    pick = Pick("owner", "", choices, seats=True)
    return Cell(card.value, TITLES[card], pick if known is None else replace(pick, likely=known))


def _owns(state: State, seat: Seat, card: Named) -> bool:
    return any(named(each.name) is card for each in state.holdings[seat].cards)


def _count_cells(state: State, draft: Draft) -> Iterator[Cell]:
    for card, seats in _paid(state, draft):
        kind = PAYS_FOR[card]
        cells = tuple(Cell(seat, state.name(seat), _count(state, card, seat)) for seat in seats)
        label = f"{TITLES[card]}: {'other ' if state.options.named_bonus is NamedBonus.OWNED else ''}{WORDS[kind]}"
        yield Cell(card.value, label, Grid("cards", "", cells, seats=len(cells) > 1))


def _count(state: State, card: Named, seat: Seat) -> Count:
    kind = PAYS_FOR[card]
    known = state.holdings[seat].of(kind) - _owns(state, seat, card)
    most = IN_BOX[kind] - (state.options.named_bonus is NamedBonus.OWNED)
    if state.partial:
        return Count("cards", "", 0, most)
    return Count("cards", "", 0, most, likely=known)


def _paid(state: State, draft: Draft) -> Iterator[tuple[Named, tuple[Seat, ...]]]:
    """The named cards that pay, and whom."""
    if state.options.named_bonus is NamedBonus.DISPLAYED:
        yield from ((card, state.table.seats) for card in named_on_display(state))
        return
    entered = dict(draft.get("owners", ()))
    for card in _owned(state, draft):
        owner = entered[card.value] if card.value in entered else _known_owner(state, card)
        if owner in state.table.seats:
            yield card, (owner,)


def _known_owner(state: State, card: Named) -> Seat | None:
    """Who is known to own a named bonus card."""
    return next((seat for seat in state.table.seats if _owns(state, seat, card)), None)


def named_on_display(state: State) -> tuple[Named, ...]:
    """The named bonus cards above the line-up."""
    shown = {named(bonus.card) for bonus in state.displayed}
    return tuple(card for card in Named if card in shown)


def _check_owners(state: State, event: BonusesScored) -> None:
    owned = state.options.named_bonus is NamedBonus.OWNED or not event.named
    in_order = not event.named or event.named == tuple(card for card in Named if card in event.named)
    message = "Every named bonus card is in the box once, and at this table it has an owner or pays everybody."
    require(owned and in_order, score.NAMED, message, field="named")
    complete = tuple(card for card, _ in event.owners) == event.named
    require(complete, score.NAMED, "Every named bonus card has one owner.", field="owners")
    known = all(owner in state.table.seats for _, owner in event.owners)
    require(known, score.NAMED, "The owner is one of the players at this table.", field="owners")


def _check_counts(state: State, event: BonusesScored) -> None:
    owned = state.options.named_bonus is NamedBonus.OWNED
    wanted = tuple(_paid(state, {"named": event.named, "owners": event.owners}))
    entered = tuple((card, tuple(seat for seat, _ in counts)) for card, counts in event.counts)
    message = "Count the cards of the faction for whoever scores the card."
    require(entered == wanted, score.NAMED, message, field="counts")
    for card, counts in event.counts:
        kind = PAYS_FOR[card]
        low = min(cards for _, cards in counts)
        total = sum(cards for _, cards in counts) + owned
        message = f"The box has {IN_BOX[kind]} {WORDS[kind]}; {total} would be too many."
        require(total <= IN_BOX[kind], SUMS, message, field="counts", code="TOO_MANY_OF_KIND")
        require(low >= 0, score.NAMED, "A number of cards is 0 or more.", field="counts", code="NEGATIVE")


def _check_points(state: State, event: BonusesScored) -> None:
    complete = tuple(seat for seat, _ in event.points) == state.table.seats
    require(complete, score.OTHER, "Every player needs one number of bonus points, 0 included.", field="points")
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
    """How many recruits everybody who is tied for the win owns (FW-R09)."""

    kind: ClassVar[str] = "recruits_counted"
    recruits: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        seats = _level_seats(state)
        require(bool(seats), TIE, "Recruits are counted at the end, and only where they decide between equal totals.")
        asked = tuple(seat for seat, _ in self.recruits) == seats
        require(asked, TIE, f"Count the recruits of {state.names(seats or state.table.seats)}.", field="recruits")
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
    """Whether recruits may be counted now: to part a tie, or ahead of one."""
    return bool(_level_seats(state))


def recruits_question(state: State, draft: Draft) -> Prompt:
    """The form of the recruits that decide, or may do so; nobody can have more than the others leave."""
    tied = isinstance(state.phase, BreakingTie)
    seats, entered = _level_seats(state), dict(draft.get("recruits", ()))
    left = _most_recruits() - sum(entered.values())
    cells = tuple(
        Cell(seat, state.name(seat), _recruit_count(state, seat, max(0, left + entered.get(seat, 0)))) for seat in seats
    )
    return Prompt(
        RecruitsCounted.kind,
        f"{state.names(seats)} are level: count their recruits" if tied else "Count everybody's recruits",
        (Grid("recruits", "Recruits", cells, seats=True),),
        rule=TIE,
        role=Role.MAIN if tied else Role.ASIDE,
        confirm="Decide the game" if tied else "Note the recruits",
        help="" if tied else "They decide between equal totals.",
        group="" if tied else _GROUP,
    )


def _level_seats(state: State) -> tuple[Seat, ...]:
    """Whose recruits may be counted now; nobody's where they decide nothing or are counted already."""
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
    """Everybody by points; recruits decide who of the leaders wins, where they were counted."""
    places = rank(totals(state.ledger, state.table.seats), solo_sides(state.table.seats))
    if not isinstance(state.phase, Over):
        return places
    tied = {place.side[0] for place in places if place.rank == 1}
    recruits = {seat: n for seat, n in state.recruits if seat in tied}
    return break_ties(places, tie_break_by_count(recruits, "recruit", "recruits"))


def outcome(state: State) -> Outcome | None:
    """Who won; None before everything is scored."""
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
        return f"{names} has {best} points like others, but the most recruits."
    return f"{names} has the most points, {best} to {places[1].points}."


def _decided(state: State) -> State:
    """The state with the tie to be broken, where the table plays so and there is one."""
    if state.options.tie_win is TieWin.SHARED or state.recruits:
        return state
    first = tuple(sorted(place.side[0] for place in standings(state) if place.rank == 1))
    return state if len(first) == 1 else replace(state, phase=BreakingTie(first))


def _recruit_count(state: State, seat: Seat, most: int) -> Count:
    if state.partial:
        return Count("recruits", "", 0, most)
    return Count("recruits", "", 0, most, likely=min(most, len(state.holdings[seat].recruits)))


def _most_recruits() -> int:
    return sum(n for kind, n in IN_BOX.items() if kind.recruit)


EVENTS: Final[tuple[type[Event], ...]] = (BonusesDisplayed, CardsCounted, BonusesScored, RecruitsCounted)
