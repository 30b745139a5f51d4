"""The check of the database that the settings offer, and the repair after it: in the background, with progress."""

from typing import TypeVar

from companion.device.device import Device
from companion.window.long_work import finish_in_slices
from storage.errors import StorageError
from storage.file.write_batches import Step, Steps, finish
from storage.store import Store
from storage.upkeep.doctor import Report, doctor_in_steps, rebuild_in_steps

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
        self.stage, self.done, self.total = "", 0, 0
        try:
            if with_repair:
                await self._finish(rebuild_in_steps(store), device)
            self.report = await self._finish(doctor_in_steps(store.database.path, store.games), device)
            self.is_repaired = with_repair
        except StorageError as error:
            self.error = str(error)
        finally:
            self.running = False

    async def _finish(self, steps: Steps[T], device: Device) -> T:
        """Do the steps in a thread, or in slices between which the app handles taps."""
        if device.has_threads:
            return await device.run_in_background(finish, steps, self._show)
        return await finish_in_slices(steps, self._show)

    def _show(self, step: Step) -> None:
        self.stage, self.done, self.total = step
