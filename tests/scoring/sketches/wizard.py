"""Wizard card by card, with a French deck, on top of `scoring.kit.trick_taking`."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.cards import FRENCH_SUITS, Deck, PlayingCard, count_cards, count_left, french_deck
from scoring.contract.game import (
    Box,
    Event,
    Fact,
    Game,
    Measure,
    MeasureKind,
    Measures,
    Notice,
    OptionField,
    RoundHead,
    Stopped,
    Table,
    TableView,
    by_points,
)
from scoring.contract.prompts import Card, Choice, Count, Pick, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Ledger, Outcome, PerSeat, ScoreLine, Seat, Term
from scoring.kit.seats import check_table_size
from scoring.kit.trick_taking import Play, RevokeTracker, TrickResult, card_question, next_to_play, strongest

PLAYERS: Final = Rule("WZ-001", "Three to six players.", "Common rules")
HANDS: Final = Rule("WZ-002", "Hands of one card, of two, and so on; the deal moves clockwise.", "Common rules")
TRUMP: Final = Rule("WZ-003", "The suit of the turned card is trump; after a Jester there is none.", "Common rules")
CHOICE: Final = Rule("WZ-004", "After a turned Wizard the dealer names trump.", "Common rules")
BIDS: Final = Rule("WZ-005", "Left of the dealer first, everybody says how many tricks they will take.", "Common rules")
PLAY: Final = Rule("WZ-006", "Follow suit; Wizards and Jesters are always allowed.", "Common rules")
TRICK: Final = Rule("WZ-007", "The first Wizard wins, then trumps, then the led suit, then Jesters.", "Common rules")
POINTS: Final = Rule("WZ-008", "As bid: twenty and ten a trick; else minus ten for each trick off.", "Common rules")
WINNER: Final = Rule("WZ-009", "Most points win; equal totals share the win.", "Common rules")

TITLE: Final = "Wizard"
WIZARD: Final = PlayingCard("W", "Wizard", short="W", copies=4)
JESTER: Final = PlayingCard("J", "Jester", short="J", copies=4)
DECK: Final[Deck] = (*french_deck(ace_high=True), WIZARD, JESTER)
CARDS: Final = {card.code: card for card in DECK}
SUITS: Final = {suit.key: suit.name for suit in FRENCH_SUITS}
SIZE: Final = count_cards(DECK)


@dataclass(frozen=True, slots=True)
class Options:
    """How many hands are played; 0: as many as the deck allows."""

    hands: int = 0


@dataclass(frozen=True, slots=True)
class Turning:
    """The trump card is turned; `wizard` once it was a Wizard, and the dealer names trump."""

    wizard: bool = False


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids of a hand, in the order in which they were said; `trump` is a suit's key, empty for none."""

    trump: str
    turned: str
    bids: PerSeat = ()


@dataclass(frozen=True, slots=True)
class Playing:
    """The tricks of a hand, and the cards of the running one."""

    trump: str
    turned: str
    bids: PerSeat
    leader: Seat
    tricks: tuple[tuple[Play, ...], ...] = ()
    winners: tuple[Seat, ...] = ()
    plays: tuple[Play, ...] = ()

    @property
    def gone(self) -> tuple[str, ...]:
        """All cards that were seen."""
        played = (play.card for trick in (*self.tricks, self.plays) for play in trick)
        return (*filter(None, [self.turned]), *played)


@dataclass(frozen=True, slots=True)
class Over:
    """All hands are played."""


Phase = Turning | Bidding | Playing | Over


@dataclass(frozen=True, slots=True)
class State:
    """A session."""

    table: Table
    hands: int
    round: int
    phase: Phase
    ledger: Ledger = ()
    stopped: Stopped | None = None

    @property
    def dealer(self) -> Seat:
        return self.table.left_of(-1, self.round)


def open_table(table: Table, options: Options) -> State:
    check_table_size(table, GAME.box.players, TITLE, PLAYERS)
    most = SIZE // len(table.names)
    require(0 <= options.hands <= most, HANDS, f"{len(table.names)} players play {most} hands at most.", field="hands")
    return State(table, options.hands or most, 1, deal(table, 1))


def deal(table: Table, hand: int) -> Phase:
    return Turning() if hand * len(table.names) < SIZE else Bidding("", "")  # no card is left to turn


