"""Recruits: blind bids of two cards for twelve face cards; the best team of them wins."""

from typing import Final

from scoring.contract.cards import FRENCH_SUITS
from scoring.contract.game import Box, Event, Game, Measures, events_in
from scoring.contract.rulebook import rules_in
from scoring.games.recruits import board, deck, entry, final_count, flow, regrouping, rows, score, setup, winning
from scoring.games.recruits.options import Options
from scoring.games.recruits.state import State

GAME: Final = Game[Options, State, Event[State]](
    key="recruits",
    box=Box(
        title="Recruits",
        tagline="One card open, one card hidden: outbid the others for kings, queens and jacks.",
        colour="#5a3d1e",
        players=deck.PLAYERS,
        minutes=(15, 30),
        round="recruit",
        suits=FRENCH_SUITS,
    ),
    format=1,
    events=events_in(globals()),
    options=Options,
    rules=rules_in(globals()),
    option_fields=setup.option_fields,
    open=entry.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    form=final_count.narrow,
    standings=winning.standings,
    outcome=winning.outcome,
    rounds=rows.rounds,
    view=board.view,
    presets=setup.presets,
    measures=Measures(rows.MEASURED, rows.measures),
    reach=score.reach,
    regrouping=regrouping.REGROUPING,
)
