"""An evening or a year as a picture: who won it, the games on their colours, and the players.

Drawn in the house's colour, as high as it needs.
"""

from collections.abc import Sequence
from typing import Final

from companion.sharing.picture_sheet import BAND, CARD, EDGE, FAINT, FOOT, INK, INNER, MARGIN, WHITE, WIDTH, Head, Sheet
from companion.sharing.picture_text import Hand, shrink_to_fit
from companion.statistics.retrospect_text import GameLine, Retrospect, won_text
from companion.ui.fonts import FIGURES, TEXT
from companion.ui.player_colours import colour_of
from companion.ui.text import counted
from companion.ui.theme import HOUSE, SEATS, Look
from storage.statistics.evenings_and_years import Standing

_GAME: Final = 96
_PLAYER: Final = 78
_MONTHS: Final = 300
_GAP: Final = 32
_MOST_GAMES: Final = 10
_MOST_PLAYERS: Final = 10
_MONTH_NAMES: Final = "JFMAMJJASOND"


def draw(retrospect: Retrospect) -> Sheet:
    """The picture, whose `png` is the file."""
    games, players = retrospect.games[:_MOST_GAMES], retrospect.players[:_MOST_PLAYERS]
    left_out = len(retrospect.games) - len(games)
    head = Head(retrospect.headline, retrospect.because)
    top = BAND + head.height
    months = _MONTHS + _GAP if any(retrospect.months) else 0
    listing = len(games) * _GAME + (56 if left_out else 0)
    height = top + months + listing + _GAP + len(players) * _PLAYER + 24 + FOOT
    sheet = Sheet(round(height), SEATS)
    sheet.draw_band(retrospect.title, retrospect.details, Look(cloth_seed=HOUSE).cloth, least=26)
    sheet.draw_winner(head)
    if months:
        _months(sheet, retrospect.months, top)
    _games(sheet, games, left_out, top + months)
    _players(sheet, players, top + months + listing + _GAP)
    return sheet


def _games(sheet: Sheet, games: Sequence[GameLine], left_out: int, top: float) -> None:
    y, small = top, Hand(TEXT, 30)
    taken = max((small.width(game.time) + 24 for game in games if game.time), default=0)  # the same for all: columns
    for game in games:
        sheet.box(MARGIN, y, WIDTH - MARGIN, y + _GAME - 12, Look(cloth_seed=game.colour).cloth)
        title = Hand(FIGURES, 38, bold=True)
        sheet.ending(WIDTH - MARGIN - 24, y + 54, game.time, small, WHITE)
        half = (INNER - 48 - taken) / 2
        sheet.words(MARGIN + 24, y + 55, title.truncate(game.title, half), title, WHITE)
        words = shrink_to_fit(Hand(TEXT, 32), [game.words], half - 16, 24)
        sheet.words(MARGIN + 40 + half, y + 54, words.truncate(game.words, half - 16), words, WHITE)
        y += _GAME
    if left_out:
        sheet.centred(WIDTH / 2, y + 32, f"and {counted(left_out, 'more game')}", Hand(TEXT, 30), FAINT)


def _players(sheet: Sheet, standings: Sequence[Standing], top: float) -> None:
    if not standings:
        return
    sheet.box(MARGIN - 24, top, WIDTH - MARGIN + 24, top + len(standings) * _PLAYER + 16, CARD, edge=EDGE)
    y = top + 8
    for number, standing in enumerate(standings):
        if number:
            sheet.pen.line([(MARGIN, y), (WIDTH - MARGIN, y)], EDGE, 1)
        player, won = standing.player, won_text(standing)
        words, name = Hand(TEXT, 34), Hand(TEXT, 40, bold=standing.rank == 1)
        sheet.words(MARGIN, y + 52, f"{standing.rank}.", Hand(FIGURES, 36, bold=True), FAINT)
        sheet.pen.disc(MARGIN + 96, y + 39, 26, colour_of(player))
        sheet.centred(MARGIN + 96, y + 49, player.name[:1].upper(), Hand(FIGURES, 28, bold=True), WHITE)
        sheet.ending(WIDTH - MARGIN, y + 51, won, words, INK)
        room = INNER - 150 - words.width(won) - 24
        sheet.words(MARGIN + 142, y + 52, name.truncate(player.name, room), name)
        y += _PLAYER


def _months(sheet: Sheet, months: Sequence[int], top: float) -> None:
    step, floor = INNER / len(months), top + _MONTHS - 48
    cloth = Look(cloth_seed=HOUSE).cloth
    for number, games in enumerate(months):
        middle = MARGIN + step * (number + 0.5)
        height = (_MONTHS - 120) * games / max(months)
        if games:
            sheet.box(middle - step * 0.36, floor - max(height, 6), middle + step * 0.36, floor, cloth)
            sheet.centred(middle, floor - max(height, 6) - 12, str(games), Hand(FIGURES, 30, bold=True))
        sheet.centred(middle, floor + 38, _MONTH_NAMES[number], Hand(TEXT, 28), FAINT)
    sheet.pen.line([(MARGIN, floor), (WIDTH - MARGIN, floor)], EDGE, 3)
