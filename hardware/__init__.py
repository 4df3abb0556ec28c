"""The optional serial buzzer: link, protocol and firmware."""
