"""Wagering: everybody stakes 20; those who meet their bids share the pot, and a pot nobody wins is carried over.

Extra bets lie openly beside the pot (CB-290, CB-295): the rulebook asks for no secrecy.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.board import Shape, Tile
from scoring.contract.game import Fact, Notice, Table
from scoring.contract.prompts import Count, Prompt
from scoring.contract.rulebook import Refusal, Rule, require
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term, totals
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.drawn_cards import may_come
from scoring.games.crown_battles.events import Bid, TypeEvent
from scoring.games.crown_battles.options import RoundType, WageringFinalPot
from scoring.games.crown_battles.rounds import normal
from scoring.games.crown_battles.rounds.bid_scores import missed_by
from scoring.games.crown_battles.rounds.type_rules import TypeRules, Wait
from scoring.games.crown_battles.state import STEP, Bids, Over, Piles, Playing, State, TypeState
from scoring.kit.rulings import Ruling

STAKE: Final = Rule("CB-285", "Everybody pays 20 points into the pot.", "Wagering")
SHARE: Final = Rule("CB-286", "Those who meet their bids share the pot, each share rounded down to 5.", "Wagering")
LOST: Final = Rule("CB-288", "A missed bid loses the stake and nothing else.", "Wagering: Failing to meet your bid")
CARRIED: Final = Rule(
    "CB-289",
    "If nobody meets their bid, the pot is carried over to the next Wagering round.",
    "Wagering: Failing to meet your bid",
)
EXTRA: Final = Rule("CB-290", "Each player may bet 10 or 20 more.", "Wagering: Optional addition")
EXTRA_WON: Final = Rule(
    "CB-291", "If the bid is met, the extra bet is returned and the bank adds as much.", "Wagering: Optional addition"
)
EXTRA_LOST: Final = Rule("CB-292", "If the bid is missed, the extra bet is lost.", "Wagering: Optional addition")
NO_DOUBLES: Final = Rule("CB-293", "There are no double bids in Wagering.", "Wagering: Notes")
POT_ONLY: Final = Rule("CB-R37", "Wagering pays only from the pot, not as Normal Bidding besides.", "Our ruling")
LAST_POT: Final = Rule("CB-R39", "A pot without another Wagering round to come goes to the bank.", "Our ruling")

_STAKE: Final = 20
_EXTRAS: Final = (0, 10, 20)
_CLOSED: Final = Refusal(NO_DOUBLES, "There are no double bids in Wagering.", "E_DOUBLE_IN_WAGERING")


@dataclass(frozen=True, slots=True)
class ExtrasBet(TypeEvent):
    """Extra bets besides the stake: 0, 10 or 20 points for each seat (CB-290)."""

    extras: tuple[tuple[Seat, int], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        complete = state.table.has_all_seats(self.extras)
        require(complete, EXTRA, "Enter every player's extra bet, 0 for none.", field="extras")
        for seat, points in self.extras:
            message = f"{state.name(seat)} can bet 10 or 20 more, or nothing, but not {points}."
            require(points in _EXTRAS, EXTRA, message, field=f"extras[{seat}]", code="E_WAGER_EXTRA")
        return state.with_type_state(Extras(tuple(points for _, points in sorted(self.extras))))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        bets = table.list_numbers((seat, points) for seat, points in self.extras if points)
        return f"Extra bets: {bets}" if bets else "Nobody bets more than the stake"


@dataclass(frozen=True, slots=True)
class Extras(TypeState):
    """The extra bets by seat."""

    points: tuple[int, ...] = ()


def in_play(state: State, phase: Playing) -> Wait | None:
    """The extra bets, before the first trick."""
    if state.deal.type_state is not None:
        return None
    return Wait(_extras_prompt(state), "The extra bets come first; without any, just confirm.")


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """The lines for stakes, pot and extra bets of every seat (CB-285 to CB-296)."""
    (placed,), (taken,) = bids, won
    number, winners = state.deal.number, _winners(placed, taken)
    share = share_of(pot(state), len(winners))
    ledger: list[ScoreLine] = []
    for seat in state.table.seats:
        met = seat in winners
        gain = (Term("share of the pot", share),) if met else ()
        ledger.append(ScoreLine(number, seat, SHARE if met else LOST, (*gain, Term("stake", -_STAKE))))
        extra = _extras(state)[seat]
        if extra and met:
            ledger.append(ScoreLine(number, seat, EXTRA_WON, (Term("for the extra bet", extra),)))
        elif extra:
            ledger.append(ScoreLine(number, seat, EXTRA_LOST, (Term("extra bet", -extra),)))
    return (*ledger, *(normal.lines(state, bids, won) if state.options.wagering_normal_score else ()))


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Stake and highest extra bet lost, or all stakes of the round won, without a pot carried over to it."""
    staked, extra = _STAKE, _EXTRAS[-1]
    low, high = normal.reach(state, tricks) if state.options.wagering_normal_score else (0, 0)
    return low - staked - extra, high + _stakes(state) - staked + extra


def open_pot(state: State) -> int:
    """The most that can still be won from a pot that was carried over (CB-286, CB-R39)."""
    to_leaders = state.options.wagering_final_pot is WageringFinalPot.SHARE_AMONG_LEADERS
    may_be_won = state.deal.type is RoundType.WAGERING or _may_follow(state) or to_leaders
    return state.pot if may_be_won else 0


