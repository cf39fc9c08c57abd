"""The chances of a shot before it is fired."""
