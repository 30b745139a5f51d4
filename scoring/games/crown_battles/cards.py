"""A round entered card by card: turns, finished tricks, actions of special cards, rulings of the table."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Pick, Prompt, Text
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import counting, order, trick_position, trick_rules, tricks
from scoring.games.crown_battles.deck import CARD, Special, check_card
from scoring.games.crown_battles.powers import POWERS, due_question
from scoring.games.crown_battles.powers.power import TIMING, acts_after_trick
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import ByCards, Due, State, Trick, Used, add_tricks
from scoring.games.crown_battles.trick_rules import DECISION, DOUBLE_FACED, Play, suit_to_follow
from scoring.kit.seats import check_player
from scoring.kit.trick_taking import card_question, next_to_play

TURNS: Final = Rule("CB-090", "The leader plays first, then everybody clockwise, one card each.", "Playing Each Trick")

_SPECIALS: Final = {special.value: special for special in Special}


class Face(StrEnum):
    """What Double-faced is played as."""

    PEASANT = "peasant"
    GOLEM = "golem"


@dataclass(frozen=True, slots=True)
class CardPlayed(Event[State]):
    """A card played to the current trick (CB-090)."""

    seat: Seat
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_level(state, ByCards)
        check_nothing_due(state, phase)
        tricks.check_tricks_left(state)
        seat = next_to_play(state.table, phase.leader, phase.plays)
        if self.seat != seat:
            raise RuleViolation(TURNS, f"It is {state.name(seat)}'s turn to play.", field="seat")
        check_card(state.deck, phase.cards_played, self.card)
        _check_bomb(phase, self.card)
        plays, cards_played = (*phase.plays, Play(seat, self.card)), (*phase.cards_played, self.card)
        played = replace(phase, plays=plays, cards_played=cards_played)
        return finish_full_trick(state, _add_action(state, played))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {CARD[self.card].name}"


@dataclass(frozen=True, slots=True)
class DoubleFacedDeclared(Event[State]):
    """The face of the Double-faced just played (CB-106)."""

    face: Face

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_level(state, ByCards)
        is_due = bool(phase.due) and phase.due[0].card is Special.DOUBLE_FACED
        require(is_due, DOUBLE_FACED, "Double-faced is declared when it is played, and only once.")
        last = replace(phase.plays[-1], as_golem=self.face is Face.GOLEM)
        return finish_full_trick(state, replace(phase, plays=(*phase.plays[:-1], last), due=phase.due[1:]))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Double-faced is a {'Golem' if self.face is Face.GOLEM else 'Peasant'}"


@dataclass(frozen=True, slots=True)
class TrickRuled(Event[State]):
    """The table gives the trick just finished to another player, or to nobody (CB-111)."""

    seat: Seat | None
    note: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_level(state, ByCards)
        is_finished = bool(phase.tricks) and not phase.plays
        require(is_finished, DECISION, "Rule on a trick when it is finished, before the next card.")
        last = phase.tricks[-1]
        _check_ruling(state, phase, last, self)
        number = trick_position.finished(state).number
        without = phase.owned if last.winner is None else add_tricks(phase.owned, last.part or 0, last.winner, -1)
        ruled = replace(last, winner=self.seat, rule=DECISION, reason=f"By ruling of the table ({self.note.strip()}).")
        trick, owned = tricks.put_trick(state, without, ruled, number)
        leader = phase.leader if self.seat is None else rules_of(state).leads(state, number, self.seat)
        due = _actions_after_trick(state, phase, last.plays)
        given = replace(phase, tricks=(*phase.tricks[:-1], trick), owned=owned, leader=leader, due=due)
        return replace(state, phase=given)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        owner = "nobody" if self.seat is None else table.names[self.seat]
        return f"The table gives the trick to {owner}: {self.note.strip()}"


def finish_full_trick(state: State, phase: ByCards) -> State:
    """Set the phase, and finish the current trick once all its cards and actions are entered."""
    if phase.due or not phase.plays or not _is_full(state, phase):
        return replace(state, phase=phase)
    shown = state.deal.trump
    assert shown is not None, "bids wait for the trump card by card"
    result = trick_rules.winner(phase.plays, shown, state.options)
    winner = result.winner(phase.plays)
    named = phase.leader if phase.named is None else phase.named
    trick = Trick(winner, shown, result.rule, result.reason, phase.plays)
    cleared = replace(phase, plays=(), named=None, due=_actions_after_trick(state, phase, phase.plays))
    return tricks.finish_trick(state, cleared, trick, named if winner is None else winner)


def _is_full(state: State, phase: ByCards) -> bool:
    if len(phase.plays) == trick_size(state, phase):
        return True
    return not state.options.bomb_rest_still_plays and any(play.card == Special.BOMB for play in phase.plays)


def trick_size(state: State, phase: ByCards) -> int:
    laps = rules_of(state).laps(state.deal.cards, min(len(phase.tricks), state.deal.tricks - 1))
    return laps * state.players


def question(state: State, phase: ByCards) -> Prompt:
    """Asks for a due action, or for the next card."""
    if phase.due:
        return _decision_prompt(state, phase.due[0])
    number = trick_position.running(state).number
    return card_question(
        CardPlayed.kind,
        state.table,
        next_to_play(state.table, phase.leader, phase.plays),
        state.deck.cards,
        lead="" if phase.plays else f"trick {number} of {state.deal.tricks}",
        gone=_unplayable_cards(phase),
        rule=TURNS,
        help=_led_text(state, phase),
    )


def asides(state: State, phase: ByCards) -> tuple[Prompt, ...]:
    """Offers to give the last trick to another player."""
    if not phase.tricks or phase.plays or _why_stolen(state, phase):
        return ()
    why_not = partial(_why_not_winner, state, phase, phase.tricks[-1])
    winner = state.table.pick_seat("seat", "Winner", why_not, others=(Choice(None, "Nobody", why_not(None)),))
    fields = (winner, Text("note", "Reason", needed=True))
    return (
        Prompt(
            TrickRuled.kind,
            "Give the last trick to another player",
            fields,
            rule=DECISION,
            confirm="Give the trick",
            menu="This round",
        ),
    )


def check_nothing_due(state: State, phase: ByCards) -> None:
    """Refuse an entry while a special card still has to act."""
    if phase.due:
        due = phase.due[0]
        message = f"{state.name(due.seat)} decides about the {due.card.label} first."
        raise RuleViolation(DOUBLE_FACED if due.card is Special.DOUBLE_FACED else TIMING, message)


def drop_useless_actions(state: State) -> State:
    """Drop due actions after a trick that can do nothing.

    This is known only once the trick is on its pile (CB-236) and the actions before them are done (CB-130).
    """
    phase = state.phase
    if not isinstance(phase, ByCards) or phase.plays or not phase.due:
        return state
    first = phase.due[0]
    if not POWERS[first.card].why_not(state, first.seat):
        return state
    return drop_useless_actions(replace(state, phase=replace(phase, due=phase.due[1:])))


def _add_action(state: State, phase: ByCards) -> ByCards:
    """Add the action of the card just played, if it acts at once."""
    due = _action_of(phase.plays, len(phase.plays) - 1)
    if due is None or _acts_late(state, due.card):
        return phase
    if due.card is Special.WIZARD:
        used = Used(due.card, due.seat, due.copied, tricks=(trick_position.running(state).number,))
        return replace(phase, used=(*phase.used, used))
    useless = due.card in POWERS and POWERS[due.card].why_not(replace(state, phase=phase), due.seat)
    return phase if useless else replace(phase, due=(due,))


def _action_of(plays: tuple[Play, ...], at: int) -> Due | None:
    """The action or decision of the card at this place in the trick; None if it has none."""
    play = plays[at]
    if play.card not in _SPECIALS:
        return None
    copied = play.card == Special.SUMMONER and at > 0
    card = _SPECIALS.get(plays[at - 1].card if copied else play.card)
    acts = card in POWERS or (card is Special.DOUBLE_FACED and not copied)
    return Due(card, play.seat, copied) if card is not None and acts else None


def _actions_after_trick(state: State, phase: ByCards, plays: tuple[Play, ...]) -> tuple[Due, ...]:
    """The actions after a finished trick, in the order of play, without those already done."""
    actions = [due for at in range(len(plays)) if (due := _action_of(plays, at)) is not None]
    done = {(used.card, used.seat, used.copied) for used in phase.used}
    return tuple(due for due in actions if _acts_late(state, due.card) and (due.card, due.seat, due.copied) not in done)


def _acts_late(state: State, card: Special) -> bool:
    return card in POWERS and acts_after_trick(state, POWERS[card])


def _check_ruling(state: State, phase: ByCards, last: Trick, event: TrickRuled) -> None:
    if event.seat is not None:
        check_player(state.table, event.seat, DECISION)
    same = event.seat == last.winner
    rule, code = (DECISION, "E_WRONG_WINNER") if same else (counting.CONSERVATION, "E_BOMB_COUNT")
    refuse_if(_why_not_winner(state, phase, last, event.seat), rule, field="seat", code=code)
    message = (
        f"By the cards {_owner_name(state, last)} wins the trick; say in a few words why the table decides otherwise."
    )
    require(bool(event.note.strip()), DECISION, message, field="note", code="E_WRONG_WINNER")
    refuse_if(_why_stolen(state, phase), counting.CONSERVATION, field="seat", code="E_TRICKS_NEGATIVE")


def _why_not_winner(state: State, phase: ByCards, last: Trick, seat: Seat | None) -> str:
    """Why the last trick cannot be given to a seat, or to nobody; empty: it can."""
    if seat == last.winner:
        return f"The trick already belongs to {_owner_name(state, last)}."
    return "" if seat is not None else _why_not_bombed(state, phase, last)


def _why_not_bombed(state: State, phase: ByCards, last: Trick) -> str:
    """Why a Bomb cannot have destroyed the last trick (CB-114); empty: it can."""
    if Special.BOMB not in state.deck.specials:
        return "Without a Bomb in the deck every trick belongs to somebody."
    if any(trick.winner is None for trick in phase.tricks):
        return "One trick of this round already belongs to nobody; there is only one Bomb."
    if any(play.card == Special.BOMB for play in last.plays):
        return ""
    if Special.BOMB in phase.cards_played:
        return "The Bomb was played to another trick of this round, and there is only one Bomb."
    if state.deal.cards * state.players == state.deck.size:
        return "All cards are dealt, so the Bomb is still to be played; correct the card that was the Bomb."
    return ""


def _unplayable_cards(phase: ByCards) -> tuple[str, ...]:
    """The cards already played, and the Bomb once the table gave a trick to nobody."""
    ruled = any(trick.winner is None for trick in phase.tricks) and Special.BOMB not in phase.cards_played
    return (*phase.cards_played, Special.BOMB.value) if ruled else phase.cards_played


def _check_bomb(phase: ByCards, card: str) -> None:
    """Refuse a Bomb after the table gave an earlier trick to nobody (CB-114)."""
    if card != Special.BOMB:
        return
    ruled = next((number for number, trick in enumerate(phase.tricks, start=1) if trick.winner is None), 0)
    message = f"The table gave trick {ruled} to nobody, and there is only one Bomb; correct that ruling first."
    require(not ruled, counting.CONSERVATION, message, field="card", code="E_BOMB_COUNT")


def _why_stolen(state: State, phase: ByCards) -> str:
    """Why the last trick cannot be taken from its winner; empty: it can."""
    winner = phase.tricks[-1].winner
    has_none = winner is not None and phase.owned[phase.tricks[-1].part or 0][winner] == 0
    return (
        f"{_owner_name(state, phase.tricks[-1])} no longer owns a trick; correct the theft first." if has_none else ""
    )


def _owner_name(state: State, trick: Trick) -> str:
    return "nobody" if trick.winner is None else state.name(trick.winner)


def _decision_prompt(state: State, due: Due) -> Prompt:
    if due.card is not Special.DOUBLE_FACED:
        return due_question(state, due)
    faces = tuple(Choice(face.value, face.value.capitalize()) for face in (Face.GOLEM, Face.PEASANT))
    return Prompt(
        DoubleFacedDeclared.kind,
        f"{state.name(due.seat)} plays Double-faced",
        (Pick("face", "As", faces),),
        rule=DOUBLE_FACED,
        seat=due.seat,
        instant=True,
    )


def _led_text(state: State, phase: ByCards) -> str:
    if not phase.plays:
        return ""
    suit = suit_to_follow(phase.plays, state.options, face_down=rules_of(state).face_down)
    return f"{suit.capitalize()} is led." if suit else f"After {CARD[phase.plays[0].card].name}, play any card."
