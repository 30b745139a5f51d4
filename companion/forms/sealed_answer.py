"""A sealed answer: covered on a device that is passed around, open on a player's own phone."""

import flet as ft

from companion.forms.binding import Binding
from companion.forms.cells import View
from companion.ui.chips_and_buttons import press
from companion.ui.theme import TOUCH
from companion.window.hooks import use_window
from scoring.contract.prompts import MISSING_VALUE, Answer, Sealed, Unset


@ft.component
def SealedAnswer(field: Sealed, binding: Binding, view: View, key: str | None = None) -> ft.Control:
    """Covered until somebody holds it or taps it twice, and once it is answered; never on a player's own phone."""
    is_own = use_window().is_phone
    is_open, set_open = ft.use_state(False)
    is_warned, set_warned = ft.use_state(False)

    def seal(answer: Answer | Unset) -> None:
        set_open(False)
        binding.answer(answer)

    def open_up() -> None:
        set_open(True)
        if is_warned:
            set_warned(False)
            binding.refuse("")

    def tap() -> None:
        """Open at the second tap: with a keyboard nobody can hold it."""
        if is_warned:
            open_up()
        else:
            set_warned(True)
            binding.refuse("Hold it or tap again, so that nobody sees the choice by mistake.")

    if is_own:
        return view(field.field, binding)
    if is_open:
        return view(field.field, binding.nested("", MISSING_VALUE, seal, lambda _: None))
    is_set = binding.entered is not None
    words = "Set. Hold to change" if is_set else "Hold to enter"
    ink = binding.look.good if is_set else ft.Colors.ON_SURFACE
    face = ft.Row(
        [
            ft.Icon(ft.Icons.LOCK_ROUNDED if is_set else ft.Icons.TOUCH_APP_ROUNDED, color=ink, size=20),
            ft.Text(words, style=binding.look.text(15, bold=True, color=ink)),
        ],
        spacing=8,
        tight=True,
    )
    return press(
        f"{binding.path}.hold",
        face,
        tap,
        on_long_press=lambda _: open_up(),
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=16),
        border_radius=12,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )
