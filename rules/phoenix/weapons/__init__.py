"""The weapons: reading their pages, their names and spellings, and the pages that /weapon shows."""
