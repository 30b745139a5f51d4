"""A bid on tricks."""

from dataclasses import dataclass

from scoring.contract.prompts.field import Answer, Field, is_int


@dataclass(frozen=True, slots=True)
class Bid(Field):
    """A number of tricks, or two consecutive ones. Answer: [n] or [n, n + 1].

    `barred` are (number, why not) pairs: neither the number nor a double bid with it is allowed; `barred_singles` bar
    the number alone. `no_doubles` says why double bids are not allowed; empty: they are.
    """

    low: int
    high: int
    no_doubles: str = ""
    barred: tuple[tuple[int, str], ...] = ()
    barred_singles: tuple[tuple[int, str], ...] = ()

    def find_error(self, answer: Answer) -> str:
        if not isinstance(answer, list | tuple) or len(answer) not in (1, 2) or not all(map(is_int, answer)):
            return "One number, or two in a row."
        if not all(self.low <= n <= self.high for n in answer):
            return f"A bid is between {self.low} and {self.high}."
        barred = dict(self.barred)
        if len(answer) == 1:
            return barred.get(answer[0], "") or dict(self.barred_singles).get(answer[0], "")
        if answer[1] != answer[0] + 1:
            return "A double bid is two numbers in a row."
        return self.no_doubles or barred.get(answer[0], "") or barred.get(answer[1], "")

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, list) and all(map(is_int, answer))
