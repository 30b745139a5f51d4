"""The board, the facts at the top, and the notices."""

from collections.abc import Iterator

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.cards import JOKER
from scoring.contract.game import Fact, Notice, TableView
from scoring.contract.scores import Seat, totals
from scoring.games.recruit import cards, dealing, order, swap, tricks, variations
from scoring.games.recruit.deck import CARD, SUIT_NAMES, rank_of
from scoring.games.recruit.piles import FIELDS, asks_match
from scoring.games.recruit.state import ByCards, ByCounts, ByTricks, Counts, Dealing, Over, Sorting, State, Variation
from scoring.games.recruit.trick_rules import REPORTED, in_words, revokes, trump_of
from scoring.games.recruit.winning import PROVISIONAL, TEAM_TOTAL
from scoring.kit.trick_taking import Play


def view(state: State) -> TableView:
    return TableView(facts(state), board(state), tuple(notices(state)))


def board(state: State) -> Board:
    """The piles, the displayed card, the current trick, and who deals and leads."""
    zones = tuple(_seat_zone(state, seat) for seat in state.table.seats)
    return Board((*zones, *_middle_zones(state)), _markers(state))


def _seat_zone(state: State, seat: Seat) -> Zone:
    won, counts = state.tricks_won, _open_counts(state)
    count = "" if won is None else f"{won[seat]} trick{'' if won[seat] == 1 else 's'}"
    if won is not None and counts is not None and (letters := _letters(state, counts[seat])):
        count = f"{won[seat]} · {letters}"
    return Zone(f"seat-{seat}", state.name(seat), (), seat, count)


def _open_counts(state: State) -> tuple[Counts, ...] | None:
    """The faces and matching cards in the piles, if they are face up (RT-029, RT-079)."""
    if not state.hand.has(Variation.FACE_UP):
        return None
    match state.phase:
        case ByTricks(counts=counts):
            return counts
        case ByCards() as phase:
            return tuple(cards.count_faces(state, phase, seat) for seat in state.table.seats)
        case Dealing() | ByCounts() | Sorting() | Over():
            return None


def _letters(state: State, counts: Counts) -> str:
    """The faces and matching cards of an open pile, one letter for each card: "JJK"."""
    signs = [face.short * getattr(counts, name) for face, name in FIELDS.items()]
    if asks_match(state):
        signs.append(rank_of(state.hand.displayed) * counts.match)
    return "".join(signs)


def _middle_zones(state: State) -> tuple[Zone, ...]:
    """The displayed card, and the current trick or the last one until the next card is led."""
    shown = state.hand.displayed
    displayed: tuple[Zone, ...] = ()
    if shown is not None and not isinstance(state.phase, Over):
        displayed = (Zone("displayed", "Displayed", (_tile("displayed", shown),)),)
    match state.phase:
        case ByTricks(noted=noted) as phase if noted:
            tiles = tuple(Tile(f"noted-{n}", tricks.letter(state, card)) for n, card in enumerate(noted))
            return (*displayed, Zone("trick", f"In trick {phase.running}", tiles))
        case ByCards(plays=plays) as phase if plays:
            tiles = tuple(_card_tile(state, play, n) for n, play in enumerate(plays))
            count = f"{len(plays)} of {state.players} cards"
            return (*displayed, Zone("trick", f"Trick {phase.running}", tiles, count=count))
        case ByCards(tricks=done) if done:
            last = done[-1]
            tiles = tuple(
                _card_tile(state, play, n, wins=play.seat == last.winner) for n, play in enumerate(last.plays)
            )
            return (*displayed, Zone("trick", f"Trick {len(done)}: {state.name(last.winner)}", tiles))
        case _:
            return displayed


def _card_tile(state: State, play: Play, n: int, *, wins: bool = False) -> Tile:
    tile = _tile(f"play-{n}", play.card)
    return Tile(tile.id, tile.name, tile.suit, owner=play.seat, badge="collects" if wins else state.name(play.seat))


def _tile(id: str, code: str) -> Tile:
    card = CARD[code]
    return Tile(id, card.name if card is JOKER else card.short, card.suit)


def _markers(state: State) -> tuple[Marker, ...]:
    if isinstance(state.phase, Over):
        return ()
    leader = state.phase.leader if isinstance(state.phase, ByTricks | ByCards) else state.opening_seat
    return (Marker(state.hand.dealer, "dealer", "Deals"), Marker(leader, "leads", "Starts"))


def facts(state: State) -> tuple[Fact, ...]:
    """Hand, trump, dealer, variations, undealt cards, and the partners' totals."""
    hand = state.hand
    facts = [
        Fact("round", "Hand", f"{hand.number} of {order.HANDS}", rule=order.FOUR_HANDS),
        _trump(state),
        Fact("dealer", "Dealer", state.name(hand.dealer), rule=dealing.NEXT_DEALER),
    ]
    if hand.variations:
        facts.append(Fact("variations", "", variations.in_words(hand.variations), rule=variations.DECLARED))
    if not state.partners and not isinstance(state.phase, Over):
        facts.append(Fact("pile", "Face-down pile", str(swap.stock(state)), rule=swap.UNSEEN))
    return (*facts, *_team_facts(state))


def _trump(state: State) -> Fact:
    shown = state.hand.displayed
    if shown is None and not state.hand.suit:
        return Fact("trump", "Trump", "not entered", rule=dealing.TRUMP)
    suit = state.hand.suit if shown is None else trump_of(shown)
    return Fact("trump", "Trump", SUIT_NAMES[suit] if suit else "none", suit, dealing.TRUMP)


def _team_facts(state: State) -> tuple[Fact, ...]:
    if not state.partners:
        return ()
    points = totals(state.ledger, state.table.seats)
    rule = TEAM_TOTAL if isinstance(state.phase, Over) else PROVISIONAL
    return tuple(
        Fact(f"team_{number}", state.names(side), str(sum(points[seat] for seat in side)), rule=rule, group="teams")
        for number, side in enumerate(state.sides)
    )


def notices(state: State) -> Iterator[Notice]:
    if order.is_before_play(state) and state.hand.swapped is None:
        yield swap.reminder(state)
    if isinstance(state.phase, ByCards):
        phase = state.phase
        if phase.tricks and not phase.plays:
            last = phase.tricks[-1]
            text = f"{state.name(last.winner)} collects trick {len(phase.tricks)}. {last.reason}"
            yield Notice(last.rule, text, last.winner)
        yield from _revokes(state, state.phase)


def _revokes(state: State, phase: ByCards) -> Iterator[Notice]:
    played = (*(trick.plays for trick in phase.tricks), phase.plays)
    for revoke in revokes(played, state.options.joker_follow, state.options.joker_lead):
        text = (
            f"{state.name(revoke.seat)} could have followed {SUIT_NAMES[revoke.suit]} in trick {revoke.trick}, but "
            f"played the {in_words(revoke.card)}, and in trick {revoke.shown_trick} the {in_words(revoke.shown)}."
        )
        yield Notice(REPORTED, text, revoke.seat, code="W_REVOKE")
