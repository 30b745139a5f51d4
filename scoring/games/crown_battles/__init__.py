"""Crown Battles: predict your tricks, round after round, and wear the crown at the end."""

from typing import Final

from scoring.contract.game import Box, Game, Measures
from scoring.contract.rulebook import rules_in
from scoring.games.crown_battles import (
    bidding,
    board,
    cards,
    counting,
    crown,
    dealing,
    deck,
    flow,
    grouping,
    order,
    pool,
    powers,
    precedence,
    presets,
    reach,
    regrouping,
    rounds,
    schedule,
    setup,
    shield,
    state,
    trump,
)
from scoring.games.crown_battles.deck import SUITS
from scoring.games.crown_battles.events import EVENTS, Event
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.state import State

GAME: Final = Game[Options, State, Event](
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
    unit=crown.STEP,
    events=(*EVENTS, *powers.EVENTS, *rounds.EVENTS),
    options=Options,
    rules=(
        *presets.SUGGESTED,
        *rules_in(
            deck,
            schedule,
            presets,
            dealing,
            state,
            order,
            trump,
            bidding,
            precedence,
            counting,
            cards,
            grouping,
            shield,
            pool,
            crown,
            regrouping,
            *powers.MODULES,
            *rounds.MODULES,
        ),
    ),
    option_fields=setup.option_fields,
    open=dealing.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=crown.standings,
    outcome=crown.outcome,
    rounds=flow.rounds,
    view=board.view,
    sentence=board.sentence,
    presets=presets.presets,
    form=flow.form,
    measures=Measures(flow.MEASURED, flow.measures),
    provisional=flow.provisional,
    veil=flow.veil,
    sealed=flow.sealed,
    reach=reach.reach,
    regrouping=regrouping.REGROUPING,
)
