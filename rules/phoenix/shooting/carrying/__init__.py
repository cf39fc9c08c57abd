"""What a shooter carries: weapons, their ammunition, reloading."""
