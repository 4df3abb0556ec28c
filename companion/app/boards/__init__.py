"""One module a game: what lies before the players, drawn from the state of the rules."""
