"""Frames in, dice out. No game rules here, and no Kivy."""
