"""One module a screen: home, new game, table, teaching, calibration, history, settings."""
