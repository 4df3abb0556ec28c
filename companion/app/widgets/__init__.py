"""The parts that screens are put together from: words, buttons, panels, dice, avatars, sheets."""
