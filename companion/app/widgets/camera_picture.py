"""What a camera sees just now, to check it: opened, read and closed in a thread of its own, so that nobody waits."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import cv2
import numpy as np
from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.app.ui import Say, Ui
from companion.app.widgets.layout import Column, paint_round
from companion.app.widgets.rounded import RoundedPicture
from companion.app.widgets.words import Words
from companion.lookout import Holding
from companion.opening import SIMULATED
from companion.reasons import reason_words
from companion.rules import Text
from companion.rules.text import say
from companion.troubles import trouble_words, unheld_words
from vision.crops import Image
from vision.frames import Source, SourceError
from vision.simulated_table import SimDie, SimulatedTable
from vision.sources import open_source

WIDEST = 640
WIDE, SHARE = 448, 9 / 16
PACE = 1 / 12
"""Seconds from picture to picture: enough to point a camera by."""
LOOKING = say("Looking …")
PIPS = tuple("123456")


class CameraPicture(Column):
    """The picture, and under it what is wrong with the camera. `stop` lets the camera go."""

    def __init__(self, ui: Ui, camera: str, *, opened: bool = False, **more: Any) -> None:
        """`opened`: somebody else has this camera open and will `give` pictures."""
        super().__init__(gap=1, **more)
        self._ui, self._camera = ui, camera
        self._stopping = threading.Event()
        self._newest: Image | None = None
        self._words: Say = LOOKING
        self._unheld: tuple[Text, ...] = ()
        size = dp(WIDE), dp(WIDE * SHARE)
        self._picture = RoundedPicture(size_hint=(None, None), size=size)
        paint_round(self._picture, ui.colours.raised)
        self._said = Words(ui, self._words, "body", colour=ui.colours.faint)
        self.add_widget(self._picture)
        self.add_widget(self._said)
        self._texture: Texture | None = None
        self._clock = Clock.schedule_interval(self._show, PACE)
        if not opened:
            threading.Thread(target=self._watch, name=f"check of camera {camera}", daemon=True).start()

    @property
    def answered(self) -> bool:
        """Whether there was a picture, or a reason why there is none."""
        return self._words != LOOKING

    def stop(self) -> None:
        """The thread closes the camera when it gets to it."""
        self._stopping.set()
        self._clock.cancel()

    def give(self, image: Image) -> None:
        """A picture from somebody else who has the camera open."""
        self._newest, self._words = image, ""

    # --- in the thread ------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        try:
            source = _open(self._camera)
        except SourceError as error:
            self._words = reason_words(error)
            return
        try:
            while not self._stopping.is_set() and not source.ended:
                frame = source.next_frame(timeout=0.2)
                trouble = source.trouble
                if isinstance(source, Holding):
                    self._unheld = unheld_words(source.settings)
                if frame is not None:
                    self._newest = _small(frame.image)
                    height, width = frame.image.shape[:2]
                    self._words = say("{width} × {height} pixels", width=width, height=height)
                if trouble is not None:
                    self._words = trouble_words(trouble, playing=False)
                self._stopping.wait(PACE)
        finally:
            source.close()

    # --- in the thread that draws -------------------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        text = "\n".join(self._ui.words(words) for words in (self._words, *self._unheld))
        if self._said.text != text:
            self._said.text = text
        image, self._newest = self._newest, None
        if image is None:
            return
        height, width = image.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
        self._texture.blit_buffer(image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self._picture.canvas.ask_update()


def _open(camera: str) -> Source:
    if camera != SIMULATED:
        return open_source(camera)
    table, rng = SimulatedTable(1), Random(1)
    table.throw([SimDie("red", rng.choice(PIPS), PIPS) for _ in range(3)])
    while table.busy:  # nobody has to watch them roll at this pace
        table.next_frame()
    return table


def _small(image: Image) -> Image:
    scale = WIDEST / image.shape[1]
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
