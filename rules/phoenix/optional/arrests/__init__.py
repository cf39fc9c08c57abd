"""What scenario 2 adds: doors and windows forced, people arrested (4.2)."""
