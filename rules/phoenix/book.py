"""The book as the rules are given it: its tables and its weapons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.phoenix.arms import Arm
from rules.tables import Tables


@dataclass(frozen=True, slots=True)
class Book:
    """The tables of Phoenix Command, and its weapons by name."""

    tables: Tables
    arms: Mapping[str, Arm]
