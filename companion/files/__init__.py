"""Imports, uploads, downloads and paths."""
