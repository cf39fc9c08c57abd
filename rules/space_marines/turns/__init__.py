"""Turns and phases: who acts, the Bad Guys that the bot runs, reloads."""