@dataclass(frozen=True, slots=True)
class TrumpTurned(Event[State]):
    """The card that was turned after dealing."""

    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(state.phase == Turning(), TRUMP, "No card is turned now.", field="card")
        require(self.card in CARDS, TRUMP, "Choose a card of the deck.", field="card")
        turned = CARDS[self.card]
        return replace(state, phase=Turning(wizard=True) if turned == WIZARD else Bidding(turned.suit, self.card))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Turned: {CARDS[self.card].name}"


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event[State]):
    """The suit that the dealer names."""

    suit: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(state.phase == Turning(wizard=True), CHOICE, "Only after a turned Wizard.", field="suit")
        require(self.suit in SUITS, CHOICE, "Name one of the four suits.", field="suit")
        return replace(state, phase=Bidding(self.suit, WIZARD.code))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The dealer names {SUITS[self.suit].lower()}"


@dataclass(frozen=True, slots=True)
class BidPlaced(Event[State]):
    """One player's bid."""

    seat: Seat
    bid: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = state.phase
        if not isinstance(phase, Bidding):
            raise RuleViolation(BIDS, "Nobody bids now.")
        bidder = next_bidder(state, phase)
        require(self.seat == bidder, BIDS, f"{state.table.names[bidder]} bids next.", field="seat")
        require(0 <= self.bid <= state.round, BIDS, f"Bid between 0 and {state.round}.", field="bid")
        bids = (*phase.bids, (self.seat, self.bid))
        if len(bids) < len(state.table.names):
            return replace(state, phase=replace(phase, bids=bids))
        return replace(state, phase=Playing(phase.trump, phase.turned, bids, state.table.left_of(state.dealer)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} bids {self.bid}"


def next_bidder(state: State, phase: Bidding) -> Seat:
    return state.table.left_of(state.dealer, 1 + len(phase.bids))


@dataclass(frozen=True, slots=True)
class CardPlayed(Event[State]):
    """A card of the running trick."""

    seat: Seat
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = state.phase
        if not isinstance(phase, Playing):
            raise RuleViolation(PLAY, "Nobody plays a card now.")
        seat = next_to_play(state.table, phase.leader, phase.plays)
        require(self.seat == seat, PLAY, f"{state.table.names[seat]} plays next.", field="seat")
        left = count_left(DECK, phase.gone).get(self.card, 0)
        require(left > 0, PLAY, "This card was played already, or is not in the deck.", field="card")
        plays = (*phase.plays, Play(self.seat, self.card))
        if len(plays) < len(state.table.names):
            return replace(state, phase=replace(phase, plays=plays))
        winner = judge_trick(plays, phase.trump).winner(plays)
        assert winner is not None, "somebody wins every trick"
        tricks, winners = (*phase.tricks, plays), (*phase.winners, winner)
        phase = replace(phase, leader=winner, tricks=tricks, winners=winners, plays=())
        return replace(state, phase=phase) if len(tricks) < state.round else end_hand(state, phase)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} plays {CARDS[self.card].name}"


def end_hand(state: State, phase: Playing) -> State:
    """Score a hand and deal the next one."""
    lines = tuple(score_hand(state.round, seat, bid, phase.winners.count(seat)) for seat, bid in sorted(phase.bids))
    ledger = (*state.ledger, *lines)
    if state.round == state.hands:
        return replace(state, phase=Over(), ledger=ledger)
    return replace(state, round=state.round + 1, phase=deal(state.table, state.round + 1), ledger=ledger)


def score_hand(hand: int, seat: Seat, bid: int, tricks: int) -> ScoreLine:
    if bid == tricks:
        return ScoreLine(hand, seat, POINTS, (Term("as bid", 20), Term("tricks", 10, tricks)))
    return ScoreLine(hand, seat, POINTS, (Term("off the bid", -10, abs(bid - tricks)),))


def suit_to_follow(plays: Sequence[Play]) -> str:
    """A Wizard frees the trick; Jesters leave the suit to the next card."""
    lead = next((play.card for play in plays if play.card != JESTER.code), JESTER.code)
    return CARDS[lead].suit


def judge_trick(plays: Sequence[Play], trump: str) -> TrickResult:
    led = suit_to_follow(plays)
    best = strongest([strength(CARDS[play.card], led, trump) for play in plays])
    card = CARDS[plays[best].card]
    return TrickResult(best, TRICK, f"{card.name} wins.", card.suit)


def strength(card: PlayingCard, led: str, trump: str) -> int:
    """How strong a card is in a trick; the first one of equals wins."""
    if card == WIZARD:
        return 100
    if card == JESTER:
        return 0
    return card.rank + 50 if card.suit == trump else card.rank if card.suit == led else -1


