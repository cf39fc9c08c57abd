"""The locations of table 6A: their names in the other tables, and the armor that covers them (O9, O29, O45)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rules.phoenix.book import Book
from rules.phoenix.harm.basic_damage import Cover
from rules.tables.cells import TEXT

WEAPON = "Weapon Critical"
"""The location that takes no damage (ruling O30)."""

SIMPLIFIED: Mapping[str, str] = MappingProxyType(
    {
        "Head Glance": "Head Glance",
        "Forehead": "Forehead",
        "Eye - Nose": "Eye-Nose",
        "Mouth": "Mouth",
        "Neck Flesh": "Base of Neck",
        "Neck Spine": "Base of Neck",
        "Shoulder Glance": "Arm Glance",
        "Shoulder": "Shoulder",
        "Arm Glance": "Arm Glance",
        "Arm Flesh": "Upper Arm - Flesh",
        "Arm Bone": "Upper Arm - Bone",
        "Elbow": "Upper Arm - Bone",
        "Forearm Flesh": "Forearm - Flesh",
        "Forearm Bone": "Forearm - Bone",
        "Hand": "Hand",
        WEAPON: "Weapon",
        "Torso Glance": "Body Glance",
        "Base of Neck": "Base of Neck",
        "Lung - Rib": "Chest",
        "Lung": "Chest",
        "Heart": "Heart",
        "Liver - Rib": "Abdomen",
        "Liver": "Abdomen",
        "Stomach - Rib": "Abdomen",
        "Stomach": "Abdomen",
        "Stomach-Spleen": "Abdomen",
        "Stomach-Kidney": "Abdomen",
        "Liver - Kidney": "Abdomen",
        "Liver - Spine": "Abdomen",
        "Intestines": "Abdomen",
        "Spine": "Spine",
        "Pelvis": "Pelvis",
        "Leg Glance": "Leg Glance",
        "Thigh Flesh": "Thigh - Flesh",
        "Thigh Bone": "Thigh - Bone",
        "Knee": "Shin - Foot",
        "Shin Flesh": "Shin - Foot",
        "Shin Bone": "Shin - Foot",
        "Ankle - Foot": "Shin - Foot",
    }
)
"""The row of 3A that matches each row of 6A."""

SHOCK: Mapping[str, str] = MappingProxyType(
    {
        "Mouth": "Neck",
        "Neck Spine": "Neck",
        "Shoulder": "Shoulder",
        "Arm Flesh": "Arm",
        "Arm Bone": "Arm",
        "Elbow": "Arm",
        "Forearm Flesh": "Arm",
        "Forearm Bone": "Arm",
        "Hand": "Hand",
        "Base of Neck": "Neck",
        "Heart": "Spine",
        "Liver - Spine": "Spine",
        "Spine": "Spine",
        "Thigh Flesh": "Thigh",
        "Thigh Bone": "Thigh",
        "Knee": "Knee - Shin",
        "Shin Flesh": "Knee - Shin",
        "Shin Bone": "Knee - Shin",
        "Ankle - Foot": "Ankle - Foot",
    }
)
"""The row of 6C for each location that 6A can disable (ruling O45)."""

_SPECIFIC: Mapping[str, str] = MappingProxyType(
    {
        "Shoulder Socket": "Shoulder",
        "Hip Socket": "Pelvis",
        "Stomach - Kidney": "Stomach-Kidney",
        "Stomach - Spleen": "Stomach-Spleen",
    }
)
_HEAD: Mapping[str, Cover] = MappingProxyType(
    {"Head Glance": "helm", "Forehead": "helm", "Eye - Nose": "visor", "Mouth": "visor"}
)
_LIMBS = ("Shoulder", "Arm", "Elbow", "Forearm", "Hand", "Leg", "Thigh", "Knee", "Shin", "Ankle")


def row(name: str) -> str:
    """Return the row of 6A for a location of 6A or 5D; 5D names some differently (ruling O9)."""
    return _SPECIFIC.get(name, name)


def armor(name: str, book: Book) -> Cover:
    """Return the armor that covers a location of 6A or 5D.

    Body armor covers exactly the locations that 5D marks (ruling O29).
    """
    if name in _HEAD:
        return _HEAD[name]
    if name in _marked(book):
        return "body"
    return "limbs" if name.startswith(_LIMBS) else ""


@cache
def _marked(book: Book) -> frozenset[str]:
    """Return the locations that 5D marks as covered by body armor, by its names and 6A's."""
    table = book.tables.worded(TEXT, "5d")
    marked = {str(name) for name, mark in table.cells if mark is not None}
    return frozenset(marked | {row(name) for name in marked})
