"""The referee: joins what the camera sees, what people say and what the rules allow.

`Referee.see` takes each still table; it answers with a throw that counts, with a question, or with nothing.
"""

from companion.referee.book import Book, Notebook
from companion.referee.judge import Referee, Ruled
from companion.referee.questions import Question, Remedy

__all__ = ["Book", "Notebook", "Question", "Referee", "Remedy", "Ruled"]
