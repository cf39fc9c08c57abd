"""The board of an encounter, and the places that a fighter can reach."""
