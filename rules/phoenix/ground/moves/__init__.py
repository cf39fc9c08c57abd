"""Moving over the hexes: ways, their costs, riding, and who comes into sight or leaves it."""
