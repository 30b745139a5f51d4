"""Search hits are highlighted in a text by the rules of the search itself."""

import unicodedata

import pytest

from companion.history.search_hits import excerpt, pieces_of

FAR = "The evening was long and nobody knew why, until the lamp fell into the soup"


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("Café Süd", ("cafe",), ["Café"]),
        ("Café Süd", ("sud", "af"), ["af", "Süd"]),
        ("Banana", ("an",), ["anan"]),
        ("Straße", ("ss",), ["ß"]),
        ("İzmir", ("izm",), ["İzm"]),
        (unicodedata.normalize("NFD", "Zoë"), ("oe",), ["oë"]),
        ("Ana", (), []),
        ("", ("a",), []),
        ("Garden", ("den", "gar"), ["Garden"]),
    ],
)
def test_every_word_is_marked_wherever_it_stands(text: str, words: tuple[str, ...], marked: list[str]) -> None:
    pieces = pieces_of(text, words)
    assert [piece for piece, hit in pieces if hit] == marked
    assert "".join(piece for piece, _ in pieces) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (FAR, (), FAR),
        (FAR, ("nothing",), FAR),
        (FAR, ("evening",), FAR),
        (FAR, ("soup",), "…fell into the soup"),
        ("two\n lines", ("lines",), "two lines"),
        ("x" * 60 + "lamp", ("lamp",), "…" + "x" * 18 + "lamp"),
    ],
)
def test_a_long_note_begins_shortly_before_what_was_found(text: str, words: tuple[str, ...], line: str) -> None:
    assert "".join(piece for piece, _ in excerpt(text, words)) == line
