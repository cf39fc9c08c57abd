"""The entries of the journal and how they are stored: records as JSON, leaves, the chain, names in texts."""
