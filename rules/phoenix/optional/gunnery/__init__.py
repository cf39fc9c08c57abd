"""The Optional Rules of fire: defense, second shots, pins, cover fire, single and double action (5.4, 5.8 to 5.11)."""
