"""What the journal tells about players, dice and luck. Figures first, then the same in words and as pictures."""
