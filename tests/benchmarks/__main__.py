"""Print every row; a missed bar makes the exit code 1."""

import sys
from argparse import ArgumentParser

from companion.lazy_modules import collect_rarely
from tests.benchmarks import opening, pages, pocket, rules, storage
from tests.benchmarks.measure import kept_bytecode

PARTS = {
    "rules": rules.rows,
    "opening": opening.rows,
    "storage": storage.rows,
    "pages": pages.rows,
    "pocket": pocket.rows,
}


def main() -> int:
    """Run the benchmarks named on the command line, by default all of them."""
    parser = ArgumentParser("python -m tests.benchmarks", description="The app's figures as ratios, in one run.")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: a look, not a figure")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="only these: " + ", ".join(PARTS))
    arguments = parser.parse_args()
    measured = []
    collect_rarely()  # as the app and its commands do
    with kept_bytecode():
        for part in arguments.parts or PARTS:
            for row in PARTS[part](arguments.quick):
                print(row, flush=True)
                measured.append(row)
    return 0 if all(row.holds for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
