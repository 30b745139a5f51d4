"""The error of a game that fails; in a module of its own, which every command loads."""


class GameFailed(Exception):
    """The code of a game of another package broke the contract: it raised something, or told what cannot be."""
