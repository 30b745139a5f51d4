"""Suit Precision: a bid on every suit; each trick goes to a suit.

The bids are placed with tokens in turn, as in Normal Bidding (CB-244), so they are open.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import UNSET, Cell, Choice, Count, Draft, Field, Grid, Pick, Prompt, Subset
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Ledger, ScoreLine, Seat
from scoring.games.crown_battles import bidding, trick_rules
from scoring.games.crown_battles.deck import SUIT_NAMES, Composition, CrownSuit, Special
from scoring.games.crown_battles.events import Bid, TypeEvent
from scoring.games.crown_battles.options import ScrewDoubleMode, SuitPartialCredit, SuitZeroDoubleBonus
from scoring.games.crown_battles.rounds import suit_scores
from scoring.games.crown_battles.rounds.bid_scores import MISS, TRICK, team_hand
from scoring.games.crown_battles.rounds.suit_scores import Rates, SuitHand, worth
from scoring.games.crown_battles.rounds.type_rules import TypeRules, Wait
from scoring.games.crown_battles.state import Bidding, Bids, Part, Piles, Playing, State, Trick, Trickwise, add_tricks
from scoring.kit.rulings import Ruling

BID_PER_SUIT: Final = Rule("CB-230", "Everybody bids on each suit; 0 is a bid.", "Suit Precision")
SUM_LIMIT: Final = Rule("CB-231", "A player's bids add up to no more than the number of tricks.", "Our ruling")
LED: Final = Rule("CB-232", "A trick without a trump goes to the suit that was led.", "Suit Precision")
WITH_TRUMP: Final = Rule(
    "CB-233", "A trick won with a trump goes to the led suit or to the trump; its winner chooses.", "Suit Precision"
)
ANY_SUIT: Final = Rule("CB-234", "A trick won by a Golem or a Dragon goes to any suit.", "Suit Precision")
IMPOSSIBLE_SUM: Final = Rule("CB-R34", "Bids that cannot all be met are refused.", "Our ruling")


@dataclass(frozen=True, slots=True)
class SuitBidsPlaced(TypeEvent):
    """A player's bids, a number for every suit; those in `doubles` are double bids with the next number (CB-230)."""

    seat: Seat
    bids: tuple[tuple[CrownSuit, int], ...]
    doubles: tuple[CrownSuit, ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = bidding.require_bidding(state)
        bidding.check_turn(state, phase, self.seat, "bids")
        suits, numbers = _keys(state), {suit.value: n for suit, n in self.bids}
        complete = sorted(suit.value for suit, _ in self.bids) == sorted(suits)
        message = f"{state.name(self.seat)} needs a number for every suit, 0 included."
        require(complete, BID_PER_SUIT, message, field="bids", code="E_SUIT_BIDS_FOUR")
        doubled = {suit.value for suit in self.doubles}
        once = doubled <= set(suits) and len(doubled) == len(self.doubles)
        message = "Double each suit of this deck once at most."
        require(once, BID_PER_SUIT, message, field="doubles", code="E_SUIT_BIDS_FOUR")
        bids = tuple((numbers[suit], numbers[suit] + 1) if suit in doubled else (numbers[suit],) for suit in suits)
        for part, bid in enumerate(bids):
            bidding.check_bid(state, phase, self.seat, bid, f"bids[{suits[part]}]", part, screw=False)
        _check_sum(state, self.seat, bids)
        _check_screw(state, phase, self.seat, bids)
        return bidding.place_bids(state, phase, self.seat, *bids)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        bids = [(SUIT_NAMES[suit], (n, n + 1) if suit in self.doubles else (n,)) for suit, n in self.bids]
        return f"{table.names[self.seat]} bids {_list_bids(bids)}"


@dataclass(frozen=True, slots=True)
class TrickLaid(TypeEvent):
    """The suit to which the last trick goes (CB-232 to CB-235)."""

    suit: CrownSuit

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = state.phase
        assert isinstance(phase, Trickwise), "it is asked after a trick"
        last = phase.tricks[-1]
        open_to = suits_of(state, last)
        fits = self.suit.value in open_to
        message = f"This trick can only go to {' or '.join(SUIT_NAMES[suit].lower() for suit in open_to)}."
        require(fits, _rule(state, last), message, field="suit", code="E_TRICK_SUIT_CHOICE")
        part = _keys(state).index(self.suit.value)
        assert last.winner is not None, "a destroyed trick goes to no suit"
        owned = add_tricks(phase.owned, part, last.winner, 1)
        laid = replace(phase, tricks=(*phase.tricks[:-1], replace(last, part=part)), owned=owned)
        return replace(state, phase=laid)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The trick goes to {SUIT_NAMES[self.suit].lower()}"


def parts(tricks: int, deck: Composition) -> tuple[Part, ...]:
    return tuple(Part(None, suit.value, f"{SUIT_NAMES[suit].lower()} suit", suit.value) for suit in deck.suits)


def question(state: State, phase: Bidding) -> Prompt:
    """Asks for bids on suits."""
    seat = bidding.yet_to_bid(state, phase)[0]
    singles_only = bidding.why_no_double(state, phase, seat) is not None
    reminder = bidding.remind_of_ally(state, seat)
    prompt = Prompt(
        SuitBidsPlaced.kind,
        f"{state.name(seat)} bids on the suits",
        rule=BID_PER_SUIT,
        given=(("doubles", []),) if singles_only else (),
        help=reminder or f"{bidding.count_tricks(state.deal.tricks)} in all; once you bid on a suit, the others are 0.",
    ).for_seat(seat)
    return narrow(state, prompt, {})


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The prompt for bids on suits with its fields; its button lists the bids so far and their sum.

    A bid on one suit fills in 0 for the others; before it nothing is filled in, so one tap cannot bid 0 in every suit.
    """
    if prompt.kind != SuitBidsPlaced.kind:
        return prompt
    numbers, doubled = dict(map(tuple, draft.get("bids", ()))), draft.get("doubles", ())
    high, lows = bidding.highest_bid(state), [(part, numbers.get(part.key, 0)) for part in state.deal.parts]
    number = Count("bid", "", 0, high, likely=0 if numbers or doubled else UNSET)
    cells = tuple(Cell(part.key, _name(part), number) for part in state.deal.parts)
    totals = tuple(range(state.deal.tricks + 1)) if state.options.suit_bid_sum_cap else ()
    fields: tuple[Field, ...] = (Grid("bids", "Tricks bid", cells, totals),)
    if "doubles" not in dict(prompt.given):
        closed = f"{high} is the highest bid."
        choices = (
            Choice(part.key, bidding.format_bid((n, n + 1)), "" if n < high else closed, part.suit) for part, n in lows
        )
        fields = (*fields, Subset("doubles", "Double bids, for half the points", tuple(choices), likely=()))
    bids = [(_name(part), (n, n + 1) if part.key in doubled else (n,)) for part, n in lows]
    sums = sorted(set(bidding.sum_bids(tuple(bid for _, bid in bids))))
    total = f": {' to '.join(map(str, sums))} of {state.deal.tricks}" if sums[-1] else ""
    return replace(prompt, fields=fields, confirm=f"Bid {_list_bids(bids)}{total}")


def in_play(state: State, phase: Playing) -> Wait | None:
    """The suit of the last trick, if its winner chooses."""
    if not state.tricks or state.tricks[-1].part is not None:
        return None
    return Wait(_laying_prompt(state, state.tricks[-1]), "Choose the suit of the last trick first.")


def pile(state: State, trick: Trick, number: int) -> int | None:
    """The part of a trick; None if its winner chooses. A destroyed trick counts as part 0."""
    if trick.winner is None:
        return 0
    open_to = suits_of(state, trick)
    return _keys(state).index(open_to[0]) if len(open_to) == 1 else None


def suits_of(state: State, trick: Trick) -> tuple[str, ...]:
    """The suits a finished trick may go to; all of the deck if it was not won with a suit, or the cards are unknown."""
    won_with, led = _won_with(state, trick)
    if won_with is None:
        return _keys(state)
    return tuple(key for key in _keys(state) if key in (won_with, led))


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """The lines for the suits of every seat (CB-237 to CB-242)."""
    rates = Rates(state.options)
    return tuple(
        ScoreLine(state.deal.number, seat, rule, terms)
        for seat in state.table.seats
        for rule, terms in worth(hands(state.deal.parts, bids, won, (seat,)), rates)
    )


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Every trick in another suit than bid on, or every trick as bid and each in another suit."""
    return -MISS * most_off(state, tricks), most_points(state, tricks)


def most_off(state: State, tricks: int, players: int = 1) -> int:
    """How many tricks the bids of a team of `players` can be off in all suits together.

    Their bids add up to the tricks for each of them, unless the table allows more or a Jester raises one. All of these
    can be missing, and all tricks be too many in a suit without a bid.
    """
    suits, each = len(state.deck.suits), players * tricks
    if not state.options.suit_bid_sum_cap:
        return suits * each
    return min(each + state.deck.times(Special.JESTER) + tricks, suits * each)


def most_points(state: State, tricks: int, times: int = 1) -> int:
    """The points for all tricks in met suits, of which each counts `times`."""
    return TRICK[1] * times * tricks + suit_scores.SUIT * min(tricks, len(state.deck.suits))


def hands(parts: tuple[Part, ...], bids: Bids, won: Piles, team: tuple[Seat, ...]) -> tuple[SuitHand, ...]:
    """The suits of a team, or of a player alone."""
    return tuple(
        SuitHand(_name(part).lower(), *team_hand(team, placed, taken))
        for part, placed, taken in zip(parts, bids, won, strict=True)
    )


def _list_bids(bids: Sequence[tuple[str, Bid]]) -> str:
    """Bids on suits as text, without the suits with a bid of 0."""
    texts = [f"{bidding.format_bid(bid)} {suit.lower()}" for suit, bid in bids if bid != (0,)]
    return ", ".join(texts) or "0 in every suit"


def _keys(state: State) -> tuple[str, ...]:
    return tuple(part.key for part in state.deal.parts)


def _name(part: Part) -> str:
    return SUIT_NAMES[part.key]


def _won_with(state: State, trick: Trick) -> tuple[str | None, str | None]:
    """The suit of the winning card and the suit led; None, None if the trick may go to any suit."""
    if not trick.plays or trick.trump is None:
        return None, None
    judged = trick_rules.winner(trick.plays, trick.trump, state.options)
    if not judged.suit or judged.winner(trick.plays) != trick.winner:
        return None, None
    return judged.suit, trick_rules.led_suit(trick.plays, state.options)


def _rule(state: State, trick: Trick) -> Rule:
    won_with, led = _won_with(state, trick)
    if won_with is None:
        return trick_rules.DECISION if trick.rule is trick_rules.DECISION else ANY_SUIT
    return LED if won_with == led else WITH_TRUMP


def _laying_prompt(state: State, trick: Trick) -> Prompt:
    open_to = suits_of(state, trick)
    why = "The trick was neither led nor won in this suit."
    suits = tuple(
        Choice(part.key, _name(part), "" if part.key in open_to else why, part.suit) for part in state.deal.parts
    )
    assert trick.winner is not None, "a destroyed trick goes to no suit"
    title = f"{state.name(trick.winner)} puts the trick under"
    return Prompt(
        TrickLaid.kind, title, (Pick("suit", "Suit", suits),), rule=_rule(state, trick), seat=trick.winner, instant=True
    )


def _check_sum(state: State, seat: Seat, bids: tuple[Bid, ...]) -> None:
    """Refuse bids nobody could meet (CB-231, CB-R34)."""
    low, _ = bidding.sum_bids(bids)
    fits = low <= state.deal.tricks or not state.options.suit_bid_sum_cap
    played = bidding.count_tricks(state.deal.tricks, " is", " are")
    message = f"{state.name(seat)}'s bids add up to {low}, but only {played} played."
    require(fits, SUM_LIMIT, message, field="bids", code="E_SUIT_OVERBID")


def _check_screw(state: State, phase: Bidding, seat: Seat, bids: tuple[Bid, ...]) -> None:
    """Refuse the dealer's bids if all bids on all suits could add up to the tricks (CB-244, CB-076, CB-077)."""
    last = seat == state.deal.dealer and len(phase.bids) == state.players - 1
    if not (state.options.screw_the_dealer and last):
        return
    others = tuple(bid for _, bids_of_seat in phase.bids for bid in bids_of_seat)
    target, mode = bidding.screw_target(state), state.options.screw_double_mode
    least, most = bidding.sum_other_bids(others, mode)
    if state.options.suit_bid_sum_cap and least + state.deal.tricks <= target <= most:  # no bid would be left
        return
    low, high = bidding.sum_bids(bids)
    if mode is ScrewDoubleMode.IGNORE_DOUBLES:
        low, high = bidding.sum_other_bids(bids, mode)
    closed = range(target - most, target - least + 1)
    rule, how = (
        (bidding.SCREW_THE_DEALER, "") if low == high else (bidding.SCREW_DOUBLES, ", not even with a double bid")
    )
    message = f"{state.name(seat)} deals, and all bids together may not make {target}{how}; change one of them."
    fits = not any(n in closed for n in range(low, high + 1))
    require(fits, rule, message, field="bids", code="E_BID_FORBIDDEN_DEALER")


RULINGS: Final = (
    Ruling(
        "suit_partial_credit",
        "Suit Precision: tricks in a missed suit",
        {SuitPartialCredit.PER_SUIT: "Earn nothing", SuitPartialCredit.MATCHED_TRICKS: "Earn 10 as far as bid"},
        suit_scores.PARTIAL,
    ),
    Ruling(
        "suit_zero_double_bonus",
        "Suit Precision: no trick at all with a double bid",
        {SuitZeroDoubleBonus.FIVE: "5", SuitZeroDoubleBonus.NONE: "0", SuitZeroDoubleBonus.TEN: "10"},
        suit_scores.ZERO_DOUBLE,
    ),
    Ruling("suit_bid_sum_cap", "Suit Precision: no more bid than tricks", {}, IMPOSSIBLE_SUM),
)
"""The rulings of all types with bids on suits."""

ROUND: Final = TypeRules(
    title="Suit Precision",
    text="A bid on every suit; each trick goes under the token of a suit.",
    rule=BID_PER_SUIT,
    lines=lines,
    reach=reach,
    parts=parts,
    events=(SuitBidsPlaced, TrickLaid),
    question=question,
    narrow=narrow,
    in_play=in_play,
    pile=pile,
    rulings=RULINGS,
)
