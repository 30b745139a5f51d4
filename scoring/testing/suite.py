"""The tests of the rules of a game, as classes: name the games, and pytest runs them.

class TestOhHell(RuleTests):
    games = (GAME,)
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import product
from typing import Any, ClassVar, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.contract.game import AGREEMENTS, AnyGame, Opened
from scoring.contract.prompts import Prompt, Role
from scoring.contract.rulebook import RuleViolation
from scoring.engine import drafts
from scoring.engine.codec import options_from, options_payload
from scoring.engine.form_faults import find_field_fault
from scoring.testing.laws import LAWS, OWN_RULES, Law, walks
from scoring.testing.session import Session
from scoring.testing.walks import (
    crowded_options_for,
    first_options,
    long_walk,
    one_of,
    options_for,
    play_on,
    rolled,
    start,
    table_of,
    walk,
)

SHORT: Final = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), print_blob=False
)
LONG: Final = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))

TABLES: Final = 6
"""Random tables a game plays: whole sessions, at every number of players in turn."""


class Games:
    """The games of a class of tests: a test with the argument `game` runs once for each."""

    games: ClassVar[Sequence[AnyGame]] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games, ids=[game.key for game in self.games])


class RuleTests(Games):
    """The laws on seeded and drawn walks, random tables, and the record of the game."""

    @pytest.mark.parametrize("check", LAWS, ids=lambda check: check.__name__)
    def test_law(self, game: AnyGame, check: Law) -> None:
        for trail in walks(game):
            check(trail)

    @pytest.mark.parametrize("seed", range(TABLES))
    def test_a_random_table_is_entered_through_its_forms_and_corrected(self, game: AnyGame, seed: int) -> None:
        play_table(game, seed)

    def test_every_preset_opens_for_its_number_of_players(self, game: AnyGame) -> None:
        for players in game.box.players:
            presets = game.presets(players)
            assert len({preset.key for preset in presets}) == len(presets)
            for options in (first_options(game, players), *(preset.options for preset in presets)):
                state = game.open(table_of(players), options)
                assert any(prompt.role is Role.MAIN for prompt in game.prompts(state))
                assert options_from(game, options_payload(game, options)) == options

    def test_the_minutes_on_the_box_are_a_span_or_unknown(self, game: AnyGame) -> None:
        least, most = game.box.minutes
        assert (least, most) == (0, 0) or 5 <= least <= most
        assert (least % 5, most % 5) == (0, 0)

    def test_too_few_and_too_many_players_are_refused(self, game: AnyGame) -> None:
        for players in (game.box.players[0] - 1, game.box.players[-1] + 1):
            with pytest.raises(RuleViolation):
                game.open(replace(table_of(2), names=tuple(f"P{n}" for n in range(players))), game.options())

    def test_the_set_up_form_asks_for_options_of_the_game(self, game: AnyGame) -> None:
        names = {field.name for field in fields(game.options)}
        for players in game.box.players:
            options = first_options(game, players)
            option = game.option_fields(table_of(players), options)
            assert {item.field.name for item in option} <= names
            assert not find_field_fault((item.field for item in option), table_of(players).seats)
            assert len({item.field.name for item in option}) == len(option)
            draft = options_payload(game, options)
            prompt = Prompt("options", "Options", tuple(item.field for item in option))
            assert not drafts.find_gaps(prompt, {name: draft[name] for name in draft if name in names})
            assert all(item.rule is None or item.rule in game.rules for item in option)

    def test_names_of_a_game_are_stored_and_unique(self, game: AnyGame) -> None:
        assert re.fullmatch(r"[a-z][a-z_]*", game.key)
        assert re.fullmatch(r"#[0-9a-f]{6}", game.box.colour)
        kinds = [cls.kind for cls in (*game.events, *AGREEMENTS, Opened)]
        assert len(set(kinds)) == len(kinds)
        assert all(re.fullmatch(r"[a-z][a-z_]*", kind) for kind in kinds)
        ids = [rule.id for rule in (*game.rules, *OWN_RULES)]
        assert len(set(ids)) == len(ids)
        assert all(rule.text and rule.source for rule in game.rules)
        assert set(game.upcasts) == set(range(1, game.format))


class DrawnTests(Games):
    """The laws on drawn walks, which are shrunk where one fails, and whole sessions with every kind of event."""

    rare: ClassVar[Mapping[str, Sequence[tuple[int, Any]]]] = {}
    """Players and options by key of the game, for sessions with kinds of events too rare to come up at random."""

    @SHORT
    @given(data=st.data())
    def test_every_law_holds_for_any_short_walk(self, game: AnyGame, data: st.DataObject) -> None:
        trail = data.draw(walk(game))
        for check in LAWS:
            check(trail)

    def test_every_kind_of_event_comes_up_in_two_hundred_sessions(self, game: AnyGame) -> None:
        missing = {cls.kind for cls in game.events}
        for chosen, seed in product((options_for, crowded_options_for), range(100)):
            below = rolled(random.Random(seed))
            players = one_of(game.box.players, below)
            options = chosen(game, table_of(players), below)
            aside = (3, 60)[seed % 2]  # what is asked beside the play may throw a hand in, or end its entering
            trail = play_on(start(game, players, options), below, aside=aside)
            missing -= {event.kind for event in trail.events}
            if not missing:
                return
        for players, options in self.rare.get(game.key, ()):
            trail = play_on(start(game, players, options), rolled(random.Random(0)), aside=60)
            missing -= {event.kind for event in trail.events}
        assert not missing


class DeepTests(Games):
    """The laws on walks of hundreds of entries; a large game takes minutes."""

    @LONG
    @given(data=st.data())
    def test_every_law_holds_for_deep_walks(self, game: AnyGame, data: st.DataObject) -> None:
        trail = data.draw(long_walk(game))
        for check in LAWS:
            check(trail)
        play_on(trail, rolled(random.Random(0)))
        for check in LAWS:
            check(trail)


def play_table(game: AnyGame, seed: int) -> None:
    """Play a whole session at random, enter it through its forms, look at it, and correct some of it.

    Raises `Disagreement`, with the session as it was entered.
    """
    below = rolled(random.Random(seed))
    players = game.box.players[seed % len(game.box.players)]
    options = options_for(game, table_of(players), below)
    trail = play_on(start(game, players, options), below)
    session = Session(game, trail.opened)
    for record in trail.records:
        session.enter(record.event, record.waived)
        session.view()
    assert session.state == trail.state
    for _ in range(5):
        number = 1 + below(len(trail.records))
        session.check_correction(number, one_of(trail.events, below))
