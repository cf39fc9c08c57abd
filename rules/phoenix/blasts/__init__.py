"""Explosives: launchers and thrown grenades, the place where they come down, and the harm of the explosion."""
