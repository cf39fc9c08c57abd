"""Troop types as pages to read: what /weapon shows."""

from __future__ import annotations

from collections.abc import Mapping

from rules.ruleset import Page
from rules.space_marines.cards import Card


def pages(cards: Mapping[str, Card]) -> Mapping[str, Page]:
    """A page for every troop type."""
    raise NotImplementedError
