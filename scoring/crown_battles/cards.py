"""A round entered card by card: turns, finished tricks, the actions that fall due, rulings of the table."""

from typing import Final

from scoring.changing import replace
from scoring.crown_battles import counting, order, trick_position, tricks
from scoring.crown_battles.deck import CARD, Special, check_card
from scoring.crown_battles.events import CardPlayed, DoubleFacedDeclared, Face, RoundScored, TrickRuled
from scoring.crown_battles.powers import POWERS, owed
from scoring.crown_battles.powers.power import TIMING, acts_after_trick
from scoring.crown_battles.precedence import DECISION, DOUBLE_FACED, Play, suit_to_follow
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import ByCards, Due, State, Trick, Trickwise, Used, check_seat, moved, verdict
from scoring.prompts import Card, Choice, Pick, Prompt, Role, Text
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

TURNS: Final = Rule("CB-090", "The leader plays first, then everybody clockwise, one card each.", "Playing Each Trick")

_SPECIALS: Final = {special.value: special for special in Special}


def play(state: State, event: CardPlayed) -> State:
    """The state after a card was laid into the trick, which may finish it."""
    phase = order.by_cards(state)
    _check_nothing_due(state, phase)
    tricks.check_left(state)
    seat = turn(state, phase)
    if event.seat != seat:
        raise RuleViolation(TURNS, f"It is {state.name(seat)}'s turn to play.", field="seat")
    check_card(state.deck, phase.gone, event.card)
    _check_bomb(phase, event.card)
    laid = replace(phase, plays=(*phase.plays, Play(seat, event.card)), gone=(*phase.gone, event.card))
    return settle(state, _acting(state, laid))


def declare(state: State, event: DoubleFacedDeclared) -> State:
    """The state after the Double-faced just played was declared (CB-106)."""
    phase = order.by_cards(state)
    waits = bool(phase.due) and phase.due[0].card is Special.DOUBLE_FACED
    require(waits, DOUBLE_FACED, "Double-faced is declared when it is played, and only once.")
    last = replace(phase.plays[-1], as_golem=event.face is Face.GOLEM)
    return settle(state, replace(phase, plays=(*phase.plays[:-1], last), due=phase.due[1:]))


def rule(state: State, event: TrickRuled) -> State:
    """The state after the table gave the trick just finished to somebody else (CB-111)."""
    phase = order.by_cards(state)
    now = bool(phase.tricks) and not phase.plays
    require(now, DECISION, "A trick can be ruled on when it is finished, before the next card.")
    last = phase.tricks[-1]
    _check_ruling(state, phase, last, event)
    number = trick_position.finished(state).number
    without = phase.owned if last.winner is None else moved(phase.owned, last.part or 0, last.winner, -1)
    ruled = replace(last, winner=event.seat, rule=DECISION, reason=f"The table ruled so ({event.note.strip()}).")
    trick, owned = tricks.piled(state, without, ruled, number)
    leader = phase.leader if event.seat is None else rules_of(state).play.leads(state, number, event.seat)
    due = _after_trick(state, phase, last.plays)
    given = replace(phase, tricks=(*phase.tricks[:-1], trick), owned=owned, leader=leader, due=due)
    return replace(state, phase=given)


def score(state: State, event: RoundScored) -> Trickwise:
    """The phase of a round whose tricks are known, with no action left open."""
    if isinstance(state.phase, ByCards):
        _check_nothing_due(state, state.phase)
    return tricks.score(state, event)


def settle(state: State, phase: ByCards) -> State:
    """The state with this phase, its running trick finished once all its cards and actions are in."""
    if phase.due or not phase.plays or not _is_full(state, phase):
        return replace(state, phase=phase)
    return _finished(state, phase)


def _is_full(state: State, phase: ByCards) -> bool:
    """Whether no more cards are played to the running trick."""
    if len(phase.plays) == size(state, phase):
        return True
    return not state.options.bomb_rest_still_plays and any(play.card == Special.BOMB for play in phase.plays)


def size(state: State, phase: ByCards) -> int:
    """How many cards the running trick takes."""
    laps = rules_of(state).play.laps(state.deal.cards, min(len(phase.tricks), state.deal.tricks - 1))
    return laps * len(state.table.names)


def turn(state: State, phase: ByCards) -> Seat:
    """Who plays the next card."""
    return state.table.left_of(phase.leader, len(phase.plays))


