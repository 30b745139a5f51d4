"""Recruits: blind bids of two cards for twelve face cards; the best team of them wins."""

from typing import Final

from scoring.contract.cards import FRENCH_SUITS
from scoring.contract.game import Box, Event, Game, Measures
from scoring.contract.rulebook import rules_in
from scoring.games.recruits import (
    bidding,
    board,
    deck,
    entry,
    final_count,
    flow,
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
        suits=FRENCH_SUITS,
    ),
    format=1,
    events=(
        entry.LevelChosen,
        entry.VariantsAgreed,
        entry.RecruitNamed,
        score.RecruitEarned,
        final_count.RecruitsCounted,
        final_count.CountedSoFar,
        entry.PileEmptied,
        resolving.LeftOut,
        resolving.TotalCounted,
        piles.RecruitTurned,
        bidding.BidPlaced,
        bidding.CardShown,
        stuck.HandRedrawn,
        supply.DeckShuffled,
        resolving.AceAimed,
        ties.TieCardPlayed,
        ties.TieCardDrawn,
        winning.EndedEarly,
        winning.WinCardPlayed,
    ),
    options=Options,
    rules=rules_in(globals()),
    option_fields=setup.option_fields,
    open=entry.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    form=flow.form,
    standings=winning.standings,
    outcome=winning.outcome,
    rounds=rows.rounds,
    view=board.view,
    presets=presets.presets,
    measures=Measures(rows.MEASURED, rows.measures),
    reach=score.reach,
    regrouping=regrouping.REGROUPING,
)
