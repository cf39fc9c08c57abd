"""What each side knows of each fighter, and when a side meets somebody unknown."""
