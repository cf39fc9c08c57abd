"""Shooting and reloading, and the weapons."""
