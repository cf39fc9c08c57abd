"""The context in which a request is read: the encounter as its user knows it, and whom their words mean."""
