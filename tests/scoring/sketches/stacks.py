"""Goblin Towers, a sketch: typed cards on three towers, knocked down by tapping the board."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.contract.board import Board, Marker, Shape, Tile, Zone
from scoring.contract.cards import KnownCard
from scoring.contract.game import Box, Event, Fact, Game, OptionField, RoundHead, Stopped, Table, TableView, by_points
from scoring.contract.prompts import Cell, Choice, Count, Draft, Flag, Grid, Known, OnBoard, Pick, Presentation, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Ledger, Outcome, ScoreLine, Seat, Term

BUILD: Final = Rule("SK-201", "Two to four players build towers, for one to three days.", "Sketch")
SHIELDED: Final = Rule("SK-204", "A tower with a Shield Bearer takes no goblins.", "Sketch", waivable=True)
STRENGTH: Final = Rule("SK-205", "An attack needs at least the defence of its target.", "Sketch", waivable=True)
TURN: Final = Rule("SK-207", "At most two goblins are hired in a turn, and one attack is made.", "Sketch")

TOWERS: Final = 3
HIRES: Final = 2
BEARER: Final = "Shield Bearer"


class Weather(StrEnum):
    """The events of the small deck."""

    FOG = "fog"
    FEAST = "feast"
    FESTIVAL = "festival"


@dataclass(frozen=True, slots=True)
class Options:
    """How many days are built."""

    days: int = 2


@dataclass(frozen=True, slots=True)
class EventFlipped(Event["Towers"]):
    """The event of a day, and who takes shelter."""

    event: Weather
    shelter: tuple[tuple[Seat, bool], ...]

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        inside = ", ".join(table.names[seat] for seat, flag in self.shelter if flag) or "nobody"
        return f"{self.event.name.title()} is flipped; sheltered: {inside}"


@dataclass(frozen=True, slots=True)
class Hired(Event["Towers"]):
    """A goblin put on a tower of the player whose turn it is."""

    seat: Seat
    card: KnownCard
    tower: int

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} hired {self.card.name} onto tower {self.tower + 1}"


@dataclass(frozen=True, slots=True)
class Attacked(Event["Towers"]):
    """A tile attacked with so much strength; `stopped_by` a bodyguard or not."""

    seat: Seat
    target: str
    strength: int
    bodyguard: bool

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        end = "; a bodyguard stepped in" if self.bodyguard else ""
        return f"{table.names[self.seat]} attacked with {self.strength}{end}"


@dataclass(frozen=True, slots=True)
class TurnEnded(Event["Towers"]):
    """The next player's turn."""

    seat: Seat

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]}'s turn is over"


TowerEvent = EventFlipped | Hired | Attacked | TurnEnded


@dataclass(frozen=True, slots=True)
class Flip:
    """The day begins with its event."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody hires and attacks."""

    seat: Seat
    sheltered: tuple[Seat, ...]
    hired: int = 0
    attacks: int = 0


@dataclass(frozen=True, slots=True)
class Built:
    """After the last day."""


Phase = Flip | Turn | Built
Tower = tuple[KnownCard, ...]


@dataclass(frozen=True, slots=True)
class Towers:
    """The state of a session: `towers[seat][n]`, bottom first."""

    table: Table
    options: Options
    towers: tuple[tuple[Tower, ...], ...]
    round: int = 1
    phase: Phase = Flip()
    known: tuple[KnownCard, ...] = ()
    ledger: Ledger = ()
    stopped: Stopped | None = None


def open_towers(table: Table, options: Options) -> Towers:
    require(2 <= len(table.names) <= 4, BUILD, "Two to four players can build.", field="names")
    require(1 <= options.days <= 3, BUILD, "Between 1 and 3 days.", field="days")
    return Towers(table, options, tuple(((),) * TOWERS for _ in table.seats))


