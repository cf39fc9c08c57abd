"""Wounds as they are suffered: the total, the knockout throw, how long somebody is out (2.7; table 8B)."""

from __future__ import annotations
