"""Recompute outdated ratings while a screen that shows them is open, and redraw it afterwards."""

from contextlib import suppress

import flet as ft

from companion.window.hooks import use_house
from storage.derived import ratings
from storage.errors import StorageError


def use_ratings() -> bool:
    """Whether the ratings are outdated; they are recomputed in the background then."""
    house = use_house()
    database = house.store.database
    outdated = ratings.are_outdated(database)
    _, bump = ft.use_state(0)

    async def recompute() -> None:
        if not outdated:
            return
        with suppress(StorageError):  # the next screen tries again
            if database.path is None:  # a database in memory has one connection, which threads cannot share
                ratings.recompute(database)
            else:
                await house.device.run_in_background(ratings.recompute, database)
            bump(lambda n: n + 1)

    ft.use_effect(recompute, [outdated])
    return outdated
