"""What can be seen of a running bot from outside: health, metrics, and the order that a line of the log belongs to."""
