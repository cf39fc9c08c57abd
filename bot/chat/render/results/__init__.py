"""The results of orders, short, normal or in full, and their details."""