def question(state: State, phase: ByCards) -> Prompt:
    """The form of what is due: a decision, the next card, or the end of the round."""
    if phase.due:
        return _decision(state, phase.due[0])
    if trick_position.all_played(state):
        return tricks.closing(state)
    seat = turn(state, phase)
    name, number = state.name(seat), trick_position.running(state).number
    return Prompt(
        CardPlayed.kind,
        f"{name} plays" if phase.plays else f"{name} leads trick {number} of {state.deal.tricks}",
        (Card("card", f"{name}'s card", state.deck.cards, _gone(phase)),),
        rule=TURNS,
        seat=seat,
        given=(("seat", seat),),
        instant=True,
        help=_led(state, phase),
    )


def asides(state: State, phase: ByCards) -> tuple[Prompt, ...]:
    """The form to give the last trick to somebody else."""
    if not phase.tricks or phase.plays or _stolen(state, phase):
        return ()
    last = phase.tricks[-1]
    players = tuple(Choice(seat, state.name(seat), _why_not(state, phase, last, seat)) for seat in state.table.seats)
    nobody = Choice(None, "Nobody", _why_not(state, phase, last, None))
    fields = (Pick("seat", "Winner", (*players, nobody), seats=True), Text("note", "Why it goes there", needed=True))
    return (
        Prompt(
            TrickRuled.kind,
            "The last trick goes to somebody else",
            fields,
            rule=DECISION,
            role=Role.ASIDE,
            confirm="Give the trick",
            group="This round",
        ),
    )


def _check_nothing_due(state: State, phase: ByCards) -> None:
    if phase.due:
        due = phase.due[0]
        message = f"{state.name(due.seat)} decides about the {due.card.label} first."
        raise RuleViolation(DOUBLE_FACED if due.card is Special.DOUBLE_FACED else TIMING, message)


def drop_powerless(state: State) -> State:
    """The state without those actions, first in line after a trick, that can do nothing when their turn comes.

    Whether they can is known only once the trick lies in its pile (CB-236) and those before them have acted (CB-130).
    """
    phase = state.phase
    if not isinstance(phase, ByCards) or phase.plays or not phase.due:
        return state
    first = phase.due[0]
    if not POWERS[first.card].why_not(state, first.seat):
        return state
    return drop_powerless(replace(state, phase=replace(phase, due=phase.due[1:])))


def _acting(state: State, phase: ByCards) -> ByCards:
    """The phase with what the card just played makes due at once."""
    due = _action(phase.plays, len(phase.plays) - 1)
    if due is None or _acts_late(state, due.card):
        return phase
    if due.card is Special.WIZARD:
        used = Used(due.card, due.seat, due.copied)
        return replace(phase, used=(*phase.used, used))
    useless = due.card in POWERS and POWERS[due.card].why_not(replace(state, phase=phase), due.seat)
    return phase if useless else replace(phase, due=(due,))


def _action(plays: tuple[Play, ...], at: int) -> Due | None:
    """What the card played there does, or lets its player decide; None: nothing."""
    play = plays[at]
    if play.card not in _SPECIALS:
        return None
    copied = play.card == Special.SUMMONER and at > 0
    card = _SPECIALS.get(plays[at - 1].card if copied else play.card)
    acts = card in POWERS or (card is Special.DOUBLE_FACED and not copied)
    return Due(card, play.seat, copied) if card is not None and acts else None


def _after_trick(state: State, phase: ByCards, plays: tuple[Play, ...]) -> tuple[Due, ...]:
    """What the cards of a finished trick make due after it, in the order of play, but for what was done already."""
    actions = [due for at in range(len(plays)) if (due := _action(plays, at)) is not None]
    done = {(used.card, used.seat, used.copied) for used in phase.used}
    return tuple(due for due in actions if _acts_late(state, due.card) and (due.card, due.seat, due.copied) not in done)


def _acts_late(state: State, card: Special) -> bool:
    """Whether a card acts at the end of the trick."""
    return card in POWERS and acts_after_trick(state, POWERS[card])


def _finished(state: State, phase: ByCards) -> State:
    shown = state.deal.trump
    assert shown is not None, "bids wait for the trump card by card"
    judged = verdict(state, phase.plays, shown)
    seat = None if judged.index is None else phase.plays[judged.index].seat
    follower = phase.leader if phase.named is None else phase.named
    trick = Trick(seat, shown, judged.rule, judged.reason, phase.plays)
    cleared = replace(phase, plays=(), named=None, due=_after_trick(state, phase, phase.plays))
    return tricks.close(state, cleared, trick, follower if seat is None else seat)


