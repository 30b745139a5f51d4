"""A game on the shelf: found there, with its picture and its rules for players."""

from companion.device.paths import assets_of
from companion.ui.rulebooks import section_of
from scoring.contract.game import AnyGame
from scoring.games import GAMES
from scoring.testing.suite import Games


class ShelfTests(Games):
    """The installed game."""

    def test_the_game_stands_on_the_shelf(self, game: AnyGame) -> None:
        why_not = [str(unusable) for unusable in GAMES.others.unusable if unusable.key == game.key]
        assert GAMES.find(game.key) is not None, why_not or f"no installed package offers {game.key!r}"

    def test_every_rule_has_a_heading_in_the_rules_for_players(self, game: AnyGame) -> None:
        text = assets_of(game.key) / "rules.md"
        assert text.is_file(), text
        assert not {rule.id for rule in game.rules if section_of(game.key, rule.id) is None}

    def test_the_game_has_its_picture(self, game: AnyGame) -> None:
        picture = assets_of(game.key) / "icon.svg"
        assert picture.is_file(), picture
        assert picture.read_text("utf-8").startswith("<svg")
