"""Score lines: as cards change hands, and for whole piles counted at the end."""

from collections.abc import Iterator
from typing import Final

from scoring.contract.game import Reach
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.contract.tapes import Tape, add_up, list_terms
from scoring.games.faction_wars import phases
from scoring.games.faction_wars.cards import PAYS_FOR, TITLES, WORDS, Card, Kind, NamedBonusCard, Special
from scoring.games.faction_wars.options import NamedBonus
from scoring.games.faction_wars.state import State

SCORE: Final = Rule(
    "FW-060", "Score the recruits, Berserkers and bonuses in your deck and discard pile, less bystanders.", "Scoring"
)
RECRUITS: Final = Rule("FW-061", "A recruit scores the points printed on it.", "Scoring")
BYSTANDERS: Final = Rule("FW-062", "A bystander costs the penalty printed on it.", "Scoring")
BERSERKERS: Final = Rule("FW-063", "Each Berserker scores 1 point for every Berserker you have.", "Special cards")
NAMED: Final = Rule(
    "FW-064", "A named bonus card pays 1 for every card of its faction, itself included.", "Bonus cards"
)
OTHER: Final = Rule("FW-065", "Other bonuses score what their card says.", "Scoring")
WHO_OWNS: Final = Rule("FW-R07", "A named bonus card has one owner, and only they score it.", "Our ruling")


def recruit_line(state: State, seat: Seat, card: Card, sign: int = 1) -> ScoreLine:
    """The points got with a recruit, or lost with one that is discarded (`sign` -1); `state` is the one before."""
    if card.special is Special.BERSERKER:
        return _berserkers(state, seat, sign)
    return ScoreLine(state.round, seat, RECRUITS, (Term(card.name, sign * card.points),))


def move_lines(state: State, thief: Seat, victim: Seat, card: Card) -> Ledger:
    """A recruit's points for its new owner and against the old one; `state` is the one before."""
    if card.special is Special.BERSERKER:
        return (_berserkers(state, victim, -1), _berserkers(state, thief, 1))
    return (
        ScoreLine(state.round, thief, RECRUITS, (Term(card.name, card.points),), other=victim),
        ScoreLine(state.round, victim, RECRUITS, (Term(card.name, -card.points),), other=thief),
    )


def penalty_line(state: State, seat: Seat, card: Card) -> ScoreLine:
    """The penalty of a bystander for the player who has to take it."""
    return ScoreLine(state.round, seat, BYSTANDERS, (Term(card.name, -card.points),))


def berserkers_of(state: State, seat: Seat) -> int:
    return sum(card.special is Special.BERSERKER for card in state.holdings[seat].cards)


def recruit_points(state: State, seat: Seat) -> int:
    """The printed points of a player's known recruits; Berserkers have none."""
    return sum(card.points for card in state.holdings[seat].recruits)


def penalties(state: State, seat: Seat) -> int:
    """The penalties of a player's known bystanders, as a positive number."""
    return sum(card.points for card in state.holdings[seat].cards if card.kind is Kind.BYSTANDER)


def count_lines(state: State, seat: Seat, recruits: Tape, berserkers: int, bystanders: Tape) -> Iterator[ScoreLine]:
    """The points of all cards counted at the end, less what was scored during the rounds."""
    before = recruit_points(state, seat)
    if before != add_up(recruits):
        less = (Term("scored before", -before),) if before else ()
        yield ScoreLine(state.round, seat, RECRUITS, (*list_terms(recruits, "for recruits"), *less))
    before = berserkers_of(state, seat)
    if before != berserkers:
        less = (_square(before, -1),) if before else ()
        yield ScoreLine(state.round, seat, BERSERKERS, (_square(berserkers), *less))
    before = penalties(state, seat)
    if before != add_up(bystanders):
        less = (Term("lost before", before),) if before else ()
        yield ScoreLine(state.round, seat, BYSTANDERS, (*list_terms(bystanders, "for bystanders", -1), *less))


def named_bonus_line(state: State, card: NamedBonusCard, seat: Seat, cards: int) -> ScoreLine:
    """A named bonus card; an owner also scores the card itself."""
    faction = WORDS[PAYS_FOR[card]]
    terms = [Term(f"for {faction}" if cards != 1 else f"for a {faction.removesuffix('s')}", 1, cards)]
    if state.options.named_bonus is NamedBonus.OWNED:
        terms.insert(0, Term(f"for {TITLES[card]}", 1))
    return ScoreLine(state.round, seat, NAMED, tuple(term for term in terms if term.times))


def other_bonus_line(state: State, seat: Seat, points: int) -> ScoreLine:
    return ScoreLine(state.round, seat, OTHER, (Term("bonus", points),))


def _berserkers(state: State, seat: Seat, change: int) -> ScoreLine:
    """The difference that one Berserker more or less makes."""
    before = berserkers_of(state, seat)
    terms = [_square(before + change)] if before + change else []
    if before:
        terms.append(_square(before, -1))
    return ScoreLine(state.round, seat, BERSERKERS, tuple(terms))


def _square(berserkers: int, sign: int = 1) -> Term:
    """Each of the Berserkers scores as many points as there are of them."""
    if berserkers == 1:
        return Term("for a Berserker", sign)
    return Term("for each Berserker", sign * berserkers, berserkers)


def reach(state: State) -> Reach | None:
    """Nothing or more from the bonus cards once everybody's cards are scored, and nothing while recruits break a tie.

    There is no upper bound: what the fifth bonus card pays is printed on it alone. None before: nobody knows in which
    round War is Over comes, the points of recruits are printed on them alone, and until the last round is resolved
    they can be stolen or discarded, and bystanders handed on.
    """
    if isinstance(state.phase, phases.CountingBonuses):
        return Reach(((0, None),) * state.players)
    return Reach(((0, 0),) * state.players) if isinstance(state.phase, phases.BreakingTie) else None
