"""What commands and buttons call: an interaction comes in, an order is carried out, the answer goes out."""
