"""The rules of sight and hearing (5.1 to 5.3): glances to the side and rear, spotting, sounds."""
