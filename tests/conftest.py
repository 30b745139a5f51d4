"""How tests are distributed to the workers."""

import gc
import os
from contextlib import suppress
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

collect_ignore = ["oh_hell"]  # a package of its own; tests/test_package.py runs its tests

JOURNEYS: Final = "tests/journeys/"


class Balanced(LoadScopeScheduling):  # type: ignore[misc]  # xdist is untyped
    """One worker takes the journeys and the other the rest; then both take what is left.

    Two browsers at once slow each other down on two cores. Tests are handed out by file, so that they share its
    fixtures; long ones one by one, because some take minutes. They keep their order: sorted by number of tests, the
    one file with a single test of a minute would come last, and one core would wait for it.
    """

    def _split_scope(self, nodeid: str) -> str:
        one_by_one = "long" in self.config.option.markexpr.replace("not long", "") and not nodeid.startswith(JOURNEYS)
        return nodeid if one_by_one else nodeid.split("::", maxsplit=1)[0]

    def _assign_work_unit(self, node: Any) -> None:
        """Put what this worker should run next at the front of the queue."""
        browses = node is self.nodes[0]
        scope = next((scope for scope in self.workqueue if scope.startswith(JOURNEYS) == browses), None)
        if scope is not None:
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Balanced:
    """Distribute tests to workers with `Balanced`."""
    return Balanced(config, log)


def pytest_collection_finish() -> None:
    """Collect garbage as rarely as the app does, and never search what was imported and collected."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Raise the priority of browsers: a page that is starved between press and release loses the tap."""
    niceness = 0 if item.nodeid.startswith(JOURNEYS) else 10
    with suppress(OSError):  # only an administrator may raise the priority again
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
