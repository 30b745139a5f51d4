"""The table: what is known, who is on, what is asked, and the one button below the thumb."""

from collections.abc import Callable, Sequence
from urllib.parse import unquote

import flet as ft

from companion import fields
from companion.desk import Desk
from companion.fields.numbers import short_count
from companion.forms import Form, use_form
from companion.parts.board_view import board_view
from companion.parts.curve import curve
from companion.parts.dock import confirm, dock, message, steps
from companion.parts.facts import facts_strip
from companion.parts.lines import seat_lines
from companion.parts.marks import badge
from companion.parts.notices import NoticeStrip
from companion.parts.panel import card, cloth, heading, label, note, sheet
from companion.parts.press import Act, icon_button, primary
from companion.parts.score_grid import cell_sums, score_grid
from companion.parts.seat_row import SeatFacts, seat_row
from companion.screens.asides import AsideMenu
from companion.theme import Look
from companion.window import go, use_awake, use_desk, use_house, use_look, use_memory, use_view, use_window
from scoring import agreements
from scoring.board import Board, Shape
from scoring.drafts import answers
from scoring.game import State
from scoring.prompts import Card, Count, Each, OnBoard, Prompt, Role
from scoring.scores import totals

_LEFT = 600
"""Width of the playing side on a wide screen."""

_KEYS = 7
_KEYS_WIDE = 11
"""Keys in a player's row, on a phone and on a wide screen."""

_CROWD = 6
"""With more players than this the rows come closer together."""


