"""The end of a round and of the game: the score, the crown, the next deal, the tie-break, the winner."""

from typing import Final

from scoring import agreements
from scoring.changing import replace
from scoring.crown_battles.dealing import begin
from scoring.crown_battles.options import FinalTieEligible, FinalTiePoints, ShieldDuration
from scoring.crown_battles.rounds import in_pool, rules_of
from scoring.crown_battles.shield import SHIELD
from scoring.crown_battles.state import Bids, Over, Piles, ScoredRound, State
from scoring.rulebook import Rule
from scoring.scores import Ledger, Outcome, ScoreLine, Seat, Standings, alone, contra, rank, totals

AIM: Final = Rule("CB-003", "Most points after all rounds win.", "Goal")
FIVES: Final = Rule("CB-007", "Everything in the game is counted in fives.", "Components")
DEBT: Final = Rule("CB-009", "Points may fall below zero; turned coins show a debt.", "Ending a Round")
NEGATIVE: Final = Rule("CB-151", "A total below zero stands.", "Ending a Round")
CROWN: Final = Rule("CB-152", "Who alone has the most points after a round wears the crown.", "Ending a Round")
CROWN_TIE: Final = Rule("CB-153", "With a tie nobody wears the crown.", "Ending a Round")
WINNER: Final = Rule("CB-154", "Most points after the last round win.", "Game End")
TIE_BREAK: Final = Rule("CB-155", "Tied leaders: the last round is played again until one leads alone.", "Game End")
RUNNING_TOTAL: Final = Rule(
    "CB-156", "A total is the sum of all rounds, of what a Witch moved and of the shields.", "Scoring"
)
CROWN_LOST: Final = Rule("CB-R24", "A tie takes the crown from whoever wore it.", "Our ruling")
REPLAY: Final = Rule("CB-R25", "In a tie-break everybody plays, and its points are added.", "Our ruling")

STEP: Final = 5


def score_round(state: State, bids: Bids, won: Piles) -> State:
    """The state after the round is scored: crown handed on, next round dealt, or the game over."""
    rules = rules_of(state)
    ledger = state.ledger + rules.lines(state, bids, won)
    sums = state.totals_of(ledger)
    crown = crowned(sums)
    scored = replace(
        state,
        ledger=ledger,
        sums=sums,
        counted=len(ledger),
        crown=crown,
        crown_before=state.crown,
        past=(*state.past, ScoredRound(state.deal, bids, won, crown)),
        shields=() if state.options.shield_duration is ShieldDuration.ROUND else state.shields,
    )
    scored = rules.after.carried(scored)
    return _tie_break(scored, state.pot) if state.final else begin(scored, scored.deal.number + 1)


def crowned(sums: tuple[int, ...]) -> Seat | None:
    """Who alone has the most points (CB-152, CB-153)."""
    best = max(sums)
    return Seat(sums.index(best)) if sums.count(best) == 1 else None


def standings(state: State) -> Standings:
    """Everybody by points; in a tie-break only the tied can win, those stand first (CB-R25)."""
    points = totals(state.ledger, state.table.seats)
    if not state.contenders:
        return rank(points, alone(state.table.seats))
    first = rank(points, alone(state.contenders))
    others = rank(points, alone(seat for seat in state.table.seats if seat not in state.contenders))
    ahead = tuple(replace(place, because="only the tied could still win") for place in first)
    return (*ahead, *(replace(place, rank=place.rank + len(first)) for place in others))


def outcome(state: State) -> Outcome | None:
    """Who won; None while rounds are left."""
    if not isinstance(state.phase, Over):
        return None
    winners = tuple(seat for place in standings(state) if place.rank == 1 for seat in place.side)
    return Outcome(TIE_BREAK if state.tie_break else WINNER, winners, _because(state, winners))


def _tie_break(state: State, pot: int) -> State:
    """After the last round: over, or once more because of a tie (CB-155); `pot` lay there before that round."""
    eligible = state.contenders or state.table.seats
    best = max(state.sums[seat] for seat in eligible)
    leaders = tuple(seat for seat in eligible if state.sums[seat] == best)
    if len(leaders) == 1:
        return _over(state)
    if state.options.final_tie_eligible is FinalTieEligible.TIED_ONLY:
        state = replace(state, contenders=leaders)
    if state.options.final_tie_points is FinalTiePoints.REPLACE:
        state = replace(state, ledger=state.ledger + _cancelled(state), pot=pot)
    return begin(state, state.deal.number + 1)


def _over(state: State) -> State:
    """The end: what a type leaves open is settled, whoever has won."""
    lines = tuple(line for rules in in_pool(state) for line in rules.after.closing(state))
    return replace(state, phase=Over(), ledger=state.ledger + lines, pot=0)


def _cancelled(state: State) -> Ledger:
    """Everything the round just scored gave or took, taken back; agreements and shields that stay are not."""
    number = state.deal.number
    own = [line for line in state.ledger if line.round == number and line.rule != agreements.BY_AGREEMENT]
    kept = _shields_kept(state, own)
    return tuple(
        contra(line, number + 1, REPLAY) for n, line in enumerate(own) if line.rule is not REPLAY and n not in kept
    )


def _shields_kept(state: State, own: list[ScoreLine]) -> set[int]:
    """The places of the lines that paid for shields still held; a broken one that was replaced is paid back."""
    paid = {line.seat: n for n, line in enumerate(own) if line.rule is SHIELD}
    return {n for seat, n in paid.items() if seat in state.shields}


def _because(state: State, winners: tuple[Seat, ...]) -> str:
    names = " and ".join(map(state.name, winners))
    if len(winners) > 1:
        return f"{names} have the most points, by agreement of the table."
    eligible = state.contenders or state.table.seats
    best, *others = sorted((state.totals[seat] for seat in eligible), reverse=True)
    extra = state.deal.number - len(state.schedule)
    when = f"{extra} tie-breaks" if extra > 1 else "the tie-break" if extra else "the last round"
    return f"{names} leads alone after {when}, {best} to {others[0]}."
