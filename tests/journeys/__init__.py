"""What people do with the app, from one screen to the next, in a real browser."""
