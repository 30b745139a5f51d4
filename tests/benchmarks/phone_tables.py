"""A process with open tables and their doors for phones, for `tests/benchmarks/phones.py`.

It prints a line of JSON: for each table its address, its session and a cookie for each phone. After that it answers
each line with the kilobytes it holds and the seconds of the processor it has used, and ends with its input.
"""

import asyncio
import gc
import json
import sys
from pathlib import Path
from time import process_time
from typing import Any

from companion.desk.desk import Desks
from companion.flet_guard import flet_internals
from companion.launch import tune_garbage_collector
from companion.phones.door.phone_door import PhoneDoor
from companion.phones.door.phone_server import PhoneServer
from companion.phones.guest_app import guest_main
from companion.phones.invitation import BOARD, Invitation, Place, Use
from companion.testing.headless import run_apart
from scoring.contract.scores import Seat
from storage.store import Store


async def main() -> None:
    """Open the tables named on the command line: a database, then the ids of sessions."""
    database, *session_ids = sys.argv[1:]
    flet_internals.install()
    tune_garbage_collector()  # as the app does
    with Store(Path(database)) as store:
        desks = Desks(store)
        servers = [PhoneServer(guest_main, desks, "127.0.0.2") for _ in session_ids]
        doors = [await _open(server, session_id) for server, session_id in zip(servers, session_ids, strict=True)]
        print(json.dumps(doors), flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            used = process_time()
            gc.collect()
            print(json.dumps({"kilobytes": _resident(), "seconds": used}), flush=True)
        for server in servers:
            await server.close()


async def _open(server: PhoneServer, session_id: str) -> dict[str, Any]:
    invitation = await server.open(server.desks.desk(session_id))
    door = PhoneDoor(invitation, lambda: (server.host,), _nobody)
    seats = invitation.desk.state.table.seats
    places = [*(Place(Use.SEAT, Seat(seat)) for seat in seats), BOARD]
    cookies = [f"{door.cookie}={_let_in(invitation, place)}" for place in places]
    return {"host": server.host, "session": session_id, "seats": cookies[:-1], "board": cookies[-1]}


def _let_in(invitation: Invitation, place: Place) -> str:
    """The key of a phone that the host let in."""
    key = invitation.admit("Phone", scanned=True)
    phone = invitation.find(key)
    assert phone is not None
    invitation.ask(phone, place)
    invitation.let_in(phone)
    return key


async def _nobody(*_: Any) -> None:
    """Nobody; only the name of the door's cookie is needed."""


def _resident() -> int:
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0])


if __name__ == "__main__":
    run_apart(main)
