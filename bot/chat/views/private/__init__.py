"""Questions to one person: the order form, windows, choices, typed dice, remedies."""
