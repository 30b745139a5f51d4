"""Rules with ids, and the error raised when one is broken."""

from collections.abc import Collection
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game, in our own words.

    `id` ("CB-160"; a ruling: "CB-R07") never changes: score lines, refusals, tests and the headings of
    `assets/<game>/rules.md` cite it. `source` is a section of the rulebook, or says that the rule is our ruling.
    """

    id: str
    text: str
    source: str
    waivable: bool = False  # a printed card may overrule it: "the card says so"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: the rule, one sentence for the table and the reason code."""

    rule: Rule
    why: str
    code: str


def rules_in(*modules: ModuleType) -> tuple[Rule, ...]:
    """All rules defined in these modules or imported by name, without duplicates."""
    return tuple(
        dict.fromkeys(value for module in modules for value in vars(module).values() if isinstance(value, Rule))
    )


class RuleViolation(ValueError):
    """An entry that the rules do not allow.

    `message` is one sentence for the table, `field` the answer to highlight ("bid", "tricks[2]"), `code` the reason in
    the rules file ("E_BID_RANGE").
    """

    def __init__(self, rule: Rule, message: str, *, field: str | None = None, code: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.field = field
        self.code = code


def require(
    condition: bool,
    rule: Rule,
    message: str,
    *,
    field: str | None = None,
    code: str = "",
    waived: Collection[str] = (),
) -> None:
    """Raise RuleViolation unless the condition is true, or the rule is waivable and waived."""
    if condition or (rule.waivable and rule.id in waived):
        return
    raise RuleViolation(rule, message, field=field, code=code)
