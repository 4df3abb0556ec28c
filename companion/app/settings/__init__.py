"""The sections of the settings screen, a module each: what they show, and what a touch changes."""
