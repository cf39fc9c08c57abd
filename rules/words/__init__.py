"""Words that people type and read: sheet lines, names, places, maps, lists and counts."""
