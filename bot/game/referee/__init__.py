"""The referee's own room: how a request becomes stored entries, and how people are forgotten."""
