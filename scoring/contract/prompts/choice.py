"""What can be chosen in a question."""

from dataclasses import dataclass

from scoring.contract.prompts.field import Answer


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a field. A forbidden one stays visible and says why."""

    value: str | int | None
    label: str
    why_not: str = ""  # empty: allowed
    suit: str = ""  # Suit.key
    icon: str = ""  # name of a picture
    text: str = ""  # one line of explanation
    copies: int = 1  # weight when picked at random: how many cards it stands for


def find_choice_error(choices: tuple[Choice, ...], answer: Answer) -> str:
    """Why this cannot be chosen; empty: it can."""
    for choice in choices:
        if choice.value == answer and type(choice.value) is type(answer):
            return choice.why_not
    return "Choose one of the options."
