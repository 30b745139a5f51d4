"""Beginning a session: a new one, or a rematch of one that was played."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.session.desk import Desk
from companion.session.setup_plan import Plan, built, option_fields, presets
from scoring.codec import options_payload
from scoring.game import AnyGame, Opened
from scoring.prompts import Pick
from storage.store import Store


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch to come: the same people in the same seats with the same options, but somebody else begins.

    `begins` asks for whoever does, the first dealer say, where the game leaves that to the table.
    """

    game: AnyGame
    plan: Plan
    begins: Pick | None
    last: int | None  # the seat that began the session before
    preset: str  # what the options are called; empty: the table's own

    @property
    def first(self) -> str:
        """The name of whoever begins; empty where the game says who does."""
        return self.plan.names[int(self.plan.options[self.begins.name])] if self.begins else ""


def begin(store: Store, game: AnyGame, names: tuple[str, ...], options: Any) -> str:
    """Open a session for these players and give its id; RuleViolation if it cannot be played."""
    return store.open_session(game, Opened(names, options))


def rematch(desk: Desk) -> Rematch:
    """Once more, under the present names: whoever sits next to the one who began may begin now."""
    plan = Plan(desk.state.table.names, options_payload(desk.game, desk.run.opened.options), own=True)
    asked = next(_seats_asked(desk.game, plan), None)
    last = int(plan.options[asked.name]) if asked else None
    again = Rematch(desk.game, plan, asked, last, _preset(desk.game, plan))
    if last is None:
        return again
    after = (begun_by(again, (last + step) % len(plan.names)) for step in range(1, len(plan.names)))
    return next((each for each in after if not built(each.game, each.plan)[1]), again)


def begun_by(again: Rematch, seat: int) -> Rematch:
    """The same rematch, begun by this seat."""
    assert again.begins is not None
    return replace(again, plan=replace(again.plan, options={**again.plan.options, again.begins.name: seat}))


def play_again(store: Store, again: Rematch) -> str:
    """Open the rematch and give its id."""
    options, _ = built(again.game, again.plan)
    return begin(store, again.game, again.plan.names, options)


def _seats_asked(game: AnyGame, plan: Plan) -> Iterator[Pick]:
    """The questions of the set-up that are answered with a player."""
    for option in option_fields(game, plan):
        asked = option.field
        if isinstance(asked, Pick) and asked.seats and isinstance(plan.options.get(asked.name), int):
            yield asked


def _preset(game: AnyGame, plan: Plan) -> str:
    """The name of the preset these options are, whoever begins."""
    seats = {asked.name for asked in _seats_asked(game, plan)}
    own = {name: value for name, value in plan.options.items() if name not in seats}
    for each in presets(game, plan.names):
        printed = options_payload(game, each.options)
        if {name: value for name, value in printed.items() if name not in seats} == own:
            return each.title
    return ""
