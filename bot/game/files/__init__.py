"""Files: exports and imports of encounters, set-ups that a server keeps, and the library of its records."""
