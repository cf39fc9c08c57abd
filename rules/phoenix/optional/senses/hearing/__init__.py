"""Hearing: noises, listening for them, and acts done quietly (5.3)."""
