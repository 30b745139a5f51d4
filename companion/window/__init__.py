"""The state of a window, and the hooks of the screens."""