def apply(state: Towers, event: TowerEvent, waived: Collection[str]) -> Towers:
    match state.phase, event:
        case Flip(), EventFlipped(shelter=shelter):
            everybody = sorted(seat for seat, _ in shelter) == list(state.table.seats)
            require(everybody, BUILD, "Everybody decides about the shelter.", field="shelter")
            sheltered = tuple(seat for seat, inside in shelter if inside)
            return replace(state, phase=Turn(Seat(0), sheltered))
        case Turn() as turn, Hired() | Attacked() | TurnEnded():
            name = state.table.names[turn.seat]
            require(event.seat == turn.seat, BUILD, f"It is {name}'s turn.", field="seat")
            return _in_turn(state, turn, event, waived)
        case _:
            raise RuleViolation(BUILD, "That is not what happens now.")


def _in_turn(state: Towers, turn: Turn, event: Hired | Attacked | TurnEnded, waived: Collection[str]) -> Towers:
    match event:
        case Hired():
            return _hired(state, turn, event, waived)
        case Attacked():
            return _attacked(state, turn, event, waived)
        case TurnEnded():
            return _turn_ended(state, turn)


def _hired(state: Towers, turn: Turn, event: Hired, waived: Collection[str]) -> Towers:
    require(turn.hired < HIRES, TURN, f"{HIRES} goblins a turn; end the turn.")
    require(0 <= event.tower < TOWERS, BUILD, f"There are {TOWERS} towers.", field="tower")
    require(bool(event.card.name.strip()), BUILD, "The card needs its name.", field="card")
    labels = [label for label, _ in event.card.numbers]
    require(labels == ["vp", "def", "cost"], BUILD, "Type points, defence and cost.", field="card")
    fits = all(0 <= n <= 9 for _, n in event.card.numbers)
    require(fits, BUILD, "The numbers on a card are between 0 and 9.", field="card")
    typed = next((card for card in state.known if card.name == event.card.name), event.card)
    numbers = ", ".join(f"{label} {n}" for label, n in typed.numbers)
    require(typed == event.card, BUILD, f"{typed.name} was typed with {numbers}.", field="card")
    tower = state.towers[turn.seat][event.tower]
    shielded = any(card.name == BEARER for card in tower)
    message = f"Tower {event.tower + 1} holds a {BEARER}; choose another one."
    require(not shielded, SHIELDED, message, field="tower", code="STACK_SHIELDED", waived=waived)
    known = state.known if typed in state.known else (*state.known, typed)
    return replace(
        state,
        towers=_with_tower(state, turn.seat, event.tower, (*tower, typed)),
        phase=replace(turn, hired=turn.hired + 1),
        known=known,
    )


def _attacked(state: Towers, turn: Turn, event: Attacked, waived: Collection[str]) -> Towers:
    require(turn.attacks == 0, TURN, "One attack a turn.", code="NO_ATTACK_LEFT")
    inside = f"{state.table.names[turn.seat]} took shelter and does not attack today."
    require(turn.seat not in turn.sheltered, BUILD, inside)
    where = _places(state).get(event.target)
    if where is None:
        raise RuleViolation(BUILD, "Tap a goblin on a tower.", field="target")
    seat, tower, level = where
    require(seat not in turn.sheltered, BUILD, f"{state.table.names[seat]} took shelter today.", field="target")
    require(1 <= event.strength <= 20, STRENGTH, "An attack has a strength of 1 to 20.", field="strength")
    defence = state.towers[seat][tower][level].number("def")
    message = f"Defence {defence} needs a strength of {defence}, not {event.strength}."
    enough = event.strength >= defence
    require(enough, STRENGTH, message, field="target", code="DEFENSE_TOO_HIGH", waived=waived)
    after = replace(state, phase=replace(turn, attacks=turn.attacks + 1))
    if event.bodyguard:
        return after
    towers = _with_tower(state, seat, tower, state.towers[seat][tower][:level])
    return replace(after, towers=towers)


def _turn_ended(state: Towers, turn: Turn) -> Towers:
    following = state.table.left_of(turn.seat)
    if following != 0:
        return replace(state, phase=Turn(following, turn.sheltered))
    scored = replace(state, ledger=(*state.ledger, *_checkpoint(state)))
    if state.round == state.options.days:
        return replace(scored, phase=Built())
    return replace(scored, phase=Flip(), round=state.round + 1)


