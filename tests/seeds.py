"""Which of many cases always run, which with `-m long` in `.ci/run`, and which with `-m deep` before a release."""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def over_seeds(short: int, long: int = 0, deep: int = 0) -> Callable[[Test], Test]:
    """Run a test once for all its seeds, which it takes as `seed`; what fails names its seed.

    The seeds up to `short` always run, those up to `long` and `deep` with the marker of that name. Fixtures are shared
    by all seeds.
    """

    def decorate(test: Test) -> Test:
        @wraps(test)
        def run(*args: Any, seeds: Sequence[int], **arguments: Any) -> None:
            for seed in seeds:
                try:
                    test(*args, seed=seed, **arguments)
                except BaseException as error:
                    error.add_note(f"with seed {seed}")
                    raise

        signature = inspect.signature(test)
        run.__signature__ = signature.replace(  # type: ignore[attr-defined]  # pytest reads which arguments it takes
            parameters=[
                parameter.replace(name="seeds") if name == "seed" else parameter
                for name, parameter in signature.parameters.items()
            ]
        )
        return pytest.mark.parametrize("seeds", _parts(short, long, deep))(run)

    return decorate


def seeds(total: int, long: int) -> list[Any]:
    """`total` seeds as cases of their own, each with new fixtures; those after `long` are deep."""
    return [pytest.param(seed, marks=pytest.mark.long if seed < long else pytest.mark.deep) for seed in range(total)]


def sizes(short: int, long: int, deep: int) -> list[Any]:
    """How often something is done: always, with `-m long`, and with `-m deep`."""
    return [short, pytest.param(long, marks=pytest.mark.long), pytest.param(deep, marks=pytest.mark.deep)]


def one_short(cases: Sequence[Any]) -> list[Any]:
    """The cases, all but the last of them long."""
    return [*(pytest.param(case, marks=pytest.mark.long) for case in cases[:-1]), cases[-1]]


def _parts(short: int, long: int, deep: int) -> list[Any]:
    """The ranges of seeds, with their markers."""
    ends = (("short", short, ()), ("long", long, pytest.mark.long), ("deep", deep, pytest.mark.deep))
    parts, start = [], 0
    for name, end, mark in ends:
        if end > start:
            parts.append(pytest.param(range(start, end), marks=mark, id=name))
            start = end
    return parts