@ft.component
def TableScreen() -> ft.View:
    """One open session, ready for the next entry."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    house, window = use_house(), use_window()
    look = use_look(desk.game.colour)
    opened, open_sheet = use_memory(session_id, str)

    def close() -> None:
        open_sheet("")

    def remember() -> None:
        house.store.put_setting("here", f"/table/{session_id}")

    ft.use_effect(remember, [session_id])
    use_awake()
    ft.use_dialog(_sheet(look, desk, opened, close))
    main = desk.main
    if main is None:
        playing: ft.Control = Closed(desk, look, open_sheet, key="closed")
    else:
        playing = Playing(desk, look, main, open_sheet, key=f"playing.{main.kind}")
    side: list[ft.Control] = [ft.Container(playing, expand=True)]
    if window.wide:
        side = [ft.Container(playing, width=_LEFT), _right_pane(look, desk, window.width - _LEFT, open_sheet)]
    row = ft.Row(side, expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return use_view([_header(look, desk), row])


@ft.component
def Playing(
    desk: Desk, look: Look, main: Prompt, open_sheet: Callable[[str], None], key: str | None = None
) -> ft.Control:
    """The table while the game waits for something."""
    form = use_form(desk, main)
    sided = next(
        (field for field in main.fields if isinstance(field, Each) and field.seats and _countable(field)), None
    )
    asked: list[ft.Control] = []
    if not main.instant and sided is None:
        asked = [_title(look, main), *form.views(look)]
    foot: list[ft.Control] = [Beside(desk, look, prompt, key=prompt.kind) for prompt in _beside(desk)]
    if main.instant:
        foot += [_title(look, main), *form.views(look)]
    foot += _message(look, desk, form)
    foot.append(_buttons(look, desk, form, open_sheet))
    rows = _seat_rows(look, desk, form, sided, open_sheet)
    return _column(look, desk, rows, asked, foot)


@ft.component
def Closed(desk: Desk, look: Look, open_sheet: Callable[[str], None], key: str | None = None) -> ft.Control:
    """The table after the end, or while the session is stopped."""
    outcome = agreements.outcome(desk.game, desk.state)
    names = desk.state.table.names
    stopped = desk.state.stopped
    if outcome and not stopped:
        told = f"{' and '.join(names[seat] for seat in outcome.winners)} won. {outcome.because}"
        act = primary(
            look,
            "result",
            "See the result",
            lambda: go(f"/result/{desk.session_id}"),
            icon=ft.Icons.EMOJI_EVENTS_ROUNDED,
        )
    else:
        told = f"Stopped{f': {stopped.reason}' if stopped and stopped.reason else ''}. Everything is kept."
        resume = next(prompt for prompt in desk.prompts if prompt.kind == "resumed")
        act = primary(
            look,
            "resume",
            resume.confirm,
            lambda: desk.record(resume, {}, desk.number),
            icon=ft.Icons.PLAY_ARROW_ROUNDED,
        )
    row = ft.Row([*_steps(desk), act, _aside_button(open_sheet)], spacing=4)
    rows = _seat_rows(look, desk, None, None, open_sheet)
    return _column(look, desk, rows, [], [message(look, told, bad=False), row])


@ft.component
def Beside(desk: Desk, look: Look, prompt: Prompt, key: str | None = None) -> ft.Control:
    """What may be answered now but need not: one slim row."""
    form = use_form(desk, prompt)
    rows: list[ft.Control] = [label(look, prompt.title)]
    rows += [fields.bare(field, form.asked(look, field)) for field in form.prompt.fields]
    if form.kept.message:
        rows.append(message(look, form.kept.message, bad=True))
    return ft.Column(rows, spacing=4, tight=True)


def _header(look: Look, desk: Desk) -> ft.Control:
    session = desk.session_id
    actions = [
        icon_button(
            "open.sheet",
            ft.Icons.GRID_ON_ROUNDED,
            "Score sheet",
            lambda: go(f"/table/{session}/sheet"),
            color="#ffffff",
        ),
        icon_button("open.log", ft.Icons.HISTORY_ROUNDED, "Log", lambda: go(f"/table/{session}/log"), color="#ffffff"),
        icon_button(
            "open.rules", ft.Icons.MENU_BOOK_ROUNDED, "Rules", lambda: go(f"/table/{session}/rules"), color="#ffffff"
        ),
    ]
    suits = {suit.key: suit for suit in desk.game.suits}
    facts = facts_strip(look, desk.game.facts(desk.state), suits)
    return cloth(look, desk.game.title, back=lambda: go("/"), actions=actions, below=facts)


def _column(
    look: Look, desk: Desk, rows: list[ft.Control], asked: list[ft.Control], foot: list[ft.Control]
) -> ft.Control:
    top: list[ft.Control] = []
    notices = desk.game.notices(desk.state)
    if notices:
        top.append(NoticeStrip(look, notices))
    if desk.run.violation:
        top.append(_waiting(look, desk))
    middle = _middle(look, desk)
    laid = [*middle, *rows] if _from_the_middle(desk.main) else [*rows, *middle]
    scroll = ft.Column([*top, *laid, *asked], spacing=5, scroll=ft.ScrollMode.AUTO, expand=True)
    return ft.Column(
        [ft.Container(scroll, expand=True, padding=ft.Padding.only(left=12, right=12, top=8)), dock(foot)], spacing=0
    )


def _seat_rows(
    look: Look, desk: Desk, form: Form | None, sided: Each | None, open_sheet: Callable[[str], None]
) -> list[ft.Control]:
    board: Board = desk.game.board(desk.state)
    wrong = form.kept.field if form else ""
    rows: list[ft.Control] = []
    crowd = len(desk.state.table.names) > _CROWD
    told = form and not form.prompt.instant and not form.gaps
    after = desk.foretold(form.prompt, answers(form.prompt, form.draft)) if form and told else None
    for facts in seat_facts(desk, board, form.prompt if form else None, after):
        below: ft.Control | None = None
        path = f"{sided.name}[{facts.seat}]" if sided else ""
        if sided and form and any(cell.key == facts.seat for cell in sided.cells):
            below = _cell_chips(look, form, sided, facts.seat)
        act = _opener(open_sheet, f"lines.{facts.seat}")
        rows.append(seat_row(look, facts, act, below=below, wrong=bool(path) and wrong == path, crowd=crowd))
    return rows


def seat_facts(desk: Desk, board: Board, prompt: Prompt | None, after: State | None = None) -> list[SeatFacts]:
    """What the rows of the table say about every seat.

    The change is that of the last round scored; with the state `after` a form that is about to be
    recorded, it is what that form would bring.
    """
    state = desk.state
    sums = totals(state.ledger, state.table.seats)
    cells = cell_sums((after or state).ledger)
    last = state.round if after else max((round_ for round_, _ in cells), default=0)
    ranks = {seat: place.rank for place in desk.game.standings(state) for seat in place.side}
    return [
        SeatFacts(
            seat,
            state.table.names[seat],
            sums[seat],
            cells.get((last, seat), 0) if cells else None,
            tuple(sign for sign in board.markers if sign.seat == seat),
            tuple(zone for zone in board.zones if zone.seat == seat),
            prompt is not None and prompt.seat == seat,
            ranks[seat],
        )
        for seat in state.table.seats
    ]


def _cell_chips(look: Look, form: Form, each: Each, seat: int) -> ft.Control:
    cell = next(cell for cell in each.cells if cell.key == seat)
    asked = form.asked_cell(look, each, seat)
    if isinstance(cell.field, Count):
        likely = cell.field.likely if isinstance(cell.field.likely, int) else cell.field.low
        return ShortRow(cell.field, asked, likely, key=asked.path)
    return fields.view(cell.field, asked)


@ft.component
def ShortRow(field: Count, asked: fields.Asked, around: int, key: str | None = None) -> ft.Control:
    """The values around the likely one, or all of them once somebody asked for more."""
    whole, set_whole = ft.use_state(False)
    if whole:
        return fields.view(field, asked)
    room = _KEYS_WIDE if use_window().wide else _KEYS
    return short_count(field, asked, around, room, lambda: set_whole(True))


def _countable(each: Each) -> bool:
    """Whether the answers fit into the players' rows: numbers do, anything else stands below."""
    return all(isinstance(cell.field, Count) for cell in each.cells)


