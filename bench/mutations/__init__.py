"""Changes one operator, condition or number of the program at a time, and looks whether a test notices.

1. `places` finds all changes that mean something, and a seed chooses some.
2. `weave` compiles each module with all its chosen changes inside, switched off: one run of the tests then shows which
   test reaches which place (`probes`, `plugin`).
3. `trials` switches on one change after the other, in forks of a process that has collected the tests, and runs the
   cheapest tests that reach it until one fails.
4. `files` writes each change that is left, or that takes effect at import, into a copy of the tree: mypy reads it, and
   the tests nearest to it run in processes of their own.

`python -m bench.mutations` does all of it, and continues where it was interrupted.
"""
