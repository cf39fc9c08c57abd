"""Combatants: sheet lines, chapter 1 step by step, what a GM sets right, the status sheet."""
