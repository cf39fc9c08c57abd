"""Pages that answer questions about an encounter: what was done, what could be done, the dice in numbers."""
