"""Laws that hold for every game, sketch or real: checked on random walks through its prompts."""

import json
import random
import re
import types
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache, lru_cache, partial
from itertools import islice, pairwise
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import pytest

from scoring.contract.game import (
    AGREEMENTS,
    LONGEST_NOTE,
    PLAYED_BEFORE,
    Adjusted,
    AnyGame,
    CameBack,
    CameLate,
    Left,
    Resumed,
    Stopped,
)
from scoring.contract.prompts import Answer, Field, Known, OnBoard, Prompt, Role, Sealed, Subset, Text
from scoring.contract.rulebook import Rule, RuleViolation
from scoring.contract.scores import Seat, totals
from scoring.engine import agreements, drafts, regrouping
from scoring.engine.codec import FormatError, Stored, decode, encode, event_from, options_payload
from scoring.engine.form_faults import find_prompt_fault
from scoring.engine.journal import Amend, Journal, Record, Remove, effective, redo, undo
from scoring.engine.replay import Replay, extend, replay
from scoring.engine.transcript import lines
from scoring.insight.chase import find_runners, find_safe
from scoring.insight.what_if import find_numbers, try_answers
from scoring.testing.gain_bounds import find_reach_fault, is_foreseen
from scoring.testing.needs import check_needs
from scoring.testing.walks import Below, Walk, fill, one_of, options_for, play_on, rolled, start, step, table_of, wrong

OWN_RULES: Final = (agreements.BY_AGREEMENT, agreements.STOP, regrouping.LEAVING, regrouping.COMING)
KEEP_THE_END: Final = (
    "There is a main prompt exactly while `outcome` is None. Points by agreement may come between any question and its "
    "answer: decide in `apply` that the game is over, and keep that in the state."
)
Law = Callable[[Walk], None]
LAWS: list[Law] = []


def law(check: Law) -> Law:
    """Register a sentence that holds for every walk of every game."""
    LAWS.append(check)
    return check


