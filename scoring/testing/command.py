"""One simulated table, or many of them: what the tests and the command line of every simulator share."""

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Protocol

from scoring.testing.session import Disagreement, Session


class Simulation(Protocol):
    """A table that plays itself; `session` has the entries so far."""

    session: Session

    def play(self) -> None:
        """Play to the end and compare; raises Disagreement."""


Deal = Callable[[int], Simulation]
"""The table of a seed: the same seed is the same table."""


def check(deal: Deal, module: str, seed: int) -> None:
    """Play one table; a failure shows the seed, how to reproduce it, and the session as entered."""
    table = deal(seed)
    try:
        table.play()
    except Exception as failure:
        raise Disagreement(
            f"{_reason(failure)}\nseed {seed}: python -m {module} --seed {seed}\n{story(table)}"
        ) from failure


def story(table: Simulation) -> str:
    """The whole session as it was entered, one entry a line."""
    session: Session | None = getattr(table, "session", None)
    if session is None:
        return "(not opened)"
    entries = (f"#{number} {event}" for number, event in enumerate((session.opened, *session.events)))
    return "\n".join(entries)


def run(deal: Deal, module: str) -> None:
    """The command line: `--seed N` for one table with its session, `--tables` and `--first` for many."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("--seed", type=int, help="play one table and print its session")
    parser.add_argument("--tables", type=int, default=1000, help="how many tables to play")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one")
    chosen = parser.parse_args()
    if chosen.seed is None:
        sys.exit(_many(deal, range(chosen.first, chosen.first + chosen.tables)))
    check(deal, module, chosen.seed)
    table = deal(chosen.seed)
    table.play()
    print(story(table), f"\nseed {chosen.seed}: both agree")


def _many(deal: Deal, seeds: range) -> int:
    """Play them all and count the kinds of disagreement, with the first seed of each kind; 1 where there is any."""
    kinds: Counter[str] = Counter()
    first: dict[str, int] = {}
    entries, began = 0, time.process_time()
    for seed in seeds:
        table = deal(seed)
        try:
            table.play()
        except Exception as failure:
            kind = _kind(failure)
            kinds[kind] += 1
            first.setdefault(kind, seed)
        session: Session | None = getattr(table, "session", None)
        entries += len(session.records) if session else 0
    seconds = time.process_time() - began
    print(f"{len(seeds)} tables, {entries} entries, {seconds:.1f} seconds of processor time")
    for kind, count in kinds.most_common():
        print(f"{count:6}  first with --seed {first[kind]}: {kind}")
    return 1 if kinds else 0


def _reason(failure: Exception) -> str:
    return str(failure) if isinstance(failure, Disagreement) else f"{type(failure).__name__}: {failure}"


def _kind(failure: Exception) -> str:
    """The failure without card names and numbers, so that equal faults are counted together."""
    plain = re.sub(r"\d", "#", _reason(failure).splitlines()[0])[:150]
    if isinstance(failure, Disagreement):
        return plain
    *_, raised = extract_tb(failure.__traceback__)
    return f"{Path(raised.filename).name}:{raised.lineno} {plain}"
