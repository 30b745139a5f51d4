"""Everything a game asks and tells on the way, as text: what changes there by mistake is read in a difference.

Names become NAME and numbers #, so that a question stands there once, however often it is asked.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from scoring.contract.game import AnyGame, OptionField, TableView
from scoring.contract.names import LONGEST_TYPED_NAME
from scoring.contract.prompts import Count, Field, Flag, Grid, Group, Known, Pick, Prompt, Repeat, Sealed, Subset
from scoring.contract.rulebook import Rule, RuleViolation
from scoring.engine import agreements
from scoring.engine.replay import Replay
from scoring.testing import walks
from scoring.testing.laws import anything
from scoring.testing.walks import NAMES, WORDS, Walk, crowded_options_for, rolled, start, table_of

_WALKS: Final = 40
_STEPS: Final = 200
_BOUNDS: Final = ("likely", "low", "high", "step", "most", "longest")
_EVERY: Final = 4  # so many states of a walk between two whose questions and refusals are looked at


def list_questions(game: AnyGame, runs: Iterable[Replay[Any, Any]]) -> list[str]:
    """The lines of the set-up form, and of each question and remark of these sessions, in order of appearance."""
    told = [*_list_options(game), *(text for run in runs for text in _list_asked(game, run))]
    return [line for text in dict.fromkeys(told) for line in text.splitlines()]


def list_sentences(game: AnyGame) -> list[str]:
    """Its rules, and every line that a game says in random sessions with wrong answers and nonsense."""
    said = (
        _plain(line, (*NAMES, *WORDS, "x" * (LONGEST_TYPED_NAME + 1)))
        for seed in range(_WALKS)
        for line in _list_said(game, seed)
    )
    suits = "|".join(suit.name for suit in game.box.suits)
    plain = (re.sub(rf"\b({suits})\b", "SUIT", line, flags=re.IGNORECASE) if suits else line for line in said)
    rules = [f"rule {rule.id} | {rule.text} | {rule.source}" for rule in game.rules]
    return rules + sorted({re.sub("NAME(, NAME)*( (and|or) NAME)+", "NAMES", line) for line in plain})


def _list_said(game: AnyGame, seed: int) -> Iterator[str]:
    below = rolled(random.Random(seed))
    players = game.box.players[seed % len(game.box.players)]
    walk = start(game, players, crowded_options_for(game, table_of(players), below))
    for _ in range(_STEPS):
        if walk.game.outcome(walk.state) is None:
            walks.step(walk, below)
    kinds: tuple[Any, ...] = game.events
    for state in walk.states:
        yield from _list_notices(walk.game.view(state))
    for state in walk.states[::_EVERY]:
        yield from _list_remarks(walk.game, state)
        for kind in kinds:
            _enter(walk, state, anything(kind)(below, WORDS))
    for violation in walk.refused:
        for sentence in _split(violation.message):
            field = re.sub(r"\d+", "#", violation.field or "-")
            yield f"refused {violation.rule.id} {violation.code} {field} | {sentence}"


def _split(text: str) -> list[str]:
    return re.split("(?<=[.!?]) ", text)


def _enter(walk: Walk, state: Any, event: Any) -> None:
    """Judge nonsense in a state of the walk and keep the refusal."""
    try:
        agreements.judge(walk.game, state, event)
    except RuleViolation as violation:
        walk.refused.append(violation)


def _list_remarks(game: AnyGame, state: Any) -> Iterator[str]:
    view = game.view(state)
    for prompt in agreements.prompts(game, state):
        for line in _prompt_lines(prompt):
            yield f"asked {prompt.kind} | {line.strip()}"
    for fact in view.facts:
        yield f"fact {fact.key} | {fact.label} {_cite(fact.rule)}"
    for marker in view.board.markers:
        yield f"marker {marker.key} | {marker.label}"


def _list_notices(view: TableView) -> Iterator[str]:
    for notice in view.notices:
        for sentence in _split(notice.text):
            yield f"notice {_cite(notice.rule)} {notice.code} | {sentence}"


def _list_options(game: AnyGame) -> Iterator[str]:
    yield f"box {game.box.title} | {game.box.tagline}"
    for players in game.box.players:
        table = table_of(players)
        for options in (game.options(), *(preset.options for preset in game.presets(players))):
            for option in game.option_fields(table, options):
                yield "\n".join(_option_lines(option, table.names))
        for preset in game.presets(players):
            yield f"preset {preset.title} | {_cite(preset.rule)} | {preset.text}"


def _option_lines(option: OptionField, names: Sequence[str]) -> Iterator[str]:
    marks = " house" * option.house + " seals" * option.seals
    yield _plain(f"option {option.section} | {_cite(option.rule)} | {option.text}{marks}", names)
    yield from (_plain(line, names) for line in _field_lines(option.field, "  ", choices=True))
    bounds = [f"{name} {getattr(option.field, name)}" for name in _BOUNDS if hasattr(option.field, name)]
    yield f"  {', '.join(bounds)}"


def _list_asked(game: AnyGame, run: Replay[Any, Any]) -> Iterator[str]:
    for state in (run.opening, *(step.state for step in run.steps)):
        names, view = state.table.names, game.view(state)
        for prompt in (*agreements.prompts(game, state), *(() if state.stopped else game.sealed(state))):
            yield _plain("\n".join(_prompt_lines(prompt)), names)
        for fact in view.facts:
            yield _plain(f"fact {fact.key} {fact.label} | {_cite(fact.rule)}", names)
        for notice in view.notices:
            yield _plain(f"notice {notice.text} | {_cite(notice.rule)}", names)
        for marker in view.board.markers:
            yield _plain(f"marker {marker.key} {marker.label}", names)
    yield f"rounds {', '.join(head.title for head in game.rounds(run.state))}"


def _prompt_lines(prompt: Prompt) -> Iterator[str]:
    marks = " at once" * prompt.instant + " by turns" * (prompt.seat is not None)
    yield f"{prompt.role} {prompt.kind}: {prompt.title} | {_cite(prompt.rule)} | {prompt.confirm}{marks}"
    if prompt.menu or prompt.help:
        yield f"  {prompt.menu} | {prompt.help}"
    for field in prompt.fields:
        yield from _field_lines(field, "  ")


def _field_lines(field: Field, indent: str, *, choices: bool = False) -> Iterator[str]:
    words = filter(None, (getattr(field, "label", ""), getattr(field, "by_chance", "")))
    needed = " needed" * getattr(field, "needed", False)
    yield f"{indent}{type(field).__name__} {field.name} {' | '.join(words)}{needed}".rstrip()
    match field:
        case Flag(likely=bool(likely)):
            yield f"{indent}  likely {likely}"
        case Pick() | Subset():
            for choice in field.choices:
                if choice.why_not or choices:
                    yield f"{indent}  {choice.label} | {choice.text} | {choice.why_not}"
        case Count(barred=barred):
            yield from dict.fromkeys(f"{indent}  not: {why_not}" for _, why_not in barred)
        case Group(fields=parts) | Known(numbers=parts):
            for part in parts:
                yield from _field_lines(part, indent + "  ")
        case Repeat(field=inner) | Sealed(field=inner):
            yield from _field_lines(inner, indent + "  ")
        case Grid(cells=cells):
            yield from dict.fromkeys(line for cell in cells for line in _field_lines(cell.field, indent + "  "))
        case _:
            pass


def _cite(rule: Rule | None) -> str:
    return rule.id if rule else ""


def _plain(text: str, names: Sequence[str]) -> str:
    """The text without names and numbers, except those of rules."""
    text = re.sub(rf"\b({'|'.join(map(re.escape, names))})\b", "NAME", text)
    return re.sub(r"(?<![\w-])\d+(\.\d+)?", "#", text)
