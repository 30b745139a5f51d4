"""The screens of a session that is being played."""
