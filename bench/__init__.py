"""Measures speed and memory against budgets, as ratios within one run; no test asserts them."""
