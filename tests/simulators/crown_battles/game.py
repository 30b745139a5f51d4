"""A whole evening: rounds, totals, the crown, tie-breaks and the end, compared with the app."""

from dataclasses import replace
from random import Random
from typing import Any, Final

from scoring.contract import game
from scoring.contract.game import Adjusted, Opened, Resumed, Stopped
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.engine.codec import encode
from scoring.engine.journal import Redo, Undo
from scoring.engine.replay import replay
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.entry import JoinedLate, LevelChosen
from scoring.games.crown_battles.options import (
    FinalTieEligible,
    FinalTiePoints,
    RoundType,
    RoundTypeDraw,
    ShieldDuration,
    WageringFinalPot,
)
from scoring.kit.trick_taking import Level
from scoring.testing.session import Disagreement, Session
from tests.simulators.crown_battles import cards, powers, setting
from tests.simulators.crown_battles.entering import Entering
from tests.simulators.crown_battles.mistakes import mistaken
from tests.simulators.crown_battles.points import STAKE
from tests.simulators.crown_battles.rounds import CLASSES
from tests.simulators.crown_battles.table import Hands, Table

_MOST_TIE_BREAKS: Final = 12
_JOINED_LATE: Final = 0.15
_ILLEGAL_SET_UP: Final = 0.1
_UNDONE: Final = 0.1
_CORRECTED: Final = 0.5
"""The share of tables that correct an entry after the end."""


