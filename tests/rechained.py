"""A forger's tools: an export whose digests and hashes are computed again after a change, from the seeds in it.

Written from docs/export.md alone, for files with all salts and with hashes in place of them.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from functools import reduce
from operator import getitem
from typing import Any

Document = dict[str, Any]
NUMBERS = ("seq", "parent", "origin", "kind", "group", "part", "at", "rules_version")


def canonical(record: Any) -> bytes:
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(*pieces: bytes) -> bytes:
    return hashlib.sha256(b"".join(pieces)).digest()


def rechained(given: Document) -> Document:
    """The file with the digests and hashes that its content has now."""
    document = copy.deepcopy(given)
    seeds = {each["commitment"]: bytes.fromhex(each["seed"]) for each in document["seeds"]}
    before, commitment = bytes(32), ""
    for entry in document["entries"]:
        for effect in entry["effects"]:
            if effect["kind"] in ("Opened", "Committed"):
                commitment = (effect["encounter"] if effect["kind"] == "Opened" else effect)["commitment"]
        before = _link(entry, before, seeds[commitment], document["encounter"]["id"])
    return document


def _link(entry: Document, before: bytes, seed: bytes, encounter: str) -> bytes:
    skeleton, leaves = copy.deepcopy(entry), []
    for n, leaf in enumerate(entry["chain"]["leaves"]):
        *way, last = leaf["at"]
        inner = reduce(getitem, way, skeleton)
        salt = leaf.get("salt")
        leaves.append(sha256(bytes.fromhex(salt), inner[last].encode()) if salt else bytes.fromhex(leaf["hash"]))
        inner[last] = {"leaf": n}
    order = skeleton["order"]
    left_out = ("run", "windows") if order["kind"] == "Next" else ()
    entry["digest"] = sha256(canonical({key: order[key] for key in order if key not in left_out})).hex()
    parts = {
        "entry": {"encounter": encounter, **{name: entry[name] for name in NUMBERS}},
        "order": order,
        "resolution": {"resolution": skeleton["resolution"], "steps": skeleton["steps"]},
        "effects": skeleton["effects"],
    }
    nonce = hmac.new(seed, f"chain:{encounter}:{entry['seq']}".encode(), "sha256").digest()
    hashes = [sha256(nonce, f"{name}:".encode(), canonical(part)) for name, part in parts.items()]
    entry["chain"]["hash"] = sha256(before, *hashes, *leaves).hex()
    return bytes.fromhex(entry["chain"]["hash"])
