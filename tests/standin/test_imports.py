"""The stand-in knows nothing of the bot that it is a stand-in for."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import standin

ALLOWED = {"standin", "aiohttp", "orjson", "jsonschema_rs", *sys.stdlib_module_names}


def imported(source: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {"standin" if name.startswith("standin") else name.split(".")[0] for name in found}


def test_only_aiohttp_orjson_and_the_standard_library() -> None:
    # play/ is the one place where the bot and the stand-in are brought together.
    sources = [path for path in Path(standin.__file__).parent.rglob("*.py") if path.parent.name != "play"]
    assert {source.stem for source in sources} >= {"state", "gateway", "routes", "driver"}
    assert {source.name: imported(source) - ALLOWED for source in sources if imported(source) - ALLOWED} == {}
