"""Starts sessions: new ones, and rematches of earlier ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.open_session.desk import Desk
from companion.setup.setup_plan import (
    Plan,
    build_options,
    matching_preset,
    reseat,
    seat_fields,
    with_remembered,
    without_recalled,
)
from companion.ui.player_colours import COLOURS, seat_colours
from scoring.contract.game import AnyGame, Opened
from scoring.contract.names import name_key
from scoring.contract.prompts import Pick
from scoring.engine.codec import options_payload
from scoring.engine.regrouping import list_playing
from storage.errors import StorageError
from storage.sessions.players import Player
from storage.statistics.games import list_games
from storage.store import Store

MOST_PEOPLE: Final = 1000
"""Players whose colours are known when a new one is given one."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch before it starts: the same players, seats and options, but another player goes first.

    `begins` is the set-up question for who goes first (the first dealer, say), where the game asks for it.
    """

    game: AnyGame
    plan: Plan
    players: tuple[str, ...]  # their ids by seat: two may have the same name
    begins: Pick | None
    last: int | None  # the seat that went first in the earlier session
    preset: str  # title of the preset; empty for the table's own options
    is_same: bool  # the options are those of the earlier session; others where as many cannot play by them

    @property
    def first(self) -> str:
        """The name of the player who goes first; empty where the game decides."""
        return self.plan.names[int(self.plan.options[self.begins.name])] if self.begins else ""


def begin(store: Store, game: AnyGame, names: tuple[str, ...], options: Any, players: Sequence[str] = ()) -> str:
    """Open a session for these players and return its id. The colours in which they were shown become theirs.

    Raises RuleViolation if it cannot be played, and StorageError if two people have the name of a player without an id.
    """
    known = [name_key(player.name) for player in store.players.list_recent(MOST_PEOPLE, archived=True)]
    if twice := [name for name in names[len(players) :] if known.count(name_key(name)) > 1]:
        raise StorageError(f"Two players are called {twice[0]}; rename one of them first.")
    session_id = store.sessions.open(game, Opened(names, options), players)
    keep_colours(store, [seated.player for seated in store.sessions.load_head(session_id).seats])
    return session_id


def keep_colours(store: Store, players: Sequence[Player]) -> None:
    """Store the colour in which `seat_colours` shows each player who has none yet."""
    colours = seat_colours(players, store.players.list_recent(MOST_PEOPLE, archived=True))
    for player, colour in zip(players, colours, strict=True):
        if player.colour not in COLOURS:
            store.players.set_look(player.id, colour=colour, symbol=player.symbol)


def list_titles(store: Store) -> tuple[str, ...]:
    """The titles of all games in the history that are not on the shelf, the most played first."""
    titles, own = store.titles.load(), {game.key for game in store.games}
    played = [summary.game for summary in list_games(store.database)]
    return tuple(titles[key] for key in dict.fromkeys((*played, *titles)) if key in titles and key not in own)


def recall_options(store: Store, game: AnyGame, before: Plan, after: Plan) -> Plan:
    """The plan `after` a change. A title that was played before also brings back its last options, until it changes."""
    title, was = (_title(game, plan) for plan in (after, before))
    if name_key(title) == name_key(was):
        return after
    after = without_recalled(after)
    options = store.titles.load_last_options(game, title)
    return after if options is None else with_remembered(game, after, options)


def _title(game: AnyGame, plan: Plan) -> str:
    options, _ = build_options(game, plan)
    return "" if options is None else game.counts_as(options)


def plan_rematch(desk: Desk) -> Rematch:
    """Plan a rematch with the players' current names; the next seat that the rules allow goes first."""
    game, playing, seated = desk.game, list_playing(desk.state), desk.players
    before = Plan(desk.setup_names, options_payload(game, desk.run.opened.options), own=True)
    plan = reseat(game, before, [desk.state.table.names[seat] for seat in playing])
    players = tuple(seated[seat].id for seat in playing)
    fields = seat_fields(game, plan)
    question = next((field for field in fields if isinstance(plan.options.get(field.name), int)), None)
    last = int(plan.options[question.name]) if question else None
    preset = matching_preset(game, plan.names, plan.options)
    kept = plan.options.keys() - {field.name for field in fields}
    is_same = all(plan.options[name] == before.options[name] for name in kept)
    again = Rematch(game, plan, players, question, last, preset.title if preset else "", is_same)
    if last is None:
        return again
    others = (with_first_player(again, (last + step) % len(plan.names)) for step in range(1, len(plan.names)))
    return next((other for other in others if not build_options(other.game, other.plan)[1]), again)


def with_first_player(again: Rematch, seat: int) -> Rematch:
    assert again.begins is not None
    return replace(again, plan=replace(again.plan, options={**again.plan.options, again.begins.name: seat}))


def play_again(store: Store, again: Rematch) -> str:
    """Open the rematch and return its session id."""
    options, _ = build_options(again.game, again.plan)
    return begin(store, again.game, again.plan.names, options, again.players)
