"""Files the app shows: fonts and pictures. A package, so that a wheel carries them."""
