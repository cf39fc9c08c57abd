"""The Optional Rules of wounds: knock down, incapacitation, heroes (5.12 to 5.14)."""
