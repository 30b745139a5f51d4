"""Helpers for tests of rules, for any game; the `table.py` and `states.py` of a game add its own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from scoring.contract.game import AnyGame
from scoring.contract.prompts import Prompt, Role, find_prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import PerSeat, Seat, totals
from scoring.engine import agreements
from scoring.engine.codec import event_from

S = TypeVar("S")

A, B, C, D, E = map(Seat, range(5))


def row(*numbers: int) -> PerSeat:
    """A number for each seat."""
    return tuple((Seat(seat), n) for seat, n in enumerate(numbers))


@dataclass(frozen=True, slots=True)
class Tables(Generic[S]):
    """Helpers for one game; `aim` completes an event before it is judged."""

    game: AnyGame
    aim: Callable[[S, Any], Any] = lambda state, event: event

    def after(self, state: S, *events: Any, waived: tuple[str, ...] = ()) -> S:
        for event in events:
            state = agreements.judge(self.game, state, self.aim(state, event), waived)
        return state

    def enter(self, state: S, kind: str, **answers: Any) -> S:
        return self.after(state, event_from(self.game, kind, dict(self.prompt_for(state, kind).given) | answers))

    def refusal(self, state: S, event: Any) -> RuleViolation:
        """The refusal of an entry; fails if it is accepted."""
        with pytest.raises(RuleViolation) as raised:
            agreements.judge(self.game, state, self.aim(state, event))
        return raised.value

    def assert_refused(self, state: S, event: Any, rule: str, code: str = "", says: str = "") -> None:
        """Assert that the entry is refused by this rule with this code, and that the sentence contains `says`."""
        violation = self.refusal(state, event)
        assert (violation.rule.id, violation.code) == (rule, code), violation.message
        assert violation.rule in self.game.rules
        assert says in violation.message, violation.message
        assert violation.message.endswith(".")

    def main(self, state: S) -> Prompt:
        prompt = self.game.prompts(state)[0]
        assert prompt.role is Role.MAIN
        return prompt

    def prompt_for(self, state: S, kind: str) -> Prompt:
        prompt = find_prompt(self.game.prompts(state), kind)
        assert prompt is not None, kind
        return prompt

    def kinds(self, state: S, role: Role | None = None) -> list[str]:
        """The kinds of the current prompts, of one role or of all."""
        return [prompt.kind for prompt in self.game.prompts(state) if role in (None, prompt.role)]

    def points(self, state: Any) -> tuple[float, ...]:
        return tuple(totals(state.ledger, state.table.seats).values())

    def fact(self, state: S, key: str) -> str:
        """A fact at the top of the table."""
        (result,) = (fact for fact in self.game.view(state).facts if fact.key == key)
        return result.value

    def notes(self, state: S, rule: str) -> list[str]:
        """The notices of a rule."""
        return [notice.text for notice in self.game.view(state).notices if notice.rule.id == rule]

    def notices(self, state: S) -> str:
        return " ".join(notice.text for notice in self.game.view(state).notices)