def prompts(state: State) -> tuple[Prompt, ...]:
    names = state.table.names
    match state.phase:
        case Turning(wizard=False):
            fields = (Card("card", "Turned card", DECK),)
            return (Prompt(TrumpTurned.kind, "Turn the trump card", fields, rule=TRUMP, instant=True),)
        case Turning():
            pick = Pick("suit", "Trump", tuple(Choice(suit.key, suit.name, suit=suit.key) for suit in FRENCH_SUITS))
            title = f"{names[state.dealer]} names trump"
            return (Prompt(TrumpNamed.kind, title, (pick,), rule=CHOICE, seat=state.dealer, instant=True),)
        case Bidding() as phase:
            seat = next_bidder(state, phase)
            bid, given = Count("bid", "Tricks", 0, state.round), (("seat", seat),)
            title = f"{names[seat]} bids"
            return (Prompt(BidPlaced.kind, title, (bid,), rule=BIDS, seat=seat, given=given, instant=True),)
        case Playing() as phase:
            seat = next_to_play(state.table, phase.leader, phase.plays)
            lead = "" if phase.plays else f"trick {len(phase.tricks) + 1} of {state.round}"
            return (card_question(CardPlayed.kind, state.table, seat, DECK, lead=lead, gone=phase.gone, rule=PLAY),)
        case Over():
            return ()


def outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    winners = tuple(seat for place in by_points(state) if place.rank == 1 for seat in place.side)
    return Outcome(WINNER, winners, f"{state.table.join_names(winners)}: most points.")


def rounds(state: State) -> tuple[RoundHead, ...]:
    return tuple(
        RoundHead(hand, f"Hand {hand}", size=hand, starter=state.table.left_of(0, hand))
        for hand in range(1, state.round + 1)
    )


def facts(state: State) -> tuple[Fact, ...]:
    trump = state.phase.trump if isinstance(state.phase, Bidding | Playing) else ""
    shown = (Fact("trump", "Trump", SUITS[trump], trump, TRUMP),) if trump else ()
    dealer = Fact("dealer", "Dealer", state.table.names[state.dealer], rule=HANDS)
    return (Fact("round", "Hand", f"{state.round} of {state.hands}"), dealer, *shown)


def board(state: State) -> Board:
    """The running trick, what everybody bid, and what they took."""
    markers = [Marker(state.dealer, "dealer", "Deals")]
    if not isinstance(state.phase, Playing):
        return Board(markers=tuple(markers))
    won = state.phase.winners
    markers += [Marker(seat, "bid", f"{won.count(seat)} of {bid}") for seat, bid in state.phase.bids]
    plays = ((place, play.seat, CARDS[play.card]) for place, play in enumerate(state.phase.plays))
    tiles = tuple(Tile(f"play{place}", card.name, card.suit, owner=seat) for place, seat, card in plays)
    return Board((Zone("trick", "Trick", tiles),) if tiles else (), tuple(markers))


def notices(state: State) -> tuple[Notice, ...]:
    """Who could have followed suit."""
    return tuple(find_revokes(state.table, state.phase)) if isinstance(state.phase, Playing) else ()


def find_revokes(table: Table, phase: Playing) -> Iterator[Notice]:
    tracker = RevokeTracker()
    for number, plays in enumerate((*phase.tricks, phase.plays), start=1):
        for place, play in enumerate(plays):
            suit = CARDS[play.card].suit
            tracker.add(number, play, suit, suit_to_follow(plays[:place]) if suit and place else "")
    for revoke in tracker.revokes:
        text = f"{table.names[revoke.seat]} could have followed {SUITS[revoke.suit].lower()} in trick {revoke.trick}."
        yield Notice(PLAY, text, revoke.seat, code="W_REVOKE")


def measures(state: State) -> tuple[Measure, ...]:
    scored = (line for line in state.ledger if line.rule is POINTS)
    return tuple(Measure(line.round, line.seat, "met", int(line.points > 0), 1) for line in scored)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    most = SIZE // max(len(table.names), 3)
    return (OptionField(Count("hands", "Hands", 0, most, likely=options.hands), "0: all that can be dealt.", HANDS),)


GAME: Final[Game[Options, State, TrumpTurned | TrumpNamed | BidPlaced | CardPlayed]] = Game(
    key="wizard",
    box=Box(
        title=TITLE,
        tagline="Say how many tricks, and mind the Wizards.",
        colour="#5a3a7a",
        players=range(3, 7),
        minutes=(40, 60),
        suits=FRENCH_SUITS,
    ),
    format=1,
    events=(TrumpTurned, TrumpNamed, BidPlaced, CardPlayed),
    options=Options,
    rules=(PLAYERS, HANDS, TRUMP, CHOICE, BIDS, PLAY, TRICK, POINTS, WINNER),
    option_fields=option_fields,
    open=open_table,
    prompts=prompts,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state), notices(state)),
    measures=Measures((MeasureKind("met", "Bids met", share=True, main=True, praise="Best forecaster"),), measures),
)
