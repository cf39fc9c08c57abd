"""The connection to Discord: the client, its shards, and what is checked before anything is read."""
