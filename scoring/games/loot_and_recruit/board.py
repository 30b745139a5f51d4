"""The board, the facts at the top, and the notices."""

from collections.abc import Iterator

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.game import Fact, Notice, TableView
from scoring.contract.names import join_words
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import attacks, days, line_ups, memory, moving, own_cards, playing, score, supply
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import (
    CHECKPOINTS,
    ROUNDS,
    UNKNOWN,
    Flip,
    Goblin,
    Open,
    Over,
    Row,
    State,
    Turn,
)
from scoring.games.loot_and_recruit.targets import LineUpTarget, target_at


def view(state: State) -> TableView:
    return TableView(facts(state), board(state), tuple(notices(state)))


def board(state: State) -> Board:
    if state.level is Level.CHECKPOINTS:
        return Board(markers=_markers(state))
    zones = tuple(zone for seat in state.table.seats for zone in _seat(state, seat))
    return Board((*zones, *_line_ups(state), *_in_play(state)), _markers(state))


def _seat(state: State, seat: Seat) -> Iterator[Zone]:
    yield Zone(f"points-{seat}", "On the platforms", seat=seat, count=f"{score.platform_points(state, seat)} VP")
    for n, stack in enumerate(state.stacks[seat]):
        tiles = tuple(_tile(str(target_at(state, seat, n, height)), card, seat) for height, card in enumerate(stack))
        yield Zone(f"platform-{seat}-{n}", f"Platform {n + 1}", tiles, seat, stacked=True)


def _tile(tile: str, card: Goblin, seat: Seat) -> Tile:
    numbers = (("Def", card.defense),) if card.bearer else (("VP", card.vp), ("Def", card.defense))
    return Tile(tile, card.name, numbers=numbers, owner=seat)


def _line_ups(state: State) -> Iterator[Zone]:
    decks = {Row.CROWD: state.supply.crowd, Row.SHOP: state.supply.shop}
    for row in line_ups.entered_rows(state):
        cards = line_ups.line_up(state, row).cards
        tiles = tuple(_line_up_tile(state, row, n, name) for n, name in enumerate(cards))
        yield Zone(row.value, line_ups.NAMES[row], tiles, count=f"{decks[row]} in the deck")


def _line_up_tile(state: State, row: Row, n: int, name: str) -> Tile:
    tile = str(LineUpTarget(row, n, name))
    if name == UNKNOWN:
        return Tile(tile, "Not entered", up=False)
    if row is Row.CROWD:
        goblin = state.goblin(name)
        assert goblin is not None, "cards of a line-up are typed"
        return Tile(tile, name, numbers=(("Cost", goblin.cost), ("VP", goblin.vp), ("Def", goblin.defense)))
    card = state.card(name)
    assert card is not None, "cards of a line-up are typed"
    powers = (("Loot", card.loot), ("Recruit", card.recruit), ("Attack", card.attack))
    return Tile(tile, name, numbers=(("Cost", card.cost), *((label, power) for label, power in powers if power)))


def _in_play(state: State) -> Iterator[Zone]:
    if isinstance(state.phase, Turn) and state.level is Level.REFEREE:
        played = state.holdings[state.phase.seat].played
        if played:
            yield Zone("play", "In play", tuple(Tile(f"play-{n}", name) for n, name in enumerate(played)))


def _markers(state: State) -> tuple[Marker, ...]:
    return () if isinstance(state.phase, Over) else (Marker(state.first, "leads", "First"),)


def facts(state: State) -> tuple[Fact, ...]:
    """The round, or those that are played without an entry; at the referee level also the turn's powers and piles."""
    last = days.next_checkpoint(state) if isinstance(state.phase, Flip) and days.can_play_on(state) else state.number
    label, rounds = ("Round", f"{last}") if last == state.number else ("Rounds", f"{state.number} to {last}")
    day = Fact("round", label, f"{rounds} of {ROUNDS}, {days.part_of_day(state.number)}", rule=days.PARTS)
    if not isinstance(state.phase, Turn):
        return (day,)
    if state.level is not Level.REFEREE:
        return (day, Fact("cards", "Trios left", str(state.supply.trio), rule=supply.PERMANENT))
    powers, own = state.phase.powers, state.holdings[state.phase.seat]
    return (
        day,
        Fact("loot", "Loot", str(powers.loot), rule=own_cards.POOL),
        Fact("recruit", "Recruit", str(powers.recruit), rule=own_cards.POOL),
        Fact("attack", "Attack", str(powers.attack), rule=own_cards.POOL),
        Fact("cards", "Hand, deck, discard", f"{own.hand}, {own.deck}, {own.discards}"),
    )


_SHORT = "nothing is left to shuffle, so the line-up stays short"


def notices(state: State) -> Iterator[Notice]:
    if state.retyped is not None:
        first = f"{state.retyped.name} was first typed as {memory.describe_numbers(state.retyped)}"
        text = f"{first}; these numbers count. If they are wrong, correct it there."
        yield Notice(memory.MEMORY, text, code="W_TYPED")
    if state.next_first is not None:
        yield Notice(days.FIRST_PLAYER, f"{state.name(state.next_first)} begins the next round.", state.next_first)
    if isinstance(state.phase, Turn):
        yield from _turn(state, state.phase)
    elif isinstance(state.phase, Flip | Open) and state.behind:
        text = "Enter the goblins already on platforms: menu, “Add a goblin that was not recruited”."
        yield Notice(moving.CARD_WINS, text, code="W_BEHIND")


def _turn(state: State, turn: Turn) -> Iterator[Notice]:
    if state.number in CHECKPOINTS and state.table.left_of(turn.seat) == state.first:
        text = f"After {state.name(turn.seat)}'s turn, the platforms are scored."
        yield Notice(days.CHECKPOINT, text, turn.seat, code="W_CHECKPOINT")
    elif state.number == ROUNDS and turn.seat == state.first:
        yield Notice(days.CLOSING, "The Closing Ceremony: the final round.", code="W_LAST_ROUND")
    if state.supply.crowd == 0:
        shuffle = "shuffle the Crowd Trash without its Trios" if state.supply.crowd_trash else _SHORT
        yield Notice(supply.NEW_DECK, f"The Crowd deck is empty: {shuffle}.")
    if state.level is Level.REFEREE and state.supply.shop == 0:
        shuffle = "shuffle the Shop Trash without permanents and starters" if state.supply.shop_trash else _SHORT
        yield Notice(supply.NEW_DECK, f"The Shop deck is empty: {shuffle}.")
    if 0 < len(turn.attacked) <= turn.sergeants:
        names = join_words(map(state.name, attacks.sergeant_targets(state, turn)), "or")
        text = f"A Sergeant allows another attack on {names}." if names else "Nobody is left for a Sergeant's attack."
        yield Notice(attacks.SERGEANT, text, turn.seat)
    if turn.ready:
        names = ", ".join(turn.ready)
        yield Notice(playing.ACTION, f"Actions you may still use this turn: {names}.", turn.seat)
