"""Undo and redo: who may take an order back, the state that this restores, and the throws that it undoes."""
