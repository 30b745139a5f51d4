"""What a window knows, and the hooks every screen uses."""
