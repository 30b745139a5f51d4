"""A session as text, for `companion replay` and the golden sessions: what was entered, what it scored and why."""

from collections.abc import Iterator

from scoring.contract.game import E, Game, O, S, Table
from scoring.contract.scores import Place
from scoring.engine import agreements
from scoring.engine.replay import Replay


def lines(game: Game[O, S, E], run: Replay[S, E]) -> Iterator[str]:
    """The whole session, entry by entry; what is still secret stays hidden."""
    table = run.state.table
    width = max(map(len, table.names))
    yield f"{game.title_of(run.opened.options)}: {', '.join(table.names)}"
    scored = 0
    for step in run.steps:
        waived = f" (the card says so: {', '.join(step.waived)})" if step.waived else ""
        yield f"#{step.entry} {agreements.sentence(game, run.state, step.event)}{waived}"
        for line in step.state.ledger[scored:]:
            yield f"    {table.names[line.seat]:<{width}} {line.points:>+5}  {line.working}  [{line.rule.id}]"
        scored = len(step.state.ledger)
    if run.violation:
        yield f"#{run.waiting[0]} REFUSED: {run.violation} [{run.violation.rule.id}]; {len(run.waiting)} waiting"
    yield from final_lines(game, run)


def final_lines(game: Game[O, S, E], run: Replay[S, E]) -> Iterator[str]:
    """The standings and, once the session is over, who won and why."""
    for place in agreements.standings(game, run.state):
        yield place_line(place, run.state.table)
    outcome = agreements.outcome(game, run.state)
    if outcome:
        yield f"{run.state.table.join_names(outcome.winners)} won. {outcome.because} [{outcome.rule.id}]"


def place_line(place: Place, table: Table) -> str:
    """One row of the standings: "2. Ben 85 (more tricks)"."""
    because = f" ({place.because})" if place.because else ""
    return f"{place.rank}. {table.join_names(place.side)} {place.points}{because}"
