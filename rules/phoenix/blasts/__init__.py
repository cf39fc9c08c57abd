"""What explodes: launchers and grenades, where they come down, whom the concussion reaches."""
