"""The kind of a file is detected from its first bytes; other files are refused with one sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import TransferError
from storage.transfer.card_file import export_cards
from storage.transfer.file_kinds import FileKind, detect_kind
from storage.transfer.session_export import export_session
from storage.upkeep.backups import backup
from tests.storage.conftest import play
from tests.storage.tiny import TINY
from tests.storage.worlds import world


def test_every_exported_file_is_recognised(store, tmp_path) -> None:
    store.cards.remember(TINY.key, "goblin", "Snatcher", [["vp", 2]])
    session_id = play(store, 0)
    store.sessions.set_details(session_id, note='"cards"')
    lines = "".join(f"{line}\n" for line in export_session(store, session_id))
    backup(store, tmp_path / "safe.db")
    assert detect_kind(lines.encode(), "x") is FileKind.SESSIONS
    assert detect_kind(b"\xef\xbb\xbf" + lines.encode(), "x") is FileKind.SESSIONS
    assert detect_kind(export_cards(store, TINY.key).encode(), "x") is FileKind.CARDS
    assert detect_kind((tmp_path / "safe.db").read_bytes(), "x") is FileKind.BACKUP


def test_json_of_every_encoding_and_xml_are_left_to_the_bg_stats_parser() -> None:
    exports = [json.dumps(world(), indent=indent) for indent in (None, 2)]
    encoded = [text.encode(encoding) for text in exports for encoding in ("utf-8", "utf-8-sig", "utf-16")]
    for start in (*encoded, b"<?xml", b"  <plays/>", b"[1]"):
        assert detect_kind(start, "x") is FileKind.PLAYS, start


@pytest.mark.parametrize(
    ("start", "fault"),
    [
        (b"", "x is empty."),
        (b" \r\n\0", "x is empty."),
        (b"\x89PNG", "x cannot be imported"),
        (b"PK\3\4", "x cannot be"),
    ],
)
def test_other_files_are_refused(start, fault) -> None:
    with pytest.raises(TransferError) as refused:
        detect_kind(start, "x")
    assert str(refused.value).startswith(fault)


@given(st.binary(max_size=80))
def test_any_bytes_have_a_kind_or_are_refused(start) -> None:
    try:
        assert detect_kind(start, "x") in FileKind
    except TransferError as error:
        assert str(error).startswith(("x is empty", "x cannot be imported"))  # noqa: PT017
