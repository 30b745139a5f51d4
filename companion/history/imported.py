"""The page of a session imported from another app, with the result as its file has it."""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from urllib.parse import unquote

import flet as ft

from companion.exchange.importing import origin_text
from companion.history.bin_actions import BACK, bin_button
from companion.open_session.bin_moves import restore
from companion.scores.place_and_note import Described
from companion.ui.chips_and_buttons import identified, quiet
from companion.ui.panel import card, cloth, note, page, section, stacked
from companion.ui.text import counted, day
from companion.ui.theme import Look
from companion.ui.typed_numbers import parse_number
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go_back
from companion.window.state import House, Window
from companion.window.view import use_view
from scoring.contract.names import join_words
from storage.clock import utc_now
from storage.history.session_list import Seated, SessionHead
from storage.play_file import play_facts
from storage.play_file.play_facts import JsonObject


@ft.component
def ImportedScreen() -> ft.View:
    session_id = unquote(ft.use_route_params()["session"])
    house, window, look = use_house(), use_window(), use_look()
    head = house.store.sessions.load_head(session_id)
    play, game = house.store.sessions.load_imported_play(session_id)
    outcome = play_facts.compute_seat_results(play, game)
    rows = sorted(zip(outcome, head.seats, play_facts.get_player_rows(play), strict=True), key=lambda row: row[0].rank)
    winners = [seated.player.name for result, seated, _ in rows if result.won]
    text = f"{join_words(winners)} won." if winners else "Nobody won."
    inside: list[ft.Control] = [
        identified("imported.winner", ft.Text(text, style=look.text(18, bold=True))),
        note(look, " · ".join(filter(None, (*_facts(head, play), origin_text(house.store.imports.find(head.id)))))),
        card(
            ft.Column(
                [_row(look, result.rank, seated, row, won=result.won) for result, seated, row in rows],
                spacing=10,
                tight=True,
            )
        ),
    ]
    sheet = list(_sheet(play, head.seats))
    if sheet:
        lines = [ft.Text(line, style=look.text(14)) for line in sheet]
        inside.append(section(look, "Score sheet", *lines, spacing=6))
    inside += [
        Described(look, house, head, "imported", key=session_id),
        _actions(look, house, window, head),
    ]
    under = join_words([seated.player.name for seated in head.seats])
    top = cloth(look, play_facts.get_title(game), under=under, back=partial(go_back, "/history"))
    return use_view([top, page(inside, min(window.width, 760))])


def _facts(head: SessionHead, play: JsonObject) -> Iterator[str]:
    yield day(head.opened_at, utc_now())
    lasted = play_facts.get_duration(play)
    if lasted:
        yield counted(round(lasted.total_seconds() / 60), "minute")
    if play_facts.get_text(play, "board"):
        yield play_facts.get_text(play, "board")
    if play_facts.get_bool(play, "ignored"):
        yield "does not count"
    yield "imported, without a log"


def _row(look: Look, rank: int, seated: Seated, row: JsonObject, *, won: bool) -> ft.Control:
    """One player: rank, name, role or team, and the points as entered."""
    parts = (play_facts.get_text(row, "role"), _team(row), "began" if play_facts.get_bool(row, "startPlayer") else "")
    names: list[ft.Control] = [ft.Text(seated.player.name, style=look.text(16, bold=won))]
    if any(parts):
        names.append(note(look, " · ".join(filter(None, parts))))
    inside: list[ft.Control] = [
        ft.Container(ft.Text(f"{rank}.", style=look.figure(17)), width=34),
        stacked(names),
        ft.Text(_typed(row), style=look.figure(17)),
    ]
    if won:
        inside.append(ft.Icon(ft.Icons.EMOJI_EVENTS_ROUNDED, color=look.accent, size=22))
    return ft.Row(inside, spacing=8)


def _team(row: JsonObject) -> str:
    team = play_facts.get_text(row, "team").strip()
    with suppress(ValueError):
        team = str(parse_number(team, 0, 99) + 1)
    return f"team {team}" if team else ""


def _typed(row: JsonObject) -> str:
    """The points as the file has them, with their total if they are a sum: "3+6 = 9"."""
    score, points = row.get("score"), play_facts.parse_points(row.get("score"))
    text = str(score).strip() if isinstance(score, str | int | float) and not isinstance(score, bool) else ""
    if points is None or not any(sign in text[1:] for sign in "+-"):
        return text
    return f"{text} = {points.normalize():f}"


def _sheet(play: JsonObject, seats: tuple[Seated, ...]) -> Iterator[str]:
    """The rows of the score sheet; nothing if the file has none or it is damaged."""
    try:
        sheet = json.loads(play_facts.get_text(play, "scoresheet") or "null")
    except (ValueError, RecursionError):
        return
    if not isinstance(sheet, dict):
        return
    people = play_facts.get_player_rows(play)
    ids = {_sheet_id(row): seated.player.name for row, seated in zip(people, seats, strict=True)}
    for part in (*play_facts.get_objects(sheet.get("groups")), *play_facts.get_objects(sheet.get("rounds"))):
        for row in play_facts.get_objects(part.get("rows")):
            scores = row.get("scores")
            if isinstance(scores, dict) and scores:
                values = [f"{ids.get(str(key).lower(), f'side {key}')} {value}" for key, value in scores.items()]
                yield f"{play_facts.get_text(row, 'label') or 'Points'}: {', '.join(values)}"


def _sheet_id(row: JsonObject) -> str:
    try:
        meta = json.loads(play_facts.get_text(row, "metaData") or "null")
    except (ValueError, RecursionError):
        return ""
    return play_facts.get_text(meta, "scoreUuid").lower() if isinstance(meta, dict) else ""


def _actions(look: Look, house: House, window: Window, head: SessionHead) -> ft.Control:
    if head.binned_at is None:
        return bin_button(look, house, window, "imported.bin", head.id)
    words, icon = "Restore from the bin", ft.Icons.RESTORE_FROM_TRASH_ROUNDED
    return quiet(look, "imported.restore", words, partial(restore, house, window, head.id, BACK), icon=icon)
