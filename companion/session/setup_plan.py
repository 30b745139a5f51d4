"""A set-up in the making: who sits where and what is played, until it is begun or written into a session."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.text import counted
from scoring.codec import FormatError, options_from, options_payload
from scoring.game import AnyGame, OptionField, Payload, Preset, Table
from scoring.prompts import Answer, Pick
from scoring.rulebook import RuleViolation


@dataclass(frozen=True)
class Plan:
    """Names in table order, and the options as answers.

    `preset` is the key of the preset they came from; `own` says that the table changed one by hand.
    """

    names: tuple[str, ...] = ()
    options: Payload = field(default_factory=dict)
    preset: str = ""
    own: bool = False


def fresh(game: AnyGame, names: tuple[str, ...], preset: str = "") -> Plan:
    """This preset for so many players, else their first one, else the options as printed."""
    offered = presets(game, names)
    if not offered:
        return Plan(names, options_payload(game, game.options()))
    chosen = next((each for each in offered if each.key == preset), offered[0])
    return Plan(names, options_payload(game, chosen.options), chosen.key)


def existing(game: AnyGame, names: tuple[str, ...], options: Payload) -> Plan:
    """The plan of a session that exists already. Its options stay when the number of players changes."""
    return Plan(names, options, matching_preset(game, names, options), own=True)


def matching_preset(game: AnyGame, names: tuple[str, ...], options: Payload) -> str:
    """The key of the first preset with these options, whoever the players named in them are; empty for none."""
    seats = _naming_players(game, Plan(names, options))
    return next(
        (
            preset.key
            for preset in presets(game, names)
            if options_payload(game, preset.options) | seats == {**options, **seats}
        ),
        "",
    )


def presets(game: AnyGame, names: Sequence[str]) -> tuple[Preset[Any], ...]:
    """What a table of so many can begin with; nothing where so many cannot play."""
    return game.presets(len(names)) if len(names) in game.players else ()


def with_preset(game: AnyGame, plan: Plan, preset: str) -> Plan:
    """The options of a preset; who deals first, and whatever else names a player, stays."""
    after = fresh(game, plan.names, preset)
    return replace(after, options=after.options | _naming_players(game, plan))


def with_option(game: AnyGame, plan: Plan, name: str, value: Answer) -> Plan:
    """One option changed by hand; one that names a player leaves the preset what it is.

    Changed back, the plan is that of the preset again.
    """
    options = {**plan.options, name: value}
    if name in _naming_players(game, plan):
        return replace(plan, options=options)
    preset = matching_preset(game, plan.names, options)
    return replace(plan, options=options, preset=preset, own=not preset)


def reseated(game: AnyGame, plan: Plan, names: Sequence[str]) -> Plan:
    """The same plan for other people or other seats.

    An option that names a player follows that player; if they left, it names the first one. Options
    the table chose by hand stay as long as they can be played; where the game says which of them cannot,
    those alone are given up. A preset becomes that of the new number.
    """
    table = tuple(names)
    seats = _following(_naming_players(game, plan), plan.names, table)
    after = replace(plan, names=table, options=plan.options | seats)
    if len(table) == len(plan.names) or (plan.own and len(table) not in game.players):
        return after
    begun = fresh(game, table, plan.preset)
    begun = replace(begun, options=begun.options | seats)
    kept = _fitting(game, after, begun.options) if plan.own else None
    return replace(kept, preset=matching_preset(game, table, kept.options)) if kept else begun


def _fitting(game: AnyGame, plan: Plan, usual: Payload) -> Plan | None:
    """The plan with every option as usual that the game refuses by name; None where that does not help."""
    if built(game, plan)[0] is None:
        return None
    while (refused := _refused(game, plan)) is not None:
        name = (refused.field or "").partition("[")[0]
        if plan.options.get(name) == usual.get(name):
            return None
        plan = replace(plan, options=plan.options | {name: usual[name]})
    return plan


def _refused(game: AnyGame, plan: Plan) -> RuleViolation | None:
    """Why so many cannot play with these options."""
    try:
        game.open(Table(plan.names), options_from(game, plan.options))
    except RuleViolation as violation:
        return violation
    return None


def built(game: AnyGame, plan: Plan) -> tuple[Any, str]:
    """The options the plan stands for (None where they make no sense), and why they cannot be played."""
    try:
        options = options_from(game, plan.options)
    except FormatError as error:
        return None, str(error)
    if len(plan.names) not in game.players:
        return options, ""
    try:
        game.open(Table(plan.names), options)
    except RuleViolation as violation:
        return options, violation.message
    return options, ""


def missing(game: AnyGame, plan: Plan) -> str:
    """Who is missing before it can begin, for the primary button; empty: enough are there."""
    low, high = game.players[0], game.players[-1]
    if not plan.names:
        return f"Who plays? {low} to {high} players"
    return f"{counted(low - len(plan.names), 'more player')} needed" if len(plan.names) < low else ""


def option_fields(game: AnyGame, plan: Plan) -> tuple[OptionField, ...]:
    """The questions of the set-up form for this plan."""
    options, _ = built(game, plan)
    asked: tuple[OptionField, ...] = game.option_fields(Table(plan.names), options or game.options())
    return asked


def _naming_players(game: AnyGame, plan: Plan) -> Payload:
    """The options whose value is a seat."""
    if len(plan.names) not in game.players:
        return {}
    asked = (option.field for option in option_fields(game, plan))
    return {each.name: plan.options[each.name] for each in asked if isinstance(each, Pick) and each.seats}


def _following(seats: Payload, before: tuple[str, ...], after: tuple[str, ...]) -> Payload:
    """The same players on their new seats, the first seat for those who left."""
    sat = {name: before[seat] for name, seat in seats.items() if isinstance(seat, int)}
    return {name: after.index(player) if player in after else 0 for name, player in sat.items()}
