"""Phones at the table: the host's invitation, and what a phone shows before it has a seat."""
