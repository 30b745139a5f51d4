"""The piles at the end of a hand: first tricks or cards, then the faces in them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import UNSET, Answer, Count, Draft, Field, Grid, Prompt, Unset
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.recruit import order, variations
from scoring.games.recruit.dealing import UNKNOWN_DISPLAY
from scoring.games.recruit.deck import COPIES, DECK, TRICKS, Face, face_of, rank_name
from scoring.games.recruit.options import PileCount
from scoring.games.recruit.piles import FIELDS, MATCH, Number, Piles, asks_match, in_play, read_piles, why_too_few
from scoring.games.recruit.state import ByCounts, Counts, Pile, Sorting, State
from scoring.games.recruit.swap import UNSEEN
from scoring.games.recruit.winning import score_hand
from scoring.kit.seats import read_numbers

COLLECTING: Final = Rule(
    "RT-029", "The winner keeps the trick in a pile of their own, face down, and may look at it.", "Playing each trick"
)
PILES: Final = Rule("RT-090", "The piles have thirteen tricks in all.", "Follows from RT-013")
RANK_IN_PILE: Final = Rule(
    "RT-091",
    "No pile has more cards of a rank than are in play: four, or three of the displayed rank.",
    "Follows from RT-009",
)
RANK_IN_ALL: Final = Rule(
    "RT-092",
    "All piles together have no more cards of a rank than are in play; with four players they have all of them.",
    "Follows",
)
FACES_FIT: Final = Rule("RT-093", "A pile has no more faces and matching cards than cards.", "Follows from RT-029")
MATCH_COUNT: Final = Rule(
    "RT-094", "Three matching cards are in play; if the joker is displayed, there are none.", "Follows from RT-009"
)


@dataclass(frozen=True, slots=True)
class TricksCounted(Event[State]):
    """The piles at the end of a hand, in tricks (RT-090)."""

    tricks: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        return _start_sorting(state, PileCount.TRICKS, by_seat(state, self.tricks, "tricks", PILES), 1)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Tricks: {table.list_numbers(self.tricks)}"


@dataclass(frozen=True, slots=True)
class CardsCounted(Event[State]):
    """The piles at the end of a hand, in cards (RT-090)."""

    cards: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        return _start_sorting(state, PileCount.CARDS, by_seat(state, self.cards, "cards", PILES), state.players)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Cards: {table.list_numbers(self.cards)}"


def piles_question(state: State) -> Prompt:
    """Asks for the piles, in the unit of the set-up."""
    return _piles_prompt(state, by_cards=state.options.pile_count is PileCount.CARDS)


def other_unit_question(state: State) -> Prompt:
    """Offers to enter the piles in the other unit."""
    prompt = _piles_prompt(state, by_cards=state.options.pile_count is PileCount.TRICKS)
    return replace(prompt, title=f"{prompt.title} instead", menu=order.GROUP)


def _piles_prompt(state: State, *, by_cards: bool) -> Prompt:
    step, name = (state.players, "cards") if by_cards else (1, "tricks")
    least = state.phase.least if isinstance(state.phase, ByCounts) else None

    def ask(seat: Seat) -> Field:
        won = least.tricks[seat] if least else 0
        barred = tuple((n * step, _has_won(state, seat, won)) for n in range(won))
        return Count(name, "", 0, TRICKS * step, step, barred=barred)

    return Prompt(
        CardsCounted.kind if by_cards else TricksCounted.kind,
        f"Count the {name}",
        (state.table.ask_each_seat(name, name.capitalize(), ask, totals=(TRICKS * step,)),),
        rule=PILES,
        confirm="Next: the faces",
    )


def _start_sorting(state: State, unit: PileCount, numbers: tuple[int, ...], per_trick: int) -> State:
    """Check the numbers, of which each trick makes `per_trick`, and go on to the faces."""
    name = unit.value
    for seat, n in enumerate(numbers):
        if n % per_trick:
            message = f"{state.name(seat)} cannot have {n} cards: every trick has {per_trick}."
            raise RuleViolation(PILES, message, field=f"{name}[{seat}]", code="NOT_MULTIPLE")
    total, played = sum(numbers), TRICKS * per_trick
    if total != played:
        difference = f"{abs(played - total)} {'too few' if total < played else 'too many'}"
        message = f"The {name} add up to {total}, but {played} were played: {difference}."
        raise RuleViolation(PILES, message, field=name, code="TRICK_SUM" if per_trick == 1 else "CARD_SUM")
    phase, tricks = order.require_phase(state, ByCounts), tuple(n // per_trick for n in numbers)
    if phase.least is not None:
        for seat, least in zip(state.table.seats, phase.least.tricks, strict=True):
            if tricks[seat] < least:
                message = _has_won(state, seat, least)
                raise RuleViolation(COLLECTING, message, field=f"{name}[{seat}]", code="TRICK_SUM")
    return replace(state, phase=Sorting(tricks, least=phase.least))


def _has_won(state: State, seat: Seat, tricks: int) -> str:
    return f"{state.name(seat)} has collected {tricks} trick{'' if tricks == 1 else 's'} already."


@dataclass(frozen=True, slots=True)
class FacesCounted(Event[State]):
    """The faces and matching cards in the piles; `match` is empty if these are not counted (RT-092, RT-094)."""

    jacks: PerSeat
    queens: PerSeat
    kings: PerSeat
    match: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, Sorting)
        ranks = {face: by_seat(state, getattr(self, name), name, RANK_IN_PILE) for face, name in FIELDS.items()}
        for face, numbers in ranks.items():
            if max(numbers) > in_play(state, face):
                raise too_many_refusal(state, face, numbers, in_play(state, face))
        _check_sums(state, ranks)
        match = match_by_seat(state, self.match)
        counts = [Counts(*numbers) for numbers in zip(*ranks.values(), match or (0,) * state.players, strict=True)]
        check_room(state, phase, counts)
        _check_noted(state, phase, counts)
        _check_seen(state, sum(map(sum, ranks.values())) + sum(match or ()))
        return score_hand(state, tuple(map(partial(pile_of, state), phase.tricks, counts)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        parts = [f"{name}: {_list_some(table, getattr(self, name))}" for name in FIELDS.values()]
        if self.match:
            parts.append(f"matching: {_list_some(table, self.match)}")
        text = "; ".join(parts)
        return text[0].upper() + text[1:]


def least_marked(state: State) -> int:
    """The least number of faces and matching cards in all piles; 0 if matching cards are not counted (RT-044).

    Three players collect 39 cards, but only 37 others are in play. With four players the sums are exact anyway.
    """
    if not asks_match(state):
        return 0
    others = len(DECK) - 1 - COPIES * len(Face) - (COPIES - 1)
    return max(0, TRICKS * state.players - others)


def faces_question(state: State, phase: Sorting, menu: str = "") -> Prompt:
    """Asks for the faces; those noted during the hand are filled in. With a `menu` it is offered there."""
    prompt = _faces_prompt(state, phase, {})
    return replace(prompt, title="Count every face", menu=menu) if menu else prompt


def narrow_faces(state: State, phase: Sorting, prompt: Prompt, draft: Draft) -> Prompt:
    """Update the prompt for a draft: allow only what the other piles leave and what fits into the pile."""
    entered = {name: read_numbers(draft.get(name)) for name in (*FIELDS.values(), MATCH)}
    return replace(prompt, fields=_faces_prompt(state, phase, entered).fields)


def noted_by_seat(phase: Sorting, name: str) -> tuple[int, ...] | None:
    """The numbers noted for one rank, by seat; None if nothing was noted."""
    return None if phase.counts is None else tuple(getattr(counts, name) for counts in phase.counts)


_Entered = Mapping[str, Mapping[Seat, int]]
"""The numbers entered so far, by rank and seat."""
Given = tuple[tuple[str, Answer], ...]
"""What a prompt knows without asking."""


def _faces_prompt(state: State, phase: Sorting, entered: _Entered) -> Prompt:
    numbers = {name: {seat: Number(n, n) for seat, n in counted.items()} for name, counted in entered.items()}
    piles = read_piles(state, phase, {name: numbers.get(name, {}) for name in (*FIELDS.values(), MATCH)})

    def ask(name: str, label: str, most: int) -> Grid:
        totals = _totals(state, name, most, entered) or _seen_totals(state, phase, entered, name, most)
        return _rank_grid(piles, name, label, most, totals)

    fields, given = ask_ranks(state, ask)
    noted = "Filled in from your notes; correct what is different in the piles." if phase.counts else ""
    return Prompt(
        FacesCounted.kind,
        "Count the faces",
        fields,
        rule=RANK_IN_ALL,
        given=given,
        confirm=f"Score hand {state.hand.number}",
        help=noted,
    )


def ask_ranks(state: State, ask: Callable[[str, str, int], Grid]) -> tuple[tuple[Grid, ...], Given]:
    """A grid for each face, one for the matching cards if these are counted, and what is given if they are not."""
    faces = tuple(ask(name, f"{face.value.capitalize()}s", in_play(state, face)) for face, name in FIELDS.items())
    if not asks_match(state):
        return faces, ((MATCH, []),)
    most = COPIES - 1
    return (*faces, ask(MATCH, rank_name(state.hand.displayed, most).capitalize(), most)), ()


def _totals(state: State, name: str, most: int, entered: _Entered) -> tuple[int, ...]:
    """The possible sums of a rank; empty if cards stay unseen, because the cells limit them then."""
    if not state.partners:
        return ()
    if state.hand.displayed is not None:
        return (most,)
    others = [entered.get(other, {}) for other in FIELDS.values() if other != name]
    one_is_short = any(len(counts) == state.players and sum(counts.values()) < COPIES for counts in others)
    return (COPIES,) if one_is_short else (COPIES - 1, COPIES)


def _seen_totals(state: State, phase: Sorting, entered: _Entered, name: str, most: int) -> tuple[int, ...]:
    """The possible sums of a rank if the others, which are all counted, are too few (RT-044); empty: any sum."""
    least = least_marked(state)
    if not least:
        return ()
    for other in (*FIELDS.values(), MATCH):
        counted = _known_numbers(phase, entered, other)
        if other != name and len(counted) < state.players:
            return ()
        least -= sum(counted.values()) if other != name else 0
    return tuple(range(least, most + 1)) if least > 0 else ()


def _known_numbers(phase: Sorting, entered: _Entered, name: str) -> dict[Seat, int]:
    """The numbers of one rank: entered, or else noted during the hand."""
    noted = noted_by_seat(phase, name) or ()
    return {Seat(seat): n for seat, n in enumerate(noted)} | dict(entered.get(name, {}))


def _rank_grid(piles: Piles, name: str, label: str, most: int, totals: tuple[int, ...]) -> Grid:
    noted = noted_by_seat(piles.phase, name)

    def ask(seat: Seat) -> Count:
        barred = tuple((n, why) for n in range(most + 1) if (why := piles.why_not(name, label, seat, Number(n, n))))
        likely = _likely(noted[seat] if noted else None, max(min(piles.limit(name, seat)), 0))
        return Count(name, "", 0, most, likely=likely, barred=barred)

    return piles.state.table.ask_each_seat(name, label, ask, totals=totals)


def _likely(noted: int | None, most: int) -> int | Unset:
    """The number noted during the hand if it still fits; 0 if nothing else fits."""
    if noted is not None and noted <= most:
        return noted
    return UNSET if most else 0


def by_seat(state: State, given: PerSeat, name: str, rule: Rule) -> tuple[int, ...]:
    """The numbers by seat; refused if a seat is missing or duplicated, or a number is negative."""
    seats, numbers = zip(*sorted(given), strict=True) if given else ((), ())
    if seats == state.table.seats and min(numbers) >= 0:
        return numbers
    raise _numbers_refusal(state, given, name, rule)


def _numbers_refusal(state: State, given: PerSeat, name: str, rule: Rule) -> RuleViolation:
    for seat, n in given:
        if seat in state.table.seats and n < 0:
            message = f"{state.name(seat)} cannot have {n} {name}."
            return RuleViolation(rule, message, field=f"{name}[{seat}]", code="NEGATIVE")
    return RuleViolation(rule, f"Every player needs a number of {name}; enter 0 for none.", field=name)


def too_many_refusal(state: State, face: Face, numbers: tuple[int, ...], most: int) -> RuleViolation:
    """The refusal of more cards of a rank than are in play, for the first player who has them."""
    seat, n = next((seat, n) for seat, n in enumerate(numbers) if n > most)
    why = "; the fourth is displayed" if most < COPIES else ""
    message = f"{state.name(seat)} cannot have {n} {face}s: {most} are in play{why}."
    return RuleViolation(RANK_IN_PILE, message, field=f"{FIELDS[face]}[{seat}]", code="RANK_TOO_MANY")


def _check_sums(state: State, ranks: Mapping[Face, tuple[int, ...]]) -> None:
    short: list[Face] = []
    for face, numbers in ranks.items():
        total, most = sum(numbers), in_play(state, face)
        if total > most:
            message = f"All piles together cannot hold {total} {face}s: {most} are in play."
            raise RuleViolation(RANK_IN_ALL, message, field=FIELDS[face], code="RANK_SUM")
        if total < most:
            short.append(face)
    if short and state.partners:
        check_missing(state, ranks, short)


def check_missing(state: State, ranks: Mapping[Face, tuple[int, ...]], short: list[Face], so: str = "") -> None:
    """Refuse ranks that are short: all cards but the displayed one are in four piles (RT-092, RT-095).

    `so` is what follows for the table, instead of how many are counted.
    """
    rule = RANK_IN_ALL if state.hand.displayed is not None else UNKNOWN_DISPLAY
    for face in short:
        most, total = in_play(state, face), sum(ranks[face])
        message = f"With four players all {most} {face.value}s are in the piles; {so or f'{total} are counted'}."
        fits = state.hand.displayed is None and len(short) == 1 and most - total == 1  # it may be the displayed card
        require(fits, rule, message, field=FIELDS[face], code="RANK_SUM")


def _check_seen(state: State, marked: int) -> None:
    least = least_marked(state)
    if marked < least:
        cards, name = TRICKS * state.players, rank_name(state.hand.displayed, COPIES)
        message = f"At least {least} of the {cards} cards must be faces or {name}: too few others are in play."
        raise RuleViolation(UNSEEN, message, field=FIELDS[Face.JACK], code="TOO_FEW_FACES")


def match_by_seat(state: State, given: PerSeat) -> tuple[int, ...] | None:
    """The matching cards by seat; None if they are not counted. Refused if they are not what is in play."""
    match = by_seat(state, given, MATCH, MATCH_COUNT) if given else None
    _check_match(state, match)
    return match


def _check_match(state: State, match: tuple[int, ...] | None) -> None:
    if not asks_match(state):
        rule = variations.MATCHED_FACE if face_of(state.hand.displayed) else MATCH_COUNT
        message = "Matching cards are counted only under Match, and only if no face and no joker is displayed."
        require(match is None, rule, message, field=MATCH, code="MATCH_SUM")
        return
    shown, most = state.hand.displayed, COPIES - 1
    name = rank_name(shown, most)
    require(match is not None, MATCH_COUNT, f"Match was declared: count the {name}.", field=MATCH, code="MATCH_SUM")
    total = sum(match or ())
    message = f"Three {name} are in play, and the fourth is displayed; {total} are counted."
    fits = total == most if state.partners else total <= most
    require(fits, MATCH_COUNT, message, field=MATCH, code="MATCH_SUM")


def _check_noted(state: State, phase: Sorting, counts: Sequence[Counts]) -> None:
    for seat, pile in zip(state.table.seats, counts, strict=True):
        for name, number in pile._asdict().items():
            if reason := why_too_few(state, phase, seat, name, number):
                raise RuleViolation(RANK_IN_PILE, reason, field=f"{name}[{seat}]", code="NEGATIVE")


def check_room(state: State, phase: Sorting, counts: Sequence[Counts]) -> None:
    """Refuse more faces and matching cards than a pile has cards (RT-093)."""
    for seat, tricks in enumerate(phase.tricks):
        cards, pile = tricks * state.players, counts[seat]
        marked = pile.jacks + pile.queens + pile.kings + pile.match
        if marked > cards:
            name = state.name(seat)
            message = f"{name} collected {cards} cards, so {marked} faces and matching cards are too many."
            raise RuleViolation(FACES_FIT, message, field=f"{FIELDS[Face.JACK]}[{seat}]", code="TOO_MANY_FACES")


def pile_of(state: State, tricks: int, counts: Counts) -> Pile:
    """A player's pile; if a face is displayed, these faces are the matching cards (RT-076)."""
    shown = face_of(state.hand.displayed)
    matching = counts.match if shown is None else getattr(counts, FIELDS[shown])
    return Pile(tricks, tricks * state.players, counts.jacks, counts.queens, counts.kings, matching)


def _list_some(table: Table, numbers: PerSeat) -> str:
    return table.list_numbers((seat, number) for seat, number in numbers if number) or "none"
