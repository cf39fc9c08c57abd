"""Whom a shot goes at: range, size, circumstances, the unseen."""
