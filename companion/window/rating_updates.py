"""Ratings that are old are made again while a page that shows them is open; it is drawn again when they are there."""

import asyncio
from contextlib import suppress

import flet as ft

from companion.window.hooks import use_house
from storage.derived import ratings
from storage.errors import StorageError


def use_ratings() -> bool:
    """Whether the ratings shown are old ones, which are being worked out again in a thread."""
    database = use_house().store.database
    old = ratings.are_old(database)
    _, bump = ft.use_state(0)

    async def make() -> None:
        if not old:
            return
        with suppress(StorageError):  # they stay old, and the next page tries again
            if database.path is None:  # in memory there is one connection, which no thread may share
                ratings.renew(database)
            else:
                await asyncio.to_thread(ratings.renew, database)
            bump(lambda n: n + 1)

    ft.use_effect(make, [old])
    return old
