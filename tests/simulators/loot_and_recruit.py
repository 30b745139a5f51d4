"""Loot & Recruit, played with real cards: `python -m tests.simulators.loot_and_recruit --seed N`.

The rules are written anew from the rulebook; of the app's game only its events and options are used. Most of what is
printed on the cards is invented: the rulebook does not tell it.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Adjusted, Opened, Resumed, Stopped
from scoring.contract.prompts import OnBoard, Pick
from scoring.contract.scores import Seat
from scoring.games import GAMES
from scoring.games.loot_and_recruit.attacks import Attacked, SergeantPlayed
from scoring.games.loot_and_recruit.buying import CardBought, NewCardBought
from scoring.games.loot_and_recruit.days import CheckpointCounted, EffectsDecided, EventFlipped, FirstPlayerMoved
from scoring.games.loot_and_recruit.entry import LevelChosen
from scoring.games.loot_and_recruit.line_ups import CardSwept, CardTurnedOver, LineUpResumed, LineUpSkipped
from scoring.games.loot_and_recruit.moving import CardRemoved, GoblinAdded, GoblinMoved
from scoring.games.loot_and_recruit.options import AttackCost, FirstPlayer, Level, Options, SergeantRule, TieWin
from scoring.games.loot_and_recruit.own_cards import CardTrashed, PilesCounted, Place
from scoring.games.loot_and_recruit.playing import ActionDone, CardPlayed, NewCardPlayed, PowersChanged, TurnEnded
from scoring.games.loot_and_recruit.recruiting import BearerPlaced, GoblinPlaced, GoblinRecruited, NewGoblinRecruited
from scoring.games.loot_and_recruit.state import Row
from scoring.games.loot_and_recruit.supply import PERMANENT as TAKEN
from scoring.testing import command
from scoring.testing.session import Disagreement, Session
from tests.simulators.simulated_table import SimulatedTable

GAME: Final = next(game for game in GAMES if game.key == "loot_and_recruit")
ROUNDS: Final = 14
CHECKPOINTS: Final = (5, 9, 14)
HAND: Final = 5
LINE_UP: Final = 5
TRIO: Final = "Troublesome Trio"
BEARER: Final = "Shield Bearer"
STARTERS: Final = {"Box O' Shinies": 1, "Money Bag": 4, "Pile O' Chow": 1, "Table Scraps": 4}
PERMANENT: Final = {"Pile O' Chow": 12, "Box O' Shinies": 12, "Catapult": 10}
PRINTED: Final = {  # what these cards show
    "Box O' Shinies": ("loot", "cost"),
    "Money Bag": ("loot",),
    "Pile O' Chow": ("recruit", "cost"),
    "Table Scraps": ("recruit",),
    "Catapult": ("attack", "cost"),
}
SHOP: Final = {  # copies and kind: 0 power, 1 action, 2 power with a purchase effect, 3 action with one
    "Sergeant": (4, 0),
    "Coordinator": (5, 1),
    BEARER: (5, 0),
    "Bodyguard": (4, 1),
    "Scavenger": (5, 1),
    "Cannon": (5, 0),
    "Bombardier": (5, 0),
    "Mountain O' Gold": (5, 0),
    "Market Stall": (5, 2),
    "Sly Trader": (6, 3),
    "Drum": (6, 0),
}
GOBLINS: Final = {"Ornery Octet": 5, "Pint-Sized Pack": 5, "Gob O' Goblins": 5, "Imp": 10, "Sneak": 10, "Brute": 10}


@dataclass(eq=False)
class Card:
    """A card of an own deck or of the Shop."""

    name: str
    kind: int = 0
    loot: int = 0
    recruit: int = 0
    attack: int = 0
    cost: int = 0

    @property
    def typed(self) -> KnownCard:
        labels = PRINTED.get(self.name, ("kind", "loot", "recruit", "attack", "cost"))
        return KnownCard(self.name, tuple((label, getattr(self, label)) for label in labels))


@dataclass(eq=False)
class Goblin:
    """A goblin, or a Shield Bearer on a stack."""

    name: str
    vp: int
    defense: int
    cost: int = 0
    card: Card | None = None  # the Shield Bearer's

    @property
    def bearer(self) -> bool:
        return self.card is not None

    @property
    def typed(self) -> KnownCard:
        return KnownCard(self.name, (("vp", self.vp), ("def", self.defense), ("cost", self.cost)))


Stack = list[Goblin]


@dataclass
class Player:
    """Somebody's platforms and cards; the top card comes last."""

    deck: list[Card]
    hand: list[Card] = field(default_factory=list)
    played: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    platforms: list[Stack] = field(default_factory=lambda: [[], [], []])

    @property
    def cards(self) -> list[Card]:
        return self.deck + self.hand + self.played + self.discard

    @property
    def vp(self) -> int:
        return sum(goblin.vp for stack in self.platforms for goblin in stack)

    @property
    def goblins(self) -> int:
        return sum(not goblin.bearer for stack in self.platforms for goblin in stack)

    @property
    def open_platforms(self) -> list[int]:
        return [number for number, stack in enumerate(self.platforms) if not is_shielded(stack)]


