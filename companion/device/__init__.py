"""What the app runs on: a served page, its own window, a browser with Python; files in and out."""
