"""What the commands of the shell do, a module each; `companion.cli` loads the one that is chosen."""