def some(trail: Walk) -> list[Any]:
    """A few states of the walk, including the first and the last."""
    every = max(1, len(trail.states) // 10)
    return [*trail.states[:-1:every], trail.state]


# Time and memory ---------------------------------------------------------------------------------------------------


@law
def replay_equals_live_state(trail: Walk) -> None:
    run = replay(trail.game, trail.journal)
    assert run.violation is None
    assert run.waiting == ()
    assert [run.opening, *(step.state for step in run.steps)] == trail.states
    assert hash(run.state) == hash(trail.state)


@law
def nobody_leaves_what_they_can_still_gain(trail: Walk) -> None:
    for before, event, after in zip(trail.states, trail.events, trail.states[1:], strict=False):
        assert find_reach_fault(trail.game, before, event, after) == "", event


@law
def who_cannot_be_caught_is_not_caught(trail: Walk) -> None:
    agreed = [number for number, event in enumerate(trail.events) if not is_foreseen(event)]
    for number, state in enumerate(trail.states):
        safe = find_safe(find_runners(trail.game, state), trail.game.best(state))
        outcome = trail.game.outcome(trail.state)
        if safe is not None and outcome is not None and not any(later >= number for later in agreed):
            best = [place for place in trail.game.standings(trail.state) if place.rank == 1]
            assert [place.side for place in best] == [safe.side]


@law
def what_each_player_needs_comes_true(trail: Walk) -> None:
    assert not any(check_needs(trail).values()), check_needs(trail)


@law
def extend_equals_replay(trail: Walk) -> None:
    run: Replay[Any, Any] = replay(trail.game, trail.journal[:1])
    for number, record in enumerate(trail.records, start=1):
        run = extend(trail.game, run, number, record.event, record.waived)
    assert run == replay(trail.game, trail.journal)


@law
def entries_survive_being_stored(trail: Walk) -> None:
    for event in (trail.opened, *trail.events):
        stored = encode(trail.game, event)
        at_rest = Stored(stored.kind, stored.format, json.loads(json.dumps(stored.payload)))
        assert decode(trail.game, at_rest) == event


@law
def undo_goes_back_step_by_step_and_redo_forward_again(trail: Walk) -> None:
    kept = trail.records[-8:]
    run: Journal[Any] = trail.journal
    for n in range(1, len(kept) + 1):
        taken_back = undo(run)
        assert taken_back is not None
        run = (*run, taken_back)
        assert effective(run) == effective(trail.journal[:-n])
    for _ in kept:
        brought_back = redo(run)
        assert brought_back is not None
        run = (*run, brought_back)
    assert effective(run) == effective(trail.journal)
    assert redo(run) is None


@law
def any_correction_is_folded_as_far_as_the_rules_allow(trail: Walk) -> None:
    below = rolled(random.Random(len(trail.records)))
    for _ in range(min(len(trail.records), 5)):
        target = 1 + below(len(trail.records))
        other = one_of((*trail.events, *one_of_each_kind(trail.game)), below)
        for correction in (Remove(target), Amend(target, other), Record(other, before=target)):
            corrected: Journal[Any] = (*trail.journal, correction)
            run = replay(trail.game, corrected)
            assert (*(step.entry for step in run.steps), *run.waiting) == tuple(
                counted.entry for counted in effective(corrected)[1:]
            )
            assert (run.violation is None) == (run.waiting == ())
            if isinstance(correction, Amend):
                assert run.before(target) == trail.states[target - 1]
            assert run.violation is None or "REFUSED" in "\n".join(lines(trail.game, run))


@law
def the_transcript_tells_every_entry(trail: Walk) -> None:
    transcript = list(lines(trail.game, replay(trail.game, trail.journal)))
    assert [line.split()[0] for line in transcript if line.startswith("#")] == [
        f"#{n + 1}" for n in range(len(trail.events))
    ]


# Points ------------------------------------------------------------------------------------------------------------


@law
def the_ledger_only_grows(trail: Walk) -> None:
    for before, after in zip(trail.states, trail.states[1:], strict=False):
        kept = before.ledger
        if _groups(after) != _groups(before):  # the round that was begun is dealt again, and what it cost comes back
            kept = tuple(line for line in kept if line.round < after.round or line in after.ledger)
        assert after.ledger[: len(kept)] == kept


def _groups(state: Any) -> int:
    return len(state.groups) if isinstance(state, regrouping.Regrouped) else 1


@law
def totals_are_the_sum_of_the_lines(trail: Walk) -> None:
    seats = trail.state.table.seats
    for state in some(trail):
        points = totals(state.ledger, seats)
        assert sum(points.values()) == sum(line.points for line in state.ledger)
        for place in trail.game.standings(state):
            assert place.points == sum(points[seat] for seat in place.side)


@law
def every_working_ends_with_its_points(trail: Walk) -> None:
    for line in (*trail.state.ledger, *trail.game.provisional(trail.state)):
        assert line.working.endswith(f" = {line.points}")
        assert line.terms
        assert line.rule in citable(trail.game)
        assert line.seat in trail.state.table.seats
        assert 0 <= line.round <= trail.state.round


@law
def transfers_sum_to_zero(trail: Walk) -> None:
    for before, after in zip(trail.states, trail.states[1:], strict=False):
        moved = [line for line in after.ledger[len(before.ledger) :] if line.other is not None]
        there = Counter((line.seat, line.other, line.points) for line in moved)
        back = Counter((line.other, line.seat, -line.points) for line in moved)
        assert there == back


@law
def standings_rank_every_seat_once(trail: Walk) -> None:
    for state in some(trail):
        places = trail.game.standings(state)
        assert sorted(seat for place in places for seat in place.side) == list(state.table.seats)
        assert [place.rank for place in places] == sorted(place.rank for place in places)
        assert places[0].rank == 1


@law
def more_points_never_rank_behind_fewer_without_a_reason(trail: Walk) -> None:
    for state in some(trail):
        worth = trail.game.best(state).sign
        places = trail.game.standings(state)
        for ahead, behind in pairwise(places):
            has_left = behind.side[0] in regrouping.list_unranked(state)
            assert worth * ahead.points >= worth * behind.points or ahead.because or has_left


@law
def every_line_is_under_a_rule_of_the_game_or_by_agreement(trail: Walk) -> None:
    for before, event, after in zip(trail.states, trail.events, trail.states[1:], strict=False):
        rules = {line.rule for line in after.ledger[len(before.ledger) :]}
        if isinstance(event, Adjusted):
            assert rules == {agreements.BY_AGREEMENT}
        elif isinstance(event, CameLate):
            assert rules <= {regrouping.COMING}
        else:
            assert rules <= set(trail.game.rules)


@law
def a_round_has_one_starter(trail: Walk) -> None:
    starters: dict[int, int] = {}
    changes: tuple[Any, ...] = ()
    for state in trail.states:
        starter = trail.game.starter(state)
        assert starter is None or starter in regrouping.list_playing(state)
        if isinstance(state, regrouping.Regrouped) and state.groups != changes:
            starters, changes = {}, state.groups
        if starter is not None:
            assert starters.setdefault(state.round, starter) == starter


@law
def the_deal_continues_with_the_right_player_after_players_change(trail: Walk) -> None:
    """The starter or the dealer before them stays, or passes to the next player who still plays."""
    for before, event, after in zip(trail.states, trail.events, trail.states[1:], strict=False):
        was, now = trail.game.starter(before), trail.game.starter(after)
        if isinstance(event, Left | CameLate | CameBack) and was is not None and now is not None:
            order, playing = regrouping.list_playing(before), regrouping.list_playing(after)
            at = order.index(was)
            start = _first_playing(order[at:] + order[:at], playing)
            dealer = _first_playing(order[at - 1 :] + order[: at - 1], playing)
            allowed = {start, playing[(playing.index(dealer) + 1) % len(playing)]}
            names = after.table.names
            expected = " or ".join(names[seat] for seat in sorted(allowed))
            assert now in allowed, f"{event}: {names[was]} was to start, now {names[now]} is, expected {expected}."


def _first_playing(seats: tuple[Seat, ...], playing: tuple[Seat, ...]) -> Seat:
    return next(seat for seat in seats if seat in playing)


@law
def rounds_played_before_are_one_row_at_the_top_and_nothing_is_measured_there(trail: Walk) -> None:
    for state in some(trail):
        heads = trail.game.rounds(state)
        before = [head for head in heads if head.type == PLAYED_BEFORE]
        assert before in ([], list(heads[:1]))
        last = before[0].number if before else 0
        assert not [measure for measure in trail.game.measures.of(state) if measure.round <= last]
        assert all(line.round >= last for line in state.ledger if not regrouping.is_agreed(line))


@law
def the_outcome_names_those_ranked_first(trail: Walk) -> None:
    outcome = trail.game.outcome(trail.state)
    if outcome is None:
        return
    first = {seat for place in trail.game.standings(trail.state) if place.rank == 1 for seat in place.side}
    assert set(outcome.winners) == first, (
        "Find the winners in `outcome`: points by agreement may follow the last round."
    )
    assert outcome.because.endswith(".")
    assert outcome.rule in citable(trail.game)


# Prompts -----------------------------------------------------------------------------------------------------------


@law
def a_main_prompt_exactly_while_the_session_goes_on(trail: Walk) -> None:
    for state in some(trail):
        prompts = agreements.prompts(trail.game, state)
        running = state.stopped is None and trail.game.outcome(state) is None
        assert any(prompt.role is Role.MAIN for prompt in prompts) == running, KEEP_THE_END
        assert not running or prompts[0].role is Role.MAIN, "The first prompt is the one that the game waits for."


@law
def prompts_ask_for_exactly_the_fields_of_their_event(trail: Walk) -> None:
    classes = {cls.kind: cls for cls in (*trail.game.events, *AGREEMENTS)}
    for state in some(trail):
        prompts = agreements.prompts(trail.game, state)
        assert len({prompt.kind for prompt in prompts}) == len(prompts)
        for prompt in prompts:
            names = [*(field.name for field in prompt.fields), *dict(prompt.given)]
            wanted = [field.name for field in fields(classes[prompt.kind])]
            assert sorted(names) == sorted(wanted), "A form asks for the fields of its event, or has them in `given`."
            assert prompt.title
            assert prompt.rule is None or prompt.rule in citable(trail.game)


@law
def forms_offer_what_an_entry_keeps_to_those_who_sit_there(trail: Walk) -> None:
    for state in some(trail):
        sealed = trail.game.sealed(state) if state.stopped is None else ()
        assert not find_prompt_fault((*agreements.prompts(trail.game, state), *sealed), state.table.seats)


@law
def the_set_up_form_shows_what_was_chosen(trail: Walk) -> None:
    """What was left open may be shown as the game fills it in, and a choice of several in another order."""
    asked = [option.field for option in trail.game.option_fields(trail.states[0].table, trail.opened.options)]
    form = Prompt("options", "Options", tuple(asked))
    assert not drafts.find_gaps(form, {})
    chosen, shown = options_payload(trail.game, trail.opened.options), drafts.collect_answers(form, {})
    for field in asked:
        before, now = chosen[field.name], shown[field.name]
        is_same = set(now) == set(before) if isinstance(field, Subset) else now == before
        assert is_same or before in (None, "", [])


@law
def a_form_only_narrows(trail: Walk) -> None:
    for state, prompt, form, draft in filled(trail, len(trail.records)):
        # the button may say what the filled form would do
        assert replace(form, fields=(), confirm="") == replace(prompt, fields=(), confirm="")
        assert [(type(f), f.name) for f in form.fields] == [(type(f), f.name) for f in prompt.fields]
        for name in draft:
            part = {other: value for other, value in draft.items() if other != name}
            trail.game.form(state, prompt, part)
            list(drafts.find_gaps(prompt, part))


@law
def a_form_filled_as_it_allows_has_no_gaps(trail: Walk) -> None:
    for _, prompt, form, draft in filled(trail, len(trail.records)):
        if prompt.role is Role.MAIN:
            assert not drafts.find_gaps(form, draft)
        assert drafts.collect_answers(form, draft) == dict(prompt.given) | draft


@lru_cache(maxsize=64)
def filled(trail: Walk, length: int) -> tuple[tuple[Any, Prompt, Prompt, dict[str, Answer]], ...]:
    """Every form of some states of a walk of this length, filled in: (state, prompt, form, draft)."""
    below = rolled(random.Random(length))
    return tuple(
        (state, prompt, *fill(trail.game, state, prompt, below))
        for state in some(trail)
        for prompt in agreements.prompts(trail.game, state)
    )


@law
def an_entry_not_asked_for_is_refused(trail: Walk) -> None:
    for state in some(trail):
        prompt = {prompt.kind for prompt in agreements.prompts(trail.game, state)}
        for event in one_of_each_kind(trail.game):
            if event.kind not in prompt:
                assert_refused(trail, state, event)


@law
def a_given_answer_that_no_table_knows_is_refused(trail: Walk) -> None:
    below = rolled(random.Random(len(trail.records)))
    for state in some(trail):
        for prompt in trail.game.prompts(state):
            numbers = [name for name, value in prompt.given if type(value) is int]  # a flag knows no other number
            _, draft = fill(trail.game, state, prompt, below) if numbers else (prompt, {})
            for name in numbers:
                for other in (-1, 99):
                    payload = dict(prompt.given) | draft | {name: other}
                    assert_refused(trail, state, event_from(trail.game, prompt.kind, payload))


@law
def what_a_form_refuses_the_rules_refuse(trail: Walk) -> None:
    below = rolled(random.Random(len(trail.records)))
    for state in some(trail):
        for prompt in trail.game.prompts(state):
            form, draft = fill(trail.game, state, prompt, below)
            for field in form.fields:
                spoilt = draft | {field.name: wrong(field, below)}
                narrowed = trail.game.form(state, prompt, spoilt).fields[form.fields.index(field)]
                if has_words(field) or not narrowed.find_error(spoilt[field.name]):
                    continue
                with suppress(FormatError):  # what does not even pass the codec is refused by it
                    event = event_from(trail.game, prompt.kind, dict(prompt.given) | spoilt)
                    assert_refused(trail, state, event)


@law
def nothing_but_a_rule_violation_escapes(trail: Walk) -> None:
    below = rolled(random.Random(len(trail.records)))
    words = tuple(strings(encode(trail.game, event).payload for event in trail.events)) or ("word",)
    words = (*words, "", " ", "ö")
    kinds: tuple[Any, ...] = (*trail.game.events, *AGREEMENTS)
    for state in some(trail):
        for cls in kinds:
            event = anything(cls)(below, words)
            assert decode(trail.game, encode(trail.game, event)) == event
            try:
                after = agreements.judge(trail.game, state, event)
            except RuleViolation as violation:
                assert_told(trail, violation, event)
            else:
                look(trail.game, after)


@law
def every_refusal_says_why(trail: Walk) -> None:
    for violation in trail.refused:
        assert_told(trail, violation, None)


@law
def a_stopped_session_goes_on_where_it_was(trail: Walk) -> None:
    state = trail.state
    if state.stopped is not None or trail.game.outcome(state) is not None:
        return
    stopped = agreements.judge(trail.game, state, Stopped("late", counts=True))
    result = agreements.outcome(trail.game, stopped)
    assert result is not None
    assert set(result.winners) <= set(state.table.seats)
    assert agreements.judge(trail.game, stopped, Resumed()) == state


# What is shown ----------------------------------------------------------------------------------------------------


class Covered:
    """Stands for a value that must not be read."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"a veiled value was looked at: {name}")

    def _looked(self, *_: Any) -> Any:
        raise AssertionError("a veiled value was looked at")

    __str__ = __repr__ = __format__ = __iter__ = __len__ = __bool__ = __getitem__ = __hash__ = _looked
    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = __add__ = __radd__ = __index__ = __int__ = _looked


@law
def no_sentence_looks_at_a_veiled_field(trail: Walk) -> None:
    for state in some(trail):
        position = trail.states.index(state)
        for event in trail.events[:position]:
            lines = agreements.sentence(trail.game, state, event)
            assert lines
            assert "\n" not in lines
            veiled = agreements.list_veiled(trail.game, state, event)
            assert veiled <= names_of(type(event))
            covered = replace(event, **{name: Covered() for name in veiled}) if veiled else event
            assert covered.sentence(state.table, veiled) == lines


@law
def a_secret_belongs_to_a_seat_and_secrets_come_in_any_order(trail: Walk) -> None:
    below = rolled(random.Random(len(trail.records)))
    for state in some(trail):
        prompts = trail.game.prompts(state) if state.stopped is None else ()
        assert all(prompt.seat is not None for prompt in prompts if any(isinstance(f, Sealed) for f in prompt.fields))
        questions = trail.game.sealed(state) if state.stopped is None else ()
        assert not questions or any(question in prompts for question in questions)
        assert len({question.seat for question in questions} - {None}) == len(questions)
        for question in questions:
            assert any(isinstance(field, Sealed) for field in question.fields)
            _, draft = fill(trail.game, state, question, below)
            event = event_from(trail.game, question.kind, dict(question.given) | draft)
            after = trail.game.apply(state, event, ())
            covered = agreements.list_veiled(trail.game, after, event)
            assert covered or len(questions) == 1  # the last one opens them where nothing else does
            _, other = fill(trail.game, state, question, below)
            instead = event_from(trail.game, question.kind, dict(question.given) | other)
            if covered:
                assert seen_of(trail.game, after) == seen_of(trail.game, trail.game.apply(state, instead, ()))


def seen_of(game: AnyGame, state: Any) -> tuple[Any, ...]:
    """Everything shown of a state: board, prompts, and who would win with which answer."""
    shown = (game.view, game.standings, game.outcome, game.rounds, game.measures.of)
    chances = partial(try_some_answers, game)
    return tuple(show(state) for show in (*shown, game.prompts, game.sealed, game.provisional, chances))


def try_some_answers(game: AnyGame, state: Any) -> tuple[Any, ...]:
    """The results of the first few answers to each prompt for numbers."""
    prompts = [prompt for prompt in game.prompts(state) if find_numbers(prompt)]
    return tuple(case for prompt in prompts for case in islice(try_answers(game, state, prompt, {}), 30))


@law
def nothing_is_veiled_when_it_is_over(trail: Walk) -> None:
    if trail.game.outcome(trail.state) is not None:
        for event in trail.events:
            assert not agreements.list_veiled(trail.game, trail.state, event)


@law
def a_secret_is_kept_while_its_entry_is_on_hold(trail: Walk) -> None:
    for position, event in enumerate(trail.events):
        if veiled := agreements.list_veiled(trail.game, trail.states[position + 1], event):
            earlier = trail.states[: position + 1]
            for state in (*earlier[:: max(1, position // 4)], earlier[-1]):
                assert veiled <= agreements.list_veiled(trail.game, state, event), (event, state.round)


@law
def everything_shown_is_well_formed(trail: Walk) -> None:
    for state in some(trail):
        look(trail.game, state)


def look(game: AnyGame, state: Any) -> None:
    """Compute everything that a screen shows of a state."""
    hash(state)
    seats = state.table.seats
    view = game.view(state)
    board, facts = view.board, view.facts
    tiles = [tile for zone in board.zones for tile in zone.tiles]
    assert len({tile.id for tile in tiles}) == len(tiles)
    assert len({zone.id for zone in board.zones}) == len(board.zones)
    assert {zone.seat for zone in board.zones} <= {None, *seats}
    assert {marker.seat for marker in board.markers} <= {*seats}
    assert {tile.suit for tile in tiles} | {fact.suit for fact in facts} <= {"", *(suit.key for suit in game.box.suits)}
    assert len({fact.key for fact in facts}) == len(facts)
    heads = game.rounds(state)
    assert [head.number for head in heads] == sorted({head.number for head in heads})
    for notice in view.notices:
        assert notice.rule in citable(game)
        assert notice.text.endswith((".", "?", "!"))
    kinds = {item.key: item for item in game.measures.kinds}
    measures = game.measures.of(state)
    assert len({(item.round, item.seat, item.key) for item in measures}) == len(measures), "one a round"
    for measure in measures:
        assert measure.seat in seats
        assert not kinds[measure.key].share or 0 <= measure.value <= measure.of
    noted = view.notes
    assert len({(one.round, one.seat) for one in noted}) == len(noted), "one a cell"
    assert {one.round for one in noted} <= {head.number for head in heads}
    assert {one.seat for one in noted} <= {*seats}
    assert all(0 < len(one.text) <= LONGEST_NOTE for one in noted)
    assert view.legend.endswith(".") or not noted, "`TableView.legend` explains the notes, in every state."
    for prompt in agreements.prompts(game, state):
        targets = {choice.value for field in prompt.fields if isinstance(field, OnBoard) for choice in field.tiles}
        assert targets <= {tile.id for tile in tiles}
        assert [other for other in game.prompts(state) if other.kind == prompt.kind] in ([prompt], [])


def assert_refused(trail: Walk, state: Any, event: Any) -> None:
    """Assert that the rules refuse this event and say why."""
    try:
        agreements.judge(trail.game, state, event)
    except RuleViolation as violation:
        assert_told(trail, violation, event)
    else:
        pytest.fail(f"{event} is taken by {state}")


def assert_told(trail: Walk, violation: RuleViolation, event: Any) -> None:
    """Assert that a refusal is a sentence with a rule of the game and a field of the event."""
    assert violation.message.endswith((".", "!", "?")), violation.message
    assert violation.rule in citable(trail.game)
    if violation.field is not None and event is not None:
        assert re.split(r"[.\[]", violation.field)[0] in names_of(type(event)), violation.field


@cache
def citable(game: AnyGame) -> frozenset[Rule]:
    """The rules that refusals and score lines of a game may cite."""
    return frozenset((*game.rules, *OWN_RULES))


def names_of(cls: type[Any]) -> frozenset[str]:
    return frozenset(field.name for field in fields(cls))


def has_words(field: Field) -> bool:
    """Whether free text is part of the answer; only the form checks its length and the numbers of a card."""
    return isinstance(field, Text | Known) or any(map(has_words, field.parts))


def strings(values: Any) -> Iterator[str]:
    """Every string in plain JSON values."""
    if isinstance(values, str):
        yield values
    elif isinstance(values, dict):
        yield from strings(values.values())
    elif not isinstance(values, int | float | None):
        for item in values:
            yield from strings(item)


@cache
def anything(hint: Any) -> Callable[[Below, tuple[str, ...]], Any]:
    """A strategy for any value of a type: what the codec accepts may still be nonsense."""
    if hasattr(hint, "__supertype__"):
        return anything(hint.__supertype__)
    if isinstance(hint, type) and is_dataclass(hint):
        parts = {field.name: anything(get_type_hints(hint)[field.name]) for field in fields(hint)}
        return lambda below, words: hint(**{name: part(below, words) for name, part in parts.items()})
    if get_origin(hint) is tuple:
        inner = [anything(arg) for arg in get_args(hint) if arg is not Ellipsis]
        if get_args(hint)[-1] is Ellipsis:
            return lambda below, words: tuple(inner[0](below, words) for _ in range(below(4)))
        return lambda below, words: tuple(part(below, words) for part in inner)
    if get_origin(hint) in (Union, types.UnionType):
        either = [anything(arg) for arg in get_args(hint)]
        return lambda below, words: one_of(either, below)(below, words)
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = list(hint)
        return lambda below, words: one_of(members, below)
    if hint is bool:
        return lambda below, words: below(2) == 1
    if hint is int:
        return lambda below, words: one_of((0, 1, 2, 3, 5, 20, -1, 99, 10**12), below)
    if hint is float:
        return lambda below, words: one_of((0.5, 2.5, -1.5, 2.0, 2.25, 1e18), below)
    if hint is str:
        return lambda below, words: one_of(words, below)
    assert hint in (None, type(None)), hint
    return lambda below, words: None


# The walks ---------------------------------------------------------------------------------------------------------


@lru_cache
def walks(game: AnyGame) -> tuple[Walk, ...]:
    """Seeded walks at every table size: some stop anywhere, every third is played to the end."""
    return tuple(_walked(game, seed) for seed in range(24))


def _walked(game: AnyGame, seed: int) -> Walk:
    below = rolled(random.Random(seed))
    players = game.box.players[seed % len(game.box.players)]
    trail = start(game, players, options_for(game, table_of(players), below))
    for _ in range(below(30)):
        step(trail, below)
    return play_on(trail, below) if seed % 3 == 0 else trail


@lru_cache
def one_of_each_kind(game: AnyGame) -> tuple[Any, ...]:
    """One event of each kind that came up in the walks."""
    return tuple({event.kind: event for trail in walks(game) for event in trail.events}.values())
