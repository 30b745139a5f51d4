"""What lies on the table, and the facts at the top."""

from collections.abc import Iterator

from scoring.board import Board, Marker, Tile, Zone
from scoring.game import Draft, Fact
from scoring.loot_and_recruit import attacks, days, offer, playing, score
from scoring.loot_and_recruit import supply as stock
from scoring.loot_and_recruit.attacks import Attacked
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import ROUNDS, UNSEEN, Deciding, Flip, Goblin, Open, Over, Row, State, Turn
from scoring.loot_and_recruit.targets import Lying, Standing
from scoring.prompts import Prompt
from scoring.scores import Seat

# The board ----------------------------------------------------------------------------------------------------------


def board(state: State) -> Board:
    """Three platforms before every player, and the cards in play."""
    return _drawn(state, frozenset())


def preview(state: State, prompt: Prompt, draft: Draft) -> Board:
    """The platforms with everything struck out that the attack would trash."""
    if prompt.kind != Attacked.kind:
        return board(state)
    return _drawn(state, attacks.struck(state, draft.get("target"), draft.get("negated")))


def _drawn(state: State, struck: frozenset[str]) -> Board:
    if state.level is Level.CHECKPOINTS:
        return Board(markers=_markers(state))
    zones = tuple(zone for seat in state.table.seats for zone in _seat(state, seat, struck))
    return Board((*zones, *_line_ups(state), *_in_play(state)), _markers(state))


def _seat(state: State, seat: Seat, struck: frozenset[str]) -> Iterator[Zone]:
    yield Zone(f"points-{seat}", "Standing", seat=seat, count=f"{score.points(state, seat)} VP")
    for n, stack in enumerate(state.stacks[seat]):
        targeted = (str(Standing(seat, n, up, card.came, card.name)) for up, card in enumerate(stack))
        tiles = tuple(_tile(target, card, seat, struck) for target, card in zip(targeted, stack, strict=True))
        yield Zone(f"platform-{seat}-{n}", f"Platform {n + 1}", tiles, seat, stacked=True)


def _tile(tile: str, card: Goblin, seat: Seat, struck: frozenset[str]) -> Tile:
    numbers = (("Def", card.defense),) if card.bearer else (("VP", card.vp), ("Def", card.defense))
    return Tile(tile, card.name, numbers=numbers, owner=seat, struck=tile in struck)


def _line_ups(state: State) -> Iterator[Zone]:
    decks = {Row.CROWD: state.supply.crowd, Row.SHOP: state.supply.shop}
    for row in offer.rows(state):
        cards = offer.line(state, row).cards
        tiles = tuple(_lying(state, row, n, name) for n, name in enumerate(cards))
        yield Zone(row.value, offer.NAMES[row], tiles, count=f"{decks[row]} in the deck")


def _lying(state: State, row: Row, n: int, name: str) -> Tile:
    tile = str(Lying(row, n, name))
    if name == UNSEEN:
        return Tile(tile, "Not entered", up=False)
    if row is Row.CROWD:
        goblin = state.goblin(name)
        assert goblin is not None, "what lies there was typed"
        return Tile(tile, name, numbers=(("Cost", goblin.cost), ("VP", goblin.vp), ("Def", goblin.defense)))
    card = state.card(name)
    assert card is not None, "what lies there was typed"
    powers = (("Loot", card.loot), ("Recruit", card.recruit), ("Attack", card.attack))
    return Tile(tile, name, numbers=(("Cost", card.cost), *((label, power) for label, power in powers if power)))


def _in_play(state: State) -> Iterator[Zone]:
    match state.phase:
        case Turn(seat) if state.level is Level.REFEREE and state.holdings[seat].played:
            played = state.holdings[seat].played
            yield Zone("play", "In play", tuple(Tile(f"play-{n}", name) for n, name in enumerate(played)))
        case _:
            return


def _markers(state: State) -> tuple[Marker, ...]:
    return () if isinstance(state.phase, Over) else (Marker(state.first, "leads", "First"),)


# The facts ----------------------------------------------------------------------------------------------------------


def facts(state: State) -> tuple[Fact, ...]:
    """The round and its part of the day; where cards are entered, the powers of the turn and the own piles."""
    day = Fact("round", "Round", f"{state.number} of {ROUNDS}, {days.part(state.number)}", rule=days.PARTS)
    match state.phase:
        case Turn() as turn if state.level is Level.REFEREE:
            held = state.holdings[turn.seat]
            return (
                day,
                Fact("loot", "Loot", str(turn.powers.loot), rule=playing.POOL),
                Fact("recruit", "Recruit", str(turn.powers.recruit), rule=playing.POOL),
                Fact("attack", "Attack", str(turn.powers.attack), rule=playing.POOL),
                Fact("cards", "Hand, deck, discard", f"{held.hand}, {held.deck}, {held.discards}"),
            )
        case Turn():
            trios = Fact("cards", "Trios left", str(state.supply.trio), rule=stock.PERMANENT)
            return (day, trios)
        case Flip() | Deciding() | Open() | Over():
            return (day,)
