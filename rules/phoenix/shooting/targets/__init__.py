"""The target of a shot: range, size, circumstances, fire at unseen targets."""