def _checkpoint(state: Towers) -> Ledger:
    return tuple(
        ScoreLine(state.round, seat, BUILD, tuple(Term(card.name, card.number("vp")) for card in standing))
        for seat in state.table.seats
        if (standing := [card for tower in state.towers[seat] for card in tower])
    )


def _with_tower(state: Towers, seat: Seat, n: int, tower: Tower) -> tuple[tuple[Tower, ...], ...]:
    mine = tuple(tower if i == n else old for i, old in enumerate(state.towers[seat]))
    return tuple(mine if other == seat else old for other, old in enumerate(state.towers))


def _places(state: Towers) -> dict[str, tuple[Seat, int, int]]:
    """The place of every tile, by its id."""
    return {
        f"{seat}-{n}-{level}": (seat, n, level)
        for seat in state.table.seats
        for n, tower in enumerate(state.towers[seat])
        for level in range(len(tower))
    }


def prompts(state: Towers) -> tuple[Prompt, ...]:
    match state.phase:
        case Flip():
            events = tuple(Choice(word.value, word.name.title()) for word in Weather)
            cells = tuple(Cell(seat, name, Flag("in", "Shelter", likely=False)) for seat, name in _named(state))
            fields = (
                Pick("event", "Event", events, by_chance="Flip"),
                Grid("shelter", "Takes shelter", cells, seats=True),
            )
            return (Prompt(EventFlipped.kind, f"Flip the event of day {state.round}", fields, rule=BUILD),)
        case Turn() as turn:
            return _turn_prompts(state, turn)
        case Built():
            return ()


def _turn_prompts(state: Towers, turn: Turn) -> tuple[Prompt, ...]:
    name = state.table.names[turn.seat]
    given = (("seat", turn.seat),)
    end = Prompt(
        TurnEnded.kind, f"{name}'s turn is over", (), rule=BUILD, seat=turn.seat, given=given, confirm="Next player"
    )
    hire = Prompt(Hired.kind, f"{name} hires", _hire_fields(state, turn), rule=BUILD, seat=turn.seat, given=given)
    attack = Prompt(Attacked.kind, f"{name} attacks", _attack_fields(state), rule=STRENGTH, seat=turn.seat, given=given)
    prompts = [hire] if turn.hired < HIRES else []
    exposed = any(seat not in turn.sheltered for seat, _, _ in _places(state).values())
    if exposed and turn.seat not in turn.sheltered:
        prompts.append(attack)
    return (*prompts, replace(end, shown=Presentation(beside=True))) if prompts else (end,)


def _hire_fields(state: Towers, turn: Turn) -> tuple[Known | Pick, ...]:
    numbers = tuple(
        Count(label, title, 0, 9) for label, title in (("vp", "Points"), ("def", "Defence"), ("cost", "Cost"))
    )
    towers = tuple(
        Choice(n, f"Tower {n + 1}", text=f"{len(tower)} goblins") for n, tower in enumerate(state.towers[turn.seat])
    )
    return (Known("card", "Goblin", "goblin", numbers, (BEARER, "Ornery Octet")), Pick("tower", "Tower", towers))


def _attack_fields(state: Towers) -> tuple[OnBoard | Count | Flag, ...]:
    tiles = tuple(
        Choice(tile, f"{state.table.names[seat]}: {state.towers[seat][n][level].name}")
        for tile, (seat, n, level) in _places(state).items()
    )
    return (
        Count("strength", "Strength", 1, 20),
        OnBoard("target", "Target", tiles),
        Flag("bodyguard", "A bodyguard steps in", likely=False),
    )


def _named(state: Towers) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, state.table.names[seat]) for seat in state.table.seats)


