"""What became of an entry that somebody tapped: recorded, refused, overtaken by another window, not saved."""

from dataclasses import dataclass

from scoring.contract.rulebook import RuleViolation


@dataclass(frozen=True, slots=True)
class Recorded:
    """The entry is committed; `number` is its index in the journal."""

    number: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow it; nothing was written."""

    violation: RuleViolation


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody else recorded first: the session was reread, and the form asks again."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The store could not write: nothing is recorded, and the form keeps its answers."""

    text: str


@dataclass(frozen=True, slots=True)
class Noted:
    """One player's part of a form for all: it is kept there, and recorded with the others'."""


Verdict = Recorded | Refused | Moved | Unsaved | Noted


def problem(verdict: Verdict | None) -> str:
    """The message for the table; empty if nothing is wrong."""
    match verdict:
        case Refused(violation):
            return violation.message
        case Moved():
            return "Somebody else entered something first. Check it, then continue."
        case Unsaved(text):
            return f"Not recorded. {text}"
        case Recorded() | Noted() | None:
            return ""
