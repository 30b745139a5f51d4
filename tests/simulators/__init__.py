"""Simulated tables: each owns a deck and hands, plays by the book in code of its own and enters what happened.

`scoring/testing/session.py` is the app's side, driven through prompts and forms only. Each game has a module that plays it with real
cards and imports nothing of that game but its events and options, and `test_<game>.py` compares the two. A failure
prints the seed of its table.
"""
