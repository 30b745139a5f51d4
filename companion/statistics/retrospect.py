"""An evening or a year in words: who won it and why, its games and its players; also for the picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.ui.player_colours import colour_of
from companion.ui.text import counted, dated, hours
from companion.ui.theme import HOUSE
from scoring.contract.names import join_words
from storage.statistics.evenings import EveningPage, Standing, YearPage


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game: its title on its colour, who won it or how often it was played, and how long it took."""

    title: str
    colour: str
    words: str
    time: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: `words` say how many games they won."""

    rank: int
    name: str
    colour: str
    words: str


@dataclass(frozen=True, slots=True)
class Retrospect:
    """An evening or a year in words. `months` are the games of each month, empty for an evening."""

    title: str
    details: str
    headline: str
    because: str
    games: tuple[GameLine, ...]
    players: tuple[PlayerLine, ...]
    months: tuple[int, ...] = ()


def describe_evening(page: EveningPage, titles: Mapping[str, str], colours: Mapping[str, str]) -> Retrospect:
    """An evening in words. Games without a colour get the house's."""
    places = dict.fromkeys(head.place.strip() for head in page.sessions if head.place.strip())
    details = (dated(page.day), join_words(list(places)), at_the_table(page.seconds, page.timed))
    games = tuple(
        GameLine(
            titles.get(head.game, head.game),
            colours.get(head.game, HOUSE),
            f"{join_words(head.winners)} won" if head.winners else "nobody won",
            hours(head.seconds) if head.seconds is not None else "",
        )
        for head in page.sessions
    )
    return Retrospect(
        "Game evening",
        " · ".join(filter(None, details)),
        evening_headline(page.standings, len(page.sessions)),
        evening_reason(page.standings),
        games,
        _player_lines(page.standings),
    )


def describe_year(year: int, page: YearPage, titles: Mapping[str, str], colours: Mapping[str, str]) -> Retrospect:
    """A year in words. Games without a colour get the house's."""
    timed = sum(game.timed for game in page.games)
    details = (
        counted(page.plays, "game"),
        counted(len(page.evenings), "evening"),
        at_the_table(page.seconds, timed),
    )
    games = tuple(
        GameLine(
            titles.get(game.game, game.game),
            colours.get(game.game, HOUSE),
            "played " + {1: "once", 2: "twice"}.get(game.plays, f"{game.plays} times"),
            hours(game.seconds) if game.timed else "",
        )
        for game in page.games
    )
    return Retrospect(
        f"Our games in {year}",
        " · ".join(filter(None, details)),
        year_headline(page.standings, year),
        year_reason(page.standings),
        games,
        _player_lines(page.standings),
        page.months,
    )


def as_text(retrospect: Retrospect) -> str:
    """The evening or year as a message."""
    lines = [f"{retrospect.title} · {retrospect.details}", ""]
    lines += [f"{game.title}: {game.words}{f' ({game.time})' if game.time else ''}" for game in retrospect.games]
    lines += ["", ". ".join(filter(None, (retrospect.headline, retrospect.because)))]
    lines += [f"{player.rank}. {player.name}: {player.words}" for player in retrospect.players]
    return "\n".join(lines)


def evening_headline(standings: Sequence[Standing], games: int) -> str:
    """ "Ana wins the evening", "Ana and Ben share the evening", "3 games"."""
    best = _best(standings)
    if not best:
        return counted(games, "game")
    names = join_words([standing.player.name for standing in best])
    return f"{names} {'wins' if len(best) == 1 else 'share'} the evening"


def evening_reason(standings: Sequence[Standing]) -> str:
    """Why these players won the evening; empty if nobody did."""
    best = _best(standings)
    if not best:
        return ""
    if len(best) > 1:
        return f"{counted(best[0].wins, 'win')} each"
    return f"{_of(best[0])}{_beaten_more(standings, best[0])}"


def year_headline(standings: Sequence[Standing], year: int) -> str:
    """ "Ana won the most games in 2026"."""
    best = _best(standings)
    names = join_words([standing.player.name for standing in best])
    return f"{names} won the most games in {year}" if best else f"The year {year}"


def year_reason(standings: Sequence[Standing]) -> str:
    """How many games and evenings the best players won; empty if nobody won."""
    best = _best(standings)
    if not best:
        return ""
    if len(best) > 1:
        return f"{counted(best[0].wins, 'win')} each"
    evenings = f"and {best[0].evenings_won} of {counted(best[0].evenings, 'evening')}"
    return f"{_of(best[0])} {evenings}{_beaten_more(standings, best[0])}"


def at_the_table(seconds: int, timed: int) -> str:
    """The time at the table; empty if none is known."""
    return f"{hours(seconds)} at the table" if timed else ""


def _best(standings: Sequence[Standing]) -> list[Standing]:
    """The players with rank 1 who won at all."""
    return [standing for standing in standings if standing.rank == 1 and standing.wins]


def _of(standing: Standing) -> str:
    return f"{standing.wins} of {counted(standing.plays, 'game')} won"


def _beaten_more(standings: Sequence[Standing], best: Standing) -> str:
    """The tie-break, if it decided."""
    level = [other.player.name for other in standings if other.wins == best.wins and other is not best]
    return f", and more often ahead of others than {join_words(level)}" if level else ""


def _player_lines(standings: Sequence[Standing]) -> tuple[PlayerLine, ...]:
    return tuple(
        PlayerLine(
            standing.rank,
            standing.player.name,
            colour_of(standing.player),
            f"{standing.wins} of {standing.plays} won",
        )
        for standing in standings
    )
