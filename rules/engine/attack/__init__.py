"""Attacks in board games: weapon, target, range, and the choices to offer. A book states only the differences."""
