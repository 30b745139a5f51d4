"""Recruits, rule by rule."""
