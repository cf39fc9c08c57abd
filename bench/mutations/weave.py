"""Compiles modules with their chosen changes inside: each expression becomes `changed if on(key) else expression`.

The files stay as they are, and so does the bytecode kept for them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from bench.mutations import probes
from bench.mutations.places import Change, Place, changes
from bench.trees import ROOT

_ON = "_mutation_is_on"


def install(places: Sequence[Place]) -> None:
    """Have modules woven when they are imported from now on."""
    keys: dict[str, set[str]] = {}
    for place in places:
        keys.setdefault(place.path, set()).add(place.key)
    sys.meta_path.insert(0, _Finder(keys))


def woven(path: Path, keys: set[str]) -> ast.Module:
    """Return the tree of a source with these changes inside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    by_node: dict[int, list[Change]] = {}
    for change in changes(path, tree):
        if change.place.key in keys:
            by_node.setdefault(id(change.node), []).append(change)
    _Weaver(by_node).visit(tree)
    return ast.fix_missing_locations(tree)


class _Finder(MetaPathFinder):
    """Finds the modules that have places."""

    def __init__(self, keys: Mapping[str, set[str]]) -> None:
        self._keys = keys

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's spec; None leaves it to the usual finders."""
        stem = fullname.replace(".", "/")
        for name in (f"{stem}.py", f"{stem}/__init__.py"):
            if keys := self._keys.get(name):
                return spec_from_file_location(fullname, ROOT / name, loader=_Loader(fullname, str(ROOT / name), keys))
        return None


class _Loader(SourceFileLoader):
    """Loads one of them."""

    def __init__(self, fullname: str, path: str, keys: set[str]) -> None:
        super().__init__(fullname, path)
        self._places = keys

    def get_code(self, fullname: str) -> CodeType:
        """Compile it, whatever bytecode there is."""
        return compile(woven(Path(self.path), self._places), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Give it the switch."""
        setattr(module, _ON, probes.on)
        super().exec_module(module)


class _Weaver(ast.NodeTransformer):
    """Puts the changes into a tree."""

    def __init__(self, by_node: Mapping[int, list[Change]]) -> None:
        self._by_node = by_node

    def visit(self, node: ast.AST) -> ast.AST:
        """The parts first: the changed node shares them."""
        result: ast.AST = self.generic_visit(node)
        for change in self._by_node.get(id(node), []):
            test = ast.Call(ast.Name(_ON, ast.Load()), [ast.Constant(change.place.key)], [])
            if isinstance(change.changed, ast.stmt):
                assert isinstance(result, ast.stmt)
                result = ast.If(test, [change.changed], [result])
            else:
                assert isinstance(result, ast.expr)
                result = ast.IfExp(test, change.changed, result)
            ast.copy_location(result, node)
        return result
