"""The way of any order to its result, and trials of templates."""
