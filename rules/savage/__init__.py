"""Shooting with Abstract Ammunition Tracking, for Savage Worlds."""
