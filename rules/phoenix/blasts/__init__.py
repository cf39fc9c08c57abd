"""Explosives: launchers and thrown grenades, where they come down, and the harm that the explosion does."""
