"""Files into the app and out of it, in a browser and on a computer."""
