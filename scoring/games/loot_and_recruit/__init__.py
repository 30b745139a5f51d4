"""Loot & Recruit: buy cards, recruit goblins, stack them on three platforms, and knock down what others built."""

from typing import Final

from scoring.contract.game import Box, Event, Game, Measures, events_in
from scoring.contract.rulebook import rules_in
from scoring.games.loot_and_recruit import board, days, flow, memory, platforms, regrouping, score, setup
from scoring.games.loot_and_recruit.options import Options
from scoring.games.loot_and_recruit.state import State

GAME: Final = Game[Options, State, Event[State]](
    key="loot_and_recruit",
    box=Box(
        title="Loot & Recruit",
        tagline="Stack goblins on three platforms, and mind who stands at the bottom.",
        colour="#4d4a1c",
        players=setup.PLAYERS,
        round="checkpoint",
    ),
    format=1,
    events=events_in(globals()),
    options=Options,
    rules=rules_in(globals()),
    option_fields=setup.option_fields,
    open=setup.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=score.standings,
    outcome=score.outcome,
    rounds=days.heads,
    view=board.view,
    presets=setup.presets,
    form=flow.form,
    measures=Measures(platforms.MEASURED, lambda state: state.measured),
    provisional=score.provisional,
    reach=score.reach,
    regrouping=regrouping.REGROUPING,
    card_numbers=lambda shelf, card: memory.counts_for(shelf, card.name),
)
