"""The board, the facts at the top, and the log text of every event."""

from collections.abc import Iterator
from typing import Final

from scoring.contract.board import Board, Marker, Shape, Tile, Zone
from scoring.contract.game import CellNote, Fact, TableView
from scoring.contract.scores import Seat
from scoring.games.crown_battles import bidding, cards, notices, pool, shield, trump
from scoring.games.crown_battles.deck import CARD, SUIT_NAMES, UNDEALT, USES_PILE
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.rounds import ROUNDS, rules_of, types_in_effect
from scoring.games.crown_battles.schedule import FINAL_ROUND
from scoring.games.crown_battles.state import Bidding, ByCards, Drawing, Over, State, Trickwise
from scoring.games.crown_battles.trick_rules import Play

_LEGEND: Final = "Below the points: tricks taken/bid."


def view(state: State) -> TableView:
    return TableView(facts(state), board(state), tuple(notices.notices(state)), notes(state), _LEGEND)


def board(state: State) -> Board:
    """The bid tokens, the current trick, and who deals, leads and wears the crown."""
    zones = tuple(_seat_zone(state, seat) for seat in state.table.seats)
    return Board((*zones, *_trick_zone(state)), _markers(state))


def facts(state: State) -> tuple[Fact, ...]:
    """Round, cards, trump, dealer, the sum of the bids, and the pile if a special card uses it."""
    deal = state.deal
    label, number = ("", "Tie-break") if state.is_tie_break else ("Round", f"{deal.number} of {len(state.schedule)}")
    facts = [
        Fact("round", label, number, rule=FINAL_ROUND if state.is_final else None),
        Fact("cards", "Cards", str(deal.cards)),
        _trump(state),
        Fact("dealer", "Dealer", state.name(deal.dealer)),
    ]
    if pool.is_drawn(state.options) or deal.type is not RoundType.NORMAL or deal.stopgap:
        facts.insert(1, _type(state))
    facts += _bid_sums(state)
    if USES_PILE & set(state.deck.specials):
        facts.append(Fact("pile", "Left over", str(state.undealt), rule=UNDEALT))
    return (*facts, *(fact for rules in types_in_effect(state) for fact in rules.facts(state)))


def notes(state: State) -> tuple[CellNote, ...]:
    """The tricks and bids of all scored rounds, as in each type."""
    return tuple(
        CellNote(past.deal.number, seat, ROUNDS[past.deal.type].cell_note(past, seat))
        for past in state.past
        for seat in state.table.seats
    )


def _seat_zone(state: State, seat: Seat) -> Zone:
    tiles = (*_tokens(state, seat), *rules_of(state).tiles(state, seat))
    return Zone(f"seat-{seat}", state.name(seat), tiles, seat, _tricks_text(state, seat))


def _tokens(state: State, seat: Seat) -> Iterator[Tile]:
    """The bid tokens, one for each part, face down while bids are secret.

    Of bids on suits, 0 is shown only alone, and then without a suit.
    """
    hidden = rules_of(state).hides_bids(state)
    bids = list(zip(state.deal.parts, _bids(state, seat), strict=False))
    piles = zip(state.deal.parts, state.owned, strict=False)
    owned = {part.suit: pile[seat] for part, pile in piles if part.suit}  # shown on the bids' tokens
    has_others = any(bid != (0,) or owned.get(part.suit) for part, bid in bids)
    for part, bid in bids:
        won = owned.get(part.suit)
        if part.suit and bid == (0,) and not won and (has_others or part is not state.deal.parts[0]):
            continue
        id = f"bid-{seat}-{part.key}" if part.key else f"bid-{seat}"
        name = "?" if hidden else bidding.format_bid(bid) if won is None else f"{won}/{bidding.format_bid(bid)}"
        suit, badge = (part.suit, part.label) if has_others or not part.suit else ("", "")
        yield Tile(id, name, suit, up=not hidden, owner=seat, badge=badge or "bid", shape=Shape.TOKEN)


def _bids(state: State, seat: Seat) -> tuple[Bid, ...]:
    if isinstance(state.phase, Bidding):
        return dict(state.phase.bids).get(seat, ())
    return tuple(part[seat] for part in state.bids)


