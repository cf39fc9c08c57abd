"""The weapons: from their pages to records, by which names they go, how they are shown."""
