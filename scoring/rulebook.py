"""Rules that can be cited, and the error raised when one is broken."""

from collections.abc import Collection
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game, in our own words.

    `id` is stable for ever ("CB-160", a ruling "CB-R07"): score lines, refusals, tests and the
    headings of `assets/<game>/rules.md` all cite it. `source` names the rulebook's section, or
    says that the rule is our ruling.
    """

    id: str
    text: str
    source: str
    waivable: bool = False  # a printed card may overrule it: "the card says so"


def rules_in(*modules: ModuleType) -> tuple[Rule, ...]:
    """Every rule that stands in these modules, each once; those they import by name are among them."""
    return tuple(
        dict.fromkeys(value for module in modules for value in vars(module).values() if isinstance(value, Rule))
    )


class RuleViolation(ValueError):
    """An entry the rules do not allow; the state it was applied to is untouched.

    `message` is one sentence for the table. `field` is the answer to highlight ("bid",
    "tricks[2]"), `code` the reason code of the rules file ("E_BID_RANGE").
    """

    def __init__(self, rule: Rule, message: str, *, field: str | None = None, code: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.field = field
        self.code = code


def require(
    holds: bool,
    rule: Rule,
    message: str,
    *,
    field: str | None = None,
    code: str = "",
    waived: Collection[str] = (),
) -> None:
    """Raise `RuleViolation` unless the condition holds or the rule is waived and may be."""
    if holds or (rule.waivable and rule.id in waived):
        return
    raise RuleViolation(rule, message, field=field, code=code)
