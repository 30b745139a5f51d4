"""Short ways to put a table of Recruits into the moment a test is about."""

from typing import Any

import pytest

from scoring import agreements
from scoring.codec import event_from
from scoring.game import Agreement, Table
from scoring.prompts import Prompt, Role, prompt_of
from scoring.recruits import GAME, counting
from scoring.recruits.events import Event
from scoring.recruits.options import Level, Options, Variant
from scoring.recruits.state import Bid, Contest, State
from scoring.rulebook import RuleViolation
from scoring.scores import Seat, totals

NAMES = ("Ana", "Ben", "Cleo", "Dov")
A, B, C, D = map(Seat, range(4))
TOPS = {2: "KD QH JS", 3: "KD QH JS", 4: "KD QH JS QC"}
RULEBOOK = "1 9S 1 7C 1 8H 1 1 1"
"""Three players on the king of diamonds, as in the rulebook; the second cards lie face down."""


def opened(players: int = 3, *variants: Variant, **options: Any) -> State:
    """A table before anything was entered."""
    return GAME.open(Table(NAMES[:players]), Options(variants=variants, **options))


def after(state: State, *events: Event | Agreement) -> State:
    """The state after these entries."""
    for event in events:
        state = agreements.judge(GAME, state, event)
    return state


def answer(state: State, word: str) -> Event | Agreement:
    """The event of what is asked first, with this answer in its one field."""
    prompt = main(state)
    (field,) = prompt.fields
    value: Any = int(word) if word.isdigit() else word
    return event_from(GAME, prompt.kind, dict(prompt.given) | {field.name: value})


def go(state: State, words: str) -> State:
    """The state after these answers to what is asked first, one after the other."""
    for word in words.split():
        state = after(state, answer(state, word))
    return state


def referee(players: int = 3, *variants: Variant, words: str = "", **options: Any) -> State:
    """A table that enters every card, with its tops turned up, after these answers."""
    state = opened(players, *variants, level=Level.REFEREE, **options)
    tops = TOPS[players].split()
    if state.blind_pile:
        del tops[state.blind_pile - 1]
    return go(state, f"{' '.join(tops)} {words}")


def resolver(players: int = 3, *variants: Variant, words: str = "", **options: Any) -> State:
    """A table that enters bids when they are resolved, after these answers."""
    return go(opened(players, *variants, level=Level.RESOLVER, **options), words)


def ledger(players: int = 3, *variants: Variant, words: str = "", **options: Any) -> State:
    """A table that enters who earned what: "K 0 Q 1"."""
    return go(opened(players, *variants, **options), words)


def contest(recruit: str, *bids: str, blind: bool = False, aims: tuple[tuple[Seat, Seat], ...] = ()) -> Contest:
    """Bids as they are shown, "9S 9D" a player."""
    cards = [bid.split() for bid in bids]
    shown = tuple(Bid(Seat(seat), 2, first, second) for seat, (first, second) in enumerate(cards))
    return Contest(recruit, blind, bids=shown, aims=aims)


def counted(found: Contest, *variants: Variant, **options: Any) -> tuple[int, ...]:
    """The totals of bids, by seat."""
    rules = counting.count_for(Options(**options), variants)
    return tuple(tally.total for tally in counting.tallies(found, rules))


def points(state: State) -> tuple[int, ...]:
    """The totals, seat by seat."""
    return tuple(totals(state.ledger, state.table.seats).values())


def main(state: State) -> Prompt:
    """What the table is asked first."""
    prompt = GAME.prompts(state)[0]
    assert prompt.role is Role.MAIN
    return prompt


def one_field(state: State) -> Any:
    """The one field of what is asked first, whatever its kind."""
    (field,) = main(state).fields
    return field


def asked(state: State, kind: str) -> Prompt:
    """The form for this kind of entry."""
    prompt = prompt_of(GAME.prompts(state), kind)
    assert prompt is not None, kind
    return prompt


def kinds(state: State) -> list[str]:
    """The kinds of all forms that are offered."""
    return [prompt.kind for prompt in GAME.prompts(state)]


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
    assert says in violation.message
    assert violation.message.endswith(".")


def told(state: State) -> str:
    """All notices, one after the other."""
    return " ".join(notice.text for notice in GAME.notices(state))


def open_cards(state: State) -> set[str]:
    """The cards that the form of a card offers."""
    field = one_field(state)
    closed = {*field.gone, *dict(field.barred)}
    return {card.code for card in field.deck} - closed
