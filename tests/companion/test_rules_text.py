"""The rules in our own words can be cited and found."""

from pathlib import Path

import pytest

from companion.device import paths
from companion.rules.rule_search import Search, search
from companion.ui.rulebooks import Section, card_of, glance, pieces, section_of, sections
from scoring.contract.game import AnyGame
from scoring.games import GAMES
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import RoundType

TEXT = """# Aim

Nobody reads this line.

## AB-001 The crown goes to one

The **highest** total
wins.

## AB-R02 Equal totals

- share it

# Bids

## AB-010 A bid is secret

Say it aloud."""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf with one game on it."""
    (tmp_path / "sections_of_a_test").mkdir()
    (tmp_path / "sections_of_a_test" / "rules.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(paths, "ASSETS", tmp_path)
    sections.cache_clear()
    return tmp_path


def test_a_rule_has_its_chapter_its_number_its_name_and_its_words(shelf: Path) -> None:
    assert sections("sections_of_a_test") == (
        Section("Aim", "AB-001", "The crown goes to one", "The **highest** total\nwins."),
        Section("Aim", "AB-R02", "Equal totals", "- share it"),
        Section("Bids", "AB-010", "A bid is secret", "Say it aloud."),
    )
    sections.cache_clear()


def test_a_game_without_rules_has_none() -> None:
    assert sections("no_such_game") == ()


def search_ids(words: str, game: str = "sections_of_a_test") -> list[str]:
    """The rule ids of the hits, best first."""
    return [section.id for section in search(sections(game), words).hits]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("crown", ["AB-001"]),
        ("CROWN highest", ["AB-001"]),
        ("high cro", ["AB-001"]),
        ("ab-001", ["AB-001"]),
        ("ab001", ["AB-001"]),
        ("AB 001", ["AB-001"]),
        ("r02", ["AB-R02"]),
        ("secrét", ["AB-010"]),
        ("bids", ["AB-010"]),
        ("ighes", ["AB-001"]),
        ("crwon", ["AB-001"]),
        ("crown lowest", ["AB-001"]),  # with one of the words
        ("zebra", []),
        ("???", []),
        ("", ["AB-001", "AB-R02", "AB-010"]),
    ],
)
def test_a_rule_is_found_by_the_beginnings_of_its_words(shelf: Path, words: str, numbers: list[str]) -> None:
    assert search_ids(words) == numbers
    sections.cache_clear()


def test_number_comes_before_name_and_name_before_text() -> None:
    shelf = (
        Section("Other", "XY-003", "Something", "See XY-001 and the crown."),
        Section("Crowns", "XY-004", "Nothing", "At all."),
        Section("Other", "XY-002", "Two crowns", "Are more."),
        Section("Other", "XY-001", "Crown", "Is one."),
    )
    assert [hit.id for hit in search(shelf, "crown").hits] == ["XY-001", "XY-002", "XY-003", "XY-004"]
    assert [hit.id for hit in search(shelf, "xy-001").hits] == ["XY-001", "XY-003"]
    assert [hit.id for hit in search(shelf, "two crowns").hits] == ["XY-002"]


def test_words_that_say_nothing_about_a_rule_are_not_searched_beside_others() -> None:
    shelf = (
        Section("A", "XY-001", "Apples", "Are an odd fruit."),
        Section("A", "XY-002", "Trump", "A suit above all."),
        Section("A", "XY-003", "Seven", "All of one suit, and no trump."),
    )
    assert search(shelf, "a trump of the suit") == Search(("trump", "suit"), (shelf[1], shelf[2]))
    assert search(shelf, "an") == Search(("an",), shelf[:1] + shelf[2:])


def test_a_word_nobody_wrote_stands_for_the_one_most_like_it_and_is_told() -> None:
    shelf = (Section("A", "XY-001", "Alchemist", "Changes the trump."),)
    assert search(shelf, "alchimist") == Search(("alchemist",), shelf)
    assert search(shelf, "xyz").hits == ()


@pytest.mark.parametrize(
    ("text", "words", "cut"),
    [
        ("The crowns go", ("crown",), (("The ", False), ("crowns", True), (" go", False))),
        ("Crown", ("cro", "x"), (("Crown", True),)),
        ("Größe", ("grosse", "gro"), (("Größe", True),)),
        ("nothing", (), (("nothing", False),)),
        ("", ("a",), ()),
    ],
)
def test_what_was_looked_for_is_cut_out_to_be_marked(
    text: str, words: tuple[str, ...], cut: tuple[tuple[str, bool], ...]
) -> None:
    assert pieces(text, words) == cut


def test_a_card_shows_only_where_its_rule_stands_and_is_known_by_the_kind_of_round(shelf: Path) -> None:
    cards = "# Rounds\n## AB-010 Secret round [secret]\nAll at once.\n## AB-999 Not yet [later]\nUnknown.\n"
    (shelf / "sections_of_a_test" / "glance.md").write_text(cards, encoding="utf-8")
    glance.cache_clear()
    secret = Section("Rounds", "AB-010", "Secret round", "All at once.", "secret")
    assert glance("sections_of_a_test") == (secret,)
    assert card_of("sections_of_a_test", "secret") == secret
    assert card_of("sections_of_a_test", "") is None
    assert card_of("sections_of_a_test", "later") is None
    sections.cache_clear()
    glance.cache_clear()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_rules_are_searched_while_one_types(game: AnyGame) -> None:
    assert search_ids("player", game.key)
    assert section_of(game.key, sections(game.key)[0].id) == sections(game.key)[0]
    assert section_of(game.key, "XX-999") is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_cards_to_see_at_a_glance_that_are_read_in_one_look(game: AnyGame) -> None:
    cards = glance(game.key)
    assert cards
    assert len({card.kind for card in cards if card.kind}) == len([card for card in cards if card.kind])
    for card in cards:
        assert card.chapter, card.id
        assert card.title, card.id
        assert 10 < len(card.text) < 420, card.id
        assert len(card.text.splitlines()) <= 5, card.id


@pytest.mark.parametrize("kind", RoundType)
def test_every_kind_of_round_has_its_card(kind: RoundType) -> None:
    assert card_of("crown_battles", kind.value) is not None


@pytest.mark.parametrize("special", Special)
def test_every_special_card_has_its_card(special: Special) -> None:
    cards = {card.title.lower().replace("-", "_").replace(" ", "_") for card in glance("crown_battles")}
    assert special.name.lower() in cards


def test_a_question_about_a_tie_finds_first_who_wins_on_equal_totals() -> None:
    first = {game.key: search(sections(game.key), "what if we tie?").hits[0].title for game in GAMES}
    assert first == {
        "crown_battles": "A tie at the end",
        "recruit": "Who wins",
        "recruits": "Equal points",
        "faction_wars": "Equal totals",
        "loot_and_recruit": "Equal scores",
        "score_pad": "Equal totals",
    }


@pytest.mark.parametrize(
    ("game", "question", "title"),
    [
        ("crown_battles", "what if we tie at the end?", "A tie at the end"),
        ("crown_battles", "renege", "Somebody did not follow suit"),
        ("crown_battles", "revoke", "Somebody did not follow suit"),
        ("crown_battles", "stealing from another player", "Thief"),
        ("crown_battles", "who deals first", "The first dealer"),
        ("crown_battles", "what if two players have the same total", "A tie at the end"),
        ("crown_battles", "may I play a golem even if I could follow suit?", "A Golem or Dragon is led"),
        ("crown_battles", "how much is a wrong bid", "Single bid missed"),
        ("recruit", "who deals first", "The first dealer"),
        ("recruits", "who goes first", "Who begins"),
        ("recruit", "what if we tie at the end", "Who wins"),
        ("faction_wars", "Is there a tie?", "A tie"),
        ("loot_and_recruit", "what happens when scores are equal", "Equal scores"),
    ],
)
def test_a_question_finds_its_rule_among_the_first(game: str, question: str, title: str) -> None:
    hits = search(sections(game), question).hits
    assert title in [section.title for section in hits[:3]]


def test_a_stem_is_found_and_not_corrected_into_another_word() -> None:
    assert search(sections("crown_battles"), "stealing from others").words[0] == "stealing"


def test_letters_that_sqlite_would_read_as_a_search_are_only_letters() -> None:
    for typed in ('"', "a OR", "tie* AND (", "title:x", "NEAR", "-tie"):
        search(sections("recruit"), typed)
