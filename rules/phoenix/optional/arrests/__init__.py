"""The rules of scenario 2: forcing doors and windows, arrests (4.2)."""
