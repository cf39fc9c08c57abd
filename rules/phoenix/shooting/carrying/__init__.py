"""What a shooter carries: weapons in hand, their ammunition, reloading."""
