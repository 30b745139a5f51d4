"""Everything that leans on the insides of Flet, or decides what is drawn again."""
