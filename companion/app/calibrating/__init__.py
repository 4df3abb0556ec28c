"""The parts of calibrating: the mat to print or show, the profiles there are."""
