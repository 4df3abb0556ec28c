"""Language, light or dark, size of the text: the whole screen is the preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.settings.section import Section
from companion.app.ui import Say
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.field import Choice
from companion.app.widgets.layout import Column, Flow, Row
from companion.app.widgets.words import Words
from companion.app.worker import Worker
from companion.i18n import LANGUAGES
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

OF_THE_SYSTEM = ("", say("As the system"))
THEMES = (OF_THE_SYSTEM, ("light", say("Light")), ("dark", say("Dark")))
SIZES = ((0.85, say("Small")), (1.0, say("Medium")), (1.2, say("Large")), (1.4, say("Very large")))


class LookSection(Section):
    """How it looks and reads."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        ui, settings = self.ui, self.settings
        text = min((size for size, _ in SIZES), key=lambda size: abs(size - settings.text))
        languages: list[tuple[str, Say]] = [OF_THE_SYSTEM, *LANGUAGES.items()]
        language = Choice(ui, languages, settings.language, lambda language: self.change(language=language))
        theme = Choice(ui, THEMES, settings.theme, lambda theme: self.change(theme=theme))
        size = Choice(ui, SIZES, text, lambda text: self.change(text=text))
        self.panel(say("Language"), language)
        self.panel(say("Light or dark"), theme)
        self.panel(say("Size of the text"), size, self._preview())

    def _preview(self) -> Row:
        """A throw as it will look at the table."""
        ui = self.ui
        dice = Flow(*(DiePicture(ui, body, face, 56) for body, face in (("red", "5"), ("red", "3"))), gap=1)
        dice.size_hint_x = None
        dice.width = 2 * dice.children[0].width + 2 * dice.spacing[0]
        words = Column(
            Words(ui, say("Iva throws a 5 and a 3."), "lead", bold=True),
            Words(ui, say("This is how the referee speaks."), "body", colour=ui.colours.faint),
            gap=0.5,
        )
        dice.pos_hint = words.pos_hint = {"center_y": 0.5}
        return Row(dice, words, gap=1.5)
