"""Shots, bursts and shot that spreads, once everything about them is known."""
