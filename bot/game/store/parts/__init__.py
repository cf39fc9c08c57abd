"""The parts of the store: each knows its own tables, and none knows another."""
