"""The places where one change would be noticed by a good test, and their choice by a seed.

Texts, annotations, assertions, logging and bounds of caches are no such places.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.trees import ROOT

TOPS = ("rules", "bot", "cogs")

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ADDED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
_TEXTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
_LOGS = {"log", "logger", "logging", "_log", "_LOG", "LOG", "warnings"}
# They bound caches and check lengths that are equal.
_KEYWORDS = {"strict", "maxsize", "frozen", "slots", "kw_only", "repr", "exc_info", "stacklevel"}


@dataclass(frozen=True, slots=True)
class Place:
    """A change of one expression or statement: where it is, its source before and after, and a key that stays while the
    code around it changes. `at_import`: it takes effect when the module is imported."""

    key: str
    path: str
    scope: str
    line: int
    column: int
    before: str
    after: str
    at_import: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.scope}: {self.before} -> {self.after}"


@dataclass(frozen=True, slots=True)
class Change:
    """A node of a module's tree and what it becomes."""

    node: ast.expr | ast.stmt
    changed: ast.expr | ast.stmt
    place: Place


def chosen(seed: int, count: int) -> list[Place]:
    """Return so many places of the program; a change of the code elsewhere leaves the choice as it is."""

    def luck(place: Place) -> str:
        return hashlib.sha256(f"{seed} {place.key}".encode()).hexdigest()

    return sorted(sorted(everywhere(), key=luck)[:count], key=lambda place: (place.path, place.line, place.key))


def everywhere() -> Iterator[Place]:
    """Yield all places of the program."""
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            for change in changes(path):
                yield change.place


def changes(path: Path, tree: ast.Module | None = None) -> Iterator[Change]:
    """Yield the changes of a source, or of its tree."""
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    finder = _Finder()
    finder.visit(tree or ast.parse(text))
    twins = Counter[str]()
    for node, changed, scope, at_import in finder.found:
        before, after = ast.unparse(node), ast.unparse(changed)
        same = f"{name} {scope} {before} {after}"
        twins[same] += 1
        key = hashlib.sha256(f"{same} {twins[same]}".encode()).hexdigest()[:16]
        yield Change(node, changed, Place(key, name, scope, node.lineno, node.col_offset + 1, before, after, at_import))


def changed_text(path: Path, key: str) -> str:
    """Return the source with one change. Raises LookupError if the place is not there."""
    text = path.read_text(encoding="utf-8")
    for change in changes(path):
        if change.place.key == key:
            lines = text.encode().splitlines(keepends=True)
            node = change.node
            assert node.end_lineno is not None and node.end_col_offset is not None
            before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
            behind = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
            new = change.place.after if isinstance(change.changed, ast.stmt) else f"({change.place.after})"
            return (before + new.encode() + behind).decode()
    raise LookupError(key)


class _Finder(ast.NodeVisitor):
    """Walks through a module and collects what may be changed."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt, str, bool]] = []
        self._scope: list[str] = []
        self._inside = 0
        self._may_be_none = False

    def _add(self, node: ast.expr | ast.stmt, **fields: object) -> None:
        changed = copy.copy(node)
        for name, value in fields.items():
            setattr(changed, name, value)
        self._become(node, changed)

    def _become(self, node: ast.expr | ast.stmt, changed: ast.expr | ast.stmt) -> None:
        self.found.append((node, ast.copy_location(changed, node), ".".join(self._scope), not self._inside))

    def _all(self, nodes: Sequence[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    # Scopes

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function: its defaults are evaluated outside, its annotations mean nothing here."""
        self._all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])
        before, self._may_be_none = self._may_be_none, "None" in ast.unparse(node.returns or ast.Constant(0))
        # A function that returns nothing else has nothing to lose.
        self._may_be_none &= not (isinstance(node.returns, ast.Constant) and node.returns.value is None)
        self._scope.append(node.name)
        self._inside += 1
        self._all(node.body)
        self._inside -= 1
        self._scope.pop()
        self._may_be_none = before

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """An asynchronous function is read like any other."""
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Its body runs when it is called."""
        self._inside += 1
        self.visit(node.body)
        self._inside -= 1

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class: its decorators and arguments say how it is built."""
        self._scope.append(node.name)
        self._all(node.body)
        self._scope.pop()

    # Parts that are left alone

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Its value alone."""
        self._all([node.value])

    def visit_Assign(self, node: ast.Assign) -> None:
        """Not names for export, nor types."""
        if not any(isinstance(one, ast.Name) and one.id.startswith("__") for one in node.targets):
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """It tells mypy something."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Wording."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Not the arguments of types."""
        name = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
        if name not in ("Literal", "Annotated", "Range"):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Not what is logged."""
        function = node.func
        owner = function.value if isinstance(function, ast.Attribute) else function
        if isinstance(owner, ast.Name) and owner.id in _LOGS:
            return
        if isinstance(function, ast.Name) and function.id in ("TypeVar", "NewType", "cast", "lru_cache"):
            return
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        """Not what changes nothing."""
        if node.arg not in _KEYWORDS:
            self.visit(node.value)

    def visit_MatchValue(self, node: ast.MatchValue) -> None:
        """A pattern is not an expression."""

    def visit_MatchSingleton(self, node: ast.MatchSingleton) -> None:
        """None, True or False as a pattern is not an expression."""

    # Parts that are changed

    def visit_If(self, node: ast.If) -> None:
        """A condition."""
        if "TYPE_CHECKING" in ast.unparse(node.test) or "__name__" in ast.unparse(node.test):
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """A condition."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Its conditions."""
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        # These have their own opposite.
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], _ORDERED):
            return
        self._become(test, ast.UnaryOp(ast.Not(), test))

    def visit_Compare(self, node: ast.Compare) -> None:
        """A comparison."""
        for number, operator in enumerate(node.ops):
            self._add(node, ops=[*node.ops[:number], _COMPARED[type(operator)](), *node.ops[number + 1 :]])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """`and` and `or`."""
        self._add(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """`not`."""
        if isinstance(node.op, ast.Not):
            self._become(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Sums and differences of numbers and sets."""
        changed = _ADDED.get(type(node.op))
        if changed and not any(map(_is_text, (node.left, node.right))):
            self._add(node, op=changed())
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Numbers and sets that are added to a value or taken from it."""
        changed = _ADDED.get(type(node.op))
        if changed and not _is_text(node.value):
            self._add(node, op=changed())
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Numbers and truth values."""
        value = node.value
        if isinstance(value, bool):
            self._become(node, ast.Constant(not value))
        elif isinstance(value, (int, float)):
            self._become(node, ast.Constant(value + 1))
            if value:
                self._become(node, ast.Constant(value - 1))

    def visit_Return(self, node: ast.Return) -> None:
        """An answer that may be missing."""
        value = node.value
        if value is None:
            return
        if self._may_be_none and not (isinstance(value, ast.Constant) and value.value is None):
            self._become(value, ast.Constant(None))
        self.visit(value)


_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, _TEXTS) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))
