"""Puts all our folders into one package, `skirmish_referee`; bot/installed.py says why.

What else there is to say of the distribution is in pyproject.toml, which cannot give packages another name.
"""

from __future__ import annotations

from setuptools import find_namespace_packages, setup

HOME = "skirmish_referee"
FOLDERS = ("bot", "cogs", "rules", "standin", "data", "migrations", "docs")

packages = find_namespace_packages(include=[pattern for folder in FOLDERS for pattern in (folder, f"{folder}.*")])
packages = [name for name in packages if not name.endswith("__pycache__") and not name.startswith("docs.")]

setup(
    packages=[f"{HOME}.{name}" for name in packages],
    package_dir={f"{HOME}.{name}": name.replace(".", "/") for name in packages},
)
