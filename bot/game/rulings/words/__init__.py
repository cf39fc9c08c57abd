"""The words of a ruling's line: spans, numbers with units, and what each word can be in a book."""
