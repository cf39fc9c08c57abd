"""Short notices: questions before an order, refusals, deadlines, what is kept and forgotten."""
