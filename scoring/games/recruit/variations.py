"""The variations that the dealer may declare for one hand."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Presentation, Prompt, Subset
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.recruit.state import Dealing, State, Variation

DECLARED: Final = Rule(
    "RT-070", "While dealing, before a card is displayed, the dealer may declare variations for the hand.", "Variations"
)
LOW_PENALTY: Final = Rule("RT-071", "Low Penalty: two or more cards of a face rank cost 3, not 5.", "Variations")
KEEPER: Final = Rule("RT-072", "Keeper: nobody swaps cards.", "Variations")
PASSER: Final = Rule("RT-073", "Passer: everybody passes exactly four cards to the left.", "Variations")
CONTRADICTION: Final = Rule("RT-074", "Keeper and Passer contradict each other.", "Variations")
MATCH: Final = Rule("RT-075", "Match: every card of the displayed rank scores 4.", "Variations")
MATCHED_FACE: Final = Rule("RT-076", "Two or more matching faces still cost points.", "Variations")
DREAM_TEAM: Final = Rule("RT-077", "Dream Team: exactly one jack, one queen and one king score 5.", "Variations")
FACE_UP: Final = Rule("RT-079", "Face-up: collected cards are face up.", "Variations")

_RULES: Final = {
    Variation.LOW_PENALTY: LOW_PENALTY,
    Variation.KEEPER: KEEPER,
    Variation.PASSER: PASSER,
    Variation.MATCH: MATCH,
    Variation.DREAM_TEAM: DREAM_TEAM,
    Variation.FACE_UP: FACE_UP,
}
NAMES: Final = {variation: rule.text.partition(":")[0] for variation, rule in _RULES.items()}
"""The name of a variation, with which its rule begins."""
_RIVALS: Final = {Variation.KEEPER: Variation.PASSER, Variation.PASSER: Variation.KEEPER}


@dataclass(frozen=True, slots=True)
class VariationsDeclared(Event[State]):
    """All variations that the dealer `seat` has declared for this hand (RT-070)."""

    seat: Seat
    variations: tuple[Variation, ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        chosen = set(self.variations)
        both = {Variation.KEEPER, Variation.PASSER} <= chosen
        message = "Keeper and Passer contradict each other: either nobody swaps or everybody passes four cards."
        require(not both, CONTRADICTION, message, field="variations", code="KEEPER_AND_PASSER")
        message = "Variations are declared before a card is displayed; it is too late for this hand."
        require(isinstance(state.phase, Dealing), DECLARED, message, field="variations", code="TOO_LATE")
        dealer = state.hand.dealer
        if self.seat != dealer:
            message = f"Only {state.name(dealer)}, who deals this hand, declares variations."
            raise RuleViolation(DECLARED, message, field="seat", code="NOT_DEALER")
        once = len(chosen) == len(self.variations)
        require(once, DECLARED, "Each variation is declared once.", field="variations")
        declared = tuple(variation for variation in NAMES if variation in chosen)
        return replace(state, hand=replace(state.hand, variations=declared))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} declares {in_words(self.variations) or 'no variation'}"


def question(state: State) -> Prompt:
    """Offers the six variations; each tap declares one or takes it back."""
    declared = state.hand.variations

    def why_not(variation: Variation) -> str:
        rival = _RIVALS.get(variation)
        return f"{NAMES[variation]} contradicts {NAMES[rival]}." if rival in declared and rival else ""

    choices = tuple(
        Choice(variation.value, name, why_not(variation), text=_RULES[variation].text.removeprefix(f"{name}: "))
        for variation, name in NAMES.items()
    )
    dealer = state.hand.dealer
    return Prompt(
        VariationsDeclared.kind,
        f"{state.name(dealer)} may declare for this hand",
        (Subset("variations", "", choices, likely=tuple(variation.value for variation in declared)),),
        rule=DECLARED,
        shown=Presentation(beside=True),
        instant=True,
    ).for_seat(dealer)


def in_words(declared: tuple[Variation, ...]) -> str:
    """The names of variations: "Keeper, Match"."""
    return ", ".join(NAMES[variation] for variation in declared)
