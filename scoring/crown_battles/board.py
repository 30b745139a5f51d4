"""What lies on the table, the facts at the top, and every entry as a sentence of the log."""

from scoring.board import Board, Marker, Shape, Tile, Zone
from scoring.crown_battles import bidding, trump
from scoring.crown_battles.events import Bid, BidPlaced, Event, Spinner, TricksTaken, TrumpNamed, TrumpSpun
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Over, Spinning, State
from scoring.game import Fact, Table
from scoring.scores import Seat


def board(state: State) -> Board:
    """Every player's bid token, and who deals, leads and wears the crown."""
    bids = _bids(state)
    zones = tuple(_place(state, seat, bids.get(seat)) for seat in state.table.seats)
    return Board(zones, _markers(state))


def facts(state: State) -> tuple[Fact, ...]:
    """Round, cards, trump, dealer and what the bids add up to."""
    deal = state.deal
    number = "Tie-break" if state.tie_break else f"{deal.number} of {len(state.schedule)}"
    facts = [
        Fact("round", "Round", number),
        Fact("cards", "Cards", str(deal.cards)),
        _trump(state),
        Fact("dealer", "Dealer", state.name(deal.dealer)),
    ]
    bids = tuple(_bids(state).values())
    if bids:
        facts.append(Fact("sum", "Bids", _sum(state, bids), rule=bidding.SUM_OF_BIDS))
    return tuple(facts)


def sentence(table: Table, event: Event, veiled: frozenset[str]) -> str:
    """An entry as the log tells it."""
    match event:
        case BidPlaced(seat, bid):
            return f"{table.names[seat]} bids {bidding.say(bid)}"
        case TrumpSpun(shows):
            return f"The spinner shows {_SPUN[shows]}"
        case TrumpNamed(named):
            return f"The dealer names {trump.label(named).lower()}"
        case TricksTaken(tricks):
            return "Tricks: " + ", ".join(f"{table.names[seat]} {n}" for seat, n in tricks)
    return ""


_SPUN = {
    Spinner.NONE: "X: no trump",
    Spinner.YELLOW: "yellow",
    Spinner.BLUE: "blue",
    Spinner.RED: "red",
    Spinner.GREEN: "green",
    Spinner.CHOICE: "all four colours",
}


def _bids(state: State) -> dict[Seat, Bid]:
    match state.phase:
        case Bidding(bids):
            return dict(bids)
        case ByCounts(bids=placed) | ByTricks(bids=placed) | ByCards(bids=placed):
            return dict(zip(state.table.seats, placed, strict=True))
        case Spinning() | Over():
            return {}


def _place(state: State, seat: Seat, bid: Bid | None) -> Zone:
    tiles = () if bid is None else (Tile(f"bid-{seat}", bidding.say(bid), badge="bid", owner=seat, shape=Shape.TOKEN),)
    return Zone(f"seat-{seat}", state.name(seat), tiles, seat)


def _markers(state: State) -> tuple[Marker, ...]:
    if isinstance(state.phase, Over):
        return _crown(state)
    return (
        Marker(state.deal.dealer, "dealer", "Deals"),
        Marker(state.opening_seat, "leads", "Leads"),
        *_crown(state),
        *(Marker(seat, "shield", "Bubble Shield") for seat in state.shields),
    )


def _crown(state: State) -> tuple[Marker, ...]:
    return () if state.crown is None else (Marker(state.crown, "crown", "Wears the crown"),)


def _trump(state: State) -> Fact:
    shown = state.deal.trump
    if shown is None:
        return Fact("trump", "Trump", "open", rule=trump.SPIN)
    suit = shown.value if shown.value in trump.SUIT_NAMES else ""
    return Fact("trump", "Trump", trump.label(shown), suit, trump.SPIN)


def _sum(state: State, bids: tuple[Bid, ...]) -> str:
    low, high = bidding.sum_of(bids)
    tricks = state.deal.tricks
    said = str(low) if low == high else f"{low}–{high}"
    played = f"{tricks} trick{'' if tricks == 1 else 's'}"
    if low > tricks:
        return f"{said} for {played}, {low - tricks} over"
    if high < tricks:
        return f"{said} for {played}, {tricks - high} under"
    return f"{said} for {played}"
