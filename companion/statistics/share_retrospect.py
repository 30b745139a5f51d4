"""What can be shared of an evening or a year: a picture and a text."""

from functools import partial
from typing import Final

import flet as ft

from companion.device.downloads import file_name
from companion.sharing.share import file_giver, picture_part, text_part
from companion.statistics import retrospect_picture
from companion.statistics.retrospect_text import Retrospect, as_text, describe_evening, describe_year
from companion.statistics.year import year_limit
from companion.ui.panel import cloth, page
from companion.ui.text import dated
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.routes import evening_path, parse_day, parse_year, year_path
from companion.window.state import House
from companion.window.view import use_view
from storage.statistics.evenings_and_years import load_evening, load_year

_WIDEST: Final = 760


@ft.component
def ShareEveningScreen() -> ft.View:
    house, window, look = use_house(), use_window(), use_look()
    day = parse_day(ft.use_route_params()["day"])
    evening = load_evening(house.store.database, day, window.limit)
    text = describe_evening(evening, house.store.titles.load(), _colours(house))
    title = f"{text.title} · {dated(day)}"
    return _view(look, house, text, title, f"evening {day.isoformat()}", evening_path(day), window.width)


@ft.component
def ShareYearScreen() -> ft.View:
    house, window, look = use_house(), use_window(), use_look()
    year = parse_year(ft.use_route_params()["year"])
    year_page = load_year(house.store.database, year_limit(year, window.limit))
    text = describe_year(year, year_page, house.store.titles.load(), _colours(house))
    return _view(look, house, text, text.title, f"year {year}", year_path(year), window.width)


def _colours(house: House) -> dict[str, str]:
    return {key: game.box.colour for key, game in house.store.titles.load_games().items()}


def _view(
    look: Look, house: House, retrospect: Retrospect, title: str, name: str, back: str, window_width: float
) -> ft.View:
    width = min(window_width, _WIDEST)
    give = file_giver(house.device.deliver_file, house.device)
    says, file = f"{retrospect.title}: {retrospect.headline}. {retrospect.because}", file_name(name, "png")
    picture = picture_part(look, lambda: retrospect_picture.draw(retrospect).png(), retrospect, says, file, width, give)
    head = cloth(look, "Share", under=title, back=partial(go, back))
    return use_view([head, page([picture, text_part(look, as_text(retrospect))], width)])
