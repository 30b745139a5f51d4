"""Crown Battles: predict your tricks, round after round, and wear the crown at the end."""

from typing import Final

from scoring.contract.game import Box, Event, Game, Measures
from scoring.contract.rulebook import rules_in
from scoring.games.crown_battles import (
    bidding,
    board,
    cards,
    counting,
    crown,
    dealing,
    deck,
    entry,
    flow,
    powers,
    presets,
    reach,
    regrouping,
    rounds,
    setup,
    shield,
    state,
    tricks,
    trump,
)
from scoring.games.crown_battles.deck import SUITS
from scoring.games.crown_battles.options import Options
from scoring.games.crown_battles.powers import smuggler
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
    unit=state.STEP,
    events=(
        entry.JoinedLate,
        entry.LevelChosen,
        dealing.TypeDrawn,
        trump.TrumpSpun,
        trump.TrumpNamed,
        smuggler.SmugglerSwapped,
        bidding.BidPlaced,
        shield.ShieldBought,
        counting.TricksTaken,
        tricks.TrickWon,
        cards.CardPlayed,
        cards.DoubleFacedDeclared,
        cards.TrickRuled,
        crown.RoundScored,
        *powers.EVENTS,
        *rounds.EVENTS,
    ),
    options=Options,
    rules=(*presets.SUGGESTED, *rules_in(globals())),
    option_fields=setup.option_fields,
    open=dealing.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=crown.standings,
    outcome=crown.outcome,
    rounds=flow.rounds,
    view=board.view,
    presets=presets.presets,
    form=flow.form,
    measures=Measures(flow.MEASURED, flow.measures),
    provisional=flow.provisional,
    sealed=flow.sealed,
    reach=reach.reach,
    regrouping=regrouping.REGROUPING,
)
