"""The rules, without a screen."""
