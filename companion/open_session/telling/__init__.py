"""What is said of a session: awards, rounds, for whom it waits, how its options are called."""