def _check_ruling(state: State, phase: ByCards, last: Trick, event: TrickRuled) -> None:
    if event.seat is not None:
        check_seat(state, event.seat, DECISION)
    closed = _why_not(state, phase, last, event.seat)
    same = event.seat == last.winner
    code = "E_WRONG_WINNER" if same else "E_BOMB_COUNT"
    require(not closed, DECISION if same else counting.CONSERVATION, closed, field="seat", code=code)
    message = (
        f"By the cards the trick belongs to {_owner(state, last)}; say in a few words why the table rules otherwise."
    )
    require(bool(event.note.strip()), DECISION, message, field="note", code="E_WRONG_WINNER")
    stolen = _stolen(state, phase)
    require(not stolen, counting.CONSERVATION, stolen, field="seat", code="E_TRICKS_NEGATIVE")


def _why_not(state: State, phase: ByCards, last: Trick, seat: Seat | None) -> str:
    """Why the last trick cannot be given there; empty: it can."""
    if seat == last.winner:
        return f"The trick belongs to {_owner(state, last)} already."
    return "" if seat is not None else _not_bombed(state, phase, last)


def _not_bombed(state: State, phase: ByCards, last: Trick) -> str:
    """Why no Bomb can have destroyed the last trick (CB-114); empty: one may have."""
    if Special.BOMB not in state.deck.specials:
        return "Without a Bomb in the deck every trick belongs to somebody."
    if any(trick.winner is None for trick in phase.tricks):
        return "One trick of this round belongs to nobody already; there is only one Bomb."
    if any(play.card == Special.BOMB for play in last.plays):
        return ""
    if Special.BOMB in phase.gone:
        return "The Bomb lies in another trick of this round, and there is only one Bomb."
    if state.deal.cards * len(state.table.names) == state.deck.size:  # its place is taken by a card still to come
        return "Every card of the deck is dealt, so the Bomb is still to come; correct the card that was the Bomb."
    return ""


def _gone(phase: ByCards) -> tuple[str, ...]:
    """The cards nobody can play any more: those played, and the Bomb once the table gave a trick to nobody."""
    ruled = any(trick.winner is None for trick in phase.tricks) and Special.BOMB not in phase.gone
    return (*phase.gone, Special.BOMB.value) if ruled else phase.gone


def _check_bomb(phase: ByCards, card: str) -> None:
    """Refuse a Bomb after the table ruled that one had destroyed an earlier trick (CB-114)."""
    if card != Special.BOMB:
        return
    ruled = next((number for number, trick in enumerate(phase.tricks, start=1) if trick.winner is None), 0)
    message = f"The table gave trick {ruled} to nobody, and there is only one Bomb; correct that ruling first."
    require(not ruled, counting.CONSERVATION, message, field="card", code="E_BOMB_COUNT")


def _stolen(state: State, phase: ByCards) -> str:
    """Why the last trick cannot be taken from its winner; empty: it can."""
    winner = phase.tricks[-1].winner
    gone = winner is not None and phase.owned[phase.tricks[-1].part or 0][winner] == 0
    return f"{_owner(state, phase.tricks[-1])} owns no trick any more; correct the theft first." if gone else ""


def _owner(state: State, trick: Trick) -> str:
    return "nobody" if trick.winner is None else state.name(trick.winner)


def _decision(state: State, due: Due) -> Prompt:
    if due.card is not Special.DOUBLE_FACED:
        return owed(state, due)
    faces = tuple(Choice(face.value, face.value.capitalize()) for face in (Face.GOLEM, Face.PEASANT))
    return Prompt(
        DoubleFacedDeclared.kind,
        f"{state.name(due.seat)} plays Double-faced",
        (Pick("face", "As", faces),),
        rule=DOUBLE_FACED,
        seat=due.seat,
        instant=True,
    )


def _led(state: State, phase: ByCards) -> str:
    if not phase.plays:
        return ""
    face_down, kings = rules_of(state).play.face_down, state.options.wizard_affects_kings
    suit = suit_to_follow(phase.plays, face_down=face_down, wizard_affects_kings=kings)
    return f"{suit.capitalize()} is led." if suit else f"After {CARD[phase.plays[0].card].name} any card will do."
