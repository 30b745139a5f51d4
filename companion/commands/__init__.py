"""The shell commands, one module each; `companion.cli` loads the one that is called."""
