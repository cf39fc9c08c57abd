"""Functions for commands and buttons: an interaction comes in, an order is carried out, the answer goes out."""
