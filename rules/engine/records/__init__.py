"""The records of a skirmish, all immutable: encounter, fighters, orders, steps, what is on the agenda, errors."""
