"""An open session: what is recorded, corrected and foreseen, and its turn clock."""
