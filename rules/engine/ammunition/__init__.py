"""Ammunition, as any rulebook counts it, and reloads that take several turns."""
