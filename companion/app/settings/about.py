"""About: the version, the licence, and whose work this stands on."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from companion.app.settings.section import Section
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.words import Words
from companion.app.worker import Worker
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

CREDITS = (
    ("Lato", "Łukasz Dziedzic", "SIL Open Font License 1.1"),
    ("Vollkorn", "Friedrich Althausen", "SIL Open Font License 1.1"),
    ("Tabler Icons", "Paweł Kuna", "MIT"),
    ("game-icons.net", "Lorc, Delapouite & contributors", "CC BY 3.0"),
    ("Kivy", "Kivy Team", "MIT"),
    ("OpenCV", "OpenCV team", "Apache 2.0"),
    ("ONNX Runtime", "Microsoft", "MIT"),
    ("NumPy", "NumPy Developers", "BSD 3-Clause"),
    ("pySerial", "Chris Liechti", "BSD 3-Clause"),
)


class AboutSection(Section):
    """What this is and who helped."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        ui = self.ui
        words = Column(
            Words(ui, "Würfelauge", "title"),
            Words(ui, say("Version {version}", version=_version()), "body", colour=ui.colours.faint),
            Words(ui, say("Free software under the MIT licence. It works without a network."), "body"),
            gap=0.5,
        )
        die = DiePicture(ui, "white", "1", 84)
        die.pos_hint = words.pos_hint = {"center_y": 0.5}
        self.panel(say("A companion for a real game table"), Row(die, words, gap=2))
        rows = Column(gap=1)
        for name, author, licence in CREDITS:
            work = Column(
                Words(ui, name, "body", bold=True), Words(ui, author, "small", colour=ui.colours.faint), gap=0
            )
            terms = Words(ui, licence, "small", colour=ui.colours.faint, align="right")
            terms.size_hint_x = 0.7
            work.pos_hint = terms.pos_hint = {"center_y": 0.5}
            rows.add_widget(Row(work, terms, gap=1))
        about = say("The drawings on our own dice come from icons of game-icons.net.")
        self.panel(say("It stands on the work of others"), rows, about=about)
        makers = say("The five games belong to their authors and publishers; this is no work of theirs.")
        self.add_widget(Words(ui, makers, "small", colour=ui.colours.faint))


def _version() -> str:
    try:
        return metadata.version("wuerfelauge")
    except metadata.PackageNotFoundError:
        return "?"
