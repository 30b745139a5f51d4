"""The collection of a device besides its sessions: export, preview and import of players, merges, deletions, cards."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from textwrap import shorten
from typing import Any, Final

from sqlalchemy import select, update
from sqlmodel import Session

from scoring.contract.names import name_key
from storage.bin import purge_all
from storage.derived import merges
from storage.derived.pipeline import update_plays
from storage.errors import Unreadable
from storage.history.player_matching import FileSession
from storage.models import KNOWN_CARD, MERGE, PLAYER, SESSION, KnownCardRow, MergeRow
from storage.sessions import journals, players
from storage.sessions.later_edit_wins import find_device, find_later
from storage.sessions.tombstones import Deletion, list_deletions, save_deletion
from storage.text_folding import fold
from storage.transfer.session_file import Collection, DeletedLine, KnownCardLine, MergeLine, PlayerLine

_LONGEST_WORDS: Final = 80
"""Characters of a place or a note, in a sentence about them."""


def load_collection(db: Session, at: datetime) -> Collection:
    """The first line of a file with the whole collection of this device."""
    return Collection(
        device=find_device(db) or "",
        written_at=at,
        players=tuple(map(make_player_line, db.execute(select(PLAYER).order_by(PLAYER.c.id)))),
        merges=tuple(
            MergeLine(id=row.id, player=row.player_id, into=row.into_id, merged_at=row.merged_at, undone=row.undone)
            for row in db.execute(select(MERGE).order_by(MERGE.c.id))
        ),
        deleted=tuple(
            DeletedLine(session=row.id, entries=tuple(sorted(row.entries)), binned_at=row.binned_at, bin=row.bin)
            for row in list_deletions(db)
        ),
        cards=tuple(
            KnownCardLine(
                game=row.game,
                shelf=row.shelf,
                name=row.name,
                numbers=tuple((label, number) for label, number in row.numbers),
                changed_at=row.changed_at,
            )
            for row in db.execute(select(KNOWN_CARD).order_by(*KNOWN_CARD.primary_key))
        ),
    )


def make_player_line(row: Any) -> PlayerLine:
    """A player for a file."""
    return PlayerLine(
        uuid=row.id,
        name=row.name,
        colour=row.colour or None,
        symbol=row.symbol or None,
        archived_at=row.archived_at,
        edits=to_line(row.edits),
    )


def to_line(edits: Any) -> Any:
    """Edits for a file; None if there are none. What another program left in another shape is checked by its line."""
    if not isinstance(edits, dict):
        return edits
    return {part: tuple(edit) if isinstance(edit, list) else edit for part, edit in sorted(edits.items())} or None


@dataclass(frozen=True, slots=True)
class Changes:
    """What a file changes besides the entries of sessions: columns of players and of sessions by id, and more."""

    players: Mapping[str, Mapping[str, Any]]
    sessions: Mapping[str, Mapping[str, Any]]
    deleted: Sequence[str] = ()
    cards: Sequence[Mapping[str, Any]] = ()
    sentences: Mapping[str, str] = field(default_factory=dict)  # by the id of the player
    also: Sequence[str] = ()  # a sentence for each merge and each card, and one for the sessions that go in the bin


def find_changes(
    db: Session, collection: Collection | None, lines: Iterable[PlayerLine], written: Iterable[FileSession] = ()
) -> Changes:
    """What importing the collection, if the file has one, and the players of its sessions would change.

    `written` are the sessions that are imported before, but not yet stored in a preview.
    """
    listed = collection.players if collection else ()
    changed_players, sentences = _find_player_changes(db, [*lines, *listed])
    known = set(db.execute(select(PLAYER.c.id)).scalars())
    sentences |= {line.uuid: f"{line.name}: new here" for line in listed if line.uuid not in known}
    sessions: dict[str, Mapping[str, Any]] = {}
    deleted: list[str] = []
    for deletion in map(_to_deletion, collection.deleted if collection else ()):
        edits = db.execute(select(SESSION.c.edits).where(SESSION.c.id == deletion.id)).scalar_one_or_none()
        if edits is None or tuple(edits.get("bin", ("", ""))) > deletion.bin:
            continue
        try:
            is_deleted = deletion.overrides(journals.load_entries(db, deletion.id), edits)
        except Unreadable:  # damaged, so keep it
            continue
        if is_deleted:
            deleted.append(deletion.id)
        elif tuple(edits.get("bin", ("", ""))) < deletion.bin:  # else it lies there already
            edits = edits | {"bin": list(deletion.bin)}
            sessions[deletion.id] = {"binned_at": deletion.binned_at, "edits": edits}
    cards = list(_find_changed_cards(db, collection)) if collection else []
    also = list(_describe_merges(db, collection, written)) if collection else []
    also += [f"The card {card['name']}" for card in cards]
    if sessions:
        also.append("1 game goes in the bin" if len(sessions) == 1 else f"{len(sessions)} games go in the bin")
    return Changes(changed_players, sessions, deleted, cards, sentences, also)


def import_collection(
    db: Session, collection: Collection | None, lines: Iterable[PlayerLine], at: datetime
) -> Sequence[str]:
    """Import what `find_changes` finds, and the merges; returns a sentence for each merge that is undone."""
    changes = find_changes(db, collection, lines)
    for session_id, values in changes.sessions.items():
        change_session(db, session_id, values)
    if collection:
        _import_deletions(db, collection, changes.deleted)
        known = set(db.execute(select(PLAYER.c.id)).scalars())
        # Players created at the time of an import are listed only with a session of it, and these came with none
        after = at + timedelta(microseconds=1)
        for line in collection.players:
            if line.uuid not in known:
                players.insert_player(db, line.name, after, player_id=line.uuid)
    for player_id, values in find_changes(db, collection, lines).players.items():  # of new ones, too
        keys = {"name_key": name_key(values["name"])} if "name" in values else {}
        db.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(**values, **keys))
    for card in changes.cards:
        db.merge(KnownCardRow(**card))
    db.flush()
    return merges.join_merges(db, map(_to_merge, collection.merges)) if collection else ()


def load_joined_merges(db: Session, collection: Collection, sessions: Iterable[FileSession]) -> merges.ActiveMerges:
    """The active merges once these sessions and the collection are imported."""
    return merges.load_joined(db, map(_to_merge, collection.merges), [session.ids for session in sessions])


def preview_merges(
    db: Session, collection: Collection | None, changes: Changes, sessions: Mapping[str, FileSession]
) -> list[str]:
    """A sentence for each merge that `import_collection` would undo, once these sessions are written."""
    if collection is None:
        return []
    names = dict(seat for session in sessions.values() for seat in session.seats)
    names |= {line.uuid: line.name for line in collection.players}
    names |= {row.id: row.name for row in db.execute(select(PLAYER.c.id, PLAYER.c.name))}
    names |= {player_id: values["name"] for player_id, values in changes.players.items() if "name" in values}
    seats = {session_id: session.ids for session_id, session in sessions.items()}
    seats |= {session_id: [] for session_id in changes.deleted}
    pairs = merges.preview_join(db, map(_to_merge, collection.merges), seats)
    return [merges.describe_separation(*map(names.__getitem__, pair)) for pair in pairs]


def _import_deletions(db: Session, collection: Collection, deleted: Sequence[str]) -> None:
    for deletion in map(_to_deletion, collection.deleted):
        if deletion.id in deleted:
            change_session(db, deletion.id, {"binned_at": deletion.binned_at, "edits": {"bin": list(deletion.bin)}})
            purge_all(db, [deletion.id])
    import_tombstones(db, collection)


def import_tombstones(db: Session, collection: Collection) -> None:
    """Import the deletions of sessions that are not stored here."""
    for deletion in map(_to_deletion, collection.deleted):
        if db.execute(select(SESSION.c.id).where(SESSION.c.id == deletion.id)).first() is None:
            save_deletion(db, deletion)


def change_session(db: Session, session_id: str, values: Mapping[str, Any]) -> None:
    """Set the place, the note or the bin of a session, without marking it as edited on this device."""
    sought = {"sought": fold(values["note"])} if "note" in values else {}
    db.execute(update(SESSION).where(SESSION.c.id == session_id).values(**values, **sought))
    update_plays(db, [session_id])


def find_session_changes(db: Session, session_id: str, theirs: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a stored session that importing these would change; see `find_later`."""
    query = select(SESSION.c.place, SESSION.c.note, SESSION.c.binned_at, SESSION.c.edits)
    row = db.execute(query.where(SESSION.c.id == session_id)).mappings().one_or_none()
    return find_later(SESSION, dict(row), theirs) if row else {}


