"""Importing files of the app BG Stats and exporting to it."""
