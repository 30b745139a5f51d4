"""The play of a round with real hands: random legal cards, special cards that act, piles that grow."""

from collections.abc import Callable
from typing import Final

from scoring.contract.game import Adjusted, Resumed, Stopped
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.cards import CardPlayed, TrickRuled
from scoring.games.crown_battles.deck import CrownSuit
from scoring.games.crown_battles.entry import LevelChosen
from scoring.games.crown_battles.options import RoundType, SplitSecondLead
from scoring.games.crown_battles.rounds.suit_precision import TrickLaid
from scoring.games.crown_battles.rounds.teams import NoteShown
from scoring.games.crown_battles.tricks import TrickWon
from scoring.kit.trick_taking import Level
from tests.simulators.crown_battles import cards, powers
from tests.simulators.crown_battles.cards import Play
from tests.simulators.crown_battles.table import Hands

_LAPS: Final = 2
_RARE: Final = 0.004
_RULED: Final = 0.02
_COPIED: Final = 0.8
_SPECIAL: Final = 0.4
_REVOKED: Final = 0.03
_HANDS_CHANGE: Final = frozenset({"cursed", "magician", "merchant", "smuggler"})

Late = tuple[str, int, bool]
"""A special card that acts at the end of the trick: which, whose, and whether a Summoner copies it."""


def play_all(round: Hands, count: Callable[[int], None]) -> None:
    """Play every trick of the round; the piles are conserved (CB-114). `count`: the piles of a half are counted."""
    round.leader = round.opening_seat
    while round.trick < round.tricks:
        _play_trick(round)
        bombed = sum(winner is None for winner in round.winners)
        assert sum(map(sum, round.owned)) == round.trick - bombed, "every trick belongs to one player"
        assert min(map(min, round.owned)) >= 0, "nobody owns less than nothing"
        _compare(round)
        if round.trick in round.ends[:-1]:
            if round.level is Level.COUNTS:
                count(0)
            _begin_second_half(round)


def laps(round: Hands) -> int:
    """How many cards of everybody the running trick takes (CB-190, CB-192)."""
    return min(_LAPS, round.dealt - _LAPS * round.trick) if round.type is RoundType.LONG_PLAY else 1


def _play_trick(round: Hands) -> None:
    table = round.table
    plays: list[Play] = []
    late: list[Late] = []
    round.named, round.bombed = None, False
    shown_cards = sum(map(len, round.played))
    for step in range(laps(round) * table.players):
        seat = (round.leader + step) % table.players
        _interrupt(round, seat, begun=bool(plays or shown_cards))
        _lay(round, seat, plays)
        _resolve(round, plays, late)
        if plays[-1].card == cards.BOMB and not table.options.bomb_rest_still_plays:
            break
    _finish(round, plays, late)


def _interrupt(round: Hands, seat: int, *, begun: bool) -> None:
    """What may happen at any time: a shield, a Secret Note, a card or a trick out of turn."""
    table = round.table
    powers.buy_shields(round, begun=begun)
    if round.has_teams and table.rng.random() < 0.05:
        note = NoteShown(Seat(seat))
        alone = len(round.opponents(seat)) == table.players - 1
        if alone or seat in round.noted:
            table.entering.try_illegal(note)
        else:
            table.entering.enter(note)
            round.noted.add(seat)

    if table.rng.random() < _RARE:
        table.level = table.rng.choice([level for level in Level if level is not table.level])
        table.entering.enter(LevelChosen(table.level))
    if table.rng.random() < _RARE:
        table.entering.enter(Adjusted(Seat(seat), 5, "a drink"))
        table.totals[seat] += 5
    if table.rng.random() < _RARE:
        table.entering.enter(Stopped("dinner", counts=True))
        table.entering.try_illegal(BidPlaced(Seat(seat), (0,)))
        table.entering.enter(Resumed())


def _lay(round: Hands, seat: int, plays: list[Play]) -> None:
    """The seat plays a random legal card."""
    table = round.table
    kings = table.options.wizard_affects_kings
    visible = plays[:1] if round.type is RoundType.STEALTH else plays
    led = cards.led_suit(visible, kings=kings)
    card = _chosen(round, cards.legal_cards(round.hands[seat], led), visible)
    card = _slipped(round, seat, led) or card
    if cards.is_number(card) and cards.suit_of(card) in round.revoked.get(seat, ()):
        round.evident.add(seat)
    if round.level is Level.CARDS:
        others = [Seat(other) for other in table.seats if other != seat]
        used = [play.card for trick in (*round.played, plays) for play in trick if cards.is_number(play.card)]
        table.entering.try_illegal(
            CardPlayed(table.rng.choice(others), card),
            *(CardPlayed(Seat(seat), other) for other in used[-1:]),
            TrickWon(Seat(seat)),
        )
    round.hands[seat].remove(card)
    golem = table.rng.random() < 0.5 if card == cards.DOUBLE_FACED else None
    plays.append(Play(seat, card, golem=bool(golem)))
    table.entering.card(seat, card, golem)


