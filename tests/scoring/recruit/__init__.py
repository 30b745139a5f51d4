"""Recruit, rule by rule."""
