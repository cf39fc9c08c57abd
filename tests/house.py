"""The house as a graph: the sources, what each imports, and the rooms they are in.

A room is a package; its members are its modules and the packages in it. An arrow goes from one member to another if a
module in the one imports a module in the other. `python -m tests.house` prints every room with its members, arrows and
floors: the number of members on the longest way down.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOP = ("bot", "cogs", "rules", "standin")


def module_of(path: Path) -> str:
    """The dotted name of a source; a package is named like its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_of(path): path for top in TOP for path in sorted((ROOT / top).rglob("*.py"))}


@lru_cache(maxsize=1)
def parsed(path: Path) -> ast.Module:
    """A source, parsed. Only the last one is kept: all of them take half a gigabyte."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a source imports anywhere, as `package.module`, and those it takes from packages of ours."""
    names: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(path.relative_to(ROOT).parts[: -node.level]) if node.level else ""
            package = ".".join(filter(None, (above, node.module)))
            for alias in node.names:
                inner = f"{package}.{alias.name}"
                names.add(inner if inner in SOURCES else package)
    return frozenset(names)


@cache
def graph() -> dict[str, frozenset[str]]:
    """Return the modules of ours that each module of ours imports."""
    return {module: imports(path) & SOURCES.keys() - {module} for module, path in SOURCES.items()}


@dataclass(frozen=True)
class Room:
    """A package; what its `__init__` imports is no arrow, for it offers what is inside."""

    name: str

    def member(self, module: str) -> str | None:
        """The member that a module is in; None for the package itself and for what is elsewhere."""
        inside = module.removeprefix(f"{self.name}.")
        return None if inside == module else inside.partition(".")[0]

    @cached_property
    def members(self) -> frozenset[str]:
        """Its modules and packages."""
        return frozenset(filter(None, map(self.member, SOURCES)))

    @cached_property
    def arrows(self) -> frozenset[tuple[str, str]]:
        """From member to member."""
        found = {(self.member(module), self.member(used)) for module, all in graph().items() for used in all}
        return frozenset((a, b) for a, b in found if a and b and a != b)

    @cached_property
    def circle(self) -> frozenset[str]:
        """The members that import each other in a circle, or lead into one."""
        return frozenset(circle({a: {b for x, b in self.arrows if x == a} for a in self.members}))

    @cached_property
    def floors(self) -> int:
        """The number of members on the longest way down; 0 if that goes in a circle."""
        if self.circle:
            return 0
        heights: dict[str, int] = {}

        def height(member: str) -> int:
            if member not in heights:
                heights[member] = 1 + max((height(b) for a, b in self.arrows if a == member), default=0)
            return heights[member]

        return max(map(height, self.members), default=0)


def circle(wanted: dict[str, set[str]] | dict[str, frozenset[str]]) -> set[str]:
    """Return the nodes of a graph that are in a ring or lead into one."""
    left: dict[str, set[str] | frozenset[str]] = dict(wanted)
    while free := [one for one, used in left.items() if not (used & left.keys()) - {one}]:
        for one in free:
            del left[one]
    return set(left)


def rooms() -> list[Room]:
    """Every package that has members."""
    return [
        room for room in map(Room, sorted(m for m, p in SOURCES.items() if p.name == "__init__.py")) if room.members
    ]


def main() -> None:
    """Print the rooms."""
    print(f"{'room':44}{'members':>8}{'arrows':>8}{'floors':>8}")
    for room in rooms():
        around = f"  in a circle: {', '.join(sorted(room.circle))}" if room.circle else ""
        print(f"{room.name:44}{len(room.members):8}{len(room.arrows):8}{room.floors or '-':>8}{around}")


if __name__ == "__main__":
    main()
