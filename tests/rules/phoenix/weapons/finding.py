"""Weapons by any spelling, as /weapon finds their pages."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.books.ruleset import Page
from rules.phoenix.basics.arms import Arm
from rules.phoenix.weapons.weapon_pages import weapon_pages
from rules.words.catalogue import find


def called(name: str, arms: Mapping[str, Arm]) -> Page:
    """The page that is meant. Raises UnknownName with the nearest, Ambiguous."""
    pages = weapon_pages(arms)
    return find(name, pages, "weapon", also={title: page.also for title, page in pages.items()})
