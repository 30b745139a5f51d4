"""The app's side of a simulated table: a session entered only through prompts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.contract.game import AnyGame, Opened, Table
from scoring.contract.prompts import Answer, Grid, Known, Prompt, Role
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat, totals
from scoring.engine import agreements
from scoring.engine.codec import encode, event_from
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from scoring.testing.gain_bounds import find_reach_fault


class Disagreement(AssertionError):
    """The app and the simulated table disagree; the message says about what."""


@dataclass
class Session:
    """One session of the app. Each entry must be offered, allowed by its form and accepted."""

    game: AnyGame
    opened: Opened[Any]
    state: Any = field(init=False)
    prompts: tuple[Prompt, ...] = field(init=False)  # also those of every seat that may answer in secret
    records: list[Record[Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.game.open(Table(self.opened.names), self.opened.options)
        self.prompts = self._list_prompts(self.state)

    @property
    def journal(self) -> tuple[Record[Any], ...]:
        """Everything entered so far, as it would be stored."""
        return (Record(self.opened), *self.records)

    @property
    def events(self) -> list[Any]:
        """What was entered after the opening."""
        return [record.event for record in self.records]

    @property
    def over(self) -> bool:
        """Whether the app knows the result."""
        return agreements.outcome(self.game, self.state) is not None

    def totals(self) -> dict[Seat, float]:
        return totals(self.state.ledger, self.state.table.seats)

    def prompt(self, kind: str, **given: Answer) -> Prompt | None:
        """The prompt for this kind of event with these `given` answers; None if there is none."""
        for prompt in self.prompts:
            if prompt.kind == kind and all(dict(prompt.given).get(name) == value for name, value in given.items()):
                return prompt
        return None

    def enter(self, event: Any, waived: Collection[str] = ()) -> None:
        """Record a legal event: its prompt must be offered and accept it, and so must the rules."""
        try:
            self._fill_in(event, waived)
            after = agreements.judge(self.game, self.state, event, waived)
        except RuleViolation as violation:
            raise self._disagreement(event, f"is refused by {violation.rule.id}: {violation}") from violation
        self._check_reach(event, after)
        self.state = after
        self.records.append(Record(event, waived=tuple(waived)))
        self.prompts = self._list_prompts(after)

    def _check_reach(self, event: Any, after: Any) -> None:
        """What an event gives lies within what could still be gained, and so does what can be gained after it.

        Checked at every event, so that no end of the game lies outside of any bound on the way.
        """
        fault = find_reach_fault(self.game, self.state, event, after)
        if fault:
            raise self._disagreement(event, fault)

    def refusal(self, event: Any) -> str:
        """Why the app refuses an illegal event; fails if it does not."""
        try:
            self._fill_in(event, ())
        except Disagreement as refused:
            return str(refused)
        return self.judged_refusal(event)

    def view(self) -> None:
        """Compute everything a page shows of this state; nothing may fail."""
        game, state = self.game, self.state
        for shown in (game.view, game.rounds, game.measures.of):
            shown(state)
        game.provisional(state)
        game.standings(state)
        for record in self.records[-2:]:
            agreements.sentence(game, state, record.event)

    def judged_refusal(self, event: Any) -> str:
        """Why the rules refuse an illegal event, whatever its prompt says.

        Corrections and files reach the judge past the forms.
        """
        try:
            agreements.judge(self.game, self.state, event)
        except RuleViolation as violation:
            return f"{violation.rule.id}: {violation}"
        raise self._disagreement(event, "is accepted, though the rules forbid it")

    def check_correction(self, number: int, wrong: Any) -> bool:
        """Correct `wrong` at entry `number` to what happened; the result must equal this session's.

        False where the table could not have gone on after the mistake.
        """
        happened = self.journal[number]
        mistaken = (*self.journal[:number], replace(happened, event=wrong), *self.journal[number + 1 :])
        run = replay(self.game, mistaken)
        if run.violation is not None:
            return False
        self._list_prompts(run.state)
        run = replay(self.game, (*mistaken, Amend(number, happened.event)))
        if run.violation is not None or run.state != self.state:
            raise self._disagreement(wrong, f"corrected at entry {number} leaves another state than never made")
        return True

    def _fill_in(self, event: Any, waived: Collection[str]) -> None:
        payload = encode(self.game, event).payload
        prompts = [prompt for prompt in self.prompts if prompt.kind == event.kind]
        if not prompts:
            offered = [prompt.kind for prompt in self.prompts]
            raise self._disagreement(event, f"is not offered, but {', '.join(offered)}")
        faults = [self._form_fault(prompt, payload) for prompt in prompts]
        if all(faults) and not waived:
            raise self._disagreement(event, f"does not fit its form: {'; '.join(faults)}")
        if event_from(self.game, event.kind, payload) != event:
            raise self._disagreement(event, "is another event once its answers are read")

    def _form_fault(self, prompt: Prompt, payload: Mapping[str, Answer]) -> str:
        """Why the prompt refuses the payload, entered field by field; empty: it accepts it."""
        for name, value in prompt.given:
            if payload.get(name) != _as_json(value):
                return f"{name} is given as {value!r}, not {payload.get(name)!r}"
        draft: dict[str, Answer] = {}
        for name in [part.name for part in prompt.fields]:
            form = self.game.form(self.state, prompt, draft)
            field = next((part for part in form.fields if part.name == name), None)
            if field is None or name not in payload:
                return f"{name} is not a question of the form"
            if isinstance(field, Known):  # its numbers are asked once its name is typed
                typed = {**draft, name: {"name": payload[name]["name"], "numbers": []}}
                form = self.game.form(self.state, prompt, typed)
                field = next(part for part in form.fields if part.name == name)
            if isinstance(field, Grid) and [key for key, _ in payload[name]] != [cell.key for cell in field.cells]:
                return f"{name} asks for {[cell.key for cell in field.cells]}, not {[key for key, _ in payload[name]]}"
            if why := field.find_error(payload[name]):
                return f"{name}: {why}"
            draft[name] = payload[name]
        unknown = payload.keys() - draft.keys() - {name for name, _ in prompt.given}
        return f"nobody asks for {sorted(unknown)}" if unknown else ""

    def _list_prompts(self, state: Any) -> tuple[Prompt, ...]:
        """The prompts of a state; raises Disagreement unless one is main exactly while the session goes on."""
        sealed = () if state.stopped else self.game.sealed(state)
        prompts = (*agreements.prompts(self.game, state), *sealed)
        is_over = agreements.outcome(self.game, state) is not None
        main = [prompt.kind for prompt in prompts if prompt.role is Role.MAIN]
        if bool(main) == (is_over or state.stopped is not None):
            raise Disagreement(f"over: {is_over}, yet these are asked: {main}")
        return prompts

    def _disagreement(self, event: Any, what: str) -> Disagreement:
        return Disagreement(f"round {self.state.round}: {event} {what}")


def _as_json(value: Answer) -> Answer:
    """A given answer as a payload writes it: tuples are lists there."""
    return [_as_json(part) for part in value] if isinstance(value, (list, tuple)) else value