def is_shielded(stack: Stack) -> bool:
    return any(goblin.bearer for goblin in stack)


@dataclass
class Turn:
    """What a player has this turn."""

    seat: Seat
    loot: int
    recruit: int
    attack: int
    attacks: int = 1  # still allowed
    attacked: list[Seat] = field(default_factory=list)
    ready: list[str] = field(default_factory=list)  # actions not used yet
    used: list[str] = field(default_factory=list)


class LootAndRecruit(SimulatedTable):
    """One table, from the opening to the end."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, most=5)
        self.options = self._options()
        self.level = self.options.level
        self.agreed: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.scores: list[dict[Seat, int]] = []
        self.met: set[str] = set()  # goblins whose numbers were typed
        self.seen: set[str] = set()  # cards whose numbers were typed
        self.round = 0
        self.first = self.options.first_seat
        self.next_first: Seat | None = None
        self.begun = False
        self.joined = False  # stacks are entered from this round on; for the app the last one is not over
        self.late = False  # stacks were entered in the middle: the app does not know the trash
        self._deal()

    @property
    def stacks_entered(self) -> bool:
        return self.level is not Level.CHECKPOINTS

    @property
    def referee(self) -> bool:
        return self.level is Level.REFEREE

    def rows_entered(self) -> list[Row]:
        if not self.options.line_ups or not self.stacks_entered:
            return []
        return [Row.CROWD, Row.SHOP] if self.referee else [Row.CROWD]

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    # set-up

    def _options(self) -> Options:
        pick = self.random.choice
        return Options(
            first_seat=Seat(self.random.randrange(len(self.names))),
            level=pick([Level.CHECKPOINTS, Level.STACKS, Level.STACKS, Level.REFEREE, Level.REFEREE]),
            line_ups=self.chance(0.5),
            first_player=pick(list(FirstPlayer)),
            attack_cost=pick(list(AttackCost)),
            sergeant=pick(list(SergeantRule)),
            shield_first=self.chance(0.5),
            trio_return=self.chance(0.5),
            tie_win=pick(list(TieWin)),
        )

    def _deal(self) -> None:
        self.printed = {
            "Box O' Shinies": Card("Box O' Shinies", loot=3, cost=self.number(2, 5)),
            "Money Bag": Card("Money Bag", loot=self.number(1, 2)),
            "Pile O' Chow": Card("Pile O' Chow", recruit=3, cost=self.number(2, 5)),
            "Table Scraps": Card("Table Scraps", recruit=self.number(1, 2)),
            "Catapult": Card("Catapult", attack=self.number(1, 3), cost=self.number(1, 4)),
        }
        for name, (_, kind) in SHOP.items():
            loot, recruit, attack = (self.number(0, 3) * self.chance(0.4) for _ in range(3))
            self.printed[name] = Card(name, kind, loot, recruit, attack + 2 * (name == "Sergeant"), self.number(1, 6))
        self.bearer_defense = self.number(0, 5)
        self.kinds = {
            name: Goblin(name, self.number(0, 6), self.number(0, 6), self.number(1, 7)) for name in (TRIO, *GOBLINS)
        }
        self.left = dict(PERMANENT)
        self.trios = 15
        self.crowd = [name for name, copies in GOBLINS.items() for _ in range(copies)]
        self.shop = [name for name, (copies, _) in SHOP.items() for _ in range(copies)]
        self.random.shuffle(self.crowd)
        self.random.shuffle(self.shop)
        self.trash: dict[Row, list[str]] = {Row.CROWD: [], Row.SHOP: []}
        self.line_up: dict[Row, list[str]] = {Row.CROWD: [], Row.SHOP: []}
        self.skipped: dict[Row, list[str]] = {Row.CROWD: [], Row.SHOP: []}  # cards of it that the app does not know
        self.players = {}
        for seat in self.seats:
            deck = [self.copy(name) for name, copies in STARTERS.items() for _ in range(copies)]
            self.random.shuffle(deck)
            self.players[seat] = Player(deck)
            self._draw(self.players[seat], HAND)
        self.events = ["Opening Ceremony", *(f"Fair {letter}" for letter in "ABCDEFGHIJKL"), "Closing Ceremony"]

    def copy(self, name: str) -> Card:
        return replace(self.printed[name])

    # play

    def play(self) -> None:
        self.session = Session(GAME, Opened(self.names, self.options))
        for row in Row:
            self._fill(row, LINE_UP)
        for self.round in range(1, ROUNDS + 1):
            self._pause_between_rounds()
            self._flip()
            for step in range(len(self.names)):
                self._take_turn(self.left_of(self.first, step))
            self._end_round()
        self.compare_winners(self._winners())
        for _ in range(2):
            if self.chance(0.4):
                self.correct_one_of(len(self.session.records))

    def enter(self, event: Any, waived: tuple[str, ...] = ()) -> None:
        self.session.enter(self._spelled(event), waived)
        if not isinstance(
            event, Adjusted | Stopped | Resumed | CardTurnedOver | LineUpSkipped | LineUpResumed | CardSwept
        ):
            self.begun = True  # from now on the First Player card moves for the next round

    def _spelled(self, event: Any) -> Any:
        """The event as phones write it: another apostrophe, small letters, a blank too many."""
        card = getattr(event, "card", None)
        if card is None or "'" not in card.name or not self.chance(0.2):
            return event
        name = self.random.choice([card.name.replace("'", "\u2019"), card.name.upper(), f" {card.name}  "])
        return replace(event, card=replace(card, name=name))

    def _fill(self, row: Row, number: int = 1) -> None:
        """So many cards turned over; a line-up for which none is left stays short (LR-034, LR-039, LR-083)."""
        names = []
        for _ in range(number):
            if not self._deck(row):
                self._make_anew(row)
            if self._deck(row):
                names.append(self._deck(row).pop())
        self.line_up[row] += names
        if row in self.rows_entered():
            self._face(row, names)

    def _deck(self, row: Row) -> list[str]:
        return self.crowd if row is Row.CROWD else self.shop

    def _face(self, row: Row, names: list[str]) -> None:
        """The cards typed; now and then those still to come are skipped."""
        for number, name in enumerate(names):
            if self.chance(0.03):
                self.enter(LineUpSkipped(row))
                self.skipped[row] += names[number:]
                return
            self._type(row, name)

    def _type(self, row: Row, name: str) -> None:
        self.enter(CardTurnedOver(row, (self.kinds[name] if row is Row.CROWD else self.printed[name]).typed))
        (self.met if row is Row.CROWD else self.seen).add(name)

    def _leave_line_up(self, row: Row, name: str) -> None:
        """A card that was entered is taken before one of that name that was skipped."""
        self.line_up[row].remove(name)
        if self.line_up[row].count(name) < self.skipped[row].count(name):
            self.skipped[row].remove(name)

    def _look_again(self) -> None:
        """What was skipped is typed after all."""
        for row in self.rows_entered():
            if self.skipped[row]:
                self.enter(LineUpResumed(row))
                for name in self.skipped[row]:
                    self._type(row, name)
                self.skipped[row] = []
                return

    def _make_anew(self, row: Row) -> None:
        """An empty deck is made from its trash, without permanent and starter cards."""
        trash = self.trash[row]
        self.trash[row] = []
        for name in trash:
            if name == TRIO:
                self.trios += 1
            elif name in self.left:
                self.left[name] += 1
            elif name not in STARTERS:
                (self.crowd if row is Row.CROWD else self.shop).append(name)
        self.random.shuffle(self.crowd if row is Row.CROWD else self.shop)

    # a round

    def _flip(self) -> None:
        self.joined = False
        self.bonus = {power: self.number(0, 3) * self.chance(0.3) for power in ("loot", "recruit", "attack")}
        effect = self.chance(0.3)
        card = KnownCard(self.events[self.round - 1], (*self.bonus.items(), ("flip", int(effect))))
        if self.referee and self.round not in (1, len(self.events)) and self.chance(0.1):
            ceremony = self.random.choice((self.events[0], self.events[-1]))
            self.session.refusal(EventFlipped(self.round, replace(card, name=ceremony), False))
        self.enter(EventFlipped(self.round, card if self.referee else None, effect and self.level is Level.STACKS))
        if effect and self.stacks_entered:
            order = [self.left_of(self.first, step) for step in range(len(self.names))]
            self.enter(EffectsDecided(tuple((seat, self.chance(0.5)) for seat in order)))

    def _end_round(self) -> None:
        if self.round in CHECKPOINTS:
            self._score()
        rotated = self.left_of(self.first) if self.options.first_player is FirstPlayer.ROTATES else self.first
        self.first = rotated if self.next_first is None else self.next_first
        self.next_first = None

    def _score(self) -> None:
        points = {seat: player.vp for seat, player in self.players.items()}
        by_hand = not self.stacks_entered
        if by_hand and self.round < ROUNDS and self.chance(0.1):
            self._change_level()  # before the points are entered
        self.scores.append(points)
        if by_hand:
            self.joined = False
            self.enter(CheckpointCounted(self.round, tuple(points.items()), self._deciding_goblins()))
        self.compare("totals", self.session.totals(), {seat: self.total(seat) for seat in self.seats})

    def _deciding_goblins(self) -> tuple[tuple[Seat, int], ...]:
        tied = self._leaders()
        if self.round < ROUNDS or self.options.tie_win is not TieWin.MOST_GOBLINS or len(tied) == 1:
            return ()
        return tuple((seat, self.players[seat].goblins) for seat in tied)

    def total(self, seat: Seat) -> int:
        return sum(points[seat] for points in self.scores) + self.agreed[seat]

    def _leaders(self) -> list[Seat]:
        best = max(map(self.total, self.seats))
        return [seat for seat in self.seats if self.total(seat) == best]

    # a turn

    def _take_turn(self, seat: Seat) -> None:
        self.turn = Turn(seat, **self.bonus)
        self.player = self.players[seat]
        self.begun = False
        for _ in range(self.random.randint(3, 12)):
            move = self.random.choice(
                [self._play, self._play, self._play, self._buy, self._recruit, self._attack, self._act]
            )
            move()
            self._interlude()
        self._compare()
        if self.stacks_entered:
            self.enter(TurnEnded(seat))
        self.player.discard += self.player.played + self.player.hand
        self.player.played, self.player.hand = [], []
        self._draw(self.player, HAND)

    def _draw(self, player: Player, number: int) -> None:
        """Cards drawn one by one; a deck that runs out is made anew from the discard pile (LR-081)."""
        for _ in range(number):
            if not player.deck:
                player.deck, player.discard = self.random.sample(player.discard, len(player.discard)), []
            if player.deck:
                player.hand.append(player.deck.pop())

    def _play(self) -> None:
        if not self.player.hand:
            return
        card = self.random.choice(self.player.hand)
        self.player.hand.remove(card)
        self.player.played.append(card)
        if self.referee:
            self.enter(
                CardPlayed(self.turn.seat, card.name)
                if card.name in self.seen
                else NewCardPlayed(self.turn.seat, card.typed)
            )
            self.seen.add(card.name)
        self.turn.loot += card.loot
        self.turn.recruit += card.recruit
        self.turn.attack += card.attack
        if card.kind % 2:
            self.turn.ready.append(card.name)
        if card.name == "Sergeant":
            self.turn.attacks += 1
            if self.level is Level.STACKS:
                self.enter(SergeantPlayed(self.turn.seat))
        if card.name == BEARER:
            self._bear(card)

    def _bear(self, card: Card) -> None:
        platforms: list[int | None] = [*self.player.open_platforms]
        platform = self.random.choice(platforms) if platforms and self.chance(0.8) else None
        if self.referee or (self.stacks_entered and platform is not None):
            self.enter(BearerPlaced(self.turn.seat, platform, self.bearer_defense))
        if platform is not None:
            self.player.played.remove(card)
            self.player.platforms[platform].append(Goblin(BEARER, 0, self.bearer_defense, card=card))

    def _buy(self) -> None:
        offered = [*self.line_up[Row.SHOP], *(name for name, left in self.left.items() if left)]
        names = [name for name in offered if self.printed[name].cost <= self.turn.loot]
        if not names:
            return
        card = self.copy(self.random.choice(names))
        if self.referee:
            known = self._is_offered(CardBought.kind, card.name)
            if card.name in self.left and card.name in self.seen and not known:
                raise Disagreement(f"{card.name} can always be bought, but is not offered")
            self.enter(CardBought(self.turn.seat, card.name) if known else NewCardBought(self.turn.seat, card.typed))
            self.seen.add(card.name)
        self.turn.loot -= card.cost
        self.player.discard.append(card)
        if card.name in self.left:
            self.left[card.name] -= 1
        if card.kind > 1:
            self._carry_out(card.name)
        if card.name not in self.left:
            self._leave_line_up(Row.SHOP, card.name)
            self._fill(Row.SHOP)

    def _is_offered(self, kind: str, name: str) -> bool:
        """Whether the card can be tapped; those met long ago have to be typed."""
        prompt = self.session.prompt(kind)
        picks = [field for field in prompt.fields if isinstance(field, Pick)] if prompt else []
        return any(choice.value == name for field in picks for choice in field.choices)

    def _carry_out(self, name: str) -> None:
        """An action or a purchase effect: cards drawn, perhaps one fetched from the discard pile."""
        drawn = self.random.choice([0, 0, 1, 2])
        fetched = self.random.choice(self.player.discard) if self.player.discard and self.chance(0.4) else None
        if self.referee:
            self.enter(ActionDone(self.turn.seat, name, drawn, fetched.name if fetched else None, ""))
        if fetched:
            self.player.discard.remove(fetched)
            self.player.hand.append(fetched)
        self._draw(self.player, drawn)

    def _act(self) -> None:
        if not self.turn.ready:
            return
        name = self.random.choice(self.turn.ready)
        if name == "Coordinator":
            self._coordinate()
            return
        self.turn.ready.remove(name)
        self.turn.used.append(name)
        self._carry_out(name)

    def _coordinate(self) -> None:
        owner = self.random.choice(self.seats)
        stacks = self.players[owner].platforms
        free = self.players[owner].open_platforms
        sources = [number for number in free if stacks[number]]
        if not sources:
            return
        source = self.random.choice(sources)
        target = self.random.choice([number for number in free if number != source] or [source])
        if target == source:
            return
        height = self.random.randrange(len(stacks[source]))
        if self.stacks_entered:
            self.enter(GoblinMoved(self.turn.seat, self._target(GoblinMoved.kind, owner, source, height), target))
        self.turn.ready.remove("Coordinator")
        self.turn.used.append("Coordinator")
        stacks[target].append(stacks[source].pop(height))

    def _recruit(self) -> None:
        offered = [*self.line_up[Row.CROWD], *([TRIO] if self.trios else [])]
        names = [name for name in offered if self.kinds[name].cost <= self.turn.recruit]
        if not names or not self.player.open_platforms:
            return
        goblin = replace(self.kinds[self.random.choice(names)])
        platform = self.random.choice(self.player.open_platforms)
        if self.stacks_entered:
            known, seat = goblin.name in self.met, self.turn.seat
            waived = (TAKEN.id,) if self.late and goblin.name == TRIO else ()
            self.enter(GoblinRecruited(seat, goblin.name) if known else NewGoblinRecruited(seat, goblin.typed), waived)
            self.met.add(goblin.name)
            shielded = [number for number in range(3) if number not in self.player.open_platforms]
            if shielded and self.chance(0.3):
                self.session.refusal(GoblinPlaced(self.turn.seat, shielded[0]))
            self.enter(GoblinPlaced(self.turn.seat, platform))
        self.turn.recruit -= goblin.cost
        self.player.platforms[platform].append(goblin)
        if goblin.name == TRIO:
            self.trios -= 1
        else:
            self._leave_line_up(Row.CROWD, goblin.name)
            self._fill(Row.CROWD)

    # attacks

    def _standing(self) -> list[tuple[Seat, int, int, Goblin]]:
        return [
            (seat, platform, height, goblin)
            for seat, player in self.players.items()
            for platform, stack in enumerate(player.platforms)
            for height, goblin in enumerate(stack)
        ]

    def _target(self, kind: str, seat: Seat, platform: int, height: int) -> str:
        """The tile of this place in the app, which must be the same card."""
        name = self.players[seat].platforms[platform][height].name
        for prompt in self.session.prompts:
            for answer in prompt.fields if prompt.kind == kind else ():
                for tile in answer.tiles if isinstance(answer, OnBoard) else ():
                    if str(tile.value).startswith(f"{seat}-{platform}-{height}:"):
                        if not str(tile.value).endswith(f":{name}"):
                            raise Disagreement(f"{tile.value} in the app, {name} at the table")
                        return str(tile.value)
        raise Disagreement(f"no tile for {kind} of {name} at {seat}-{platform}-{height}")

    def _may_attack(self, seat: Seat, stack: Stack, height: int, *, power: bool = True) -> bool:
        """Whether the rules allow it; without `power` those about attack power are left out."""
        turn, goblin = self.turn, stack[height]
        if turn.attacks < 1 or (power and (turn.attack < 1 or goblin.defense > turn.attack)):
            return False
        if self.options.shield_first and any(above.bearer for above in stack[height + 1 :]):
            return False
        if not turn.attacked:
            return True
        closed = turn.attacked if self.options.sergeant is SergeantRule.ALL_DIFFERENT else turn.attacked[-1:]
        return seat != turn.seat and seat not in closed

    def _attack(self) -> None:
        targets = [
            (seat, platform, height)
            for seat, platform, height, _ in self._standing()
            if self._may_attack(seat, self.players[seat].platforms[platform], height)
        ]
        if not targets:
            return
        seat, platform, height = self.random.choice(targets)
        stack = self.players[seat].platforms[platform]
        negated = self.chance(0.25)
        if self.stacks_entered:
            self.enter(Attacked(self.turn.seat, self._target(Attacked.kind, seat, platform, height), negated))
        every = self.options.attack_cost is AttackCost.ALL
        self.turn.attack = 0 if every else self.turn.attack - stack[height].defense
        self.turn.attacks -= 1
        self.turn.attacked.append(seat)
        if not negated:
            fallen, self.players[seat].platforms[platform] = stack[height:], stack[:height]
            for goblin in fallen:
                self._trash(goblin)

    def _trash(self, goblin: Goblin) -> None:
        if goblin.name == TRIO and self.options.trio_return:
            self.trios += 1
        else:
            self.trash[Row.SHOP if goblin.bearer else Row.CROWD].append(goblin.name)

    # what else happens at a table

    def _pause_between_rounds(self) -> None:
        if self.chance(0.04):
            self._agree_on_points()
        if self.chance(0.04):
            self._pause(scored=self.round == 1 or self.round - 1 in CHECKPOINTS)
        if self.chance(0.05):
            self._change_level()
        if self.chance(0.05) and self.stacks_entered:
            self._move_first(self.random.choice([seat for seat in self.seats if seat != self.first]))
        if self.chance(0.1) and self.stacks_entered and not self.joined:
            self.session.refusal(FirstPlayerMoved(self.first))
        if self.chance(0.1):
            wrong = [EventFlipped(self.round + 1, None, False), TurnEnded(self.first)]
            wrong.append(CheckpointCounted(self.round, tuple((seat, 1) for seat in self.seats), ()))
            wrong.append(GoblinRecruited(self.first, TRIO))
            self.session.refusal(self.random.choice(wrong))

    def _interlude(self) -> None:
        if not self.stacks_entered or not self.chance(0.15):
            return
        moves = [self._lay, self._remove, self._look_again, self._try_illegal, self._try_illegal, self._try_illegal]
        if self.chance(0.2):
            moves += [self._agree_on_points, self._pause, self._move_first_later]
        if self.rows_entered():
            moves.append(self._sweep)
        if self.referee:
            moves += [self._trash_own, self._change_powers, self._count_piles]
        self.random.choice(moves)()

    def _agree_on_points(self) -> None:
        self.agree_on_points(self.agreed, [-3, -1, 1, 4])

    def _pause(self, *, scored: bool = False) -> None:
        """In a stopped session, the goblins on the platforms count, but never twice."""
        standing = self.stacks_entered and not scored
        table = {seat: self.total(seat) + standing * self.players[seat].vp for seat in self.seats}
        self.pause(TurnEnded(self.first), table)

    def _change_level(self) -> None:
        """Change to less at any round, or to stacks again if there is no Shield Bearer."""
        if self.level is Level.CHECKPOINTS:
            self.session.refusal(LevelChosen(Level.REFEREE)) if self.round > 1 else None
            few = len(self.crowd) + len(self.trash[Row.CROWD]) < 15
            if few or any(goblin.bearer for *_, goblin in self._standing()):
                return
            self.level = Level.STACKS
            self.late = self.joined = True
            self.enter(LevelChosen(self.level))
            self._open_line_up()
            self.met = set()
            for seat, platform, _, goblin in self._standing():
                self.enter(GoblinAdded(seat, platform, goblin.typed))
                self.met.add(goblin.name)
            return
        self.level = Level.STACKS if self.referee and self.chance(0.7) else Level.CHECKPOINTS
        self.enter(LevelChosen(self.level))

    def _open_line_up(self) -> None:
        """Type the face-up goblins if the line-up is entered."""
        self.skipped[Row.CROWD] = []
        if self.rows_entered():
            self._face(Row.CROWD, self.line_up[Row.CROWD])

    def _move_first(self, seat: Seat) -> None:
        self.enter(FirstPlayerMoved(seat))
        self.first = seat

    def _move_first_later(self) -> None:
        """In the course of a round the card moves for the next one."""
        fixed = self.options.first_player is FirstPlayer.FIXED
        holder = self.next_first if self.next_first is not None else self.first if fixed else None
        self.next_first = self.random.choice([seat for seat in self.seats if seat != holder])
        if self.begun or self.turn.seat != self.first:
            self.enter(FirstPlayerMoved(self.next_first))
        else:
            self.next_first = None

    def _lay(self) -> None:
        seat = self.random.choice(self.seats)
        trio = self.trios > 0 and self.chance(0.3)
        if not self.players[seat].open_platforms or not (trio or self.crowd):
            return
        goblin = replace(self.kinds[TRIO if trio else self.crowd.pop()])
        self.trios -= trio
        platform = self.random.choice(self.players[seat].open_platforms)
        self.enter(GoblinAdded(seat, platform, goblin.typed))
        self.met.add(goblin.name)
        self.players[seat].platforms[platform].append(goblin)

    def _remove(self) -> None:
        """One card leaves its stack by the text of a card; those above slide down."""
        standing = self._standing()
        if not standing:
            return
        seat, platform, height, goblin = self.random.choice(standing)
        self.enter(CardRemoved(self._target(CardRemoved.kind, seat, platform, height)))
        self.players[seat].platforms[platform].remove(goblin)
        self._trash(goblin)

    def _sweep(self) -> None:
        """A card's text trashes a card of a line-up."""
        row = self.random.choice(self.rows_entered())
        if not self.line_up[row]:
            return
        name = self.random.choice(self.line_up[row])
        known = self.line_up[row].count(name) > self.skipped[row].count(name)
        self.enter(CardSwept(self._lying(row, name if known else "")))
        self.line_up[row].remove(name)
        if not known:
            self.skipped[row].remove(name)
        self.trash[row].append(name)
        self._fill(row)

    def _lying(self, row: Row, name: str) -> str:
        """The tile of a card in a line-up."""
        prompt = self.session.prompt(CardSwept.kind)
        tiles = [str(tile.value) for field in prompt.fields for tile in field.tiles] if prompt else []
        match = next((tile for tile in tiles if tile.startswith(row.value) and tile.endswith(f":{name}")), None)
        if match is None:
            raise Disagreement(f"{name!r} is not in the {row}: {tiles}")
        return match

    def _trash_own(self) -> None:
        """A card of one's own goes to the Shop Trash."""
        player = self.player
        piles = {Place.HAND: player.hand, Place.PLAY: player.played, Place.DISCARD: player.discard}
        place = self.random.choice(list(piles))
        if piles[place]:
            card = self.random.choice(piles[place])
            self.enter(CardTrashed(self.turn.seat, place, card.name))
            piles[place].remove(card)
            self.trash[Row.SHOP].append(card.name)

    def _change_powers(self) -> None:
        loot, recruit, attack = self.number(0, 3), self.number(0, 3), self.number(-1, 2)
        if self.turn.attack + attack >= 0 and any((loot, recruit, attack)):
            self.enter(PowersChanged(self.turn.seat, loot, recruit, attack))
            self.turn.loot += loot
            self.turn.recruit += recruit
            self.turn.attack += attack

    def _count_piles(self) -> None:
        seat = self.random.choice(self.seats)
        self.enter(PilesCounted(seat, len(self.players[seat].hand), len(self.players[seat].discard)))

    def _try_illegal(self) -> None:
        turn, seat = self.turn, self.turn.seat
        other = self.left_of(seat)
        events: list[Any] = [TurnEnded(other), EventFlipped(self.round + 1, None, False), GoblinPlaced(seat, 0)]
        events += [EffectsDecided(tuple((one, True) for one in self.seats)), GoblinRecruited(other, TRIO)]
        for owner, platform, height, _ in self._standing():
            stack = self.players[owner].platforms[platform]
            if not self._may_attack(owner, stack, height, power=self.referee):
                events.append(Attacked(seat, self._target(Attacked.kind, owner, platform, height), False))
            if is_shielded(stack) and not stack[height].bearer:
                target = self._target(GoblinMoved.kind, owner, platform, height)
                events.append(GoblinMoved(seat, target, (platform + 1) % 3))
        if self.referee:
            dear = [name for name in self.seen & {*self.left} if self.printed[name].cost > turn.loot]
            events += [CardBought(seat, name) for name in dear]
            events += [CardBought(seat, name) for name in ("Money Bag", "Table Scraps") if name in self.seen]
            great = [name for name in self.met if self.kinds[name].cost > turn.recruit]
            events += [GoblinRecruited(seat, name) for name in great]
            events += [ActionDone(seat, name, 1, None, "") for name in turn.used if name not in turn.ready]
            strange = self.seen - {card.name for card in self.player.cards}
            events += [CardPlayed(seat, name) for name in sorted(strange)]
        if Row.SHOP in self.rows_entered() and not self.skipped[Row.SHOP]:
            away = self.seen & {*SHOP} - {*self.line_up[Row.SHOP]}
            events += [CardBought(seat, name) for name in sorted(away)]
        if Row.CROWD in self.rows_entered() and not self.skipped[Row.CROWD]:
            away = self.met & {*GOBLINS} - {*self.line_up[Row.CROWD]}
            events += [GoblinRecruited(seat, name) for name in sorted(away)]
        self.session.refusal(self.random.choice(events))

    # comparison

    def _compare(self) -> None:
        self._check_conservation()
        if not self.stacks_entered:
            return
        facts = self.facts()
        if self.referee:
            app = tuple(facts[key] for key in ("loot", "recruit", "attack", "cards"))
            player, turn = self.player, self.turn
            cards = f"{len(player.hand)}, {len(player.deck)}, {len(player.discard)}"
            table = (str(turn.loot), str(turn.recruit), str(turn.attack), cards)
            self.compare("powers and cards", app, table)
        elif not self.late:
            self.compare("Trios", facts["cards"], str(self.trios))
        for seat, platform, height, _ in self._standing():
            self._target(Attacked.kind, seat, platform, height)

    def _check_conservation(self) -> None:
        standing = Counter(goblin.name for *_, goblin in self._standing())
        standing.update(self.crowd + self.line_up[Row.CROWD] + self.trash[Row.CROWD])
        assert standing[TRIO] + self.trios == 15, "the simulator lost a Trio"
        assert sum(standing[name] for name in GOBLINS) == sum(GOBLINS.values()), "the simulator lost a goblin"
        cards = Counter(card.name for player in self.players.values() for card in player.cards)
        cards.update(self.shop + self.line_up[Row.SHOP] + self.trash[Row.SHOP])
        shop = sum(cards[name] for name in SHOP) + standing[BEARER]
        assert shop == sum(copies for copies, _ in SHOP.values()), "the simulator lost a card"

    # corrections

    def mistake(self, event: Any) -> Any:
        match event:
            case Attacked():
                return replace(event, negated=not event.negated)
            case GoblinPlaced() | GoblinAdded():
                return replace(event, platform=(event.platform + 1) % 3)
            case NewGoblinRecruited() | NewCardBought() | NewCardPlayed() | CardTurnedOver():
                (label, number), *numbers = event.card.numbers
                return replace(event, card=replace(event.card, numbers=((label, number + 1), *numbers)))
            case GoblinRecruited() | CardPlayed() | CardBought():
                names = self.met if isinstance(event, GoblinRecruited) else self.seen
                return replace(event, name=self.random.choice(sorted(names)))
            case ActionDone():
                return replace(event, drawn=event.drawn + 1)
            case CheckpointCounted():
                return replace(event, points=tuple((seat, points + 1) for seat, points in event.points))
            case PowersChanged():
                return replace(event, loot=event.loot + 1)
            case FirstPlayerMoved():
                return replace(event, seat=self.left_of(event.seat))
            case EventFlipped(card=KnownCard() as card):
                (label, number), *numbers = card.numbers
                return replace(event, card=replace(card, numbers=((label, number + 2), *numbers)))
            case Adjusted():
                return replace(event, points=event.points * 2)
            case _:
                return None

    def _winners(self) -> list[Seat]:
        tied = self._leaders()
        match self.options.tie_win:
            case TieWin.SHARED:
                return tied
            case TieWin.LAST_CHECKPOINT:
                last = self.scores[-1]
                return [seat for seat in tied if last[seat] == max(last[one] for one in tied)]
            case TieWin.MOST_GOBLINS:
                most = max(self.players[seat].goblins for seat in tied)
                return [seat for seat in tied if self.players[seat].goblins == most]


if __name__ == "__main__":
    command.run(LootAndRecruit, "tests.simulators.loot_and_recruit")
