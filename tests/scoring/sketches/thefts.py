"""Pirate Coves, a sketch: duels of two and three, draws that trigger draws, thefts, eggs that hatch late."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from scoring.contract.board import Board, Marker, Tile, Zone
from scoring.contract.cards import Deck, PlayingCard, count_left
from scoring.contract.game import (
    Box,
    Event,
    Fact,
    Game,
    Notice,
    OptionField,
    Payload,
    RoundHead,
    Stopped,
    Table,
    TableView,
    by_points,
)
from scoring.contract.prompts import (
    Card,
    Cell,
    Choice,
    Count,
    Flag,
    Grid,
    Group,
    Groups,
    Pick,
    Prompt,
    Repeat,
    Text,
)
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Ledger, Outcome, ScoreLine, Seat, Term, reverse

PLAYERS: Final = Rule("SK-401", "Two to six pirates.", "Sketch")
COVES: Final = Rule("SK-402", "Pirates meet in coves of two, one of three where the number is odd.", "Sketch")
DRAW: Final = Rule("SK-403", "Everybody draws a card, cove by cove; a card drawn is gone for the round.", "Sketch")
COIN: Final = Rule("SK-404", "A coin is worth 2.", "Sketch")
GAMBLER: Final = Rule("SK-405", "A gambler draws again at once.", "Sketch")
BUCCANEER: Final = Rule("SK-406", "A buccaneer takes 3 from a pirate of the same cove, who then draws.", "Sketch")
BYSTANDER: Final = Rule("SK-407", "A bystander goes to somebody else and costs 1.", "Sketch")
EGG: Final = Rule("SK-408", "An egg hatches at the end of the round, into 1 to 4 points.", "Sketch")
BRAWL: Final = Rule(
    "SK-409", "Each cove ends in a brawl: the last pays the first 1 for every place between them.", "Sketch"
)
PARDON: Final = Rule("SK-410", "The latest theft of a round may be pardoned once; it is cancelled.", "Sketch")
WINNER: Final = Rule("SK-411", "Most points after the last round win; equal totals share it.", "Sketch")
ROUNDS: Final = Rule("SK-412", "One to three rounds.", "Sketch")

DECK: Final[Deck] = (
    PlayingCard("coin", "Coin", rank=2, short="C", copies=6),
    PlayingCard("gambler", "Gambler", short="G", copies=2),
    PlayingCard("buccaneer", "Buccaneer", short="B", copies=2),
    PlayingCard("bystander", "Bystander", short="Y", copies=2),
    PlayingCard("egg", "Egg", short="E", copies=3),
)
THEFT: Final = 3


@dataclass(frozen=True, slots=True)
class Options:
    """How many rounds, and whether a theft can be pardoned."""

    rounds: int = 2
    pardons: bool = True


@dataclass(frozen=True, slots=True)
class CovesDrawn(Event["Coves"]):
    """Who meets whom."""

    kind: ClassVar[str] = "coves_drawn"
    coves: tuple[tuple[Seat, ...], ...]

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "Coves: " + "; ".join(" and ".join(table.names[seat] for seat in cove) for cove in self.coves)


@dataclass(frozen=True, slots=True)
class CardDrawn(Event["Coves"]):
    """The card somebody drew."""

    kind: ClassVar[str] = "card_drawn"
    seat: Seat
    card: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        names = {card.code: card.name.lower() for card in DECK}
        return f"{table.names[self.seat]} drew: {names[self.card]}"


@dataclass(frozen=True, slots=True)
class Robbed(Event["Coves"]):
    """Whom the buccaneer robs."""

    kind: ClassVar[str] = "robbed"
    seat: Seat
    victim: Seat

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} robbed {table.names[self.victim]}"


@dataclass(frozen=True, slots=True)
class BystanderGiven(Event["Coves"]):
    """Who gets the bystander."""

    kind: ClassVar[str] = "bystander_given"
    seat: Seat
    to: Seat

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} gave a bystander to {table.names[self.to]}"


@dataclass(frozen=True, slots=True)
class BrawlFought(Event["Coves"]):
    """Who came first and who last of the pirates of one cove."""

    kind: ClassVar[str] = "brawl_fought"
    first: Seat
    last: Seat

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Brawl: {table.names[self.first]} first, {table.names[self.last]} last"


@dataclass(frozen=True, slots=True)
class Hatchling:
    """The contents of an egg."""

    points: int
    name: str


@dataclass(frozen=True, slots=True)
class EggsHatched(Event["Coves"]):
    """The end of a round: for everybody with eggs what came out."""

    kind: ClassVar[str] = "eggs_hatched"
    hatched: tuple[tuple[Seat, tuple[Hatchling, ...]], ...]

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        broods = (f"{table.names[seat]} {sum(egg.points for egg in brood)}" for seat, brood in self.hatched)
        return f"The eggs hatched: {', '.join(broods) or 'there were none'}"


@dataclass(frozen=True, slots=True)
class Pardoned(Event["Coves"]):
    """The latest theft of the round does not count."""

    kind: ClassVar[str] = "pardoned"
    reason: str
    shaken: bool

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The theft was pardoned: {self.reason}"


CoveEvent = CovesDrawn | CardDrawn | Robbed | BystanderGiven | BrawlFought | EggsHatched | Pardoned


@dataclass(frozen=True, slots=True)
class ToDraw:
    """Somebody draws."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ToRob:
    """Somebody chooses a victim."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ToGive:
    """Somebody gives a bystander away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ToBrawl:
    """A cove brawls."""

    cove: tuple[Seat, ...]


