"""What commands and buttons work with: the desk, orders and their answers, prompts, files of people."""
