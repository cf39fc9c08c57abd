"""How time flows: plans, their conditions, and runs that go on until somebody has to decide."""
