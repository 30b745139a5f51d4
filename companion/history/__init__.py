"""State and texts shared by the screens about earlier sessions."""
