"""The set-up form's working copy: who sits where and which options, before a session is started or corrected."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import Any

from companion.open_session.telling.option_labels import label_option
from companion.ui.text import counted
from scoring.contract.game import AnyGame, OptionField, Payload, Preset, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import GAME_TITLES, Answer, Pick, Text
from scoring.contract.rulebook import RuleViolation
from scoring.engine.codec import FormatError, options_from, options_payload


@dataclass(frozen=True)
class Plan:
    """Names in table order, and the options as answers.

    `own`: the table changed an option by hand, or it is a session's; the options then stay when their number changes.
    `recalled`: the options that came back with the title, each as (recalled, before).
    """

    names: tuple[str, ...] = ()
    options: Payload = dataclass_field(default_factory=dict)
    own: bool = False
    recalled: Mapping[str, tuple[Answer, Answer]] = dataclass_field(default_factory=dict)


def new_plan(game: AnyGame, names: tuple[str, ...], preset: str = "") -> Plan:
    """A plan with this preset, else the first preset for this number of players, else the printed options."""
    offered = presets(game, names)
    if not offered:
        return Plan(names, options_payload(game, game.options()))
    chosen = next((other for other in offered if other.key == preset), offered[0])
    return Plan(names, options_payload(game, chosen.options))


def matching_preset(game: AnyGame, names: tuple[str, ...], options: Payload) -> Preset[Any] | None:
    """The first preset with these options, whoever the players named in them are."""
    seats = _seat_options(game, Plan(names, options))
    wanted = {**options, **seats}
    return next((one for one in presets(game, names) if options_payload(game, one.options) | seats == wanted), None)


def presets(game: AnyGame, names: Sequence[str]) -> tuple[Preset[Any], ...]:
    """The presets for this number of players; none where the game cannot be played with it."""
    return game.presets(len(names)) if len(names) in game.box.players else ()


@dataclass(frozen=True)
class OfferedPresets:
    """The presets as questions of the set-up.

    `option` is the option that has a preset for each of its values, `by_value`: these presets and that option are one
    question. `rules` are the other presets; beside `by_value` they change the rules only, and `option` stays as chosen.
    """

    option: str
    by_value: tuple[Preset[Any], ...]
    rules: tuple[Preset[Any], ...]


def offered_presets(game: AnyGame, plan: Plan) -> OfferedPresets:
    """The presets for this number of players, sorted by what they are about."""
    offered = presets(game, plan.names)
    changes = {preset.key: _changes_by(game, preset, offered[0]) for preset in offered}
    for option in option_fields(game, plan) if len(offered) > 1 else ():
        name = option.field.name
        by_value = tuple(preset for preset in offered if changes[preset.key] <= {name})
        values = [options_payload(game, preset.options)[name] for preset in by_value]
        if isinstance(option.field, Pick) and len(values) > 1 and values == [c.value for c in option.field.choices]:
            others = [preset for preset in offered if preset not in by_value]
            printed = replace(offered[0], key="printed", title="As printed", text="Without variations.")
            return OfferedPresets(name, by_value, (printed, *others) if others else ())
    return OfferedPresets("", (), offered)


def _changes_by(game: AnyGame, preset: Preset[Any], first: Preset[Any]) -> set[str]:
    """The names of the options in which a preset differs from the first one."""
    own, usual = options_payload(game, preset.options), options_payload(game, first.options)
    return {name for name, value in own.items() if value != usual[name]}


def has_rules(game: AnyGame, plan: Plan, preset: Preset[Any]) -> bool:
    """Whether the plan has the rules of this preset, whoever plays and whatever is chosen for `OfferedPresets.option`.

    Without such an option the plan must have all of its options.
    """
    kept = {offered_presets(game, plan).option, *_seat_options(game, plan)}
    printed = options_payload(game, preset.options)
    return all(plan.options[name] == value for name, value in printed.items() if name not in kept)


def with_rules(game: AnyGame, plan: Plan, preset: Preset[Any]) -> Plan:
    """Apply one of `OfferedPresets.rules`: its value of `OfferedPresets.option` replaces the first one only.

    Options whose value is a player, such as the first dealer, keep it.
    """
    options, name = options_payload(game, preset.options), offered_presets(game, plan).option
    if name and plan.options[name] != options_payload(game, presets(game, plan.names)[0].options)[name]:
        options[name] = plan.options[name]
    options |= _seat_options(game, plan)
    return replace(plan, options=options, own=not matching_preset(game, plan.names, options))


def with_option(game: AnyGame, plan: Plan, name: str, value: Answer) -> Plan:
    """Change one option by hand. The plan then counts as `own`, unless its options equal a preset.

    An option whose value is a player leaves the preset what it is.
    """
    options = {**plan.options, name: value}
    if name in _seat_options(game, plan):
        return replace(plan, options=options)
    return replace(plan, options=options, own=not matching_preset(game, plan.names, options))


def with_remembered(game: AnyGame, plan: Plan, options: Payload) -> Plan:
    """Apply the options with which this title was last played; title and seats stay.

    Options that this table cannot play stay as they are. `without_recalled` takes the others back.
    """
    fields = [option.field for option in option_fields(game, plan)]
    names = [field.name for field in fields if isinstance(field, Text) and field.shelf == GAME_TITLES]
    titles = {name: plan.options[name] for name in names}
    remembered = replace(plan, options=options | titles | _seat_options(game, plan), own=True)
    after = _drop_refused(game, remembered, plan.options) or plan
    changed = {name: (value, plan.options[name]) for name, value in after.options.items()}
    return replace(after, recalled={name: both for name, both in changed.items() if both[0] != both[1]})


def without_recalled(plan: Plan) -> Plan:
    """Give the options that came back with a title their values of before, except those changed by hand since."""
    before = {name: was for name, (value, was) in plan.recalled.items() if plan.options[name] == value}
    return replace(plan, options={**plan.options, **before}, recalled={})


def reseat(game: AnyGame, plan: Plan, names: Sequence[str]) -> Plan:
    """The same plan for other players or seats.

    An option whose value is a player follows that player; if they left, it becomes seat 0. Options the
    table chose by hand stay while they can be played; where the game names those that cannot, only they are
    reset. A preset becomes the one for the new number of players.
    """
    table = tuple(names)
    seats = _follow_players(_seat_options(game, plan), plan.names, table)
    after = replace(plan, names=table, options=plan.options | seats)
    if len(table) == len(plan.names) or (plan.own and len(table) not in game.box.players):
        return after
    preset = matching_preset(game, plan.names, plan.options)
    usual = new_plan(game, table, preset.key if preset else "")
    usual = replace(usual, options=usual.options | seats)
    kept = _drop_refused(game, after, usual.options) if plan.own else None
    return kept or usual


@dataclass(frozen=True)
class SeatCorrections:
    """The two ways to read players who change places in a set-up that is corrected, as answers for entry 0.

    `renamed`: the names were wrong; what was entered stays with its seat, and so does a first dealer nobody changed.
    `moved`: they sat in another order; what was entered goes with its player.
    """

    renamed: Payload
    moved: Payload


def seat_corrections(game: AnyGame, before: Plan, after: Plan) -> SeatCorrections | None:
    """Both readings if the same players sit in another order in the plan `after`; None if they do not."""
    if before.names == after.names or sorted(before.names) != sorted(after.names):
        return None
    options = dict(after.options)
    for name in _seat_options(game, before).keys() & options.keys():
        was, now = before.options[name], after.options[name]
        if None not in (was, now) and before.names[was] == after.names[now]:
            options[name] = before.options[name]
    names, moves = list(after.names), [after.names.index(name) for name in before.names]
    return SeatCorrections(
        {"names": names, "options": options}, {"names": names, "options": after.options, "moves": moves}
    )


def seat_answers(game: AnyGame, payload: Payload) -> dict[str, str]:
    """The player of each option whose value is a seat, by the option's label: "First dealer": "Ben"."""
    plan = _plan_from(payload)
    labels = {option.field.name: option.field.label for option in option_fields(game, plan)}
    return {labels[name]: plan.names[seat] for name, seat in _seat_options(game, plan).items() if isinstance(seat, int)}


