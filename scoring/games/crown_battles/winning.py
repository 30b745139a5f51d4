"""The end of a round and of the game: scores, the crown, the next deal, the tie-break, the winner."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Ledger, Outcome, ScoreLine, Seat, Standings, rank, reverse, solo_sides, totals
from scoring.engine import agreements
from scoring.games.crown_battles import cards, counting, order, trick_position
from scoring.games.crown_battles.dealing import begin_round
from scoring.games.crown_battles.options import FinalTieEligible, FinalTiePoints, ShieldDuration
from scoring.games.crown_battles.rounds import rules_of, types_in_effect
from scoring.games.crown_battles.shield import SHIELD
from scoring.games.crown_battles.state import Bids, ByCards, ByTricks, Over, Piles, ScoredRound, State, TrickPlay
from scoring.games.crown_battles.trick_position import ROUND_END
from scoring.kit.seats import list_tied

FIVES: Final = Rule("CB-007", "All points are multiples of 5.", "Components")
CROWN: Final = Rule(
    "CB-152", "The player who alone has the most points after a round wears the crown.", "Ending a Round"
)
CROWN_TIE: Final = Rule("CB-153", "With a tie nobody wears the crown.", "Ending a Round")
WINNER: Final = Rule("CB-154", "The most points after the last round win.", "Game End")
TIE_BREAK: Final = Rule("CB-155", "Tied leaders: the last round is played again until one leads alone.", "Game End")
RUNNING_TOTAL: Final = Rule(
    "CB-156", "A total is the sum of all rounds, of points moved by a Witch and of shields.", "Scoring"
)
REPLAY: Final = Rule("CB-R25", "Everybody plays in a tie-break, and its points are added.", "Our ruling")


@dataclass(frozen=True, slots=True)
class RoundScored(Event[State]):
    """All tricks and actions of the round are entered (CB-150)."""

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The round is scored"

    def apply(self, state: State, waived: Collection[str]) -> State:
        if isinstance(state.phase, ByCards):
            cards.check_nothing_due(state, state.phase)
        phase = order.require_level(state, TrickPlay)
        message = f"{len(phase.tricks)} of {state.deal.tricks} tricks are entered; the others come first."
        require(trick_position.are_all_played(state), ROUND_END, message, code="E_TRICKS_SUM")
        return score_round(state, phase.bids, phase.owned)


def question(state: State) -> Prompt:
    acts_apart = state.deck.specials and isinstance(state.phase, ByTricks)  # card by card, it was asked already
    help = "If a special card acts in the last trick, enter that first." if acts_apart else ""
    confirm = f"Score {counting.round_name(state)}"
    return Prompt(RoundScored.kind, "All tricks are played", (), rule=ROUND_END, confirm=confirm, help=help)


def score_round(state: State, bids: Bids, won: Piles) -> State:
    """Score the round, hand on the crown, and deal the next round or end the game."""
    rules = rules_of(state)
    scored = replace(
        state,
        ledger=state.ledger + rules.lines(state, bids, won),
        crown_before=state.crown,
        past=(*state.past, ScoredRound(state.deal, bids, won)),
        shields=() if state.options.shield_duration is ShieldDuration.ROUND else state.shields,
    )
    scored = rules.carry_over(replace(scored, crown=sole_leader(scored.totals)))
    return _end_or_replay(scored, state.pot) if state.is_final else begin_round(scored, scored.deal.number + 1)


def sole_leader(points: tuple[float, ...]) -> Seat | None:
    """The seat that has the most points; None with a tie (CB-152, CB-153)."""
    best = max(points)
    return Seat(points.index(best)) if points.count(best) == 1 else None


def standings(state: State) -> Standings:
    """All seats by points; if only the tied players can win a tie-break, they come first (CB-R25)."""
    points = totals(state.ledger, state.table.seats)
    if not state.contenders:
        return rank(points, solo_sides(state.table.seats))
    first = rank(points, solo_sides(state.contenders))
    others = rank(points, solo_sides(seat for seat in state.table.seats if seat not in state.contenders))
    ahead = tuple(replace(place, because="only the tied players could still win") for place in first)
    return (*ahead, *(replace(place, rank=place.rank + len(first)) for place in others))


def outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    winners = tuple(seat for place in standings(state) if place.rank == 1 for seat in place.side)
    return Outcome(TIE_BREAK if state.is_tie_break else WINNER, winners, _reason(state, winners))


def _end_or_replay(state: State, pot: int) -> State:
    """End the game, or play the last round again after a tie (CB-155); `pot` is the pot before that round."""
    best = max(state.totals)
    rivals = [points for points in state.rivals if points >= best]  # not behind one who cannot win any more
    tied = tuple(seat for (seat,) in list_tied(standings(state), rivals))
    if not tied:
        lines = tuple(line for rules in types_in_effect(state) for line in rules.final_lines(state))
        return replace(state, phase=Over(), ledger=state.ledger + lines, pot=0)
    if state.options.final_tie_eligible is FinalTieEligible.TIED_ONLY:
        state = replace(state, contenders=tied)
    if state.options.final_tie_points is FinalTiePoints.REPLACE:
        seats = state.table.seats
        shields = tuple(seat for seat in seats if seat in state.shields or state.name(seat) in state.shielded)
        state = replace(state, ledger=state.ledger + _reversals(state), pot=pot, shields=shields)
    return begin_round(state, state.deal.number + 1)


def _reversals(state: State) -> Ledger:
    """Lines that cancel the round just scored, except agreements and shields that players keep."""
    number = state.deal.number
    lines = [line for line in state.ledger if line.round == number and line.rule != agreements.BY_AGREEMENT]
    kept = _kept_shield_lines(state, lines)
    return tuple(
        reverse(line, number + 1, REPLAY) for n, line in enumerate(lines) if line.rule is not REPLAY and n not in kept
    )


def _kept_shield_lines(state: State, lines: list[ScoreLine]) -> set[int]:
    """The indexes of the lines for shields that players still have; one that broke or comes back is paid back."""
    paid = {line.seat: n for n, line in enumerate(lines) if line.rule is SHIELD}
    return {n for seat, n in paid.items() if seat in state.shields and state.name(seat) not in state.shielded}


def _reason(state: State, winners: tuple[Seat, ...]) -> str:
    names = state.names(winners)
    if len(winners) > 1:
        return f"{names} have the most points, by agreement of the table."
    eligible = state.contenders or state.table.seats
    best, *others = sorted((state.totals[seat] for seat in eligible), reverse=True)
    extra = state.deal.number - len(state.schedule)
    when = f"{extra} tie-breaks" if extra > 1 else "the tie-break" if extra else "the last round"
    return f"{names} leads alone after {when}, {best} to {others[0]}."
