"""From the weapon in hand to the hit: ammunition, aim, Shot Accuracy, shots and bursts, their odds."""
