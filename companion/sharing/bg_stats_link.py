"""A link that opens BG Stats with the play filled in."""

import json
from typing import Any, Final
from urllib.parse import quote

from companion.sharing.story import Story
from companion.ui.text import APP
from scoring.contract.scores import Best

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="

_OPEN: Final = "-_.~!$'()*,;:@/"
"""Characters not escaped in the query: a shorter link makes a coarser QR code, which scans better."""


def play(story: Story) -> dict[str, Any]:
    """The play in the format of BG Stats, with local times. It requires every boolean.

    We know no BoardGameGeek ids of the games, so `sourceGameId` is our key.
    """
    facts: dict[str, Any] = {
        "sourceName": APP,
        "sourcePlayId": story.id,
        "playDate": f"{story.at:%Y-%m-%d %H:%M:%S}",
        "durationMin": round(story.seconds / 60),
        "game": {
            "name": story.title,
            "sourceGameId": story.key,
            "highestWins": story.best is Best.HIGH,
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
    return ADDRESS + quote(json.dumps(play(story), ensure_ascii=False, separators=(",", ":")), safe=_OPEN)
