"""The building blocks of the screens; each draws only what it is given."""
