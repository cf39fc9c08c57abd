"""The Optional Rules (chapter 5), scenario 2 and the Tournament Rules: what the core does not know."""