def option_changes(game: AnyGame, before: Payload, after: Payload) -> list[str]:
    """The options that differ between two answers to entry 0, old → new: "First dealer: Ana → Ben"."""
    was, now = seat_answers(game, before), seat_answers(game, after)
    seats = {name for payload in (before, after) for name in _seat_options(game, _plan_from(payload))}
    lines = [f"{label}: {was[label]} → {now[label]}" for label in now if was.get(label, now[label]) != now[label]]
    for name, value in after["options"].items():
        old = before["options"].get(name)
        if name not in seats and value != old:
            (_, earlier), (label, later) = (label_option(game, name, json.dumps(answer)) for answer in (old, value))
            lines.append(f"{label}: {earlier} → {later}")
    return lines


def _plan_from(payload: Payload) -> Plan:
    return Plan(tuple(payload["names"]), payload["options"])


def _drop_refused(game: AnyGame, plan: Plan, usual: Payload) -> Plan | None:
    """Reset every option that the game refuses by name to its usual value; None if that does not help."""
    try:
        game.open(Table(plan.names), options_from(game, plan.options))
    except FormatError:
        return None
    except RuleViolation as violation:
        name = (violation.field or "").partition("[")[0]
        if plan.options.get(name) == usual.get(name):
            return None
        return _drop_refused(game, replace(plan, options=plan.options | {name: usual[name]}), usual)
    return plan


