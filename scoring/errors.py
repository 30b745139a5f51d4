"""The error of a game that fails; in a module of its own, which every command loads."""


class GameFailed(Exception):
    """The code of a game of another package raised something else than a RuleViolation."""
