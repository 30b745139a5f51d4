"""What several games share: tricks, levels of entering, house rulings, checks of seats."""
