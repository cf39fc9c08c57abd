"""Carries out everyone's declared orders together (the switch `pace` is `sealed`)."""
