"""The board, the facts at the top, and the notices."""

from collections.abc import Iterator

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.game import Fact, Notice, TableView
from scoring.contract.names import count_of
from scoring.contract.scores import Seat
from scoring.games.recruits import bidding, counting, order, score, supply, winning
from scoring.games.recruits.deck import CARD, RANKS, RECRUITS, SUIT_OF, in_words, points_of, rank_of
from scoring.games.recruits.entry import AGREED, VARIANTS
from scoring.games.recruits.options import Level
from scoring.games.recruits.state import (
    Aiming,
    Awaiting,
    Bid,
    Breaking,
    Claiming,
    Contest,
    Deciding,
    Drawing,
    LeavingOut,
    Naming,
    Over,
    Pile,
    Showing,
    State,
    Turn,
    Turning,
    Uncovering,
)
from scoring.games.recruits.ties import NO_CARD


def view(state: State) -> TableView:
    return TableView(facts(state), board(state), tuple(notices(state)))


def board(state: State) -> Board:
    """The piles with their bids, the current or last resolution, and everybody's recruits."""
    seats = tuple(_place(state, seat) for seat in state.table.seats)
    return Board((*_middle(state), *seats), _markers(state))


def _place(state: State, seat: Seat) -> Zone:
    won = [rank_of(earned.recruit) for earned in state.earned if earned.seat == seat]
    return Zone(
        f"seat-{seat}",
        state.name(seat),
        (),
        seat,
        " ".join(f"{won.count(rank) if won.count(rank) > 1 else ''}{rank}" for rank in RANKS if rank in won),
    )


def _middle(state: State) -> Iterator[Zone]:
    match state.phase:
        case LeavingOut(contest) | Showing(contest) | Aiming(contest) | Uncovering(contest):
            yield _contest(state, contest)
        case Breaking(contest, played=played):
            yield _contest(state, contest)
            rounds = (*contest.rounds, played)
            if shown := [(seat, card) for cards in rounds for seat, card in cards if card != NO_CARD]:
                tiles = (_card(f"tie-{n}", card, seat, state.name(seat)) for n, (seat, card) in enumerate(shown))
                yield Zone("tie", "To break the tie", tuple(tiles))
        case Drawing(contest):
            yield _contest(state, contest)
            if contest.drawn:
                tiles = (Tile(f"drawn-{n}", CARD[card].short, SUIT_OF[card]) for n, card in enumerate(contest.drawn))
                yield Zone("drawn", "Turned from the draw pile", tuple(tiles))
        case Claiming(pile=number):
            yield _pile(state, state.pile(number))
        case Turn() | Turning():
            for pile in state.piles:
                yield _pile(state, pile)
        case Awaiting() | Naming() | Deciding() | Over():
            if state.last and not isinstance(state.phase, Over):
                yield _contest(state, state.last.contest, state.last.won.seat)


def _pile(state: State, pile: Pile) -> Zone:
    if not pile.left:
        return Zone(f"pile-{pile.number}", f"Pile {pile.number} is used up")
    tiles = [_top(pile), *(tile for bid in pile.bids for tile in _bid(state, pile.number, bid))]
    return Zone(f"pile-{pile.number}", f"Pile {pile.number}", tuple(tiles), count=f"{pile.left} left")


def _top(pile: Pile) -> Tile:
    if not pile.top:
        return Tile(f"top-{pile.number}", "Recruit", up=False)
    return Tile(f"top-{pile.number}", pile.top[0], SUIT_OF[pile.top], badge=count_of(points_of(pile.top), "point"))


def _bid(state: State, pile: int, bid: Bid) -> Iterator[Tile]:
    yield _card(f"bid-{pile}-{bid.seat}-1", bid.first, bid.seat, state.name(bid.seat))
    if bid.count == bidding.MOST:
        yield Tile(f"bid-{pile}-{bid.seat}-2", state.name(bid.seat), up=False, owner=bid.seat)


def _contest(state: State, contest: Contest, winner: Seat | None = None) -> Zone:
    """The bids of a resolution; cards that do not count or are cancelled are crossed out."""
    title = f"The {in_words(contest.recruit)}" if contest.recruit else "A covered recruit"
    if winner is not None:
        title = f"{title}: {state.name(winner)}"
    is_complete = bool(contest.bids) and all(len(bid.shown) == bidding.MOST for bid in contest.bids)
    counted = _counted_cards(state, contest) if is_complete else frozenset()
    tiles = [
        _card(f"shown-{bid.seat}-{n}", card, bid.seat, state.name(bid.seat), struck=is_complete and card not in counted)
        for bid in contest.bids
        for n, card in enumerate(bid.shown, 1)
    ]
    return Zone("contest", title, tuple(tiles))


