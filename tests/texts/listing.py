"""The golden list: all texts that people can see, by room, file and function, so that a review shows what readers get.

Placeholders are written {expression}. Lines have no numbers, so that only a change of a text changes the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.texts import literals, pages

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden/texts"
SOURCES: dict[str, tuple[str, ...]] = {
    "bot": ("bot",),
    "cogs": ("cogs",),
    "standin": ("standin",),
    "rules": ("rules",),
    "data": ("data",),
}
"""The rooms of the list, each with its folders."""


def listed() -> dict[str, str]:
    """Return the list, as the text of a file for each room."""
    rooms = {room: _written(found(*folders)) for room, folders in SOURCES.items()}
    return rooms | {"commands": _written(("commands", place, text) for place, text in pages.registered())}


def found(*folders: str) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of these folders with the file and the function that each is in."""
    for path in files(*folders):
        name = path.relative_to(ROOT).as_posix()
        match path.suffix:
            case ".py":
                yield from ((name, place, text) for place, text in literals.texts_of(path))
            case ".html":
                yield from ((name, "", text) for text in pages.html(path))
            case ".js":
                yield from ((name, "", text) for text in pages.javascript(path))
            case ".toml":
                yield from ((name, "", text) for text in pages.toml(path))


def files(*folders: str) -> Iterator[Path]:
    """Yield the files of these folders in order of their names."""
    for folder in folders:
        paths = (path for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts)
        yield from sorted(path for path in paths if path.is_file())


def _written(texts: Iterable[tuple[str, str, str]]) -> str:
    """The list: a line for each file, below it each function once with its texts. Line breaks are written as ⏎."""
    lines: list[str] = []
    file = function = None
    for name, place, text in texts:
        if name != file:
            lines += [f"# {name}"]
            file, function = name, None
        if place != function and place:
            lines += [f" {place}"]
        function = place
        lines += ["  " + text.replace("\n", "⏎")]
    return "\n".join(lines) + "\n"
