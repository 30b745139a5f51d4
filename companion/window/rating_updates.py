"""Ratings that are old are made again while a page that shows them is open; it is drawn again when they are there."""

from contextlib import suppress

import flet as ft

from companion.window.hooks import use_house
from storage.derived import ratings
from storage.errors import StorageError


def use_ratings() -> bool:
    """Whether the ratings shown are old ones, which are being recomputed."""
    house = use_house()
    database = house.store.database
    old = ratings.are_outdated(database)
    _, bump = ft.use_state(0)

    async def make() -> None:
        if not old:
            return
        with suppress(StorageError):  # they stay old, and the next page tries again
            if database.path is None:  # in memory there is one connection, which no thread may share
                ratings.renew(database)
            else:
                await house.device.run_aside(ratings.renew, database)
            bump(lambda n: n + 1)

    ft.use_effect(make, [old])
    return old
