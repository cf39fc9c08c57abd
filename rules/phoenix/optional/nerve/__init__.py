"""Courses of Action (5.5) and morale (5.6)."""
