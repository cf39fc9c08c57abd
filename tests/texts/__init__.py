"""The texts that people can see, collected from the sources.

`python -m tests.texts OLD [NEW]` prints how they differ between two commits, for a review; `tests/test_voice.py` reads
them for their English.
"""