Pending = ToDraw | ToRob | ToGive | ToBrawl


@dataclass(frozen=True, slots=True)
class Meeting:
    """The coves of the round are drawn."""


@dataclass(frozen=True, slots=True)
class Night:
    """The steps still to come in this round, the next one first; without any, the eggs hatch."""

    coves: tuple[tuple[Seat, ...], ...]
    pending: tuple[Pending, ...]
    drawn: tuple[str, ...] = ()
    eggs: tuple[Seat, ...] = ()
    theft: tuple[ScoreLine, ...] = ()
    pardoned: bool = False


@dataclass(frozen=True, slots=True)
class Dawn:
    """After the last round."""


Phase = Meeting | Night | Dawn


@dataclass(frozen=True, slots=True)
class Coves:
    """The state of a session."""

    table: Table
    options: Options
    round: int = 1
    phase: Phase = Meeting()
    ledger: Ledger = ()
    stopped: Stopped | None = None


def open_coves(table: Table, options: Options) -> Coves:
    """Nobody has met."""
    require(2 <= len(table.names) <= 6, PLAYERS, "Two to six pirates can play.", field="names")
    require(1 <= options.rounds <= 3, ROUNDS, "Between 1 and 3 rounds.", field="rounds")
    return Coves(table, options)


def sizes(players: int) -> tuple[tuple[int, ...], ...]:
    """Allowed coves: pairs and one trio, or trios alone."""
    pairs = (2,) * (players // 2) if players % 2 == 0 else (*(2,) * ((players - 3) // 2), 3)
    return (pairs, (3, 3)) if players == 6 else (pairs,)


def apply(state: Coves, event: CoveEvent, waived: Collection[str]) -> Coves:
    """The round after an event."""
    match state.phase, event:
        case Meeting(), CovesDrawn(coves):
            return _met(state, coves)
        case Night() as night, Pardoned():
            return _pardoned(state, night, event)
        case Night(pending=(ToDraw(seat), *_)) as night, CardDrawn():
            _check_turn(state, seat, event.seat)
            return _drawn(state, night, event)
        case Night(pending=(ToRob(seat), *_)) as night, Robbed():
            _check_turn(state, seat, event.seat)
            return _robbed(state, night, event)
        case Night(pending=(ToGive(seat), *_)) as night, BystanderGiven():
            _check_turn(state, seat, event.seat)
            return _given(state, night, event)
        case Night(pending=(ToBrawl(cove), *_)) as night, BrawlFought() as event:
            return _brawled(state, night, cove, event)
        case Night(pending=()) as night, EggsHatched(hatched):
            return _hatched(state, night, hatched)
        case _:
            raise RuleViolation(DRAW, "That is not what happens now.")


def _check_turn(state: Coves, seat: Seat, entered: Seat) -> None:
    require(entered == seat, DRAW, f"{state.table.names[seat]} is to act now.", field="seat")


def _met(state: Coves, coves: tuple[tuple[Seat, ...], ...]) -> Coves:
    everybody = sorted(seat for cove in coves for seat in cove) == list(state.table.seats)
    require(everybody, COVES, "Everybody sits in exactly one cove.", field="coves")
    allowed = sizes(len(state.table.names))
    fits = tuple(sorted(map(len, coves))) in allowed
    words = " or ".join(" + ".join(map(str, sums)) for sums in allowed)
    require(fits, COVES, f"The coves are {words}.", field="coves", code="E_DUEL_GROUPS")
    pending = tuple(step for cove in coves for step in _evening(cove))
    return replace(state, phase=Night(coves, pending))


def _evening(cove: tuple[Seat, ...]) -> tuple[Pending, ...]:
    """Everybody draws, then they brawl."""
    return (*map(ToDraw, cove), ToBrawl(cove))


def _drawn(state: Coves, night: Night, event: CardDrawn) -> Coves:
    there = count_left(DECK, night.drawn).get(event.card, 0) > 0
    require(there, DRAW, "There is no such card left this round.", field="card")
    drawn = (*night.drawn, event.card)
    rest = night.pending[1:]
    after = replace(night, drawn=drawn, pending=rest)
    line: Ledger = ()
    if event.card == "coin":
        line = (ScoreLine(state.round, event.seat, COIN, (Term("coin", 2),)),)
    elif event.card == "egg":
        after = replace(after, eggs=(*night.eggs, event.seat))
    elif event.card == "gambler":
        after = replace(after, pending=(ToDraw(event.seat), *rest))
    elif event.card == "buccaneer":
        after = replace(after, pending=(ToRob(event.seat), *rest))
    else:
        after = replace(after, pending=(ToGive(event.seat), *rest))
    return replace(state, phase=_short(after), ledger=(*state.ledger, *line))


def _short(night: Night) -> Night:
    """Without cards left nobody draws."""
    if any(count_left(DECK, night.drawn).values()):
        return night
    return replace(night, pending=tuple(step for step in night.pending if not isinstance(step, ToDraw)))


def _robbed(state: Coves, night: Night, event: Robbed) -> Coves:
    mates = _mates(night, event.seat)
    names = " or ".join(state.table.names[seat] for seat in mates)
    message = f"{state.table.names[event.seat]} robs {names}."
    require(event.victim in mates, BUCCANEER, message, field="victim", code="TARGET_SELF")
    lines = _transfer(state.round, BUCCANEER, "theft", THEFT, event.seat, event.victim)
    after = _short(replace(night, pending=(ToDraw(event.victim), *night.pending[1:]), theft=lines))
    return replace(state, phase=after, ledger=(*state.ledger, *lines))


def _transfer(round: int, rule: Rule, label: str, points: int, to: Seat, giver: Seat) -> tuple[ScoreLine, ScoreLine]:
    gain = ScoreLine(round, to, rule, (Term(label, points),), other=giver)
    return gain, ScoreLine(round, giver, rule, (Term(label, -points),), other=to)


def _mates(night: Night, seat: Seat) -> tuple[Seat, ...]:
    return tuple(mate for cove in night.coves if seat in cove for mate in cove if mate != seat)


def _given(state: Coves, night: Night, event: BystanderGiven) -> Coves:
    other = event.to in state.table.seats and event.to != event.seat
    message = f"{state.table.names[event.seat]} gives the bystander to somebody else."
    require(other, BYSTANDER, message, field="to", code="BYSTANDER_TO_SELF")
    line = ScoreLine(state.round, event.to, BYSTANDER, (Term("bystander", -1),))
    return replace(state, phase=replace(night, pending=night.pending[1:]), ledger=(*state.ledger, line))


def _brawled(state: Coves, night: Night, cove: tuple[Seat, ...], event: BrawlFought) -> Coves:
    names = ", ".join(state.table.names[seat] for seat in cove)
    are_two = event.first != event.last and {event.first, event.last} <= set(cove)
    require(are_two, BRAWL, f"Choose two of {names}.", field="last")
    lines = _transfer(state.round, BRAWL, "brawl", len(cove) - 1, event.first, event.last)
    return replace(state, phase=replace(night, pending=night.pending[1:]), ledger=(*state.ledger, *lines))


def _pardoned(state: Coves, night: Night, event: Pardoned) -> Coves:
    require(state.options.pardons, PARDON, "This table plays without pardons.")
    require(bool(night.theft) and not night.pardoned, PARDON, "There is no theft to pardon.")
    require(event.shaken, PARDON, "A pardon needs a handshake.", field="shaken")
    lines = tuple(reverse(line, state.round, PARDON) for line in night.theft)
    return replace(state, phase=replace(night, pardoned=True), ledger=(*state.ledger, *lines))


def _hatched(state: Coves, night: Night, hatched: tuple[tuple[Seat, tuple[Hatchling, ...]], ...]) -> Coves:
    laid = tuple((seat, night.eggs.count(seat)) for seat in state.table.seats if seat in night.eggs)
    counted = tuple(sorted((seat, len(brood)) for seat, brood in hatched)) == laid
    require(counted, EGG, "Every egg of the round hatches once.", field="hatched")
    sized = all(1 <= egg.points <= 4 for _, brood in hatched for egg in brood)
    require(sized, EGG, "An egg is worth 1 to 4 points.", field="hatched")
    lines = tuple(
        ScoreLine(state.round, seat, EGG, tuple(Term(egg.name or "egg", egg.points) for egg in brood))
        for seat, brood in hatched
    )
    after = replace(state, ledger=(*state.ledger, *lines))
    if state.round == state.options.rounds:
        return replace(after, phase=Dawn())
    return replace(after, phase=Meeting(), round=state.round + 1)


def prompts(state: Coves) -> tuple[Prompt, ...]:
    """The next step, and a pardon if there is a theft to pardon."""
    match state.phase:
        case Meeting():
            field = Groups("coves", "Coves", state.table.seats, sizes(len(state.table.names)))
            return (Prompt(CovesDrawn.kind, f"Draw the coves of round {state.round}", (field,), rule=COVES),)
        case Night(pending=(first, *_)) as night:
            return (_pending_prompt(state, night, first), *_pardon_prompt(state, night))
        case Night() as night:
            return (_hatch_prompt(state, night), *_pardon_prompt(state, night))
        case Dawn():
            return ()


def _pending_prompt(state: Coves, night: Night, step: Pending) -> Prompt:
    match step:
        case ToDraw(seat):
            card = Card("card", "Card", DECK, night.drawn)
            title = f"{state.table.names[seat]} draws"
            return Prompt(CardDrawn.kind, title, (card,), rule=DRAW, seat=seat, given=(("seat", seat),), instant=True)
        case ToRob(seat):
            victim = Pick("victim", "Victim", _players(state, _mates(night, seat)), seats=True)
            title = f"Whom does {state.table.names[seat]} rob?"
            return Prompt(
                Robbed.kind, title, (victim,), rule=BUCCANEER, seat=seat, given=(("seat", seat),), instant=True
            )
        case ToGive(seat):
            others = tuple(other for other in state.table.seats if other != seat)
            to = Pick("to", "Who gets the bystander", _players(state, others), seats=True, by_chance="Spin")
            title = f"{state.table.names[seat]} gives a bystander away"
            return Prompt(
                BystanderGiven.kind, title, (to,), rule=BYSTANDER, seat=seat, given=(("seat", seat),), instant=True
            )
        case ToBrawl(cove):
            first = Pick("first", "First", _players(state, cove), seats=True)
            last = Pick("last", "Last", _players(state, cove), seats=True)
            return Prompt(BrawlFought.kind, "Who won the brawl?", (first, last), rule=BRAWL)


def _players(state: Coves, seats: tuple[Seat, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(seat, state.table.names[seat]) for seat in seats)


def _hatch_prompt(state: Coves, night: Night) -> Prompt:
    egg = Group("egg", "Egg", (Count("points", "Points", 1, 4, by_chance="Roll"), Text("name", "Name", longest=20)))
    laid = tuple((seat, night.eggs.count(seat)) for seat in state.table.seats if seat in night.eggs)
    cells = tuple(
        Cell(seat, state.table.names[seat], Repeat("eggs", "Eggs", egg, n, n), f"{n} laid") for seat, n in laid
    )
    return Prompt(EggsHatched.kind, "The eggs hatch", (Grid("hatched", "Eggs", cells, seats=True),), rule=EGG)


def _pardon_prompt(state: Coves, night: Night) -> tuple[Prompt, ...]:
    if not state.options.pardons or not night.theft or night.pardoned:
        return ()
    fields = (Text("reason", "Why", needed=True), Flag("shaken", "They shook hands", likely=True))
    return (Prompt(Pardoned.kind, "Pardon the theft", fields, rule=PARDON, menu="Thefts"),)


def outcome(state: Coves) -> Outcome | None:
    """Most points after the last round."""
    if not isinstance(state.phase, Dawn):
        return None
    first = tuple(place for place in by_points(state) if place.rank == 1)
    winners = tuple(seat for place in first for seat in place.side)
    names = " and ".join(state.table.names[seat] for seat in winners)
    return Outcome(WINNER, winners, f"{names}: {first[0].points} points after round {state.round}.")


def provisional(state: Coves) -> Ledger:
    """As if the round ended now: every egg is worth the least it can."""
    if not isinstance(state.phase, Night):
        return state.ledger
    eggs = tuple(ScoreLine(state.round, seat, EGG, (Term("unhatched egg", 1),)) for seat in state.phase.eggs)
    return (*state.ledger, *eggs)


def rounds(state: Coves) -> tuple[RoundHead, ...]:
    """One row a round."""
    return tuple(RoundHead(n, f"Round {n}", "coves", starter=starter(state)) for n in range(1, state.round + 1))


def facts(state: Coves) -> tuple[Fact, ...]:
    """The round, the cards left and the coves."""
    number = Fact("round", "Round", f"{state.round} of {state.options.rounds}")
    if not isinstance(state.phase, Night):
        return (number,)
    rest = sum(count_left(DECK, state.phase.drawn).values())
    coves = "; ".join(", ".join(state.table.names[seat] for seat in cove) for cove in state.phase.coves)
    return (number, Fact("cards", "Cards left", str(rest)), Fact("coves", "Coves", coves, rule=COVES))


def board(state: Coves) -> Board:
    """A zone for each pirate, with the eggs laid so far."""
    if not isinstance(state.phase, Night):
        return Board()
    zones = tuple(
        Zone(f"nest{seat}", "Eggs", _eggs(state.phase, seat), seat, str(state.phase.eggs.count(seat)))
        for seat in state.table.seats
    )
    turn = tuple(Marker(step.seat, "turn", "Acts") for step in state.phase.pending[:1] if not isinstance(step, ToBrawl))
    return Board(zones, turn)


def _eggs(night: Night, seat: Seat) -> tuple[Tile, ...]:
    return tuple(Tile(f"egg{seat}-{n}", "Egg", up=False, owner=seat) for n in range(night.eggs.count(seat)))


def starter(state: Coves) -> Seat | None:
    """Who draws first, once the coves are drawn."""
    match state.phase:
        case Night(coves=((first, *_), *_)):
            return first
        case _:
            return None


def notices(state: Coves) -> tuple[Notice, ...]:
    """The deck ran out."""
    match state.phase:
        case Night(drawn=drawn) if not any(count_left(DECK, drawn).values()):
            return (Notice(DRAW, "The deck is empty: nobody draws any more this round.", code="W_NO_DECK"),)
        case _:
            return ()


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The set-up form."""
    return (
        OptionField(Count("rounds", "Rounds", 1, 3, likely=options.rounds), "How many nights.", ROUNDS),
        OptionField(Flag("pardons", "Pardons", likely=options.pardons), "Thefts can be pardoned.", PARDON, house=True),
    )


def from_format_1(kind: str, payload: Payload) -> tuple[str, Payload]:
    """Format 2 brought pardons and names for hatchlings."""
    if kind == "opened":
        return kind, payload | {"options": payload["options"] | {"pardons": False}}
    if kind == "eggs":
        hatched = [[seat, [{"points": n, "name": ""} for n in brood]] for seat, brood in payload["hatched"]]
        return EggsHatched.kind, {"hatched": hatched}
    return kind, payload


GAME: Final[Game[Options, Coves, CoveEvent]] = Game(
    key="sk_thefts",
    box=Box(
        title="Pirate Coves",
        tagline="Draw, rob, brawl, and hope for the egg.",
        colour="#1f6f78",
        players=range(2, 7),
        minutes=(10, 15),
    ),
    format=2,
    events=(CovesDrawn, CardDrawn, Robbed, BystanderGiven, BrawlFought, EggsHatched, Pardoned),
    options=Options,
    rules=(PLAYERS, COVES, DRAW, COIN, GAMBLER, BUCCANEER, BYSTANDER, EGG, BRAWL, PARDON, WINNER, ROUNDS),
    option_fields=option_fields,
    open=open_coves,
    apply=apply,
    prompts=prompts,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state), notices(state)),
    provisional=provisional,
    upcasts={1: from_format_1},
)
