"""Tables and set-ups from data: cells, axes, lookups, the loader that names every hole."""
