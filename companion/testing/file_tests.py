"""Whole random sessions of a game come back from files as they were, and damaged files are refused in a sentence."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.testing.random_sessions import keep_journal
from scoring.contract.game import AnyGame
from scoring.testing.suite import Games
from scoring.testing.walks import random_session
from storage.derived import results
from storage.errors import TransferError
from storage.store import Store
from storage.transfer.session_export import export_session
from storage.transfer.session_file import encode_session, parse_session
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor


class FileTests(Games):
    """Whole sessions in the database, in files, and in damaged files."""

    def test_whole_evenings_come_back_travel_and_derive_the_same(self, game: AnyGame, tmp_path: Path) -> None:
        chance = random.Random(f"{game.key} evenings")
        path = tmp_path / "sessions.db"
        with Store(path, self.games) as store, Store(tmp_path / "other.db", self.games) as other:
            for players in (game.box.players[0], game.box.players[-1]):
                journal = random_session(game, chance, players=players)
                session_id = keep_journal(store, game, journal)
                assert store.sessions.load(session_id).journal == journal
                lines = export_session(store, session_id)
                import_sessions(other, lines)
                assert export_session(other, session_id) == lines
                with store.database.reading() as here, other.database.reading() as there:
                    rows = results.load_rows(here, session_id)
                    assert rows == results.load_rows(there, session_id)
                assert len(rows["placing"]) == players
            before = store.history.list_sessions()
            store.rebuild()
            assert store.history.list_sessions() == before
        assert doctor(path, self.games).healthy

    def test_a_file_with_any_one_value_changed_gives_a_session_or_a_sentence(
        self, game: AnyGame, tmp_path: Path
    ) -> None:
        chance = random.Random(f"{game.key} changed")
        with Store(tmp_path / "sessions.db", self.games) as store:
            session_id = keep_journal(store, game, random_session(game, chance, players=game.box.players[0]))
            lines = export_session(store, session_id)
        texts = [read_or_refusal(bend(lines, chance), self.games) for _ in range(300)]
        refused = [text for text in texts if not text.startswith("{")]
        assert 0 < len(refused) < 300
        assert all(text.endswith(".") for text in refused)
        assert all(text.count("\n") == len(lines) - 1 for text in texts if text not in refused)


def read_or_refusal(lines: list[str], games: Iterable[AnyGame]) -> str:
    """The lines after reading and writing them again, or the reason for refusing them."""
    try:
        file = parse_session(lines, games)
    except TransferError as error:
        return str(error)
    return "\n".join(encode_session(file.header, file.entries))


def bend(lines: tuple[str, ...], chance: random.Random) -> list[str]:
    """The lines with one value somewhere in them replaced."""
    number = chance.randrange(len(lines))
    return [*lines[:number], json.dumps(changed(json.loads(lines[number]), chance)), *lines[number + 1 :]]


STRANGE: tuple[Any, ...] = (None, True, -1, 0, 1, 2, 99, 10**12, 1.5, "", "x", "0", [], [0], [[]], {}, {"x": 1})


def changed(value: Any, chance: random.Random) -> Any:
    """A copy of a JSON value with one part replaced by something strange."""
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return {**value, key: changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        spot = chance.randrange(len(value))
        return [*value[:spot], changed(value[spot], chance), *value[spot + 1 :]]
    return chance.choice(STRANGE)
