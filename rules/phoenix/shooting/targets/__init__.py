"""The target of a shot: range, size, circumstances, fire at the unseen."""
