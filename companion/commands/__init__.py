"""The commands of the command line, one module each; `companion.cli` loads the one that is used."""
