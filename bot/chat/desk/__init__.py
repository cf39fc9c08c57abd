"""Tools of commands and buttons: the desk, orders and their answers, prompts, files of people."""
