"""The charts on the page of a game, chosen by the measures that were recorded."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple
from functools import partial
from itertools import groupby, pairwise
from operator import sub
from typing import Final

import flet as ft

from companion.open_session.telling.option_labels import AS_PRINTED, label_option
from companion.ui.charts import (
    Bar,
    Bucket,
    Charted,
    Spread,
    bars,
    buckets_of,
    curve,
    histogram,
    legend,
    spreads,
    unknown,
)
from companion.ui.chips_and_buttons import choice_chip
from companion.ui.marks import number_text
from companion.ui.panel import flow, note, section
from companion.ui.text import average, counted, hours, ordinal, share
from companion.ui.theme import Look
from scoring.contract.game import AnyGame, MeasureKind
from storage.statistics.game_sums import POINTS, RoundSum, ScoreCount, VariantCount
from storage.statistics.games import MINUTE_STEP, GamePage, compute_turn_shares

BID: Final = "bid"
WON: Final = "tricks"
"""The measures about bids and their outcome."""

_MOST_VALUES: Final = 5
_MOST_VARIANTS: Final = 6
_MOST_BARS: Final = 8

_section = partial(section, spacing=10, stretch=True)


def bar_chart(
    look: Look,
    width: float,
    name: str,
    title: str,
    head: Sequence[str],
    rows: Sequence[tuple[Bar, Sequence[str]]],
    picture: ft.Control | None = None,
) -> ft.Control:
    """Bars, and a table with their labels and the cells given with each; `picture` replaces the plain bars."""
    shown = [bar for bar, _ in rows]
    summary = f"{title}: " + ", ".join(f"{bar.label} {bar.caption}" for bar in shown)
    table = [(bar.label, *cells) for bar, cells in rows]
    return Charted(look, name, summary, picture or bars(look, width, shown), head, table, key=name)


def sorted_by(sums: Iterable[RoundSum], key: str, by: str) -> dict[str | int, RoundSum]:
    """The sums of a measure by kind, hand size or turn; 0 means unknown and is left out."""
    return {row.at: row for row in sums if (row.key, row.by) == (key, by) and row.at != 0}


# Scores -------------------------------------------------------------------------------------------------------------


@ft.component
def Scores(look: Look, width: float, counts: Sequence[ScoreCount], key: str | None = None) -> ft.Control:
    """The distribution of final scores by number of players."""
    chosen, choose = ft.use_state(0)
    sizes = sorted({count.players for count in counts})
    if not sizes:
        return _section(look, "Final scores", unknown(look, "No finished game has been scored yet."))
    rows = [_spread(players, [count for count in counts if count.players == players]) for players in sizes]
    summary = "Final scores: " + ", ".join(
        f"{row.label} mostly {number_text(row.lower)} to {number_text(row.upper)}" for row in rows
    )
    head = ("Players", "Least", "Middle", "Most")
    table = [(row.label, number_text(row.least), number_text(row.middle), number_text(row.most)) for row in rows]
    overview = Charted(look, "game.scores", summary, spreads(look, width, rows), head, table, key="spread")
    shown = [count for count in counts if chosen in (0, count.players)]
    buckets = buckets_of(_by_points(shown))
    columns = [Bucket(number_text(start), full, rest) for start, _, full, rest in buckets]
    picture = ft.Column([histogram(look, width, columns), legend(look, "Winners", "The others")], spacing=6, tight=True)
    listed = [(_range(start, end), str(full), str(rest)) for start, end, full, rest in buckets]
    most = max(buckets, key=lambda bucket: bucket[2] + bucket[3])
    summary = "How often each score came"
    if most[2] + most[3] > 1:
        summary += f"; most often {_range(most[0], most[1])}"
    chips = [
        choice_chip(
            look,
            f"game.size={size}",
            str(size) if size else "All",
            partial(choose, size),
            chosen=size == chosen,
            says=counted(size, "player") if size else "All table sizes",
        )
        for size in (0, *sizes)
    ]
    inside = [
        overview,
        note(look, "How often each score came, by number of players:"),
        flow(chips),
        Charted(look, "game.points", summary, picture, ("Points", "Winners", "Others"), listed, key="points"),
    ]
    return _section(look, "Final scores", *inside)


def _by_points(counts: Iterable[ScoreCount]) -> list[tuple[float, int, int]]:
    sides: dict[float, tuple[int, int]] = {}
    for row in counts:
        won, lost = sides.get(row.points, (0, 0))
        sides[row.points] = (won + row.count, lost) if row.won else (won, lost + row.count)
    return [(points, *pair) for points, pair in sorted(sides.items())]


def _spread(players: int, counts: Sequence[ScoreCount]) -> Spread:
    row = [(points, won + lost) for points, won, lost in _by_points(counts)]
    least, lower, middle, upper, most = (quantile(row, share) for share in (0, 0.25, 0.5, 0.75, 1))
    return Spread(counted(players, "player"), least, lower, middle, upper, most)


def quantile(counts: Sequence[tuple[float, int]], share: float) -> float:
    """The quantile at `share` of ordered (number, frequency) pairs; between two numbers, the middle of them."""
    total = sum(count for _, count in counts)
    reached = 0
    for (number, count), (after, _) in pairwise(counts):
        reached += count
        if reached >= share * total:
            return (number + after) / 2 if reached == share * total else number
    return counts[-1][0]


_LEAST_GAMES: Final = 3
"""Shares of wins by seat say nothing about fewer games: one seat would have all of them."""


# Times --------------------------------------------------------------------------------------------------------------


def times(look: Look, width: float, page: GamePage, printed: tuple[int, int]) -> ft.Control:
    """The duration by number of players, and its distribution."""
    timed = [size for size in page.sizes if size.timed]
    if not timed:
        return _section(look, "How long it takes", unknown(look, "No finished game has a known playing time yet."))
    rows = []
    for size in timed:
        mean = hours(size.seconds // size.timed)
        bar = Bar(counted(size.players, "player"), size.seconds / size.timed, mean)
        rows.append((bar, (mean, hours(size.shortest or 0), hours(size.longest or 0), str(size.timed))))
    head = ("Players", "Mean", "Shortest", "Longest", "Games")
    inside: list[ft.Control] = [bar_chart(look, width, "game.times", "How long it takes", head, rows)]
    if printed[1]:
        inside.insert(0, note(look, f"The box says {printed[0]} to {printed[1]} minutes. Pauses are not counted."))
    per = page.times
    if len(per) > 2:
        steps = range(min(per), max(per) + MINUTE_STEP, MINUTE_STEP)
        picture = histogram(look, width, [Bucket(str(at), per.get(at, 0)) for at in steps])
        (most, number), (_, next_number) = Counter(per).most_common(2)
        summary = "Playing times in minutes"
        if number > next_number:
            summary += f"; most often {most} to {most + MINUTE_STEP}"
        table = [(f"{at}–{at + MINUTE_STEP} min", str(per[at])) for at in steps if at in per]
        inside.append(note(look, "Playing times in minutes:"))
        inside.append(Charted(look, "game.minutes", summary, picture, ("Minutes", "Games"), table, key="minutes"))
    return _section(look, "How long it takes", *inside)


# Seats --------------------------------------------------------------------------------------------------------------


def seats(look: Look, width: float, page: GamePage) -> ft.Control:
    """Wins by turn order, compared with an equal chance."""
    turns = compute_turn_shares(page.turns)
    title = "Which seat wins"
    if not turns:
        why = (
            "Counted where it is known who started, and nobody came or left."
            if page.plays
            else "No game has been played yet."
        )
        return _section(look, title, unknown(look, why))
    games = max(turn.plays for turn in turns)
    if games < _LEAST_GAMES:
        why = f"Shown after {_LEAST_GAMES} games of which it is known who started; {games} so far."
        return _section(look, title, unknown(look, why))
    rows = []
    for turn in turns:
        won = turn.wins / turn.plays
        bar = Bar(f"{ordinal(turn.turn)} to play", won, share(won), turn.expected)
        rows.append((bar, (share(won), share(turn.expected), str(turn.wins), str(turn.plays))))
    signs = legend(look, "Share of wins", mark="All seats of these tables together")
    picture = ft.Column([bars(look, width, [bar for bar, _ in rows], top=1), signs], spacing=6, tight=True)
    words = "Counted from the player who started; if there is a dealer, from the dealer's left."
    head = ("Place", "Won", "All", "Wins", "Games")
    chart = bar_chart(look, width, "game.seats", "Share of wins", head, rows, picture)
    return _section(look, title, note(look, words), chart)


# Variants -----------------------------------------------------------------------------------------------------------


def variants(look: Look, width: float, page: GamePage, game: AnyGame | None) -> ft.Control:
    """How often each option was chosen, with the winners' scores and the duration."""
    title = "Variants"
    if game is None or not page.baseline.plays:
        return _section(look, title, unknown(look, "Shown after the first game finished with this app."))
    if not page.variants:
        return _section(
            look, title, unknown(look, "No finished game had an option that differs from the printed rules.")
        )
    inside: list[ft.Control] = [
        note(look, "How often each option was chosen in finished games, and the winners' average score with it.")
    ]
    options = [(name, list(group)) for name, group in groupby(page.variants, lambda variant: variant.name)]
    options.sort(key=lambda option: -sum(count.plays for count in option[1]))
    for name, counts in options[:_MOST_VARIANTS]:
        inside.append(_variant(look, width, page.baseline, game, name, counts))
    rest = options[_MOST_VARIANTS:]
    if rest:
        named = [label_option(game, name, counts[0].value)[0] for name, counts in rest[:_MOST_VARIANTS]]
        more = f"; and {len(rest) - len(named)} more" if len(rest) > len(named) else ""
        inside.append(note(look, f"Changed less often: {'; '.join(named)}{more}."))
    return _section(look, title, *inside)


