"""Phases and impulses: the orders that are given in them, and what falls due."""
