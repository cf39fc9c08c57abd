"""The table's own orders: who joins, leads and leaves, secrets, templates, files."""