def _chosen(round: Hands, legal: list[str], visible: list[Play]) -> str:
    """A random legal card; special cards and copies of them come more often than by chance alone."""
    rng = round.table.rng
    if cards.SUMMONER in legal and visible and visible[-1].card in powers.ACTIONS and rng.random() < _COPIED:
        return cards.SUMMONER
    specials = [card for card in legal if card in powers.ACTIONS]
    return rng.choice(specials if specials and rng.random() < _SPECIAL else legal)


def _slipped(round: Hands, seat: int, led: str | None) -> str:
    """Sometimes a player fails to follow suit; empty: not now (CB-113).

    Only with a deck that never changes hands, where everybody can see it later.
    """
    table = round.table
    deck = {special.value for special in table.options.specials}
    if round.level is not Level.CARDS or deck & _HANDS_CHANGE or table.rng.random() > _REVOKED:
        return ""
    numbers = [card for card in round.hands[seat] if cards.is_number(card)]
    others = [card for card in numbers if cards.suit_of(card) != led]
    if led is None or not others or len(others) == len(numbers):
        return ""
    round.revoked.setdefault(seat, set()).add(led)
    return table.rng.choice(others)


def _resolve(round: Hands, plays: list[Play], late: list[Late]) -> None:
    """The action of the card just laid, now or after the trick."""
    last = plays[-1]
    copied = last.card == cards.SUMMONER and len(plays) > 1
    card = plays[-2].card if copied else last.card
    if card not in powers.ACTIONS:
        return
    if powers.is_late(round, card):
        late.append((card, last.seat, copied))
    else:
        powers.act(round, card, last.seat, copied=copied)


def _finish(round: Hands, plays: list[Play], late: list[Late]) -> None:
    """The trick goes to its winner and its pile; then the late cards act, in the order of play."""
    table, options = round.table, round.table.options
    place = cards.winning_place(plays, round.trump, options)
    winner = None if place is None else plays[place].seat
    suits = [] if winner is None else cards.pile_suits(plays, round.trump, options)
    if winner is not None and cards.is_won_by_trump(plays, round.trump, options):
        round.trump_tricks[round.trick] = winner
    part = round.half
    round.played.append(plays)
    round.winners.append(winner)
    if round.coming is not None:
        round.trump, round.coming = round.coming, None
    if winner is not None:
        round.leader = winner
    elif round.named is not None:
        round.leader = round.named
    table.entering.trick(winner)
    if winner is not None:
        part = _put_away(round, suits) if round.by_suit else part
        round.owned[part][winner] += 1
    if round.level is Level.CARDS and winner is not None and not late and table.rng.random() < _RULED:
        _rule(round, part, winner)
    for card, seat, copied in late:
        powers.act(round, card, seat, copied=copied)


def _rule(round: Hands, part: int, winner: int) -> None:
    """The table gives the trick to another player, who leads next and puts it to any suit (CB-111)."""
    table = round.table
    seat = table.rng.choice([other for other in table.seats if other != winner])
    table.entering.try_illegal(TrickRuled(Seat(winner), "a slip"), TrickRuled(Seat(seat), ""))
    table.entering.enter(TrickRuled(Seat(seat), "a card was misread"))
    round.trump_tricks.pop(round.trick - 1, None)
    round.owned[part][winner] -= 1
    suits = [suit.value for suit in table.options.suits]
    round.owned[_put_away(round, suits) if round.by_suit else part][seat] += 1
    round.winners[-1] = round.leader = seat


def _put_away(round: Hands, suits: list[str]) -> int:
    """The winner puts the trick under the token of a suit (CB-232 to CB-235)."""
    table = round.table
    suit = table.rng.choice(suits)
    deck = [suit.value for suit in table.options.suits]
    if round.level is Level.CARDS:
        wrong = [TrickLaid(CrownSuit(other)) for other in deck if other not in suits]
        table.entering.try_illegal(*wrong)
    is_asked = {Level.CARDS: len(suits) > 1, Level.TRICKS: len(deck) > 1, Level.COUNTS: False}
    if is_asked[round.level]:
        table.entering.enter(TrickLaid(CrownSuit(suit)))
    return deck.index(suit)


def _begin_second_half(round: Hands) -> None:
    """The second half of The Split: the other hand, led from the left of the dealer (CB-224)."""
    for hand, other in zip(round.hands, round.second_hands, strict=True):
        hand[:] = other
    round.revoked.clear()
    if round.table.options.split_second_lead is SplitSecondLead.LEFT_OF_DEALER:
        round.leader = round.opening_seat


def _compare(round: Hands) -> None:
    """Trick winners, piles, the trump and the next leader as the app has them."""
    if round.level is Level.COUNTS:
        return
    state, check = round.table.entering.session.state, round.table.entering.check
    check(f"winner of trick {round.trick}", state.phase.tricks[-1].winner, round.winners[-1])
    check(f"piles after trick {round.trick}", [list(pile) for pile in state.phase.owned], round.owned)
    if round.level is Level.CARDS:
        accused = {notice.seat for notice in GAME.view(state).notices if notice.code == "W_REVOKE"}
        check(f"who is accused after trick {round.trick}", accused, round.evident)
    check(f"trump after trick {round.trick}", str(state.deal.trump), round.trump)
