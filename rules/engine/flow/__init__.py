"""How time flows: plans, their conditions, and runs that continue until somebody has to decide."""
