"""Requests for plans: the words of their lines, and how often each is carried out."""
