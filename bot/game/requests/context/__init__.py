"""The context in which a request is read: the encounter as its user knows it, and the fighters that their words
mean."""
