"""Parts that most rulebooks share: the base class of a `Ruleset`, friends, remedies, a server's own records."""
