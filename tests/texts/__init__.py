"""The texts that people can see, collected from the sources. `python -m tests.texts` lists them in tests/golden/texts.

This is a package of its own because two tests read the texts: the golden list and the lint of their English.
"""