def _beside(desk: Desk) -> list[Prompt]:
    return [prompt for prompt in desk.prompts if prompt.role is Role.BESIDE]


def _title(look: Look, prompt: Prompt) -> ft.Control:
    words: list[ft.Control] = [ft.Text(prompt.title, style=look.figure(18), expand=True)]
    if prompt.seat is not None:
        words.insert(0, badge(look, prompt.seat, 26))
    rows: list[ft.Control] = [ft.Semantics(identifier="asked", content=ft.Row(words, spacing=8))]
    if prompt.help:
        rows.append(note(look, prompt.help))
    return ft.Column(rows, spacing=2, tight=True)


def _message(look: Look, desk: Desk, form: Form) -> list[ft.Control]:
    kept = form.kept
    if kept.message:
        return [message(look, kept.message, bad=True, waive=form.waive if kept.waivable else None)]
    return []


def _buttons(look: Look, desk: Desk, form: Form, open_sheet: Callable[[str], None]) -> ft.Control:
    middle: ft.Control = ft.Container(expand=True)
    if not form.prompt.instant:
        missing = form.gaps

        def send() -> None:
            form.send()
            if agreements.outcome(desk.game, desk.state) is not None:
                go(f"/result/{desk.session_id}")

        middle = confirm(look, "confirm", form.prompt.confirm, missing[0].text if missing else "", send)
    return ft.Row([*_steps(desk), middle, _aside_button(open_sheet)], spacing=4)


def _steps(desk: Desk) -> list[ft.Control]:
    return steps(desk.undoable, desk.redoable, lambda: desk.undo(), lambda: desk.redo())


def _aside_button(open_sheet: Callable[[str], None]) -> ft.Control:
    return icon_button(
        "asides", ft.Icons.ADD_CIRCLE_OUTLINE_ROUNDED, "Special cards and more", _opener(open_sheet, "asides")
    )


def _opener(open_sheet: Callable[[str], None], what: str) -> Act:
    return lambda: open_sheet(what)


def _from_the_middle(main: Prompt | None) -> bool:
    """Whether the next answer goes on with what lies in the middle, which then comes first."""
    return main is not None and any(isinstance(field, Card | OnBoard) for field in main.fields)


def _middle(look: Look, desk: Desk) -> list[ft.Control]:
    """Zones of the middle, and the cards that lie in front of seats."""
    board = desk.game.board(desk.state)
    zones = tuple(
        zone for zone in board.zones if zone.seat is None or any(tile.shape is Shape.CARD for tile in zone.tiles)
    )
    if not any(zone.tiles for zone in zones):
        return []
    suits = {suit.key: suit for suit in desk.game.suits}
    return [card(board_view(look, Board(zones), suits, desk.state.table))]


def _waiting(look: Look, desk: Desk) -> ft.Control:
    """Entries that wait because a correction before them broke a rule."""
    violation, waiting = desk.run.violation, desk.run.waiting
    assert violation is not None
    n = len(waiting)
    words = f"{n} {'entry waits' if n == 1 else 'entries wait'} until the log fits: {violation.message}"
    return message(look, words, bad=True)


def _sheet(look: Look, desk: Desk, opened: str, close: Act) -> ft.DialogControl | None:
    if opened == "asides":
        return sheet(look, "Special cards and more", AsideMenu(desk, look, close), close)
    if opened.startswith("lines."):
        seat = int(opened.removeprefix("lines."))
        rules = lambda: go(f"/table/{desk.session_id}/rules")  # noqa: E731
        lines = seat_lines(look, desk.game, desk.state, seat, rules)
        return sheet(look, f"{desk.state.table.names[seat]}: where the points come from", lines, close)
    return None


def _right_pane(look: Look, desk: Desk, width: float, open_sheet: Callable[[str], None]) -> ft.Control:
    def open_cell(_: int, seat: int) -> None:
        open_sheet(f"lines.{seat}")

    grid = score_grid(look, desk.game, desk.state, width - 60, open_cell)
    inside: Sequence[ft.Control] = [heading(look, "Score sheet"), card(grid, padding=8)]
    if desk.state.ledger:
        drawn = curve(look, desk.game, desk.state, width - 70)
        inside = [*inside, heading(look, "How it goes"), card(drawn)]
    return ft.Container(
        ft.Column(list(inside), spacing=10, scroll=ft.ScrollMode.AUTO, expand=True),
        expand=True,
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )
