"""The common part of all presses: errors are reported, a second press of one button is known, data are kept by a
word."""
