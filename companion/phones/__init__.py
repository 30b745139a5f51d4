"""Phones at the table: who was let in, what each may enter, and the codes and keys that open the door."""
