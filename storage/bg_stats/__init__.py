"""Files of the app BG Stats, in and out."""
