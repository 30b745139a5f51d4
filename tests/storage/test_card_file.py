"""Card files are exported and imported without loss; an invalid file changes nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.contract.cards import KnownCard
from scoring.games import GAMES
from storage.errors import StorageError
from storage.store import Store
from storage.transfer.card_file import CardReport, export_cards, import_cards, parse_cards, preview_cards

GAME = GAMES[0].key


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "one.sqlite") as opened:
        opened.cards.remember(GAME, "goblin", "Snatcher", [["vp", 2], ["cost", 3]])
        opened.cards.remember(GAME, "goblin", "Ärgerling", [["vp", -1]])
        opened.cards.remember(GAME, "recruit", "Deckhand", [["value", 4]])
        yield opened


def test_cards_survive_export_and_import(store: Store, tmp_path: Path) -> None:
    text = export_cards(store, GAME)
    with Store(tmp_path / "other.sqlite") as other:
        assert import_cards(other, text) == CardReport(GAME, new=3, corrected=0, known=0)
        assert other.cards.load_all(GAME) == store.cards.load_all(GAME)
        assert other.cards.count_by_game() == {GAME: 3}
        assert export_cards(other, GAME) == text
        assert import_cards(other, text) == CardReport(GAME, new=0, corrected=0, known=3)


def test_a_known_card_is_corrected_and_reported(store: Store) -> None:
    changed = {"goblin": [{"name": "snatcher", "numbers": [["vp", 5]]}]}
    text = json.dumps(json.loads(export_cards(store, GAME)) | {"shelves": changed})
    assert preview_cards(store, parse_cards(text)) == CardReport(GAME, new=0, corrected=1, known=0)
    assert import_cards(store, text).corrected == 1
    assert store.cards.find(GAME, "goblin", "Sna") == (KnownCard("snatcher", (("vp", 5),)),)


def test_of_two_cards_of_one_name_the_last_counts(store: Store) -> None:
    cards = [{"name": "Elf", "numbers": [["vp", 1]]}, {"name": " elf", "numbers": [["vp", 2]]}]
    text = json.dumps({"app": "table-companion", "cards": 1, "game": GAME, "shelves": {"a": cards}})
    assert import_cards(store, text) == CardReport(GAME, 1, 0, 0)
    assert import_cards(store, text) == CardReport(GAME, 0, 0, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Line 1 cannot be read"),
        ("[]", "not a Table Companion list of cards"),
        ('{"app": "another", "cards": 1}', "not a Table Companion list of cards"),
        ('{"app": "table-companion", "format": 1}', "not a Table Companion list of cards"),
        ('{"app": "table-companion", "cards": 2, "game": "x", "shelves": {}}', "newer version"),
        (
            '{"app": "table-companion", "cards": 1, "game": "x", "shelves": {"a": [{"name": "", "numbers": []}]}}',
            "damaged at shelves.a.0;",
        ),
        (
            '{"app": "table-companion", "cards": 1, "game": "x", "shelves": {"a": [{"name": "b", "numbers": [["v", 1.5]]}]}}',  # noqa: E501
            "damaged at",
        ),
        ('{"app": "table-companion", "cards": 1, "game": "chess", "shelves": {}}', "does not know the game"),
        (json.dumps({"app": "table-companion", "cards": 1, "game": "[" * 900, "shelves": {}}), r"\[{60}…'\.$"),
    ],
)
def test_an_invalid_card_file_changes_nothing(store: Store, text: str, message: str) -> None:
    before = store.cards.load_all(GAME)
    with pytest.raises(StorageError, match=message):
        import_cards(store, text)
    assert store.cards.load_all(GAME) == before


def test_a_file_over_the_limit_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.transfer.card_file.MAX_BYTES", 10)
    with pytest.raises(StorageError, match="larger than 64 MB"):
        import_cards(store, export_cards(store, GAME))
