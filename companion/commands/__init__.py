"""The commands of `wuerfelauge`, a module each: `add` declares its arguments, `run` does the work."""
