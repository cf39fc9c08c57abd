"""Aliens: the board game of Leading Edge Games, with the ammunition of its Expansion Rules."""
