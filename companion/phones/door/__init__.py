"""The second door: the listener that phones reach, and who is let in."""
