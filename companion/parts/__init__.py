"""The small things every screen is made of; each draws what it is given."""