def pot(state: State) -> int:
    """The pot: carried over from earlier rounds, plus all stakes in a Wagering round (CB-285, CB-289)."""
    staked = state.deal.type is RoundType.WAGERING and not isinstance(state.phase, Over)
    return state.pot + (_stakes(state) if staked else 0)


def share_of(pot: int, winners: int) -> int:
    """The share of each winner, rounded down to 5 (CB-286); 0 without winners."""
    return pot // winners // STEP * STEP if winners else 0


def points_at_stake(state: State, seat: Seat) -> int:
    """The stake and extra bet of a seat, which were paid before the play (CB-R38)."""
    return _STAKE + _extras(state)[seat]


def open_pot_field(state: State) -> Count:
    """The field for a pot from rounds before the session was joined."""
    stakes = _stakes(state)
    return Count("pot", "Wagering pot left open", 0, stakes * (len(state.schedule) - 1), stakes, likely=0)


def check_open_pot(state: State, points: int, rounds: int) -> None:
    """Refuse a pot that this number of rounds cannot have left (CB-289)."""
    played = RoundType.WAGERING in state.options.pool
    message = "Wagering is not played in this game, so there is no pot."
    require(played or points == 0, CARRIED, message, field="pot")
    stakes = _stakes(state)
    message = (
        f"The pot has {stakes} points for each Wagering round that nobody won: a multiple of {stakes}, "
        f"at most {stakes * rounds}."
    )
    require(points % stakes == 0 and 0 <= points <= stakes * rounds, CARRIED, message, field="pot")


def _stakes(state: State) -> int:
    return _STAKE * state.players


def carry_pot(state: State) -> State:
    """Carry over the pot if nobody won it (CB-287, CB-289)."""
    past = state.past[-1]
    (placed,), (taken,) = past.bids, past.won
    return replace(state, pot=0 if _winners(placed, taken) else pot(state))


def pot_lines(state: State) -> Ledger:
    """Share the rest of the pot among the leaders, unless it goes to the bank (CB-R39)."""
    if state.options.wagering_final_pot is WageringFinalPot.BANK:
        return ()
    points = totals(state.ledger, state.table.seats)
    leaders = tuple(seat for seat in state.table.seats if points[seat] == max(points.values()))
    share = share_of(state.pot, len(leaders))
    if not share:
        return ()
    return tuple(ScoreLine(state.deal.number, seat, LAST_POT, (Term("of the pot left", share),)) for seat in leaders)


def facts(state: State) -> tuple[Fact, ...]:
    points = pot(state)
    return (Fact("pot", "Pot", str(points), rule=CARRIED),) if points else ()


def notices(state: State) -> tuple[Notice, ...]:
    """A warning if nobody can win the pot any more (W_POT_ORPHAN)."""
    if state.deal.type is RoundType.WAGERING or not state.pot or _may_follow(state):
        return ()
    where = "the bank" if state.options.wagering_final_pot is WageringFinalPot.BANK else "whoever leads at the end"
    text = f"No Wagering round can follow: the pot of {state.pot} goes to {where}."
    return (Notice(LAST_POT, text, code="W_POT_ORPHAN"),)


def tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    points = _extras(state)[seat]
    return (Tile(f"extra-{seat}", f"+{points}", owner=seat, badge="extra bet", shape=Shape.TOKEN),) if points else ()


def _extras_prompt(state: State) -> Prompt:
    extra = Count("extra", "", _EXTRAS[0], _EXTRAS[-1], _EXTRAS[1], likely=0)
    return Prompt(
        ExtrasBet.kind,
        "Who bets more?",
        (state.table.ask_each_seat("extras", "Extra bet", extra),),
        rule=EXTRA,
        confirm="Play for the pot",
        help=f"Each has put {_STAKE} into the pot of {pot(state)}; you may bet 10 or 20 more against the bank.",
    )


def _extras(state: State) -> tuple[int, ...]:
    return Extras.of(state).points or (0,) * state.players


def _winners(placed: tuple[Bid, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, (bid, won) in enumerate(zip(placed, taken, strict=True)) if missed_by(bid, won) == 0)


def _may_follow(state: State) -> bool:
    return may_come(state, RoundType.WAGERING, len(state.schedule))


ROUND: Final = TypeRules(
    title="Wagering",
    text="Everybody stakes 20; those who meet their bids share the pot.",
    rule=STAKE,
    lasts=True,  # as long as its pot
    lines=lines,
    reach=reach,
    why_no_double=lambda options: _CLOSED,
    events=(BidPlaced, ExtrasBet),
    in_play=in_play,
    points_at_stake=points_at_stake,
    facts=facts,
    notices=notices,
    tiles=tiles,
    carry_over=carry_pot,
    final_lines=pot_lines,
    rulings=(
        Ruling("wagering_normal_score", "Wagering also pays like Normal Bidding", {}, POT_ONLY),
        Ruling(
            "wagering_final_pot",
            "Wagering: a pot left at the end goes to",
            {WageringFinalPot.BANK: "The bank", WageringFinalPot.SHARE_AMONG_LEADERS: "Those who lead"},
            LAST_POT,
        ),
    ),
)
