"""A link that opens BG Stats with the play filled in, and its QR code."""

import io
import json
from typing import Any, Final
from urllib.parse import quote

import segno

from companion.sharing.story import Story
from companion.text import APP
from scoring.scores import Best

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="

_OPEN: Final = "-_.~!$'()*,;:@/"
"""Characters not escaped in the query: a shorter link makes a coarser QR code, which scans better."""

_QUIET: Final = 4
"""Light modules around the code, required by scanners."""


def play(story: Story) -> dict[str, Any]:
    """The play as BG Stats takes it: every yes and no is said, times are those of the clock at the table.

    The games have no number at BoardGameGeek that we know, so they go by ours.
    """
    facts: dict[str, Any] = {
        "sourceName": APP,
        "sourcePlayId": story.id,
        "playDate": f"{story.at:%Y-%m-%d %H:%M:%S}",
        "durationMin": story.minutes,
        "game": {
            "name": story.game.title,
            "sourceGameId": story.game.key,
            "highestWins": story.game.best is Best.HIGH,
            "noPoints": False,
        },
        "players": [_player(story, seat) for seat in story.seats],
    }
    return facts | ({"location": story.place} if story.place else {})


def _player(story: Story, seat: int) -> dict[str, Any]:
    return {
        "name": story.names[seat],
        "sourcePlayerId": story.players[seat],
        "startPlayer": False,
        "winner": seat in story.winners,
        "score": str(story.totals[seat]),
        "rank": story.ranks[seat],
    }


def link(story: Story) -> str:
    """The address that opens BG Stats with the play filled in."""
    return ADDRESS + quote(json.dumps(play(story), ensure_ascii=False, separators=(",", ":")), safe=_OPEN)


def code(address: str, pixels: int) -> bytes:
    """The address as a QR code: a PNG at least `pixels` wide, with modules of whole pixels."""
    drawn = segno.make_qr(address, error="l", boost_error=False)
    scale = max(2, -(-pixels // drawn.symbol_size(border=_QUIET)[0]))
    out = io.BytesIO()
    drawn.save(out, kind="png", scale=scale, border=_QUIET)
    return out.getvalue()
