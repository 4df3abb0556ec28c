"""The parts of the table screen: camera, turn, actions, questions, dice entered by hand."""
