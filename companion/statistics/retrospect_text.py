"""An evening or a year in words: who won it and why, its games and its players; also for the picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.ui.text import counted, dated, hours
from companion.ui.theme import HOUSE
from scoring.contract.names import join_words
from storage.statistics.evenings_and_years import EveningPage, Standing, YearPage
from storage.text_folding import fold


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game: its title on its colour, who won it or how often it was played, and how long it took."""

    title: str
    colour: str
    words: str
    time: str = ""


@dataclass(frozen=True, slots=True)
class Retrospect:
    """An evening or a year in words. `months` are the games of each month, empty for an evening."""

    title: str
    details: str
    headline: str
    because: str
    games: tuple[GameLine, ...]
    players: tuple[Standing, ...]
    months: tuple[int, ...] = ()


def describe_evening(page: EveningPage, titles: Mapping[str, str], colours: Mapping[str, str]) -> Retrospect:
    """An evening in words. Games without a colour get the house's."""
    places = {fold(head.place): head.place.strip() for head in page.sessions if head.place.strip()}
    details = (dated(page.day), join_words(list(places.values())), at_the_table(page.seconds, page.timed))
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
        *tell_evening(page.standings, len(page.sessions)),
        games,
        page.standings,
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
        *tell_year(page.standings, year),
        games,
        page.standings,
        page.months,
    )


def as_text(retrospect: Retrospect) -> str:
    lines = [f"{retrospect.title} · {retrospect.details}", ""]
    lines += [f"{game.title}: {game.words}{f' ({game.time})' if game.time else ''}" for game in retrospect.games]
    lines += ["", ". ".join(filter(None, (retrospect.headline, retrospect.because)))]
    lines += [f"{standing.rank}. {standing.player.name}: {won_text(standing)}" for standing in retrospect.players]
    return "\n".join(lines)


def tell_evening(standings: Sequence[Standing], games: int) -> tuple[str, str]:
    """Who won the evening and why: "Ana wins the evening", "2 of 3 games won"; the number of games if nobody did."""
    best, level = _best(standings)
    if not best:
        return counted(games, "game"), ""
    decided = f", and {_decided(best, level)}" if level else ""
    if len(best) > 1:
        return f"{_names(best)} share the evening", f"{counted(best[0].wins, 'win')} each{decided}"
    return f"{_names(best)} wins the evening", f"{_of(best[0])}{decided}"


def tell_year(standings: Sequence[Standing], year: int) -> tuple[str, str]:
    """Who won most in a year, and how many games and evenings; only the year if nobody won.

    All who have the most wins are named; who of them is ranked first is said after it.
    """
    best, level = _best(standings)
    if not best:
        return f"The year {year}", ""
    headline = f"{_names([*best, *level])} won the most games in {year}"
    if len(best) + len(level) > 1:
        are = "is" if len(best) == 1 else "are"
        first = f"; {_names(best)} {are} first: {_decided(best, level)}" if level else ""
        return headline, f"{counted(best[0].wins, 'win')} each{first}"
    return headline, f"{_of(best[0])} and {best[0].evenings_won} of {counted(best[0].evenings, 'evening')}"


def won_text(standing: Standing) -> str:
    """How many games a player won: "2 of 3 won"."""
    return f"{standing.wins} of {standing.plays} won" if standing.plays else "no opponents"


def at_the_table(seconds: int, timed: int) -> str:
    """The time at the table; empty if none is known."""
    return f"{hours(seconds)} at the table" if timed else ""


def _best(standings: Sequence[Standing]) -> tuple[list[Standing], list[Standing]]:
    """The players with rank 1 who won at all, and those with as many wins whom the tie-break ranks below them."""
    best = [standing for standing in standings if standing.rank == 1 and standing.wins]
    return best, [other for other in standings if best and other.rank > 1 and other.wins == best[0].wins]


def _names(standings: Sequence[Standing]) -> str:
    return join_words([standing.player.name for standing in standings])


def _of(standing: Standing) -> str:
    return f"{standing.wins} of {counted(standing.plays, 'game')} won"


def _decided(best: Sequence[Standing], level: Sequence[Standing]) -> str:
    """What ranks `best` above `level`: the difference of `beaten` and `lost`, or one of them if that alone tells it."""
    ahead = min(one.beaten for one in best) - max(other.beaten for other in level)
    behind = max(one.lost for one in best) - min(other.lost for other in level)
    words = "a better balance of ahead and behind"
    if ahead > 0 >= behind:
        words = "more often ahead of others"
    elif behind < 0 <= ahead:
        words = "behind others less often"
    return f"{words} than {_names(level)}"
