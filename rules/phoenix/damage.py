"""What a hit does: where, through what armor, how much (2.6; tables 3A, 3B)."""

from __future__ import annotations
