"""What a command raises when it cannot do its work."""


class Failure(Exception):
    """One sentence for the person at the keyboard, and the exit code: 1 the work failed, 2 the call was wrong."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code
