"""The map: its pieces, the orders that lay it out, and who has to be placed on it."""
