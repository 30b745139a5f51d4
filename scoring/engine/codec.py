"""Encode entries as plain JSON values, and decode them from any earlier format."""

from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from scoring.contract.errors import GameFailed, describe_error
from scoring.contract.game import AGREEMENTS, Agreement, E, Game, O, Opened, Payload, S
from scoring.contract.names import quote
from scoring.contract.scores import Seat

T = TypeVar("T")


class FormatError(ValueError):
    """Stored data that this version cannot read; never a player's mistake."""


class NewerFormat(FormatError):
    """Data written by a newer app; it must not be changed."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it is stored."""

    kind: str
    format: int
    payload: Payload


def encode(game: Game[O, S, E], event: Opened[O] | E | Agreement) -> Stored:
    """Encode an event in the game's current format; every field is written, defaults included."""
    if isinstance(event, Opened):
        payload: Payload = {"names": list(event.names), "options": options_payload(game, event.options)}
        return Stored(event.kind, game.format, {**payload, "moves": list(event.moves)} if event.moves else payload)
    return Stored(event.kind, game.format, _adapter(type(event)).dump_python(event, mode="json"))


def decode(game: Game[O, S, E], stored: Stored) -> Opened[O] | E | Agreement:
    """Upgrade stored data to the current format and build its event.

    Raises NewerFormat for data of a newer app, FormatError for anything else that cannot be read.
    """
    if stored.format > game.format:
        raise NewerFormat(f"{game.box.title}: format {stored.format} is newer than this app knows ({game.format}).")
    if stored.format < 1:
        raise FormatError(f"{game.box.title}: there is no format {stored.format}.")
    kind, payload = stored.kind, stored.payload
    for version in range(stored.format, game.format):
        try:
            kind, payload = game.upcasts[version](kind, payload)
        except (GameFailed, FormatError):
            raise
        except Exception as error:  # the entry is damaged, and only the game knows what it needs
            message = f"{game.box.title}: an entry of format {version} cannot be read ({describe_error(error)})."
            raise FormatError(message) from error
    if kind == Opened.kind:
        return opened_from(game, payload)
    return event_from(game, kind, payload)


def opened_from(game: Game[O, S, E], payload: Payload) -> Opened[O]:
    """Build entry 0 from a payload of the current format; raises FormatError."""
    match payload:
        case {"names": [*names], "options": dict(options), **rest} if not rest.keys() - {"moves"}:
            moves = rest.get("moves", [])
            if all(isinstance(name, str) for name in names) and _are_moves(moves, len(names)):
                return Opened(tuple(names), options_from(game, options), tuple(map(Seat, moves)))
    raise FormatError(f"{game.box.title}: the opening needs names and options.")


def _are_moves(moves: Any, players: int) -> bool:
    """Whether every player has another seat or the same, and no two have one."""
    are_seats = isinstance(moves, list) and all(type(seat) is int for seat in moves)
    return are_seats and (not moves or sorted(moves) == list(range(players)))


def options_from(game: Game[O, S, E], payload: Payload) -> O:
    """Build options from a payload of the current format; missing ones get their defaults."""
    return _build(game.box.title, game.options, payload)


def options_payload(game: Game[O, S, E], options: O) -> Payload:
    """All options as plain JSON values."""
    payload: Payload = _adapter(game.options).dump_python(options, mode="json")
    return payload


def event_from(game: Game[O, S, E], kind: str, answers: Payload) -> E | Agreement:
    """Build an event from the answers of a form, or from stored JSON of the current format."""
    cls = _events_by_kind(game).get(kind)
    if cls is None:
        raise FormatError(f"{game.box.title} has no entry of the kind {quote(kind)}.")
    built: E | Agreement = _build(game.box.title, cls, answers)
    return built


@lru_cache(maxsize=64)
def _events_by_kind(game: Game[Any, Any, Any]) -> dict[str, type[Any]]:
    return {cls.kind: cls for cls in (*game.events, *AGREEMENTS)}


def _adapter(cls: Any) -> TypeAdapter[Any]:
    """Cached, because building an adapter takes a thousand times as long as using it."""
    adapter = _ADAPTERS.get(cls)
    if adapter is None:
        adapter = _ADAPTERS[cls] = TypeAdapter(cls)
    return adapter


_to_json: Final = TypeAdapter(Any).serializer.to_json
"""Several times faster than the standard library."""

_ADAPTERS: Final[dict[Any, TypeAdapter[Any]]] = {}


@cache
def _field_names(cls: Any) -> frozenset[str]:
    return frozenset(field.name for field in fields(cls))


def _build(title: str, cls: type[T], payload: Payload) -> T:
    unknown = payload.keys() - _field_names(cls)  # type: ignore[arg-type]  # a class can be hashed
    if unknown:
        raise FormatError(f"{cls.__name__} has no field {', '.join(sorted(unknown))}.")
    try:
        value: T = _adapter(cls).validate_json(_to_json(payload), strict=True)
    except (ValidationError, ValueError, TypeError) as error:
        raise FormatError(f"{cls.__name__}: {_first_fault(error)}") from error
    except Exception as error:  # a class of another package may compute something when it is built
        raise GameFailed.at(title, cls.__name__, error) from error
    return value


def _first_fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors()[0]
        return f"{'.'.join(map(str, fault['loc'])) or 'value'}: {fault['msg']}"
    return str(error)
