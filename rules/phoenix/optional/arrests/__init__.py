"""What scenario 2 adds: forcing doors and windows, arrests (4.2)."""
