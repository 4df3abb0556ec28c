"""The parts of the lesson screen: the face that is wanted, hints, what was taken, all faces."""
