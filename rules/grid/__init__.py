"""Hexes and squares: distances, neighbors, lines, who may stand where."""
