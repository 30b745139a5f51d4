"""Play simulated tables of Crown Battles by hand: `--seed N` for one, `--tables N --first N` for many."""

from scoring.testing.command import run
from tests.simulators.crown_battles.game import Evening

if __name__ == "__main__":
    run(Evening, "tests.simulators.crown_battles")
