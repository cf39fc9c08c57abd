"""Attacks of every kind, their chances and their harm, and cover fire."""
