"""Recruit: four hands of thirteen tricks; collect cards, but never two faces of a kind."""

from typing import Final

from scoring.contract.cards import FRENCH_SUITS
from scoring.contract.game import Box, Event, Game, Measures, events_in
from scoring.contract.rulebook import rules_in
from scoring.games.recruit import board, dealing, deck, flow, gains, regrouping, setup, winning
from scoring.games.recruit.options import Options
from scoring.games.recruit.state import State

GAME: Final = Game[Options, State, Event[State]](
    key="recruit",
    box=Box(
        title="Recruit",
        tagline="Every trick you collect pays; a second face of the same rank costs.",
        colour="#2b3a67",
        players=deck.PLAYERS,
        suits=FRENCH_SUITS,
        round="hand",
    ),
    format=1,
    events=events_in(globals()),
    options=Options,
    rules=rules_in(globals()),
    option_fields=setup.option_fields,
    open=dealing.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=winning.standings,
    outcome=winning.outcome,
    rounds=flow.rounds,
    view=board.view,
    presets=setup.presets,
    form=flow.form,
    measures=Measures(flow.MEASURED, flow.measures),
    provisional=flow.provisional,
    reach=gains.reach,
    regrouping=regrouping.REGROUPING,
)
