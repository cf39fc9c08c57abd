"""The stamp of an interaction, by which messages name its order; SQL asks for it as well."""

from __future__ import annotations

import hashlib


def stamp(interaction: str | None) -> str:
    """Return six characters that tell the entries of an interaction from others with the same numbers."""
    return hashlib.sha256((interaction or "").encode()).hexdigest()[:6]
