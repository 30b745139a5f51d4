"""Which of many cases always run; the others run with `-m long`."""

from collections.abc import Sequence
from typing import Any

import pytest


def seeds(total: int, short: int, first: int = 0) -> list[Any]:
    """`total` seeds from `first` on; those after the `short` first ones are long."""
    return [
        pytest.param(seed, marks=() if seed < first + short else pytest.mark.long)
        for seed in range(first, first + total)
    ]


def one_short(cases: Sequence[Any]) -> list[Any]:
    """The cases, all but the last of them long."""
    return [*(pytest.param(case, marks=pytest.mark.long) for case in cases[:-1]), cases[-1]]
