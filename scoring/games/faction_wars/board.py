"""The board, the facts at the top, and the notices."""

from collections.abc import Iterator

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.game import Fact, Notice, TableView
from scoring.contract.names import count_of, join_words
from scoring.contract.scores import Seat
from scoring.games.faction_wars import battle, counting, passes, phases, steps
from scoring.games.faction_wars.battle import EXHAUSTED, NEW_DECK
from scoring.games.faction_wars.cards import Card
from scoring.games.faction_wars.options import Exhaust
from scoring.games.faction_wars.state import State


def view(state: State) -> TableView:
    return TableView(facts(state), board(state), tuple(notices(state)))


def board(state: State) -> Board:
    if passes.is_counting(state):
        return Board(_bonuses(state))
    places = tuple(zone for seat in state.table.seats for zone in _place(state, seat))
    return Board((*places, *_bonuses(state), *_line_up(state), *_battle(state)), _markers(state))


def _place(state: State, seat: Seat) -> Iterator[Zone]:
    match state.phase:
        case phases.Bidding(sealed=sealed) if seat in dict(sealed):
            yield Zone(f"bid-{seat}", "Bid", seat=seat, count="sealed")
        case phases.Resolving(bids=bids):
            yield Zone(f"bid-{seat}", "Bid", seat=seat, count=f"→ {dict(bids)[seat]}")
        case _:
            return


def _bonuses(state: State) -> tuple[Zone, ...]:
    if not state.displayed:
        return ()
    tiles = tuple(Tile(f"bonus-{n}", bonus.card, badge=bonus.text) for n, bonus in enumerate(state.displayed))
    return (Zone("bonuses", "Bonus cards", tiles),)


def _line_up(state: State) -> tuple[Zone, ...]:
    emptied = passes.emptied_positions(state)
    cards = {n: card for n, card in enumerate(state.lineup, 1) if n not in emptied}
    match state.phase:
        case phases.Resolving(positions=positions) as phase:
            shown = [n for n in range(1, positions + 1) if n not in emptied and (n in cards or phase.bidders(n))]
            tiles = tuple(_position(n, cards.get(n), state, phase.bidders(n)) for n in shown)
        case _:
            tiles = tuple(_position(n, card, state, ()) for n, card in cards.items())
    return (Zone("line-up", "Line-up", tiles),) if tiles else ()


def _position(n: int, card: Card | None, state: State, bidders: tuple[Seat, ...]) -> Tile:
    badge = state.names(bidders) if bidders else ""
    if card is None:
        return Tile(f"position-{n}", f"Position {n}", badge=badge)
    numbers = () if badge else (("value", card.value), ("points", card.points))
    return Tile(f"position-{n}", f"{n} {card.name}", card.suit, numbers, badge=badge)


def _battle(state: State) -> tuple[Zone, ...]:
    match state.phase:
        case phases.Resolving(pending=(steps.Battle(before=before, shown=shown) as current, *_)) if before or shown:
            tiles = tuple(
                Tile(f"shown-{n}", battle.face_name(card), owner=seat, badge=state.name(seat))
                for n, (seat, card) in enumerate((*before, *shown))
            )
            return (Zone("battle", f"Battle for {current.position}: {state.names(current.fighting)}", tiles),)
        case _:
            return ()


def _markers(state: State) -> tuple[Marker, ...]:
    """Everybody's battle deck and discard pile (FW-039)."""
    if isinstance(state.phase, phases.Stocktaking):
        return ()
    return tuple(
        Marker(Seat(seat), "deck", f"deck {own.deck}, pile {own.discard}", short=f"{own.deck}/{own.discard}")
        for seat, own in enumerate(state.holdings)
    )


def facts(state: State) -> tuple[Fact, ...]:
    """The round, the pass through the recruit deck, and the cards left in it."""
    if passes.is_counting(state):
        return (Fact("round", "", "Final count", rule=counting.WINNER),)
    stock, last = state.stock, passes.pass_count(state.starters)
    rounds = Fact("round", "Round", f"{state.round}, the last" if state.last_round else f"{state.round}")
    return (
        rounds,
        Fact("pass", "Pass", f"{min(stock.passes, last)} of {last}", rule=passes.PASSES),
        Fact("cards", "Deck", f"{stock.deck}", rule=passes.RECRUIT_DECK),
    )


def notices(state: State) -> Iterator[Notice]:
    if passes.is_counting(state):
        return
    if state.last_round:
        yield Notice(passes.THE_END, "War is Over has been drawn: this is the last round.", code="W_LAST_ROUND")
    elif state.stock.shuffled_in == state.round:
        yield _new_deck(state)
    elif isinstance(state.phase, phases.Bidding) and 0 < state.stock.deck <= passes.positions(state):
        left = count_of(state.stock.deck, "card")
        them = "it" if state.stock.deck == 1 else "them"
        yield Notice(passes.RESHUFFLE, f"The recruit deck has {left} left; the next line-up uses {them} up.")
    if state.unclaimed:
        taken = join_words(f"position {position}" for position in state.unclaimed)
        yield Notice(EXHAUSTED, f"Nobody takes {taken}: no cards were left to break the tie.")
    if state.shuffled and isinstance(state.phase, phases.LiningUp | phases.Bidding):
        verb = "shuffle their" if len(state.shuffled) > 1 else "shuffles the"
        text = f"{state.names(state.shuffled)} {verb} discard pile into a new battle deck."
        yield Notice(NEW_DECK, text, code="W_SHUFFLE")
    match state.phase:
        case phases.Resolving(pending=(steps.Battle() as current, *_)):
            yield from _last_cards(state, current)
        case _:
            return


def _new_deck(state: State) -> Notice:
    if passes.is_war_next(state):
        return Notice(passes.SHUFFLED_IN, "The recruit deck has run out: War is Over is its only card now.")
    text = "The recruit deck has run out: shuffle its discard pile"
    if passes.is_war_in_deck(state):
        return Notice(passes.SHUFFLED_IN, f"{text} with War is Over.", code="W_SHUFFLE")
    return Notice(passes.RESHUFFLE, f"{text} into a new one.", code="W_SHUFFLE")


def _last_cards(state: State, battle: steps.Battle) -> Iterator[Notice]:
    """Warn of players who would be out of cards after the next tie (FW-032)."""
    last = tuple(seat for seat in battle.fighting if state.holdings[seat].deck == (seat in battle.missing))
    if not last:
        return
    verb = "show the last cards of their battle decks" if len(last) > 1 else "shows the last card of the battle deck"
    ends = "nobody takes the card"
    if state.options.exhaust is Exhaust.DROP_OUT and len(last) < len(battle.fighting):
        ends = f"{state.names(last)} {'are' if len(last) > 1 else 'is'} out"
    tie = "another tie" if battle.before else "a tie"
    yield Notice(EXHAUSTED, f"{state.names(last)} {verb}: with {tie}, {ends}.")
