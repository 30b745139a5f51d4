"""Evenings, years and games: their pages, charts and pictures."""
