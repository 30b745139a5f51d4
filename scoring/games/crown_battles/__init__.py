"""Crown Battles: predict your tricks, round after round, and wear the crown at the end."""

from typing import Final

from scoring.contract.game import Box, Event, Game, Measures, events_in
from scoring.contract.rulebook import rules_in
from scoring.games.crown_battles import board, dealing, deck, flow, gains, presets, regrouping, setup, state, winning
from scoring.games.crown_battles.deck import SUITS
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.state import State

GAME: Final = Game[Options, State, Event[State]](
    key="crown_battles",
    box=Box(
        title="Crown Battles",
        tagline="Say how many tricks you will take; the crown goes to whoever keeps their word.",
        colour="#7b1e3a",
        players=deck.PLAYERS,
        minutes=(20, 70),
        suits=SUITS,
    ),
    format=1,
    unit=lambda _: state.STEP,
    events=events_in(globals()),
    options=Options,
    rules=(*presets.SUGGESTED.values(), *rules_in(globals())),
    option_fields=setup.option_fields,
    open=dealing.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=winning.standings,
    outcome=winning.outcome,
    rounds=flow.rounds,
    view=board.view,
    presets=presets.presets,
    form=flow.form,
    measures=Measures(flow.MEASURED, flow.measures),
    provisional=flow.provisional,
    sealed=flow.sealed,
    reach=gains.reach,
    regrouping=regrouping.REGROUPING,
)
