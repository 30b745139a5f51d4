"""Rules, and what is shown where something is wrong."""
