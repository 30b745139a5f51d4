"""Recruits: blind bids of two cards for twelve face cards; the best team of them wins."""

from typing import Final

from scoring.contract.cards import FRENCH_SUITS
from scoring.contract.game import Box, Game
from scoring.contract.rulebook import rules_in
from scoring.engine.regrouping import allow_regrouping
from scoring.games.recruits import (
    bidding,
    board,
    counting,
    deck,
    entry,
    flow,
    notices,
    order,
    piles,
    presets,
    regrouping,
    resolving,
    rows,
    score,
    setup,
    stuck,
    supply,
    ties,
    winning,
)
from scoring.games.recruits.events import EVENTS, Event
from scoring.games.recruits.options import Options
from scoring.games.recruits.state import State

_GAME: Final = Game[Options, State, Event](
    key="recruits",
    box=Box(
        title="Recruits",
        tagline="One card open, one card hidden: outbid the others for kings, queens and jacks.",
        colour="#5a3d1e",
        players=deck.PLAYERS,
        minutes=(15, 30),
        suits=FRENCH_SUITS,
    ),
    format=1,
    events=EVENTS,
    options=Options,
    rules=rules_in(
        deck, piles, order, entry, supply, bidding, stuck, resolving, counting, ties, score, winning, regrouping
    ),
    option_fields=setup.option_fields,
    open=entry.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    form=flow.form,
    standings=winning.standings,
    outcome=winning.outcome,
    rounds=rows.rounds,
    starter=rows.starter,
    facts=board.facts,
    board=board.board,
    sentence=board.sentence,
    presets=presets.presets,
    notices=notices.notices,
    measures=rows.measures,
    measured=rows.MEASURED,
    reach=score.reach,
)

GAME: Final = allow_regrouping(_GAME, regrouping.REGROUPING)
