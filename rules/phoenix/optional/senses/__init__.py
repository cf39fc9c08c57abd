"""What fighters see and hear of each other: glances to the side and rear, spotting, sounds (5.1 to 5.3)."""
