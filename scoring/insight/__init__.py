"""What follows from a session: what each player needs, who is out of reach, and where it turned."""
