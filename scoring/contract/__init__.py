"""What a game is: its record, questions, scores, rules, board and cards."""
