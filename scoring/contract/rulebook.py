"""Rules with ids, and the error raised when one is broken."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game, in our own words.

    `id` ("CB-160"; a ruling: "CB-R07") never changes: score lines, refusals, tests and the headings of
    `assets/<game>/rules.md` cite it. `source` is a section of the rulebook, or says that the rule is our ruling.
    """

    id: str
    text: str
    source: str
    waivable: bool = False  # recorded all the same where a printed card overrules it, or where it was played like that


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: the rule, one sentence for the table and the reason code."""

    rule: Rule
    why: str
    code: str


def rules_in(package: Mapping[str, Any]) -> tuple[Rule, ...]:
    """All rules in the modules of a package, given by its `globals()`, as far as they are imported already."""
    return tuple(dict.fromkeys(value for value in values_in(package) if isinstance(value, Rule)))


def values_in(package: Mapping[str, Any]) -> Iterator[Any]:
    """All values that the imported modules of a package name, given its `globals()`."""
    for value in package.values():
        if isinstance(value, ModuleType) and value.__name__.startswith(f"{package['__name__']}."):
            yield from values_in(vars(value))
        else:
            yield value


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


def refuse_if(why: str, rule: Rule, *, field: str | None = None, code: str = "") -> None:
    """Raise RuleViolation if there is a reason, in the words with which a form closes the same answer."""
    if why:
        raise RuleViolation(rule, why, field=field, code=code)
