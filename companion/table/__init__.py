"""The table while a session is played."""
