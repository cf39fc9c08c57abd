"""Texts in Python: the literals of a source that people can read, each with the function it is in.

A literal is a text if it has a space between words, starts with a capital letter, or is given to an argument that is
shown (`label`). Docstrings, annotations, SQL, patterns and the keys of lookups are not texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.house import parsed

SHOWN = frozenset(("label", "title", "description", "placeholder", "help", "prompt", "heading", "outcome"))
"""Arguments that are shown whatever they look like."""
_UNSEEN_CALLS = frozenset(
    [
        "compile",
        "fullmatch",
        "match",
        "search",
        "sub",
        "split",
        "findall",
        "finditer",
        "cast",
        "TypeVar",
        "getattr",
        "strptime",
        "strftime",
        "removeprefix",
        "removesuffix",
        "partition",
        "rpartition",
        "startswith",
        "endswith",
        "Literal",
        "import_module",
        "NewType",
        "execute",
        "executemany",
        "text",
        "namedtuple",
    ]
)
_SQL = re.compile(
    r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH|BEGIN|COMMIT|ATTACH|FROM|WHERE|AND|OR|JOIN|ORDER"
    r"|LEFT|SET|VALUES|ON|GROUP|LIMIT|UNION|VACUUM|SAVEPOINT|ROLLBACK|RELEASE)\b"
)
_PATTERN = re.compile(r"\\[bswdSWD]|\(\?|\[a-z|\[\^")
_WORDS = re.compile(r"[A-Za-z\d,.:;%)'’}][ \n]+[({'\"“*`]*[A-Za-z{\d]|[A-Za-z]{3,}[.:!?]$")
_CAPITAL = re.compile(r"[A-Z][a-z]+")


def is_text(literal: str) -> bool:
    """Return whether a literal looks like words for people."""
    if _SQL.match(literal) or _PATTERN.search(literal) or not re.search("[A-Za-z]{2}", re.sub(r"{[^}]*}", "", literal)):
        return False
    return bool(_WORDS.search(literal) or _CAPITAL.fullmatch(literal))


def texts_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of a source in their order, each with the class or function that it is in."""
    yield from _walk(parsed(path), (), shown=False)


def prose_of(path: Path) -> Iterator[str]:
    """Yield the docstrings of a source, also those below constants and fields."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def _walk(node: ast.AST, place: tuple[str, ...], *, shown: bool) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Constant(value=str(literal)):
            if is_text(literal) or (shown and literal):
                yield ".".join(place), literal
        case ast.JoinedStr():
            literal = _filled(node)
            if is_text(literal) or shown:
                yield ".".join(place), literal
            # A word chosen inside a placeholder is part of the text already.
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            inside = (*place, node.name)
            yield from _each([*node.decorator_list, *_defaults(node.args)], inside)
            yield from _each(node.body, inside)
        case ast.ClassDef(name=name):
            yield from _each([*node.decorator_list, *node.keywords, *node.body], (*place, name))
        case ast.AnnAssign(value=value):
            yield from _each([value] if value else [], place, within=node.target)
        case ast.Assign(value=value, targets=[ast.Name() as target]):
            yield from _each([value], place, within=target)
        case ast.Subscript(value=value, slice=index):
            yield from _each([value] if isinstance(index, ast.Constant) else [value, index], place)
        case ast.Compare(left=left):
            yield from _each([left], place)
        case ast.Call(func=func) if _called(func) in _UNSEEN_CALLS:
            yield from _each([func] if isinstance(func, ast.Attribute) else [], place)
        case ast.keyword(arg=name, value=value):
            yield from _walk(value, place, shown=name in SHOWN and isinstance(value, ast.Constant | ast.JoinedStr))
        case ast.match_case(body=body):
            yield from _each(body, place)
        case _:
            yield from _each(ast.iter_child_nodes(node), place)


def _each(
    nodes: Iterator[ast.AST] | Sequence[ast.AST], place: tuple[str, ...], *, within: ast.expr | None = None
) -> Iterator[tuple[str, str]]:
    if isinstance(within, ast.Name) and not place:
        place = (within.id,)
    for node in nodes:
        yield from _walk(node, place, shown=False)


def _defaults(arguments: ast.arguments) -> list[ast.expr]:
    return [*arguments.defaults, *(default for default in arguments.kw_defaults if default is not None)]


def _called(func: ast.expr) -> str:
    match func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _filled(node: ast.JoinedStr) -> str:
    """The text of an f-string, with what it puts in as {expression}."""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )
