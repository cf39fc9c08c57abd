"""Tables and set-ups from data: cells, axes, lookups, and the loader that reports every hole."""