def _tricks_text(state: State, seat: Seat) -> str:
    """The tricks a seat owns of its bid: "1 of 2"; part by part if there are several (CB-112)."""
    owned = state.owned
    if not owned:
        return ""
    bids = () if rules_of(state).hides_bids(state) else _bids(state, seat)
    if bids and state.deal.parts[0].suit:
        return ""  # on the tokens, suit by suit
    if not bids:
        won = sum(pile[seat] for pile in owned)
        return bidding.count_tricks(won)  # a number alone would look like a bid
    return ", ".join(f"{pile[seat]} of {bidding.format_bid(bid)}" for pile, bid in zip(owned, bids, strict=True))


def _trick_zone(state: State) -> tuple[Zone, ...]:
    """The current trick, or the last one with its winner until the next card is led."""
    match state.phase:
        case ByCards(plays=plays, tricks=done) as phase if plays:
            title = f"Trick {len(done) + 1} of {state.deal.tricks}"
            tiles = tuple(_card_tile(play, n) for n, play in enumerate(plays))
            return (Zone("trick", title, tiles, count=f"{len(plays)} of {cards.trick_size(state, phase)} cards"),)
        case ByCards(tricks=done) if done:
            last = done[-1]
            owner = "nobody" if last.winner is None else state.name(last.winner)
            tiles = tuple(
                _card_tile(play, n, "wins" if play.seat == last.winner else "") for n, play in enumerate(last.plays)
            )
            return (Zone("trick", f"Trick {len(done)} of {state.deal.tricks}: {owner}", tiles),)
        case _:
            return ()


def _card_tile(play: Play, n: int, badge: str = "") -> Tile:
    card = CARD[play.card]
    declared = "as Golem" if play.as_golem else ""
    return Tile(f"play-{n}", card.name, card.suit, owner=play.seat, badge=badge or declared)


def _markers(state: State) -> tuple[Marker, ...]:
    crown = () if state.crown is None else (Marker(state.crown, "crown", "Crown"),)
    if isinstance(state.phase, Over):
        return crown
    leader = state.phase.leader if isinstance(state.phase, Trickwise) else state.opening_seat
    return (
        Marker(state.deal.dealer, "dealer", "Deals"),
        Marker(leader, "leads", "Starts"),
        *crown,
        *(Marker(seat, "shield", "Bubble Shield") for seat in state.shields),
        *(Marker(seat, "wizard", "Wizard") for seat in shield.wizard_seats(state)),
        *rules_of(state).markers(state),
    )


def _trump(state: State) -> Fact:
    shown = state.deal.trump
    if shown is None:
        return Fact("trump", "Trump", "to be named" if state.deal.dealer_must_name else "to be spun", rule=trump.SPIN)
    suit = shown.value if shown.value in SUIT_NAMES else ""
    return Fact("trump", "Trump", trump.label(shown) if suit else "none", suit, trump.TRUMP_SHOWN)


def _type(state: State) -> Fact:
    if isinstance(state.phase, Drawing):
        return Fact("type", "Type", "to be drawn", rule=pool.DRAW)
    rules = rules_of(state)
    return Fact("type", "Type", rules.title, rule=rules.rule)


def _bid_sums(state: State) -> Iterator[Fact]:
    """The sum of the bids: part by part, or of all if the parts share the tricks (CB-078)."""
    placed = [bids for seat in state.table.seats if (bids := _bids(state, seat))]
    if not placed or rules_of(state).hides_bids(state):
        return
    complete = len(placed) == state.players
    if len(state.deal.parts) == 1 or state.deal.parts[0].tricks is None:
        yield _bid_sum(tuple(bid for bids in placed for bid in bids), state.deal.tricks, complete)
        return
    sums = (bidding.sum_bids(tuple(bids[n] for bids in placed)) for n, _ in enumerate(state.deal.parts))
    text = ", then ".join(
        f"{_span(*sum_)} for {part.tricks}" for sum_, part in zip(sums, state.deal.parts, strict=True)
    )
    yield Fact("sum", "Bids", text, rule=bidding.SUM_OF_BIDS)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _bid_sum(bids: tuple[Bid, ...], tricks: int, complete: bool) -> Fact:
    """ "5 for 4 tricks, 1 over"; "under" only once all bids are placed."""
    low, high = bidding.sum_bids(bids)
    text = f"{_span(low, high)} for {bidding.count_tricks(tricks)}"
    if low > tricks:
        text = f"{text}, {_span(low - tricks, high - tricks)} over"
    elif high < tricks and complete:
        text = f"{text}, {_span(tricks - high, tricks - low)} under"
    return Fact("sum", "Bids", text, rule=bidding.SUM_OF_BIDS)
