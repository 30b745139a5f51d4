"""Who plays what: new sessions, corrected set-ups, rematches."""
