"""Points with their working: as cards change hands, and for whole piles counted at the end."""

from collections.abc import Iterator
from typing import Final

from scoring.faction_wars.cards import PAYS_FOR, TITLES, WORDS, Card, Kind, Named, Special
from scoring.faction_wars.options import NamedBonus
from scoring.faction_wars.state import State
from scoring.rulebook import Rule
from scoring.scores import Ledger, ScoreLine, Seat, Term

SCORE: Final = Rule(
    "FW-060", "Recruits and Berserkers and bonuses, less bystanders, of all own cards in deck and discard.", "Scoring"
)
RECRUITS: Final = Rule("FW-061", "A recruit scores the points printed on it.", "Scoring")
BYSTANDERS: Final = Rule("FW-062", "A bystander costs the penalty printed on it.", "Scoring")
BERSERKERS: Final = Rule("FW-063", "Each Berserker scores as many points as its owner has Berserkers.", "Special cards")
NAMED: Final = Rule(
    "FW-064", "A named bonus card pays 1 for every card of its faction, itself included.", "Bonus cards"
)
OTHER: Final = Rule("FW-065", "Other bonuses score what their card says.", "Scoring")
WHO_OWNS: Final = Rule("FW-R07", "A named bonus card is owned by one player, who alone scores it.", "Our ruling")
SQUARE_ONLY: Final = Rule("FW-R17", "Berserkers score by their number only, nothing printed besides.", "Our ruling")


def gained(state: State, seat: Seat, card: Card) -> Ledger:
    """What a recruit brings its new owner; `state` is that before."""
    if card.special is Special.BERSERKER:
        return (_berserkers(state, seat, 1),)
    return (ScoreLine(state.round, seat, RECRUITS, (Term(card.name, card.points),)),)


def moved(state: State, thief: Seat, victim: Seat, card: Card) -> Ledger:
    """What a recruit that changes owner brings one and costs the other."""
    if card.special is Special.BERSERKER:
        return (_berserkers(state, victim, -1), _berserkers(state, thief, 1))
    brings, costs = (Term(card.name, card.points),), (Term(card.name, -card.points),)
    return (
        ScoreLine(state.round, thief, RECRUITS, brings, other=victim),
        ScoreLine(state.round, victim, RECRUITS, costs, other=thief),
    )


def lost(state: State, seat: Seat, card: Card) -> Ledger:
    """What a recruit that is discarded costs its owner; `state` is that before."""
    if card.special is Special.BERSERKER:
        return (_berserkers(state, seat, -1),)
    return (ScoreLine(state.round, seat, RECRUITS, (Term(card.name, -card.points),)),)


def penalised(state: State, seat: Seat, card: Card) -> ScoreLine:
    """What a bystander costs whoever has to take it."""
    return ScoreLine(state.round, seat, BYSTANDERS, (Term(card.name, -card.points),))


def berserkers_of(state: State, seat: Seat) -> int:
    """How many Berserkers a player is known to own."""
    return sum(card.special is Special.BERSERKER for card in state.holdings[seat].cards)


def recruit_points(state: State, seat: Seat) -> int:
    """The printed points of all recruits a player is known to own, Berserkers apart."""
    return sum(card.points for card in state.holdings[seat].recruits)


def penalties(state: State, seat: Seat) -> int:
    """The penalties of all bystanders a player is known to own."""
    return sum(card.points for card in state.holdings[seat].cards if card.kind is Kind.BYSTANDER)


def counted(state: State, seat: Seat, recruits: int, berserkers: int, bystanders: int) -> Ledger:
    """A whole pile counted at the end, less what was scored on the way."""
    return tuple(_counted(state, seat, recruits, berserkers, bystanders))


def _counted(state: State, seat: Seat, recruits: int, berserkers: int, bystanders: int) -> Iterator[ScoreLine]:
    before = recruit_points(state, seat)
    if before != recruits:
        less = (Term("scored before", -before),) if before else ()
        yield ScoreLine(state.round, seat, RECRUITS, (Term("for recruits", recruits), *less))
    before = berserkers_of(state, seat)
    if before != berserkers:
        less = (_each(before, -1),) if before else ()
        yield ScoreLine(state.round, seat, BERSERKERS, (_each(berserkers), *less))
    before = penalties(state, seat)
    if before != bystanders:
        less = (Term("before", before),) if before else ()
        yield ScoreLine(state.round, seat, BYSTANDERS, (Term("for bystanders", -bystanders), *less))


def named_bonus(state: State, card: Named, seat: Seat, cards: int) -> ScoreLine:
    """A named bonus card: the owner counts the card itself too; displayed, everybody counts cards alone."""
    faction = WORDS[PAYS_FOR[card]]
    terms = [Term(f"for {faction}" if cards != 1 else f"for a {faction.removesuffix('s')}", 1, cards)]
    if state.options.named_bonus is NamedBonus.OWNED:
        terms.insert(0, Term(f"for {TITLES[card]}", 1))
    return ScoreLine(state.round, seat, NAMED, tuple(term for term in terms if term.times))


def other_bonus(state: State, seat: Seat, points: int) -> ScoreLine:
    """The points of all other bonuses."""
    return ScoreLine(state.round, seat, OTHER, (Term("bonus", points),))


def _berserkers(state: State, seat: Seat, change: int) -> ScoreLine:
    """The difference one Berserker more or less makes."""
    before = berserkers_of(state, seat)
    terms = [_each(before + change)] if before + change else []
    if before:
        terms.append(_each(before, -1))
    return ScoreLine(state.round, seat, BERSERKERS, tuple(terms))


def _each(berserkers: int, sign: int = 1) -> Term:
    """A number of Berserkers at as many points each."""
    if berserkers == 1:
        return Term("for a Berserker", sign)
    return Term("for each Berserker", sign * berserkers, berserkers)
