"""The things that a shooter carries: weapons, their ammunition, reloading."""
