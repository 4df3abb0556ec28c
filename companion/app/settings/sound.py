"""Sounds and spoken verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.settings.section import Section
from companion.app.widgets.switch import SwitchRow
from companion.app.worker import Worker
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp


class SoundSection(Section):
    """What can be heard."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        ui, settings = self.ui, self.settings
        sounds = SwitchRow(
            ui, "sound", say("Sounds"), say("For a throw that counts, for right and wrong."),
            on=settings.sound, on_change=lambda on: self.change(sound=on),
        )  # fmt: skip
        speech = SwitchRow(
            ui, "speech", say("Spoken verdicts"), say("The referee speaks, where the system has a voice."),
            on=settings.speech, on_change=lambda on: self.change(speech=on),
        )  # fmt: skip
        self.panel(say("What can be heard"), sounds, speech)
