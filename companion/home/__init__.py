"""The first screen, the games on it, and the settings."""
