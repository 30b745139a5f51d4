"""Forms: a view for each kind of question, and the draft that is recorded."""
