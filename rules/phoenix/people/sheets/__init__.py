"""Sheet lines: the soldier that a line describes, with weapons and equipment."""
