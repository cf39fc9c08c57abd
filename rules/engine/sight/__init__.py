"""Each side's knowledge of each fighter, and contact: when a side meets somebody unknown."""
