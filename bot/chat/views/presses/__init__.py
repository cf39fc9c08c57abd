"""What all presses share: errors are reported, a second press of one button is known, data are kept by a word."""
