"""What falls due by itself, as orders that a Timer holds: waking (2.7), the Recovery Roll and healing (2.9)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.orders import Deed


@dataclass(frozen=True, slots=True)
class Wake(Deed):
    """The Incapacitation Time of `actor` is over."""


@dataclass(frozen=True, slots=True)
class Recover(Deed):
    """The Critical Time Period of `actor` is over: his Recovery Roll is due."""


@dataclass(frozen=True, slots=True)
class Healed(Deed):
    """The Healing Time of `actor` is over."""
