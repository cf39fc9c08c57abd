"""The buttons under what is posted, and what a press on each does."""
