"""Simulated tables: each owns a deck and hands, plays by the book in code of its own and enters what happened.

Each imports nothing of its game but events and options, and enters through prompts only (`scoring/testing/session.py`).
A failure prints the seed of its table.
"""
