"""The parts of the Dice Forge board: nets of the dice, tracks, temple, islands, choices."""
