"""Fonts of the app, cut down by `pack.py`; their licences are in README.md."""
