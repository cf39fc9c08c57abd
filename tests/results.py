"""A scene of each rulebook with a shot, a burst, a run and a ruling, as people type them."""

from __future__ import annotations

SCENES: dict[str, tuple[str, ...]] = {
    "phoenix": (
        "GM: /encounter start ruleset: phoenix title: Depot",
        "GM: /encounter map size: 30x20",
        "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 "
        "sheet: skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 3 magazines, clothing, facing south",
        "GM: /combatant add name: Guard 1 side: Guards at: C13 sheet: green, AKM 47, exposed, facing north",
        "GM: /combatant add name: Guard 2 side: Guards at: C14 sheet: green, AKM 47, exposed, facing north",
    ),
    "phoenix-advanced": (
        "GM: /encounter start ruleset: phoenix-advanced title: Depot",
        "GM: /encounter map size: 30x20",
        "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 "
        "sheet: SAL 14, CA 8, KV 48, M16A1, 3 magazines, facing south",
        "GM: /combatant add name: Guard 1 side: Guards at: C13 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
        "GM: /combatant add name: Guard 2 side: Guards at: C14 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
    ),
    "space_marines": (
        "GM: /encounter start ruleset: space_marines title: Hive",
        "GM: /encounter map size: 20x20",
        "GM: /combatant add name: Sarge owner: @Ann side: Marines at: B4 sheet: Marine leader, rifle, grenade",
        "GM: /combatant add name: Gunner owner: @Ann side: Marines at: B6 sheet: Marine, smart gun",
        "GM: /combatant add name: Bug side: Bugs at: F5 F6 G7 count: 3 sheet: Bug Warrior",
    ),
    "aliens": (
        "GM: /encounter start ruleset: aliens title: Corridor",
        "GM: /encounter map size: 20x8",
        "GM: /combatant add name: Apone owner: @Ann side: Marines at: B2 sheet: Rifleman",
        "GM: /combatant add name: Alien side: Aliens at: F2 G3 H4 count: 3 sheet: alien",
    ),
    "savage": (
        "GM: /encounter start ruleset: savage title: Alley",
        "GM: /combatant add name: Vale owner: @Ann side: Squad sheet: Shooting d8, Submachine Gun",
        "GM: /combatant add name: Thug side: Gang count: 3 sheet: Shooting d6, Pistol",
    ),
}
SHOTS: dict[str, tuple[str, ...]] = {
    "phoenix": ("Ann: /fire who: Trent target: Guard 1 aim: 2 dice: 23 61 9 11 4",),
    "phoenix-advanced": ("Ann: /fire who: Trent target: Guard 1 aim: 2 dice: 23 82 9 4 5",),
    "space_marines": ("Ann: /fire who: Sarge target: Bug 1 dice: 6 3 3",),
    "aliens": ("Ann: /fire who: Apone target: Alien 1 aim: 1 dice: 2",),
    "savage": ("Ann: /fire who: Vale target: Thug 1 dice: 8 4",),
}
# Aliens has no bursts.
BURSTS: dict[str, tuple[str, ...]] = {
    "phoenix": (
        "Ann: /act who: Trent what: switch to automatic",
        "GM: /next",
        "GM: /next",
        "Ann: /burst who: Trent target: Guard 1 aim: 2 how: sweep",
    ),
    "phoenix-advanced": (
        "Ann: /burst who: Trent target: Guard 1, Guard 2 aim: 2 how: arc 3 dice: 54 12 31 5 4 14 61 7 3",
    ),
    "space_marines": ("Ann: /burst who: Gunner target: Bug 1, Bug 2 aim: 2 dice: 3 4 2 2",),
    "savage": ("Ann: /burst who: Vale target: Thug 1, Thug 2, Thug 3 dice: 5 4 7 2 3",),
}
_FIRE = "; ".join(["fire at {0}"] * 12)
RUNS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("phoenix", "phoenix-advanced"),
        (
            f"GM: /plan set who: Guard 1 lines: {_FIRE.format('Trent aim 1')}",
            f"GM: /plan set who: Guard 2 lines: {_FIRE.format('Trent aim 2')}",
            f"GM: /plan set who: Trent lines: {_FIRE.format('Guard 1 aim 1')}",
        ),
    ),
    "space_marines": (
        f"GM: /plan set who: Sarge lines: {_FIRE.format('Bug 1')}",
        f"GM: /plan set who: Gunner lines: {_FIRE.format('Bug 2')}",
    ),
    "aliens": (
        f"GM: /plan set who: Apone lines: {_FIRE.format('Alien 1')}",
        *(f"GM: /plan set who: Alien {n} lines: move to D{n}; stay" for n in (1, 2, 3)),
    ),
    "savage": (
        f"GM: /plan set who: Vale lines: {_FIRE.format('Thug 1')}",
        *(f"GM: /plan set who: Thug {n} lines: {_FIRE.format('Vale')}" for n in (1, 2, 3)),
    ),
}
RULINGS = {
    "phoenix": "M16 at guard 40m aim 4 behind a door",
    "phoenix-advanced": "M16A1 at guard 40m aim 4 behind a door",
    "space_marines": "rifle at bug 4",
    "aliens": "rifle at alien 4",
    "savage": "smg at guard",
}


def unowned(book: str) -> list[str]:
    """The scene with the GM's fighters alone: a run stops for no player."""
    return [line.replace(" owner: @Ann", "") for line in SCENES[book]]
