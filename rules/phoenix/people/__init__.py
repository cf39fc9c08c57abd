"""Combatants: sheet lines, chapter 1 step by step, a GM's corrections, the Status Sheet."""
