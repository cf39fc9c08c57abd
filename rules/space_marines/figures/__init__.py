"""Figures: their records, troop types, sheet lines, their turn, and how they are shown."""
