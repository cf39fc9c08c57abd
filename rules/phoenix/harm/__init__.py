"""Harm: damage, knockout, disabled limbs, medical aid, recovery and healing."""
