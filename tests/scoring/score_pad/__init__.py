"""The score pad, rule by rule."""
