"""A minimal Flet page, the baseline for the app: one button, one number."""

import os

import flet as ft


@ft.component
def Counter() -> ft.Control:
    """A number that grows by one with each tap."""
    taps, set_taps = ft.use_state(0)
    return ft.Column(
        [
            ft.Semantics(
                identifier="tap", content=ft.FilledButton("Tap", on_click=lambda: set_taps(lambda before: before + 1))
            ),
            ft.Semantics(identifier="count", content=ft.Text(f"taps {taps}")),
        ]
    )


def main(page: ft.Page) -> None:
    """Called by Flet for a new page."""
    page.render(Counter)


if __name__ == "__main__":
    port = int(os.environ["BARE_PORT"])
    ft.run(main, host="127.0.0.1", port=port, view=ft.AppView.WEB_BROWSER, no_cdn=True)
