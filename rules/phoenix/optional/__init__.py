"""The Optional Rules (chapter 5), scenario 2 and the Tournament Rules; the core does not depend on them."""
