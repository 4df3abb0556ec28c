"""What every widget needs to know when it is made: how things look and which language people read."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.theme import Look, Palette
from companion.i18n import in_words
from companion.rules.text import Name, Text

Say = Text | Name | str


@dataclass(frozen=True, slots=True)
class Ui:
    """The look and the language of the app just now; a new one is made when either changes."""

    look: Look
    language: str

    def words(self, text: Say) -> str:
        return in_words(text, self.language)

    @property
    def colours(self) -> Palette:
        return self.look.colours
