"""The rules of Courses of Action (5.5) and of morale (5.6)."""
