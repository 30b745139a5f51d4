"""What lies on the table, the facts at the top, and every entry as a sentence of the log."""

from collections.abc import Iterator

from scoring.board import Board, Marker, Tile, Zone
from scoring.game import Draft, Fact, Table
from scoring.loot_and_recruit import attacks, days, offer, playing, score
from scoring.loot_and_recruit import supply as stock
from scoring.loot_and_recruit.entry import LEVELS
from scoring.loot_and_recruit.events import (
    ActionDone,
    Attacked,
    BearerPlaced,
    CardBought,
    CardFaced,
    CardFound,
    CardPlayed,
    CardRemoved,
    CardShown,
    CardSwept,
    CardTrashed,
    CheckpointCounted,
    EffectsDecided,
    Event,
    EventFlipped,
    FirstPlayerMoved,
    GoblinLaid,
    GoblinMet,
    GoblinMoved,
    GoblinPlaced,
    GoblinRecruited,
    LevelChosen,
    LineUpLeft,
    LineUpOpened,
    PerSeat,
    PilesCounted,
    Place,
    PowersChanged,
    Row,
    SergeantPlayed,
    TurnEnded,
)
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import ROUNDS, UNSEEN, Deciding, Flip, Goblin, Open, Over, State, Turn
from scoring.loot_and_recruit.targets import Lying, Standing, read_lying, told
from scoring.prompts import Prompt
from scoring.scores import Seat

_LEVELS = {level: label for level, label, _ in LEVELS}
_PLACES = {Place.HAND: "the hand", Place.PLAY: "play", Place.DISCARD: "the discard pile"}


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


# The log ------------------------------------------------------------------------------------------------------------


def sentence(table: Table, event: Event, veiled: frozenset[str]) -> str:
    """An entry as the log tells it."""
    match event:
        case LevelChosen(level):
            return f"Entered from here on: {_LEVELS[level]}"
        case EventFlipped(number, card, effect):
            name = f": {card.name.strip()}" if card else f": {days.part(number)}"
            return f"Event of round {number}{name}{', with a flip effect' if effect else ''}"
        case FirstPlayerMoved(seat):
            return f"{table.names[seat]} gets the First Player card"
        case EffectsDecided(done):
            names = ", ".join(table.names[seat] for seat, flag in done if flag)
            return f"The flip effect is performed by {names or 'nobody'}"
        case CheckpointCounted(number, points, goblins):
            decided = f"; goblins: {_each(table, goblins)}" if goblins else ""
            return f"After round {number}: {_each(table, points)}{decided}"
        case TurnEnded(seat):
            return f"{table.names[seat]}'s turn is over"
        case PilesCounted(seat, hand, discard):
            return f"{table.names[seat]} holds {hand}, {discard} are discarded"
        case CardRemoved(target):
            return f"Trashed: {told(table, target)}"
        case CardFaced() | LineUpLeft() | LineUpOpened() | CardSwept():
            return _lined(event)
        case _:
            return f"{table.names[event.seat]} {_did(table, event)}"


def _lined(event: CardFaced | LineUpLeft | LineUpOpened | CardSwept) -> str:
    match event:
        case CardFaced(row, card):
            return f"{offer.NAMES[row]}: {card.name.strip()} is turned over"
        case LineUpLeft(row):
            return f"{offer.NAMES[row]}: the rest is not entered"
        case LineUpOpened(row):
            return f"{offer.NAMES[row]}: what was skipped is entered"
        case CardSwept(target):
            swept = read_lying(target)
            return f"{offer.NAMES[swept.row]}: {swept.name or 'a card'} is trashed" if swept else "A card is trashed"


Deed = (
    GoblinMet
    | GoblinRecruited
    | GoblinPlaced
    | BearerPlaced
    | Attacked
    | SergeantPlayed
    | GoblinMoved
    | GoblinLaid
    | CardShown
    | CardPlayed
    | CardFound
    | CardBought
    | ActionDone
    | PowersChanged
    | CardTrashed
)


def _did(table: Table, event: Deed) -> str:
    match event:
        case GoblinMet(_, card):
            return f"recruits {card.name.strip()}"
        case GoblinRecruited(_, name):
            return f"recruits {name}"
        case GoblinPlaced(_, platform):
            return f"places it on platform {platform + 1}"
        case BearerPlaced(_, platform):
            return "places the Shield Bearer nowhere" if platform is None else f"shields platform {platform + 1}"
        case Attacked(_, target, negated):
            return f"attacks {told(table, target)}{'; a Bodyguard negates it' if negated else ''}"
        case SergeantPlayed():
            return "plays a Sergeant"
        case GoblinMoved(_, target, platform):
            return f"moves {told(table, target)} to platform {platform + 1}"
        case GoblinLaid(_, platform, card):
            return f"gets {card.name.strip()} on platform {platform + 1} without recruiting"
        case _:
            return _did_with_cards(event)


def _did_with_cards(
    event: CardShown | CardPlayed | CardFound | CardBought | ActionDone | PowersChanged | CardTrashed,
) -> str:
    match event:
        case CardShown(_, card):
            return f"plays {card.name.strip()}"
        case CardPlayed(_, name):
            return f"plays {name}"
        case CardFound(_, card):
            return f"buys {card.name.strip()}"
        case CardBought(_, name):
            return f"buys {name}"
        case ActionDone():
            return _acted(event)
        case PowersChanged(_, loot, recruit, attack):
            return f"has {loot:+} loot, {recruit:+} recruit, {attack:+} attack power by a card"
        case CardTrashed(_, place, name):
            return f"trashes {name} from {_PLACES[place]}"


def _acted(event: ActionDone) -> str:
    brought = [f"{event.drawn} drawn"] if event.drawn else []
    brought += [f"{event.fetched} fetched"] if event.fetched else []
    brought += [event.note.strip()] if event.note.strip() else []
    return f"carries out {event.name}: {', '.join(brought) or 'done'}"


def _each(table: Table, numbers: PerSeat) -> str:
    return ", ".join(f"{table.names[seat]} {n}" for seat, n in numbers)
