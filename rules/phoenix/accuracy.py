"""How well a shot is aimed: whom it goes at, how far, and the sum that is the Shot Accuracy (2.4, 2.5)."""

from __future__ import annotations
