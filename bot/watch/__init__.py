"""A running bot seen from outside: health, metrics, and the order that a line of the log belongs to."""
