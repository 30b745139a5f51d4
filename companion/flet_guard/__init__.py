"""Everything that depends on Flet's internals, or decides what is redrawn."""
