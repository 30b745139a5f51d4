"""Loot & Recruit: buy cards, recruit goblins, stack them on three platforms, and knock down what others built."""

from typing import Final

from scoring.game import Game, sentence
from scoring.loot_and_recruit import (
    attacks,
    board,
    days,
    entry,
    flow,
    memory,
    notices,
    offer,
    playing,
    presets,
    score,
    setup,
    stacks,
    supply,
)
from scoring.loot_and_recruit.options import Options
from scoring.loot_and_recruit.state import Event, State
from scoring.rulebook import rules_in

GAME: Final = Game[Options, State, Event](
    key="loot_and_recruit",
    title="Loot & Recruit",
    tagline="Stack goblins on three platforms, and mind who stands at the bottom.",
    colour="#4d4a1c",
    players=setup.PLAYERS,
    minutes=(0, 0),
    format=1,
    events=(*entry.EVENTS, *days.EVENTS, *stacks.EVENTS, *attacks.EVENTS, *playing.EVENTS, *offer.EVENTS),
    options=Options,
    rules=rules_in(setup, supply, offer, memory, entry, days, stacks, playing, attacks, score),
    option_fields=setup.option_fields,
    open=setup.open_table,
    apply=flow.apply,
    prompts=flow.prompts,
    standings=score.standings,
    outcome=score.outcome,
    rounds=days.heads,
    starter=days.starter,
    facts=board.facts,
    board=board.board,
    sentence=sentence,
    presets=presets.presets,
    form=flow.form,
    preview=board.preview,
    notices=notices.notices,
    measures=stacks.measures,
    measured=stacks.MEASURED,
    provisional=score.provisional,
)
