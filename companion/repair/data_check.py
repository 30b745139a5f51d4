"""The check of the database that the settings offer, and the repair after it: in the background, with progress."""

from collections.abc import Generator
from typing import TypeVar

from companion.device.device import Device
from companion.window.long_work import TimeSlice, finish_in_slices
from storage.derived.pipeline import Progress
from storage.errors import StorageError
from storage.store import Store
from storage.upkeep.doctor import Report, doctor_in_steps, finish, rebuild_in_steps

T = TypeVar("T")


class DataCheck:
    """One check or repair at a time, with its result. While one is `running`, `done` of `total` sessions of the
    current `stage` are done; afterwards there is a `report`, or an `error` in one sentence."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.running = False
        self.is_repaired = False
        self.stage = ""
        self.done = self.total = 0
        self.error = ""
        self.report: Report | None = None

    async def run(self, device: Device, *, with_repair: bool) -> None:
        """Check the file of the store; the repair before it rebuilds everything derived from the entries.

        Does nothing for a store in memory.
        """
        store = self._store
        if self.running or store.database.path is None:
            return
        self.running, self.is_repaired, self.error, self.report = True, False, "", None
        time_slice = TimeSlice()
        is_paused = (lambda: False) if device.has_threads else time_slice.is_over
        try:
            if with_repair:
                await _work(rebuild_in_steps(store, self._start_stage, is_paused), device)
            steps = doctor_in_steps(store.database.path, store.games, self._start_stage)
            self.report = await _work(steps, device)
            self.is_repaired = with_repair
        except StorageError as error:
            self.error = str(error)
        finally:
            self.running = False

    def _start_stage(self, stage: str) -> Progress:
        self.stage, self.done, self.total = stage, 0, 0
        return self._report_progress

    def _report_progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


async def _work(steps: Generator[None, None, T], device: Device) -> T:
    """Do the steps in a thread, or in slices between which the app handles taps."""
    if device.has_threads:
        return await device.run_in_background(finish, steps)
    return await finish_in_slices(steps)
