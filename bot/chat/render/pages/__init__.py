"""Pages to read: help, odds, tables, statistics, the past of an encounter."""