class Evening:
    """One simulated table from the set-up to the winner."""

    session: Session

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.names, self.options = setting.random_set_up(self.rng)
        self.drawn: set[RoundType] = set()
        self.contenders: set[int] = set()
        self.joined = False
        players = len(self.names)
        self.pool = [round_type for round_type in self.options.pool if setting.playable(round_type, players)]

    def play(self) -> None:
        """Every round, and what comes between them."""
        self.session = self._opened()
        self.entering = Entering(self.session, self.rng, self.options.level)
        self.table = Table(
            self.rng,
            len(self.names),
            self.options,
            self.entering,
            [0] * len(self.names),
            self.options.schedule,
            self.options.level,
        )
        number = self._join_late()
        round_type = RoundType.NORMAL
        while True:
            self._between_rounds()
            round_type = self._next_kind(number, round_type)
            self._play_round(number, round_type)
            number += 1
            if number > len(self.table.schedule) and self._is_over():
                break
            if number > len(self.table.schedule) + _MOST_TIE_BREAKS or self.rng.random() < 0.03:
                self._stop()
                self._correct()
                return
            self._compare(number - 1)
        self._compare_end(number - 1)
        self._correct()

    def _correct(self) -> None:
        """Correct a slip in any entry: everything must be as if it had never been made."""
        if self.rng.random() < _UNDONE:
            self._take_back_and_enter_again()
        if self.rng.random() < _CORRECTED:
            number = self.rng.randrange(1, len(self.session.journal))
            wrong = mistaken(self.session.records[number - 1].event, self.table.players, self.rng)
            if wrong is not None:
                self.session.check_correction(number, wrong)

    def _opened(self) -> Session:
        opened = Opened(self.names, self.options)
        answers = encode(GAME, opened).payload["options"]
        for option in GAME.option_fields(game.Table(self.names), self.options):
            if why := option.field.find_error(answers[option.field.name]):
                raise Disagreement(f"the set-up does not take {option.field.name}: {why}")
        self._try_set_ups()
        try:
            return Session(GAME, opened)
        except RuleViolation as violation:
            raise Disagreement(f"this set-up is refused by {violation.rule.id}: {violation}") from violation

    def _try_set_ups(self) -> None:
        """Set-ups the rules forbid; the app must not open them."""
        most = len(cards.deck(self.options, len(self.names))) // len(self.names)
        wrong: list[dict[str, Any]] = [
            {"schedule": (most + 1,)},
            {"schedule": (0,)},
            {"pool": ()},
            {"golems": 3},
            {"peasants": 5},
            {"specials": tuple(Special)},
            {"specials": (Special.THIEF, Special.THIEF)},
            {"first_dealer": Seat(len(self.names))},
        ]
        if self.rng.random() < _ILLEGAL_SET_UP:
            options = replace(self.options, **self.rng.choice(wrong))
            try:
                GAME.open(game.Table(self.names), options)
            except RuleViolation:
                return
            raise Disagreement(f"this set-up is opened, though the rules forbid it: {options}")

    def _take_back_and_enter_again(self) -> None:
        """Undo the last entry and redo it: nothing may change."""
        number = len(self.session.journal) - 1
        run = replay(GAME, (*self.session.journal, Undo(number), Redo(number)))
        self._check("the state after undoing and redoing the last entry", run.state == self.session.state, True)

    def _between_rounds(self) -> None:
        """Another level, or points by agreement."""
        table, rng = self.table, self.rng
        if rng.random() < 0.15:
            table.level = rng.choice([level for level in Level if level is not table.level])
            table.entering.enter(LevelChosen(table.level))
        table.entering.level = table.level
        if rng.random() < 0.08:
            seat, points = rng.randrange(table.players), rng.choice((-50, -5, 5, 20))
            table.entering.enter(Adjusted(Seat(seat), points, "a song"))
            table.totals[seat] += points
        if rng.random() < 0.04:
            table.entering.enter(Stopped("late", rng.random() < 0.5))
            table.entering.enter(Resumed())

    def _join_late(self) -> int:
        """Sometimes join the game late; returns the first round that is entered."""
        table = self.table
        if len(table.schedule) == 1 or self.rng.random() > _JOINED_LATE:
            return 1
        self.joined = True
        number = self.rng.randint(2, len(table.schedule))
        for earlier in range(1, number):
            if self._drawn_kind(earlier) is RoundType.WAGERING:
                table.pot = table.pot + STAKE * table.players if self.rng.random() < 0.6 else 0
        table.totals = [self.rng.randrange(-100, 200, 5) for _ in table.seats]
        totals = tuple((Seat(seat), points) for seat, points in enumerate(table.totals))
        odd = ((Seat(0), 7), *totals[1:])
        table.entering.try_illegal(JoinedLate(number, odd, table.pot), JoinedLate(1, totals), JoinedLate(99, totals))
        table.entering.enter(JoinedLate(number, totals, table.pot))
        return number

    def _next_kind(self, number: int, last: RoundType) -> RoundType:
        """The type of the round; a tie-break is of the type of the last round (CB-155)."""
        if number > len(self.table.schedule):
            return last
        fitting = [
            round_type
            for round_type in self.pool
            if self._fits(round_type, number) and round_type not in self._lying_aside()
        ]
        round_type = self._drawn_kind(number)
        if self.joined and not fitting and self.session.prompt(TypeDrawn.kind):
            self.table.entering.enter(TypeDrawn(round_type))  # nobody knows what was drawn before
        if len(self.pool) > 1 and fitting:
            wrong = [other for other in RoundType if other not in fitting]
            if self.joined:  # nobody knows what was drawn before, nor whether Normal Bidding had to step in
                never = [round_type for round_type in self.pool if not self._fits(round_type, number)]
                outside = [round_type for round_type in wrong if round_type not in self.pool]
                wrong = [round_type for round_type in (*outside, *never) if round_type is not RoundType.NORMAL]
            self.table.entering.try_illegal(*map(TypeDrawn, wrong))
            self.table.entering.enter(TypeDrawn(round_type))
        return round_type

    def _lying_aside(self) -> set[RoundType]:
        """The cards that were drawn since the last shuffle."""
        again = self.options.round_type_draw is RoundTypeDraw.WITH_REPLACEMENT
        return set() if again or set(self.pool) <= self.drawn else self.drawn

    def _drawn_kind(self, number: int) -> RoundType:
        """The card that is drawn: one that can be played, in the end Normal Bidding (CB-171, CB-R54)."""
        self.drawn = set(self._lying_aside())
        fitting = [
            round_type for round_type in self.pool if round_type not in self.drawn and self._fits(round_type, number)
        ]
        if not fitting:
            return RoundType.NORMAL
        round_type = self.rng.choice(fitting)
        self.drawn.add(round_type)
        return round_type

    def _fits(self, round_type: RoundType, number: int) -> bool:
        """Whether this round can be of this type (CB-176, CB-177)."""
        final = number >= len(self.table.schedule)
        if round_type in setting.ALLIANCES and final:
            return False
        return round_type is not RoundType.SPLIT or self.table.schedule[number - 1] > 1

    def _play_round(self, number: int, round_type: RoundType) -> None:
        table = self.table
        table.gained = [0] * table.players
        table.shields_paid = []
        self.before = (list(table.totals), table.pot, set(table.shields))
        self.round = CLASSES[round_type](self._dealt(number, round_type))
        self.round.play()
        best = max(table.totals)
        self.crown = table.totals.index(best) if table.totals.count(best) == 1 else None
        if self.options.shield_duration is ShieldDuration.ROUND:
            table.shields.clear()

    def _dealt(self, number: int, round_type: RoundType) -> Hands:
        """The round with its cards dealt (CB-051, CB-059, CB-060, CB-216)."""
        table = self.table
        dealt = table.schedule[min(number, len(table.schedule)) - 1]
        deck = self._shuffled(dealt)
        hands = [deck[seat * dealt : (seat + 1) * dealt] for seat in table.seats]
        tricks = (dealt + 1) // 2 if round_type is RoundType.LONG_PLAY else dealt
        parts: tuple[str | None, ...] = (None,)
        ends: tuple[int, ...] = (tricks,)
        second: list[list[str]] = []
        if round_type is RoundType.SPLIT:
            parts, ends = ("first", "second"), (dealt // 2, dealt)
            second = [hand[dealt // 2 :] for hand in hands]
            hands = [hand[: dealt // 2] for hand in hands]
        if round_type in (RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES):
            parts = tuple(suit.value for suit in self.options.suits)
        return Hands(
            table=table,
            number=number,
            type=round_type,
            dealt=dealt,
            dealer=(self.options.first_dealer + number - 1) % table.players,
            level=self.table.level,
            hands=hands,
            second_hands=second,
            pile=deck[table.players * dealt :],
            tricks=tricks,
            parts=parts,
            ends=ends,
        )

    def _shuffled(self, dealt: int) -> list[str]:
        """A shuffled deck; at half of the deals the special cards are among those that are dealt."""
        deck = cards.deck(self.options, self.table.players)
        self.rng.shuffle(deck)
        if self.rng.random() < 0.5:
            number = self.table.players * dealt
            deck.sort(key=lambda card: cards.is_number(card))
            front = deck[:number]
            self.rng.shuffle(front)
            deck[:number] = front
        return deck

    def _is_over(self) -> bool:
        """After the last round: whether one player leads alone; after a tie it is played again (CB-155, CB-R25)."""
        table = self.table
        eligible = self.contenders or set(table.seats)
        best = max(table.totals[seat] for seat in eligible)
        leaders = {seat for seat in eligible if table.totals[seat] == best}
        self.winners = leaders
        if len(leaders) == 1:
            return True
        if self.options.final_tie_eligible is FinalTieEligible.TIED_ONLY:
            self.contenders = leaders
        if self.options.final_tie_points is FinalTiePoints.REPLACE:
            self._take_back()
        return False

    def _take_back(self) -> None:
        """The last round does not count; only a new shield that stays is not paid back (CB-R25, CB-R19)."""
        table, (_, pot, shields) = self.table, self.before
        for seat, points in enumerate(table.gained):
            is_new = seat in table.shields - shields and seat in table.shields_paid
            table.totals[seat] -= points + (powers.SHIELD_PRICE if is_new else 0)
        table.shields |= shields
        table.pot = pot

    def _share_pot(self) -> None:
        """A pot nobody has won goes to the bank or to those who lead (CB-297, CB-R39)."""
        table = self.table
        if self.options.wagering_final_pot is WageringFinalPot.SHARE_AMONG_LEADERS:
            leaders = [seat for seat in table.seats if table.totals[seat] == max(table.totals)]
            for seat in leaders:
                table.totals[seat] += table.pot // len(leaders) // 5 * 5
        table.pot = 0

    def _stop(self) -> None:
        """The table stops early; who leads wins if the result counts."""
        session = self.session
        counts = self.rng.random() < 0.5
        session.enter(Stopped("midnight", counts))
        outcome = agreements.outcome(GAME, session.state)
        self._check("the totals at the stop", session.totals(), dict(enumerate(self.table.totals)))
        self._check("a result at the stop", outcome is not None, counts)
        if outcome is not None and not self.contenders:
            best = max(self.table.totals)
            leaders = [seat for seat in self.table.seats if self.table.totals[seat] == best]
            self._check("the winners at the stop", list(outcome.winners), leaders)

    def _compare(self, number: int) -> None:
        """Totals and crown after a round (CB-152, CB-153, CB-156)."""
        session, totals = self.session, self.table.totals
        self._check(f"totals after round {number}", session.totals(), dict(enumerate(totals)))
        assert all(points % 5 == 0 for points in totals), "everything is counted in fives"
        self._check(f"the crown after round {number}", session.state.crown, self.crown)
        standings = [(place.side[0], place.points) for place in GAME.standings(session.state)]
        expected = sorted(enumerate(totals), key=lambda row: (row[0] not in self.contenders, -row[1], row[0]))
        self._check(f"the standings after round {number}", standings, expected)
        self._check_measures(number)
        drawn = (GAME.view(session.state).board, GAME.view(session.state).facts, GAME.rounds(session.state))
        self._check(f"something to see after round {number}", all(drawn), True)
        self._check(f"the pot after round {number}", session.state.pot, self.table.pot)
        shields = set(session.state.shields)
        self._check(f"the shields after round {number}", shields, self.table.shields)

    def _check_measures(self, number: int) -> None:
        """The measures for the statistics: tricks owned, and bids met by players or teams."""
        measures = {
            (row.seat, row.key): (row.value, row.of)
            for row in GAME.measures.of(self.session.state)
            if row.round == number
        }
        expected = {
            (Seat(seat), key): row for seat in self.table.seats for key, row in self.round.measured(seat).items()
        }
        self._check(f"the measures of round {number}", {key: measures.get(key) for key in expected}, expected)

    def _compare_end(self, number: int) -> None:
        session = self.session
        self._check("the end", session.over, True)
        self._share_pot()
        self._compare(number)
        outcome = GAME.outcome(session.state)
        self._check("the winner", set(outcome.winners) if outcome else None, self.winners)

    def _check(self, what: str, app: Any, table: Any) -> None:
        self.table.entering.check(what, app, table)
