"""The scene in which an order is resolved: its effects, its parts, and the dice."""