def describe_session_changes(db: Session, session_id: str, theirs: Mapping[str, Any]) -> str:
    """What importing these columns would change of a stored session: "note “Rain” → “Snow”"; empty: nothing."""
    values = find_session_changes(db, session_id, theirs)
    if not values:
        return ""
    was = db.execute(select(SESSION).where(SESSION.c.id == session_id)).mappings().one()
    told = [_tell_words(name, was[name], values[name]) for name in ("place", "note") if name in values]
    if "binned_at" in values:
        told.append("moved to the bin" if values["binned_at"] else "taken out of the bin")
    return ", ".join(told)


def _tell_words(name: str, *words: str | None) -> str:
    was, now = (f"“{shorten(text, _LONGEST_WORDS, placeholder='…')}”" if text else "" for text in words)
    return f"{name} {' → '.join(filter(None, (was, now or 'none')))}"


def _find_player_changes(db: Session, lines: Sequence[PlayerLine]) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The changed columns of players by id, and a sentence for each player."""
    stored = {row.id: row for row in db.execute(select(PLAYER))}
    changed: dict[str, dict[str, Any]] = {}
    for line in lines:
        if line.uuid in stored:
            row = dict(stored[line.uuid]._mapping) | changed.get(line.uuid, {})
            changed.setdefault(line.uuid, {}).update(find_later(PLAYER, row, line.to_columns()))
    changed = {player_id: values for player_id, values in changed.items() if values}
    return changed, {player_id: _describe(stored[player_id].name, values) for player_id, values in changed.items()}


def _find_changed_cards(db: Session, collection: Collection) -> Iterator[dict[str, Any]]:
    """The rows of remembered cards that are new, or newer in the file."""

    def order(at: datetime, numbers: Any) -> tuple[datetime, str]:
        return at, json.dumps(numbers)

    stored = {(row.game, row.shelf, row.name_key): row for row in db.execute(select(KNOWN_CARD))}
    for line in collection.cards:
        key = (line.game, line.shelf, name_key(line.name))
        at, numbers, known = line.changed_at, list(map(list, line.numbers)), stored.get(key)
        if known is None or order(at, numbers) > order(known.changed_at, known.numbers):
            names = dict(zip(("game", "shelf", "name_key"), key, strict=True))
            yield {**names, "name": line.name, "numbers": numbers, "changed_at": at}


def _describe_merges(db: Session, collection: Collection, sessions: Iterable[FileSession]) -> Iterator[str]:
    names = {line.uuid: line.name for line in collection.players}
    names |= {row.id: row.name for row in db.execute(select(PLAYER.c.id, PLAYER.c.name))}
    for merge in merges.find_changed(db, map(_to_merge, collection.merges), [session.ids for session in sessions]):
        words = "no longer counts as" if merge.undone else "counts as"
        yield f"{names[merge.player_id]} {words} {names[merge.into_id]}"


def _describe(name: str, values: Mapping[str, Any]) -> str:
    parts = []
    if "name" in values and values["name"] != name:
        parts.append(f"now called {values['name']}")
    if "colour" in values:
        parts.append("colour and symbol")
    if "archived_at" in values:
        parts.append("archived" if values["archived_at"] else "no longer archived")
    return f"{name}: {', '.join(parts)}"


def _to_deletion(line: DeletedLine) -> Deletion:
    return Deletion(line.session, frozenset(line.entries), line.binned_at, line.bin)


def _to_merge(line: MergeLine) -> MergeRow:
    return MergeRow(id=line.id, player_id=line.player, into_id=line.into, merged_at=line.merged_at, undone=line.undone)
