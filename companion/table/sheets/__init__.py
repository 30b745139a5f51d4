"""What opens above the table: the menu, what each needs, what choices mean."""
