"""The score sheet as CSV and as a printable page."""

from collections.abc import Iterator
from html import escape
from typing import Final

from companion.sharing.story import Story
from companion.ui.marks import number_text, points_text, working_text
from companion.ui.text import APP, counted
from scoring.contract.game import RoundHead
from storage.file.csv_text import COMMA, Cell, encode_csv

_STYLE: Final = """
  :root { --cloth: %(colour)s; --ink: #2a211a; --faint: #65584a; --rule: #d9cab0; }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: #fffdf7; color: var(--ink);
         font: 15px/1.45 "Atkinson Hyperlegible Next", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  h1 { margin: 0; color: var(--cloth); font: 700 1.9rem/1.2 Bitter, Georgia, serif; }
  h2 { margin: 1.6rem 0 .4rem; font: 700 1.1rem/1.2 Bitter, Georgia, serif; }
  p { margin: .2rem 0; }
  .faint { color: var(--faint); }
  .wide { overflow-x: auto; background: no-repeat local linear-gradient(90deg, #fffdf7 50%%, #fffdf700) 0 / 2rem 100%%,
          no-repeat local linear-gradient(270deg, #fffdf7 50%%, #fffdf700) 100%% / 2rem 100%%,
          no-repeat linear-gradient(90deg, #0003, #0000) 0 / .7rem 100%%,
          no-repeat linear-gradient(270deg, #0003, #0000) 100%% / .7rem 100%%; } /* a shadow where it goes on */
  table { border-collapse: collapse; width: 100%%; }
  th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top;
           font-variant-numeric: tabular-nums; }
  .grid th { min-width: 4rem; }
  .grid th:first-child, .grid td:first-child { white-space: nowrap; }
  th:first-child, td:first-child, .words td, .words th { text-align: left; }
  .words th:nth-child(2), .words td:nth-child(2) { text-align: right; white-space: nowrap; }
  thead th { border-bottom: 2px solid var(--cloth); }
  tfoot td { border-bottom: 0; font-weight: 700; }
  tfoot tr:first-child td { border-top: 2px solid var(--cloth); }
  button { float: right; padding: .7rem 1.2rem; border: 0; border-radius: 12px; background: var(--cloth); color: #fff;
           font: inherit; font-weight: 700; }
  @media (max-width: 40rem) { .grid td:first-child { white-space: normal; } }
  @page { margin: 14mm; }
  @media print {
    body { max-width: none; padding: 0; background: none; font-size: 10.5pt; }
    button { display: none; }
    h2 { break-after: avoid; }
    tr { break-inside: avoid; }
    thead { display: table-header-group; }
    .wide { overflow: visible; background: none; }
    .grid th { hyphens: auto; overflow-wrap: anywhere; }
  }
"""


def to_csv(story: Story, separator: str = COMMA) -> bytes:
    """The score sheet as CSV: a row per round, a column per player, totals and ranks below."""
    sized = any(head.size for head in story.rounds)
    first = [story.game.box.round.capitalize(), *(["Cards"] if sized else [])]
    head = [*first, *(story.names[seat] for seat in story.columns)]
    gap: list[Cell] = [None] if sized else []
    return encode_csv(head, _sheet_rows(story, gap), separator)


def titled(head: RoundHead) -> str:
    """The title of a round's row, with its kind if the game has several."""
    return f"{head.title}: {head.name}" if head.name else head.title


def _sheet_rows(story: Story, gap: list[Cell]) -> Iterator[list[Cell]]:
    for head in story.rounds:
        size: list[Cell] = [head.size or None] if gap else []
        yield [titled(head), *size, *(story.cells.get((head.number, seat)) for seat in story.columns)]
    yield ["Total", *gap, *(story.totals[seat] for seat in story.columns)]
    if story.has_partners:
        together = [[story.add_up(side), *[None] * (len(side) - 1)] for side in story.sides]
        yield ["Together", *gap, *(cell for cells in together for cell in cells)]
    yield ["Place", *gap, *(story.ranks[seat] for seat in story.columns)]


def to_page(story: Story) -> bytes:
    """A printable page with the sheet, the awards and all score lines; it loads nothing."""
    title = f"{story.title}, {story.day}"
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE % {'colour': story.game.box.colour}}</style></head><body>",
        '<button onclick="print()">Print</button>',
        f"<h1>{escape(story.title)}</h1>",
        f'<p class="faint">{escape(story.details)}</p>',
        f"<p><strong>{escape(story.headline)}.</strong> {escape(story.because)}</p>",
        *_sheet(story),
        *_awards(story),
        *_lines(story),
        f'<p class="faint">{APP}</p></body></html>',
    ]
    return "\n".join(parts).encode()


def _sheet(story: Story) -> Iterator[str]:
    yield '<h2>Score sheet</h2><div class="wide"><table class="grid"><thead><tr><th></th>'
    yield from (f"<th>{escape(story.names[seat])}</th>" for seat in story.columns)
    yield "</tr></thead><tbody>"
    for head in story.rounds:
        size = counted(head.size, "card") if head.size else ""
        yield f'<tr><td>{escape(titled(head))} <span class="faint">{size}</span></td>'
        for seat in story.columns:
            points = story.cells.get((head.number, seat))
            below = story.notes.get((head.number, seat))
            noted = f'<br><span class="faint">{escape(below)}</span>' if below else ""
            yield f"<td>{'·' if points is None else points_text(points) + noted}</td>"
        yield "</tr>"
    yield "</tbody><tfoot><tr><td>Total</td>"
    yield from (f"<td>{number_text(story.totals[seat])}</td>" for seat in story.columns)
    if story.has_partners:
        yield "</tr><tr><td>Together</td>"
        yield from (f'<td colspan="{len(side)}">{number_text(story.add_up(side))}</td>' for side in story.sides)
    yield "</tr><tr><td>Place</td>"
    yield from (f"<td>{story.ranks[seat]}.</td>" for seat in story.columns)
    yield "</tr></tfoot></table></div>"
    if story.notes:
        yield f'<p class="faint">{escape(story.legend)}</p>'


def _awards(story: Story) -> Iterator[str]:
    if not story.awards:
        return
    yield "<h2>Awards</h2>"
    for award in story.awards:
        name = escape(story.name_side(award.seat))
        yield f"<p><strong>{escape(award.title)}:</strong> {name}. {escape(award.sentence)}</p>"


def _lines(story: Story) -> Iterator[str]:
    titles = {head.number: head.title for head in story.rounds}
    if not story.ledger:
        return
    yield "<h2>Where the points come from</h2>"
    yield '<div class="wide"><table class="words">'
    yield "<thead><tr><th>Player</th><th>Points</th><th>Working</th><th>Rule</th></tr></thead>"
    for number in sorted({line.round for line in story.ledger}):
        yield f'<tbody><tr><th colspan="4">{escape(titles[number])}</th></tr>'
        for line in story.ledger:
            if line.round == number:
                name = escape(story.names[line.seat])
                working = escape(working_text(line))
                rule = f"{escape(line.rule.id)} {escape(line.rule.text)}"
                yield f"<tr><td>{name}</td><td>{points_text(line.points)}</td><td>{working}</td><td>{rule}</td></tr>"
        yield "</tbody>"
    yield "</table></div>"
