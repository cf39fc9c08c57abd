"""Aim, and the accuracy that it gives; the words of `how:` for a shot."""
