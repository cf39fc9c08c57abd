"""The people of an encounter: rights, joining, rosters, stand-ins and the times they set."""
