"""The data that every rule of Phoenix Command needs: the tables, the weapons, and the scene that carries both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rules.engine.records.frozen import dataclass
from rules.engine.scene import scene
from rules.phoenix.basics.arms import Arm
from rules.tables.table import Tables


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """The tables of Phoenix Command, and its weapons by name.

    Compared by identity, so that results can be cached by book.
    """

    tables: Tables
    arms: Mapping[str, Arm]


Scene: TypeAlias = scene.Scene[Book]
"""The scene on which an order of Phoenix Command is resolved."""
