"""All texts that people can see, with the file and the function that each is in. Placeholders are {expressions}."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.texts import literals, pages

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bot", "cogs", "standin", "rules", "data")


class Text(NamedTuple):
    """A text, the file it is in, and the function there, "" outside of Python."""

    file: str
    function: str
    text: str


def found(root: Path) -> Iterator[Text]:
    """Yield the texts of a tree."""
    for path in files(*FOLDERS, root=root):
        name = path.relative_to(root).as_posix()
        match path.suffix:
            case ".py":
                yield from (Text(name, place, text) for place, text in literals.texts_of(path))
            case ".html":
                yield from (Text(name, "", text) for text in pages.html(path))
            case ".js":
                yield from (Text(name, "", text) for text in pages.javascript(path))
            case ".toml":
                yield from (Text(name, "", text) for text in pages.toml(path))


def files(*folders: str, root: Path = ROOT) -> Iterator[Path]:
    """Yield the files of these folders in order of their names; a folder may also be a file."""
    for folder in folders:
        top = root / folder
        paths = (path for path in (top, *top.rglob("*")) if "__pycache__" not in path.parts)
        yield from sorted(path for path in paths if path.is_file())
