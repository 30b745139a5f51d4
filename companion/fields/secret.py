"""A sealed answer: covered on a device that goes from hand to hand, open on somebody's own phone."""

import flet as ft

from companion.fields.asked import Asked
from companion.fields.many import View
from companion.parts.press import identified
from companion.theme import TOUCH
from companion.window.hooks import use_guest
from scoring.prompts import UNSET, Answer, Sealed, Unset


@ft.component
def SealedAnswer(field: Sealed, asked: Asked, view: View, key: str | None = None) -> ft.Control:
    """Covered until somebody holds it, and again once it is answered; on a phone of one's own nobody else looks."""
    is_own = use_guest() is not None
    open_, set_open = ft.use_state(False)

    def seal(answer: Answer | Unset) -> None:
        set_open(False)
        asked.answer(answer)

    if is_own:
        return view(field.field, asked)
    if open_:
        return view(field.field, asked.inner("", UNSET, seal, lambda _: None))
    done = asked.entered is not None
    words = "Set. Hold to change" if done else "Hold to enter"
    ink = asked.look.good if done else ft.Colors.ON_SURFACE
    face = ft.Row(
        [
            ft.Icon(ft.Icons.LOCK_ROUNDED if done else ft.Icons.TOUCH_APP_ROUNDED, color=ink, size=20),
            ft.Text(words, style=asked.look.text(15, bold=True, color=ink)),
        ],
        spacing=8,
        tight=True,
    )
    return identified(
        f"{asked.path}.hold",
        ft.Container(
            face,
            height=TOUCH,
            padding=ft.Padding.symmetric(horizontal=16),
            border_radius=12,
            ink=True,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
            on_long_press=lambda _: set_open(True),
            on_click=lambda _: asked.refuse("Hold it a moment, so that nobody else sees the choice by mistake."),
        ),
    )
