"""Measurements against the budgets, printed as ratios of one run; nothing here is asserted in tests."""
