"""Dice: the secret seeds of encounters, dice that players type, and the odds of loose dice."""
