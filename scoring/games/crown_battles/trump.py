"""The trump of a round: the spinner and the dealer's choice."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Pick, Presentation, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.games.crown_battles import order
from scoring.games.crown_battles.deck import SUIT_NAMES, CrownSuit, Trump
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import AbsentSuitSpin
from scoring.games.crown_battles.state import Bidding, Drawing, Phase, Spinning, State

FIRST_DEALER: Final = Rule("CB-050", "The first dealer is chosen at random.", "Set up")
SPIN: Final = Rule("CB-052", "The suit the spinner shows is trump for the round.", "How to Play: Turns & Rounds")
DEALERS_CHOICE: Final = Rule(
    "CB-054", "All four colours on the spinner: the dealer names a suit.", "How to Play: Turns & Rounds"
)
ABSENT_SUIT: Final = Rule("CB-055", "A suit that is not in the deck is spun again.", "Our ruling, CB-R04")
TRUMP_SHOWN: Final = Rule("CB-056", "The trump stays visible; only an Alchemist changes it.", "Components")
CHOICE_OF_SUIT: Final = Rule("CB-R09", "The dealer must choose a suit, not no trump.", "Our ruling")

_X: Final = "X: no trump"


@dataclass(frozen=True, slots=True)
class TrumpSpun(Event[State]):
    """Where the spinner stopped (CB-052)."""

    shows: Spinner

    def apply(self, state: State, waived: Collection[str]) -> State:
        if isinstance(state.phase, Drawing):
            raise order.too_early(state)
        require(state.deal.untouched, SPIN, _why_known(state), field="shows", code="E_TRUMP_CHOICE")
        refuse_if(why_not_spun(state, self.shows), ABSENT_SUIT, field="shows", code="E_TRUMP_CHOICE")
        deal = replace(state.deal, spun=self.shows, trump=_trump_of(state, self.shows))
        return replace(state, deal=deal, phase=_next_phase(state, named=deal.trump is not None))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The spinner shows {_name_field(self.shows, _X, 'all four colours')}"


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event[State]):
    """The dealer's choice after the four colours (CB-054)."""

    trump: Trump

    def apply(self, state: State, waived: Collection[str]) -> State:
        dealer = state.name(state.deal.dealer)
        message = f"{dealer} names a suit only when the spinner shows all four colours."
        require(state.deal.dealer_must_name, DEALERS_CHOICE, message, field="trump", code="E_TRUMP_CHOICE")
        refuse_if(why_not_named(state, self.trump), CHOICE_OF_SUIT, field="trump", code="E_TRUMP_CHOICE")
        deal = replace(state.deal, trump=self.trump, named=self.trump)
        return replace(state, deal=deal, phase=_next_phase(state, named=True))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The dealer names {label(self.trump).lower()}"


def why_not_spun(state: State, shows: Spinner) -> str:
    """Why the spinner must be spun again; empty: it counts."""
    absent = _is_absent(state, shows)
    if absent and state.options.absent_suit_spin is AbsentSuitSpin.RESPIN:
        return f"{SUIT_NAMES[shows]} is not in the deck; spin again."
    return ""


def why_not_trump(state: State, trump: Trump) -> str:
    """Why this cannot be trump; empty: it can."""
    return f"{SUIT_NAMES[trump]} is not in the deck; choose another." if _is_absent(state, trump) else ""


def why_not_named(state: State, trump: Trump) -> str:
    """Why the dealer cannot name this trump; empty: the dealer can."""
    if trump is Trump.NONE and not state.options.four_colours_allows_none:
        return f"{state.name(state.deal.dealer)} must name a suit: only when the spinner stops at X is there no trump."
    return why_not_trump(state, trump)


def trump_choices(state: State, *, naming: bool) -> tuple[Choice, ...]:
    """No trump and the suits, for the dealer (`naming`) or an Alchemist."""
    why = why_not_named if naming else why_not_trump
    none = Choice(Trump.NONE.value, label(Trump.NONE), why(state, Trump.NONE), icon="no_trump")
    suits = (Choice(suit.value, SUIT_NAMES[suit], why(state, Trump(suit.value)), suit.value) for suit in CrownSuit)
    return (none, *suits)


def label(trump: Trump) -> str:
    """The name of a trump: "Red", "No trump"."""
    return SUIT_NAMES.get(trump, "No trump")


def question(state: State) -> Prompt:
    """Asks for the spinner, or for the dealer's choice after the four colours."""
    shown = Presentation(beside=not isinstance(state.phase, Spinning))
    dealer = state.deal.dealer
    if state.deal.dealer_must_name:
        field = Pick("trump", "Trump", trump_choices(state, naming=True))
        title = f"{state.name(dealer)} names the trump"
        return Prompt(TrumpNamed.kind, title, (field,), rule=DEALERS_CHOICE, seat=dealer, shown=shown, instant=True)
    fields = (Pick("shows", "Trump", _spinner_choices(state), by_chance="Spin"),)
    title = f"{state.name(dealer)} spins for the trump"
    help = f"Deal {state.deal.cards} card{'s' * (state.deal.cards > 1)} to everybody first."
    return Prompt(TrumpSpun.kind, title, fields, rule=SPIN, seat=dealer, shown=shown, instant=True, help=help)


def _spinner_choices(state: State) -> tuple[Choice, ...]:
    suits = (Choice(suit.value, SUIT_NAMES[suit], why_not_spun(state, Spinner(suit)), suit.value) for suit in CrownSuit)
    return (
        Choice(Spinner.NONE.value, _X, why_not_spun(state, Spinner.NONE), icon="no_trump"),
        *suits,
        Choice(Spinner.CHOICE.value, "Four colours", icon="four_colours", text="The dealer names a suit"),
    )


def _is_absent(state: State, suit: str) -> bool:
    return suit in SUIT_NAMES and suit not in state.deck.suits


def _trump_of(state: State, shows: Spinner) -> Trump | None:
    if shows is Spinner.CHOICE:
        return None
    return Trump.NONE if _is_absent(state, shows) else Trump(shows.value)


def _why_known(state: State) -> str:
    if state.deal.spun is None:
        return "An Alchemist has set the trump; the spinner no longer matters."
    return f"The spinner has already shown {_name_field(state.deal.spun, 'X', 'the four colours')}."


def _name_field(shows: Spinner, none: str, choice: str) -> str:
    """A field of the spinner; the suits have names of their own."""
    return {Spinner.NONE: none, Spinner.CHOICE: choice}.get(shows, shows.value)


def _next_phase(state: State, *, named: bool) -> Phase:
    """Bidding, once the trump is named; at level counts the phase stays, whatever it is."""
    return Bidding() if named and isinstance(state.phase, Spinning) else state.phase
