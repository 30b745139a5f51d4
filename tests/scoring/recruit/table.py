"""Short ways to put a table of Recruit into the moment a test is about."""

from typing import Any

import pytest

from scoring import agreements
from scoring.codec import event_from
from scoring.game import Agreement, Table
from scoring.prompts import Each, Prompt, Role, prompt_of
from scoring.recruit import GAME
from scoring.recruit.cards import CardPlayed
from scoring.recruit.counting import FacesCounted, TricksCounted
from scoring.recruit.dealing import CardDisplayed
from scoring.recruit.options import Level, Options
from scoring.recruit.state import Event, State, Variation
from scoring.recruit.tricks import TrickWon
from scoring.recruit.variations import VariationsDeclared
from scoring.rulebook import RuleViolation
from scoring.scores import PerSeat, ScoreLine, Seat, totals

NAMES = ("Ana", "Ben", "Cleo", "Dov")
A, B, C, D = map(Seat, range(4))
LOW, KEEPER, PASSER = Variation.LOW_PENALTY, Variation.KEEPER, Variation.PASSER
MATCH, DREAM, OPEN = Variation.MATCH, Variation.DREAM_TEAM, Variation.FACE_UP
Row = tuple[int, ...]


def opened(players: int = 4, first_dealer: Seat | None = None, **options: Any) -> State:
    """A table before its first hand; the last player deals, so that Ana leads."""
    dealer = Seat(players - 1) if first_dealer is None else first_dealer
    return GAME.open(Table(NAMES[:players]), Options(first_dealer=dealer, **options))


def after(state: State, *events: Event | Agreement) -> State:
    """The state after these entries."""
    for event in events:
        state = agreements.judge(GAME, state, event)
    return state


def dealt(displayed: str | None, *declared: Variation, players: int = 4, **options: Any) -> State:
    """The first hand with its card displayed; None: the card is not entered."""
    state = opened(players, **options)
    if declared:
        state = after(state, VariationsDeclared(state.hand.dealer, declared))
    return enter(state, "card_left_out") if displayed is None else after(state, CardDisplayed(displayed))


def enter(state: State, kind: str, **answers: Any) -> State:
    """The state after a prompt was answered with what it gives and these answers."""
    event = event_from(GAME, kind, dict(asked(state, kind).given) | answers)
    return after(state, event)


def row(*numbers: int) -> PerSeat:
    """Numbers by seat."""
    return tuple((Seat(seat), n) for seat, n in enumerate(numbers))


def taken(*tricks: int) -> TricksCounted:
    """The piles by seat, in tricks."""
    return TricksCounted(row(*tricks))


def faces(jacks: Row, queens: Row, kings: Row, match: Row = ()) -> FacesCounted:
    """What lies in the piles, by seat."""
    return FacesCounted(row(*jacks), row(*queens), row(*kings), row(*match))


def counted(state: State, tricks: Row, jacks: Row, queens: Row, kings: Row, match: Row = ()) -> State:
    """The hand scored by counting."""
    return after(state, taken(*tricks), faces(jacks, queens, kings, match))


def next_hand(state: State, tricks: Row, jacks: Row, queens: Row, kings: Row, displayed: str = "2H") -> State:
    """A whole hand by counts."""
    return counted(after(state, CardDisplayed(displayed)), tricks, jacks, queens, kings)


def won(*seats: Seat) -> tuple[TrickWon, ...]:
    """Tricks one after the other."""
    return tuple(map(TrickWon, seats))


def by_tricks(displayed: str | None, *declared: Variation, players: int = 4, **options: Any) -> State:
    """The first hand, entered trick by trick."""
    return dealt(displayed, *declared, players=players, level=Level.TRICKS, **options)


def by_cards(displayed: str, *declared: Variation, players: int = 4, **options: Any) -> State:
    """The first hand, entered card by card."""
    return dealt(displayed, *declared, players=players, level=Level.CARDS, **options)


def laid(state: State, cards: str) -> State:
    """The state after "5H 2C JOKER" was played by those whose turn it is."""
    for card in cards.split():
        state = after(state, next_card(state, card))
    return state


def next_card(state: State, card: str) -> CardPlayed:
    """The card of whoever is on."""
    given = dict(asked(state, CardPlayed.kind).given)
    return CardPlayed(given["hand"], given["trick"], Seat(given["seat"]), card)


def refusal(state: State, event: Event | Agreement) -> RuleViolation:
    """How the entry is refused."""
    with pytest.raises(RuleViolation) as raised:
        agreements.judge(GAME, state, event)
    return raised.value


def assert_refused(state: State, event: Event | Agreement, rule: str, code: str = "", says: str = "") -> None:
    """The entry is refused by this rule with this code; the sentence holds these words."""
    violation = refusal(state, event)
    assert (violation.rule.id, violation.code) == (rule, code), violation.message
    assert violation.rule in GAME.rules
    assert says in violation.message, violation.message
    assert violation.message.endswith(".")


def main(state: State) -> Prompt:
    """What the table is asked first."""
    prompt = GAME.prompts(state)[0]
    assert prompt.role is Role.MAIN
    return prompt


def asked(state: State, kind: str) -> Prompt:
    """The form for this kind of entry."""
    prompt = prompt_of(GAME.prompts(state), kind)
    assert prompt is not None, kind
    return prompt


def kinds(state: State, role: Role | None = None) -> list[str]:
    """The kinds of the forms offered now, in one place or anywhere."""
    return [prompt.kind for prompt in GAME.prompts(state) if role in (None, prompt.role)]


def each(prompt: Prompt, name: str) -> Each:
    """One of a form's rows of numbers."""
    (found,) = (field for field in prompt.fields if field.name == name)
    assert isinstance(found, Each)
    return found


def points(state: State) -> tuple[int, ...]:
    """The totals, seat by seat."""
    return tuple(totals(state.ledger, state.table.seats).values())


def lines(state: State, seat: Seat, number: int = 1) -> list[ScoreLine]:
    """The lines of a player's hand."""
    return [line for line in state.ledger if line.round == number and line.seat == seat]


def told(state: State, key: str) -> str:
    """A fact at the top of the table."""
    (found,) = (fact for fact in GAME.facts(state) if fact.key == key)
    return found.value


def notes(state: State, rule: str) -> list[str]:
    """The notices of a rule."""
    return [notice.text for notice in GAME.notices(state) if notice.rule.id == rule]