def build_options(game: AnyGame, plan: Plan) -> tuple[Any, str]:
    """The game's options object (None where unreadable), and why it cannot be played (empty where it can)."""
    try:
        options = options_from(game, plan.options)
    except FormatError as error:
        return None, str(error)
    if len(plan.names) not in game.box.players:
        return options, ""
    try:
        game.open(Table(plan.names), options)
    except RuleViolation as violation:
        return options, violation.message
    return options, ""


def describe_teams(game: AnyGame, plan: Plan) -> str:
    """Who plays with whom: "Ana and Cleo against Ben and Dov"; empty without teams, or if it cannot be played yet."""
    options, wrong = build_options(game, plan)
    if options is None or wrong or len(plan.names) not in game.box.players:
        return ""
    sides = sorted(place.side for place in game.standings(game.open(Table(plan.names), options)))
    if len(sides) < 2 or all(len(side) < 2 for side in sides):
        return ""
    return " against ".join(join_words(plan.names[seat] for seat in side) for side in sides)


def missing_players(game: AnyGame, plan: Plan) -> str:
    """The primary button's text while players are missing; empty once there are enough."""
    low, high = game.box.players[0], game.box.players[-1]
    if not plan.names:
        return f"Who plays? {low} to {high} players"
    return f"{counted(low - len(plan.names), 'more player')} needed" if len(plan.names) < low else ""


def option_fields(game: AnyGame, plan: Plan) -> tuple[OptionField, ...]:
    """The questions of the set-up form for this plan."""
    options, _ = build_options(game, plan)
    fields: tuple[OptionField, ...] = game.option_fields(Table(plan.names), options or game.options())
    return fields


def seat_fields(game: AnyGame, plan: Plan) -> list[Pick]:
    """The questions whose answer is a player; none if the game cannot be played with this number of players."""
    if len(plan.names) not in game.box.players:
        return []
    fields = (option.field for option in option_fields(game, plan))
    return [field for field in fields if isinstance(field, Pick) and field.seats]


def _seat_options(game: AnyGame, plan: Plan) -> Payload:
    return {field.name: plan.options[field.name] for field in seat_fields(game, plan)}


def _follow_players(seats: Payload, before: tuple[str, ...], after: tuple[str, ...]) -> Payload:
    """The new seat of each player named by an option; seat 0 for those who left."""
    sat = {name: before[seat] for name, seat in seats.items() if isinstance(seat, int)}
    return {name: after.index(player) if player in after else 0 for name, player in sat.items()}
