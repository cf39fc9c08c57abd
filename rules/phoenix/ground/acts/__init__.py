"""Acts besides fighting, by the Action Time Table: positions, doors, weapons in hand, ducking."""
