"""Faction Wars: bid in secret for cowboys, ninjas, pirates and vikings, and fight for those others want too."""

from typing import Final

from scoring.contract.game import Box, Event, Game, Measures, events_in
from scoring.contract.rulebook import rules_in
from scoring.games.faction_wars import bidding, board, cards, counting, flow, regrouping, rounds, score, setup
from scoring.games.faction_wars.options import Options
from scoring.games.faction_wars.state import State

GAME: Final = Game[Options, State, Event[State]](
    key="faction_wars",
    box=Box(
        title="Faction Wars",
        tagline="Bid in secret, fight over what others want too, and let nobody hand you a bystander.",
        colour="#4a2f5e",
        players=setup.PLAYERS,
        suits=cards.SUITS,
    ),
    format=1,
    events=events_in(globals()),
    options=Options,
    rules=rules_in(globals()),
    option_fields=setup.option_fields,
    open=setup.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=counting.standings,
    outcome=counting.outcome,
    rounds=rounds.heads,
    view=board.view,
    presets=setup.presets,
    form=flow.form,
    measures=Measures(rounds.MEASURED, rounds.measures),
    reach=score.reach,
    sealed=bidding.sealed_questions,
    regrouping=regrouping.REGROUPING,
    card_numbers=cards.card_numbers,
)
