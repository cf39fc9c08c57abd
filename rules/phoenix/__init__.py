"""Phoenix Command (Leading Edge Games): its weapons and rules."""