def _counted_cards(state: State, contest: Contest) -> frozenset[str]:
    """The cards that make up the totals, and aces with power."""
    tallies = counting.tallies(state, contest)
    return frozenset(card for tally in tallies for card in tally.counting if card not in tally.struck)


def _card(id: str, code: str, seat: Seat, badge: str, *, struck: bool = False) -> Tile:
    return Tile(id, CARD[code].short, SUIT_OF[code], owner=seat, badge=badge, struck=struck)


def _markers(state: State) -> tuple[Marker, ...]:
    if state.level is not Level.REFEREE or isinstance(state.phase, Over):
        return ()
    return (Marker(state.turn, "leads", "Plays"),)


def facts(state: State) -> tuple[Fact, ...]:
    facts = list(_progress(state))
    if state.level is Level.REFEREE:
        unseen = ", ".join(f"{n} {rank}" for rank, n in score.hidden(state).items() if n) or "none"
        facts += [
            Fact("hidden", "Hidden", unseen, rule=score.LEFT),
            Fact("cards", "Draw pile", str(state.draw), rule=supply.COUNT),
        ]
    if state.variants:
        facts.append(Fact("variants", "", ", ".join(VARIANTS[variant] for variant in state.variants), rule=AGREED))
    return tuple(facts)


def _progress(state: State) -> Iterator[Fact]:
    """What was earned by the entries so far; nothing is known of that while all recruits are counted at the end."""
    if state.level is Level.COUNT and not state.earned:
        yield Fact("round", "Recruits", "counted at the end", rule=order.OVER)
        return
    label = "Counted" if state.level is Level.COUNT and not isinstance(state.phase, Over) else "Earned"
    yield Fact("round", label, f"{len(state.earned)} of {RECRUITS}", rule=order.OVER)
    yield Fact("points_left", "Left", count_of(score.points_left(state), "point"), rule=score.LEFT)


def notices(state: State) -> Iterator[Notice]:
    match state.phase:
        case Aiming(contest) | Breaking(contest) | Drawing(contest):
            yield Notice(counting.TOTAL, _list_totals(state, contest))
        case _:
            yield from _last_resolution(state)
    if state.repeated:
        text = f"The {in_words(state.repeated)} was shown before. That is only possible if you have shuffled since."
        yield Notice(supply.TRACKED, text, code="W_SEEN")
    yield from _shuffle(state)
    yield from _clinched(state)


def _last_resolution(state: State) -> Iterator[Notice]:
    if state.last is None or isinstance(state.phase, Over | Deciding) or not state.earned:
        return
    contest, won = state.last.contest, state.last.won
    text = f"{state.name(won.seat)} takes the {in_words(contest.recruit)}. {won.reason} {_list_totals(state, contest)}"
    yield Notice(won.rule, text, won.seat)


def _list_totals(state: State, contest: Contest) -> str:
    if contest.totals:
        return " ".join(f"{state.name(seat)} {total}." for seat, total in contest.totals)
    return " ".join(f"{state.name(bid.seat)} {counting.working(state, contest, bid)}." for bid in contest.bids)


def _shuffle(state: State) -> Iterator[Notice]:
    if state.level is not Level.REFEREE or not isinstance(state.phase, Turn | Turning) or state.draw > supply.SOON:
        return
    if not state.draw:
        yield Notice(supply.SHUFFLE, "The draw pile is empty: shuffle the discard pile before the next draw.")
    else:
        left = count_of(state.draw, "card").capitalize()
        yield Notice(supply.FORESEEN, f"{left} left to draw; then shuffle the discard pile.")


def _clinched(state: State) -> Iterator[Notice]:
    if isinstance(state.phase, Over | Deciding) or not state.earned:
        return
    leader = score.clinched(state)
    if leader is not None:
        left = count_of(score.within_reach(state), "point")
        text = f"Nobody can catch {state.name(leader)} any more: {left} at most can still be won."
        text = f"{text} You may end here or play on." if winning.can_end_early(state) else text
        yield Notice(score.CLINCHED, text, leader)
