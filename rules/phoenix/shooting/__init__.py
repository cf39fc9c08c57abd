"""From the weapon in hand to the hit: ammunition, aim, accuracy, shots and bursts, their odds."""
