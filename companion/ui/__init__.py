"""What every screen is made of. It knows no feature."""