def _variant(
    look: Look, width: float, all_: VariantCount, game: AnyGame, name: str, counts: Sequence[VariantCount]
) -> ft.Control:
    words_of = partial(label_option, game, name)
    several = all(count.value.startswith('"') for count in counts) and isinstance(
        getattr(game.options(), name, ""), tuple
    )
    known = sorted(counts, key=lambda count: -count.plays)
    label = words_of(known[0].value)[0]
    listed = [(words_of(count.value)[1], count) for count in known]
    rows = listed if several else listed[:_MOST_VALUES]
    if not several:
        listed.insert(0, (words_of(AS_PRINTED)[1], _without(all_, counts)))
        rest = known[_MOST_VALUES:]
        rows = [listed[0], *rows, *([(f"{len(rest)} others", _add_up(rest))] if rest else [])]
    values = [Bar(words, count.plays / all_.plays, share(count.plays / all_.plays)) for words, count in rows]
    table = [
        (
            words,
            str(count.plays),
            average(count.top / count.scored) if count.scored else "–",
            hours(count.seconds // count.timed) if count.timed else "–",
        )
        for words, count in listed
    ]
    head, chart = ("Variant", "Games", "Winners had", "Time"), f"game.variant.{name}"
    summary = f"{label}: " + ", ".join(f"{bar.label} {bar.caption}" for bar in values)
    charted = Charted(look, chart, summary, bars(look, width, values, top=1), head, table, key=chart)
    return ft.Column([ft.Text(label, style=look.text(15, bold=True)), charted], spacing=4, tight=True)


def _add_up(counts: Iterable[VariantCount]) -> VariantCount:
    _, _, *numbers = zip(*map(astuple, counts), strict=True)
    return VariantCount("", "", *map(sum, numbers))


def _without(all_: VariantCount, counts: Sequence[VariantCount]) -> VariantCount:
    """The games played with the printed value."""
    other = _add_up(counts)
    return VariantCount("", "", *map(sub, astuple(all_)[2:], astuple(other)[2:]))


# Rounds -------------------------------------------------------------------------------------------------------------


def round_types(
    look: Look, width: float, rounds: Sequence[RoundSum], game: AnyGame | None, words: Callable[[str], str]
) -> ft.Control | None:
    """Points by type of round, most first; None for a game with only one type."""
    points = sorted_by(rounds, POINTS, "type")
    if len(points) < 2:
        return None
    main = next((measure for measure in game.measures.kinds if measure.main), None) if game else None
    main_sums = sorted_by(rounds, main.key, "type") if main else {}
    rows = []
    for type_, sums in sorted(points.items(), key=lambda row: -row[1].mean):
        mean, met = average(sums.mean), [_share(main_sums.get(type_))] if main else []
        bar = Bar(words(str(type_)), sums.mean, mean)
        rows.append((bar, (mean, share(sums.reached / sums.count), *met, str(sums.count))))
    head = ("Type", "Points", "Above 0", *([main.title] if main else []), "Times")
    charted = bar_chart(look, width, "game.types", "Points a player gets by type of round", head, rows)
    return _section(look, "Points by type of round", note(look, "Points a player gets, on average."), charted)


def bids(look: Look, width: float, rounds: Sequence[RoundSum], game: AnyGame | None) -> ft.Control | None:
    """Bids compared with tricks won, by hand size and by turn; None for a game without bids."""
    keys = {kind.key for kind in game.measures.kinds} if game else set()
    if game is None or not {BID, WON} <= keys:
        return None
    title = "Bids"
    main = next((kind for kind in game.measures.kinds if kind.main), None)
    if not sorted_by(rounds, BID, "size"):
        return _section(look, title, unknown(look, "No finished round had bids yet."))
    inside: list[ft.Control] = []
    sorts: tuple[tuple[str, str, Callable[[int], str]], ...] = (
        ("size", "by hand size", lambda size: counted(size, "card")),
        ("turn", "by turn", lambda turn: f"{ordinal(turn)} to play"),
    )
    for by, words, labelled in sorts:
        if main:
            inside += _shares_met(look, width, rounds, main, by, words, labelled)
        inside += _bias(look, width, rounds, by, words, labelled)
    return _section(look, title, *inside)


def _shares_met(
    look: Look,
    width: float,
    sums: Sequence[RoundSum],
    main: MeasureKind,
    by: str,
    words: str,
    labelled: Callable[[int], str],
) -> list[ft.Control]:
    title = main.title
    by_place = {int(at): row for at, row in sorted_by(sums, main.key, by).items() if row.of}
    if not by_place:
        return []
    points = sorted_by(sums, POINTS, by)
    rows = []
    for at, row in by_place.items():
        mean = average(points[at].mean) if at in points else "–"
        rows.append((Bar(labelled(at), row.share, _share(row)), (_share(row), str(row.value), str(row.of), mean)))
    is_line = len(rows) > _MOST_BARS
    shown = [bar for bar, _ in rows]
    picture = _many(look, width, shown, 100) if is_line else bars(look, width, shown, top=1)
    heads = ("", title, "Met", "Of", "Points")
    return [
        ft.Text(f"{title}, {words}{', in %' if is_line else ''}", style=look.text(15, bold=True)),
        bar_chart(look, width, f"game.met.{by}", f"{title} {words}", heads, rows, picture),
    ]


def _bias(
    look: Look, width: float, sums: Sequence[RoundSum], by: str, words: str, labelled: Callable[[int], str]
) -> list[ft.Control]:
    bid, won = sorted_by(sums, BID, by), sorted_by(sums, WON, by)
    ats = [int(at) for at in bid if at in won]
    if not ats:
        return []
    rows = []
    for at in ats:
        more = won[at].mean - bid[at].mean
        cells = (f"{bid[at].mean:.2f}", f"{won[at].mean:.2f}", signed(more), str(bid[at].count))
        rows.append((Bar(labelled(at), more, signed(more)), cells))
    is_line = len(rows) > _MOST_BARS
    where = "Right: won more tricks than bid. Left, hatched: fewer."
    if is_line:
        where = "Above 0: won more tricks than bid. Below 0: fewer."
    title = f"Won more than bid, {words}"
    picture = _many(look, width, [bar for bar, _ in rows], 1) if is_line else None
    return [
        ft.Text(title, style=look.text(15, bold=True)),
        note(look, where),
        bar_chart(look, width, f"game.bias.{by}", title, ("", "Bid", "Won", "More", "Bids"), rows, picture),
    ]


def _many(look: Look, width: float, rows: Sequence[Bar], times: float) -> ft.Control:
    """Bars, or a line if there are too many rows to read."""
    points = [(row.value or 0) * times for row in rows]
    return curve(look, width, points, (rows[0].label, rows[-1].label), level=0)


# Words --------------------------------------------------------------------------------------------------------------


def _share(sums: RoundSum | None) -> str:
    return "–" if sums is None or sums.share is None else share(sums.share)


def signed(number: float) -> str:
    """A difference with its sign: "+0.25", "−1.50", "0.00"."""
    return f"{number:+.2f}".replace("-", "−") if abs(number) >= 0.005 else "0.00"


def _range(start: float, end: float) -> str:
    return number_text(start) if start == end else f"{number_text(start)} to {number_text(end)}"
