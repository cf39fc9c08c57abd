"""The database: an SQLite file or a PostgreSQL server, its schema, and copies of it."""
