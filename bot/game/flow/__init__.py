"""Time and people: who still has to decide, until when, and what happens when they do not."""
