"""What screens, buttons, files and help were, as texts that a change by mistake shows up in."""