def form(state: Towers, prompt: Prompt, draft: Draft) -> Prompt:
    match state.phase, prompt.fields:
        case Turn(sheltered=sheltered), (Count() as strength, OnBoard() as target, Flag() as guard):
            closed = tuple(_reached(state, tile, sheltered, draft.get("strength")) for tile in target.tiles)
            target = replace(target, tiles=closed, struck=_find_falling(state, draft))
            return replace(prompt, fields=(strength, target, guard))
        case Turn(), (Known() as card, Pick() as tower):
            name = draft.get("card", {}).get("name")
            typed = next((known for known in state.known if known.name == name), None)
            if typed is None:
                return prompt
            printed = tuple(
                replace(count, low=typed.number(count.name), high=typed.number(count.name)) for count in card.numbers
            )
            return replace(prompt, fields=(replace(card, numbers=printed), tower))
        case _:
            return prompt


def _reached(state: Towers, tile: Choice, sheltered: tuple[Seat, ...], strength: int | None) -> Choice:
    seat, n, level = _places(state)[str(tile.value)]
    defence = state.towers[seat][n][level].number("def")
    if seat in sheltered:
        return replace(tile, why_not=f"{state.table.names[seat]} took shelter today.")
    if strength is not None and strength < defence:
        return replace(tile, text=f"Needs {defence}")  # waivable, so it stays open: the card may say so
    return tile


def outcome(state: Towers) -> Outcome | None:
    if not isinstance(state.phase, Built):
        return None
    first = tuple(place for place in by_points(state) if place.rank == 1)
    winners = tuple(seat for place in first for seat in place.side)
    names = " and ".join(state.table.names[seat] for seat in winners)
    return Outcome(BUILD, winners, f"{names}: most points after day {state.round}.")


def provisional(state: Towers) -> Ledger:
    return (*state.ledger, *_checkpoint(state)) if isinstance(state.phase, Turn) else state.ledger


def rounds(state: Towers) -> tuple[RoundHead, ...]:
    return tuple(RoundHead(n, f"Day {n}", "day", starter=starter(state)) for n in range(1, state.round + 1))


def facts(state: Towers) -> tuple[Fact, ...]:
    day = Fact("round", "Day", f"{state.round} of {state.options.days}", rule=BUILD)
    return (day, Fact("turn", "Turn", state.table.names[state.phase.seat])) if isinstance(state.phase, Turn) else (day,)


def board(state: Towers) -> Board:
    zones = tuple(
        Zone(f"tower-{seat}-{n}", f"Tower {n + 1}", _tiles(seat, n, tower), seat, f"{len(tower)}", stacked=True)
        for seat in state.table.seats
        for n, tower in enumerate(state.towers[seat])
    )
    sheltered = state.phase.sheltered if isinstance(state.phase, Turn) else ()
    return Board(zones, tuple(Marker(seat, "shield", "Sheltered") for seat in sheltered))


def _find_falling(state: Towers, draft: Draft) -> tuple[str, ...]:
    """The tiles that the attack would fell."""
    where = _places(state).get(draft.get("target", ""))
    if where is None or draft.get("bodyguard", False):
        return ()
    seat, n, level = where
    return tuple(tile for tile, (s, t, up) in _places(state).items() if (s, t) == (seat, n) and up >= level)


def _tiles(seat: Seat, n: int, tower: Tower) -> tuple[Tile, ...]:
    return tuple(
        Tile(
            f"{seat}-{n}-{level}",
            card.name,
            numbers=card.numbers,
            owner=seat,
            badge="shield" if card.name == BEARER else "",
            shape=Shape.TOKEN if card.name == BEARER else Shape.CARD,
        )
        for level, card in enumerate(tower)
    )


def starter(state: Towers) -> Seat:
    return Seat(0)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    return (OptionField(Count("days", "Days", 1, 3, likely=options.days), "How long the building takes.", BUILD),)


GAME: Final[Game[Options, Towers, TowerEvent]] = Game(
    key="sk_stacks",
    box=Box(
        title="Goblin Towers",
        tagline="Build three towers, knock down the others.",
        colour="#4f7d3a",
        players=range(2, 5),
        minutes=(10, 20),
    ),
    format=1,
    events=(EventFlipped, Hired, Attacked, TurnEnded),
    options=Options,
    rules=(BUILD, SHIELDED, STRENGTH, TURN),
    option_fields=option_fields,
    open=open_towers,
    apply=apply,
    prompts=prompts,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state)),
    form=form,
    provisional=provisional,
)
