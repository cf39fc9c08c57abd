"""Chains the entries of an encounter: each holds a hash over the one before it and over its own content.

1. An entry's content is four parts: `entry` (its numbers and its time), `order`, `resolution` (with the steps) and
   `effects`. Every user, display name and typed text in it is a *leaf* of its own (`bot.game.entries.leaves`), the
   first of them the user who gave the order. In the parts, `{"leaf": n}` is in the place of leaf n.
2. The hash of a leaf is SHA-256(salt, text), with 16 random bytes that are stored beside the entry. When a user is
   forgotten, text and salt are deleted; the hash stays, and nobody can try out whose it was.
3. The hash of a part is SHA-256(nonce, name, ":", canonical JSON). The nonce is HMAC-SHA256(seed,
   "chain:encounter:seq"), with the seed in use after the entry: as long as it is secret, nobody can try out what the
   entry says.
4. The entry's hash is SHA-256(hash of the entry before, the four parts, the leaves). The first has 32 zero bytes
   before it. In an encounter that is older than the chain, that is its first new entry.

The digest that the dice of an order depend on is taken of the order with `{"leaf": n}` as well (rule 4), so that it
stays the same when somebody is forgotten, and is no hint to them. `bot/fairness.py` implements this a second time.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, TypeAlias

import orjson

from bot.game.entries import codec, leaves
from bot.game.entries.leaves import Found
from rules.engine.records.frozen import dataclass

START = bytes(32)
_SALT = 16
_USER = ("user",)
Leaf: TypeAlias = dict[str, Any]
"""A leaf as it is stored and exported: `at`, its place, and its `salt`, or its `hash` if it is forgotten (hex)."""


@dataclass(frozen=True, slots=True)
class Link:
    """An entry's hash, and the leaves of its content as JSON."""

    hash: bytes
    leaves: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """The content of an entry that its hash covers. `order` and `resolution` are as they are stored."""

    encounter: str
    seq: int
    parent: int | None
    origin: int
    kind: str
    group: str | None
    part: int
    at: datetime
    rules_version: str
    user: str
    order: bytes
    resolution: bytes


def link(before: bytes, seed: bytes, content: Content) -> Link:
    """Return the hash of an entry after the one with the hash `before`, with new salts for its leaves; `seed` is the
    one in use after the entry.
    """
    parts = parts_of(content.resolution)
    order, in_order = content.order, order_leaves(content.order)
    found: list[Found] = [(_USER, content.user), *in_order, *leaves.in_resolution(parts, content.resolution)]
    if in_order:
        order = without_leaves(order, [place for place, _ in in_order])
    for n, (place, _) in enumerate(found[1 + len(in_order) :], 1 + len(in_order)):
        _number(parts, place, n)
    salts = os.urandom(_SALT * len(found))
    written, hashes = [], []
    for n, (place, text) in enumerate(found):
        salt = salts[_SALT * n : _SALT * (n + 1)]
        written.append({"at": place, "salt": salt.hex()})
        hashes.append(sha256(salt + text.encode()).digest())
    nonce = hmac.digest(seed, f"chain:{content.encounter}:{content.seq}".encode(), "sha256")
    effects = parts.pop("effects")
    before = before or START
    before += sha256(nonce + b"entry:" + canonical(_numbers(content))).digest()
    before += sha256(nonce + b"order:" + order).digest()
    before += sha256(nonce + b"resolution:" + canonical(parts)).digest()
    before += sha256(nonce + b"effects:" + canonical(effects)).digest()
    return Link(sha256(before + b"".join(hashes)).digest(), orjson.dumps(written))


def order_leaves(written: bytes) -> list[Found]:
    """Return the leaves of an order as it is written; theirs are the numbers from 1."""
    return list(leaves.in_order(codec.parsed(written), written)) if leaves.may_be_in_order(written) else []


def without_leaves(order: bytes, places: Iterable[Sequence[str | int]]) -> bytes:
    """Return an order's canonical JSON with numbers, from 1, in place of the leaves at these places."""
    entry = {"order": codec.parsed(order)}
    for n, place in enumerate(places, 1):
        _number(entry, place, n)
    return canonical(entry["order"])


def forgotten(written: bytes, old: bytes, new: bytes) -> bytes:
    """Return the leaves of an entry whose JSON changes from `old` to `new`: those that change have their hash in place
    of their salt.
    """
    before, after = codec.parsed(old), codec.parsed(new)
    return orjson.dumps([_as_in(leaf, before, after) for leaf in codec.parsed(written)])


def _as_in(leaf: Leaf, before: Any, after: Any) -> Leaf:
    text = leaves.at(leaf["at"], before)
    if "hash" in leaf or text == leaves.at(leaf["at"], after):
        return leaf
    return {"at": leaf["at"], "hash": sha256(bytes.fromhex(leaf["salt"]) + text.encode()).hexdigest()}


def record(user: str, order: bytes, resolution: bytes) -> bytes:
    """Return an entry's JSON in which its leaves have their places."""
    return orjson.dumps({"user": user, "order": orjson.Fragment(order), **parts_of(resolution)})


def parts_of(resolution: bytes) -> dict[str, Any]:
    """Return a stored resolution in the parts that an entry's JSON has."""
    rest = codec.parsed(resolution)
    return {"steps": rest.pop("steps"), "effects": rest.pop("effects"), "resolution": rest}


def canonical(record: Any) -> bytes:
    """Return a record as canonical JSON: keys sorted, no blanks, UTF-8."""
    return orjson.dumps(record, option=orjson.OPT_SORT_KEYS)


def _number(entry: Any, place: Sequence[str | int], n: int) -> None:
    *before, last = place
    leaves.at(before, entry)[last] = {"leaf": n}


def _numbers(content: Content) -> dict[str, Any]:
    return {
        "encounter": content.encounter,
        "seq": content.seq,
        "parent": content.parent,
        "origin": content.origin,
        "kind": content.kind,
        "group": content.group,
        "part": content.part,
        "at": content.at.astimezone(UTC).isoformat(),
        "rules_version": content.rules_version,
    }
