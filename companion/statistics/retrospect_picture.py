"""An evening or a year as a picture: who won it, the games on their colours, and the players.

Drawn on the light face in the house's colour, 1080 pixels wide, as high as it needs.
"""

from collections.abc import Sequence
from typing import Final

from companion.sharing.lettering import Hand, shrunk
from companion.sharing.picture import WIDTH, Sheet
from companion.statistics.retrospect import GameLine, PlayerLine, Retrospect
from companion.ui.text import APP, counted
from companion.ui.theme import DAY, FIGURES, GOLD, HOUSE, SEATS, SIGNS, TEXT, Look, mix

_MARGIN: Final = 64
_INNER: Final = WIDTH - 2 * _MARGIN
_INK: Final = DAY["on_surface"]
_FAINT: Final = DAY["on_surface_variant"]
_CARD: Final = DAY["surface_container_lowest"]
_EDGE: Final = DAY["outline_variant"]
_CROWN: Final = mix(*GOLD, 0.7)
_WHITE: Final = "#ffffff"

_HEAD: Final = 208
_GAME: Final = 96
_PLAYER: Final = 78
_MONTHS: Final = 300
_FOOT: Final = 84
_GAP: Final = 32
_MOST_GAMES: Final = 10
_MOST_PLAYERS: Final = 10
_BECAUSE: Final = Hand(TEXT, 34)
_MONTH_NAMES: Final = "JFMAMJJASOND"


def png(retrospect: Retrospect) -> bytes:
    """The picture as a file."""
    return laid_out(retrospect).png()


def laid_out(retrospect: Retrospect) -> Sheet:
    """The picture before its text is drawn."""
    games, players = retrospect.games[:_MOST_GAMES], retrospect.players[:_MOST_PLAYERS]
    left_out = len(retrospect.games) - len(games)
    hand = shrunk(Hand(FIGURES, 84, bold=True), [retrospect.headline], _INNER, 56)
    names = hand.wrapped(retrospect.headline, _INNER, 3)
    reasons = _BECAUSE.wrapped(retrospect.because, _INNER - 40, 3)
    top = _HEAD + 190 + len(names) * hand.line + len(reasons) * _BECAUSE.line
    months = _MONTHS + _GAP if any(retrospect.months) else 0
    listing = len(games) * _GAME + (56 if left_out else 0)
    height = top + months + listing + _GAP + len(players) * _PLAYER + 24 + _FOOT
    sheet = Sheet(round(height), SEATS)
    _band(sheet, retrospect)
    _winner(sheet, hand, names, reasons)
    if months:
        _months(sheet, retrospect.months, top)
    _games(sheet, games, left_out, top + months)
    _players(sheet, players, top + months + listing + _GAP)
    sheet.centred(WIDTH / 2, sheet.height - 30, APP, Hand(TEXT, 26), _FAINT)
    return sheet


def _band(sheet: Sheet, retrospect: Retrospect) -> None:
    cloth = Look(cloth_seed=HOUSE).cloth
    sheet.band(cloth, mix(cloth, "#000000", 0.28), _HEAD)
    title = shrunk(Hand(FIGURES, 72, bold=True), [retrospect.title], _INNER, 40)
    sheet.words(_MARGIN, 108, title.fitted(retrospect.title, _INNER), title, _WHITE)
    hand = shrunk(Hand(TEXT, 34), [retrospect.details], _INNER, 26)
    sheet.words(_MARGIN, 166, hand.fitted(retrospect.details, _INNER), hand, _WHITE)


def _winner(sheet: Sheet, hand: Hand, names: Sequence[str], reasons: Sequence[str]) -> None:
    """Crown, headline and reason."""
    middle, y = WIDTH / 2, _HEAD + 108
    sheet.centred(middle, y, "♛", Hand(SIGNS, 104), _CROWN)
    y += 12
    for line in names:
        y += hand.line
        sheet.centred(middle, y - 8, line, hand)
    sheet.line([(middle - 60, y + 24), (middle + 60, y + 24)], _CROWN, 5)
    y += 34
    for line in reasons:
        y += _BECAUSE.line
        sheet.centred(middle, y, line, _BECAUSE, _FAINT)


def _games(sheet: Sheet, games: Sequence[GameLine], left_out: int, top: float) -> None:
    """Each game on its colour, with who won it or how often it was played."""
    y = top
    for game in games:
        sheet.box(_MARGIN, y, WIDTH - _MARGIN, y + _GAME - 12, Look(cloth_seed=game.colour).cloth)
        title, small = Hand(FIGURES, 38, bold=True), Hand(TEXT, 30)
        taken = small.width(game.time) + 24 if game.time else 0
        sheet.ending(WIDTH - _MARGIN - 24, y + 54, game.time, small, _WHITE)
        half = (_INNER - 48 - taken) / 2
        sheet.words(_MARGIN + 24, y + 55, title.fitted(game.title, half), title, _WHITE)
        words = shrunk(Hand(TEXT, 32), [game.words], half - 16, 24)
        sheet.words(_MARGIN + 40 + half, y + 54, words.fitted(game.words, half - 16), words, _WHITE)
        y += _GAME
    if left_out:
        sheet.centred(WIDTH / 2, y + 32, f"and {counted(left_out, 'more game')}", Hand(TEXT, 30), _FAINT)


def _players(sheet: Sheet, players: Sequence[PlayerLine], top: float) -> None:
    """The players by rank, with their wins."""
    if not players:
        return
    sheet.box(_MARGIN - 24, top, WIDTH - _MARGIN + 24, top + len(players) * _PLAYER + 16, _CARD, edge=_EDGE)
    y = top + 8
    for number, player in enumerate(players):
        if number:
            sheet.line([(_MARGIN, y), (WIDTH - _MARGIN, y)], _EDGE, 1)
        words, name = Hand(TEXT, 34), Hand(TEXT, 40, bold=player.rank == 1)
        sheet.words(_MARGIN, y + 52, f"{player.rank}.", Hand(FIGURES, 36, bold=True), _FAINT)
        sheet.pen.disc(_MARGIN + 96, y + 39, 26, player.colour)
        sheet.centred(_MARGIN + 96, y + 49, player.name[:1].upper(), Hand(FIGURES, 28, bold=True), _WHITE)
        sheet.ending(WIDTH - _MARGIN, y + 51, player.words, words, _INK)
        room = _INNER - 150 - words.width(player.words) - 24
        sheet.words(_MARGIN + 142, y + 52, name.fitted(player.name, room), name)
        y += _PLAYER


def _months(sheet: Sheet, months: Sequence[int], top: float) -> None:
    """The games of each month as columns, with their numbers."""
    step, floor = _INNER / len(months), top + _MONTHS - 48
    cloth = Look(cloth_seed=HOUSE).cloth
    for number, games in enumerate(months):
        middle = _MARGIN + step * (number + 0.5)
        height = (_MONTHS - 120) * games / max(months)
        if games:
            sheet.box(middle - step * 0.36, floor - max(height, 6), middle + step * 0.36, floor, cloth)
            sheet.centred(middle, floor - max(height, 6) - 12, str(games), Hand(FIGURES, 30, bold=True))
        sheet.centred(middle, floor + 38, _MONTH_NAMES[number], Hand(TEXT, 28), _FAINT)
    sheet.line([(_MARGIN, floor), (WIDTH - _MARGIN, floor)], _EDGE, 3)
