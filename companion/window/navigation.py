"""Navigation between the main screens: a bar at the bottom on phones, a rail at the side otherwise."""

from typing import Any, Final

import flet as ft

from companion.ui.panel import cloth
from companion.ui.theme import Look
from companion.window.messages import go
from companion.window.state import Window
from companion.window.view import use_view

PLACES: Final = (
    ("/", "Play", ft.Icons.STYLE_OUTLINED),
    ("/history", "History", ft.Icons.HISTORY_ROUNDED),
    ("/players", "Players", ft.Icons.GROUPS_OUTLINED),
    ("/rules", "Rules", ft.Icons.MENU_BOOK_OUTLINED),
    ("/settings", "Settings", ft.Icons.TUNE_ROUNDED),
)


def with_navigation(look: Look, window: Window, place: str, title: str, under: str, body: ft.Control) -> ft.View:
    chosen = [path for path, _, _ in PLACES].index(place)

    def move(e: Any) -> None:
        go(PLACES[e.control.selected_index][0])

    head = cloth(look, title, under=under)
    if window.compact:
        bar = ft.NavigationBar(
            selected_index=chosen,
            on_change=move,
            destinations=[ft.NavigationBarDestination(icon=icon, label=name) for _, name, icon in PLACES],
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            height=70,
        )
        return use_view([head, ft.Container(body, expand=True)], navigation_bar=bar)
    rail = ft.NavigationRail(
        selected_index=chosen,
        on_change=move,
        label_type=ft.NavigationRailLabelType.ALL,
        destinations=[ft.NavigationRailDestination(icon=icon, label=name) for _, name, icon in PLACES],
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        min_width=88,
    )
    middle = ft.Container(
        ft.Container(body, width=min(900, window.width - 90)), expand=True, alignment=ft.Alignment.TOP_CENTER
    )
    row = ft.Row([rail, middle], expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return use_view([head, row])
