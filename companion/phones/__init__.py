"""Phones at the table: the invitation, what each phone may enter, and what it shows."""
