"""Hexes and squares: distances, neighbors, lines, and where fighters may stand."""
