"""With what the table is watched, a live picture to check it, and the calibration that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.settings.section import Section
from companion.app.widgets.button import PushButton
from companion.app.widgets.camera_picture import CameraPicture
from companion.app.widgets.field import Line
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.options import Options, Possible
from companion.app.widgets.switch import SwitchRow
from companion.app.widgets.words import Words
from companion.app.worker import Worker
from companion.moments import Glimpse
from companion.opening import BY_HAND, SIMULATED
from companion.profiles import profiles
from companion.rules.text import say
from vision.camera_list import CameraInfo, cameras

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

LONGEST_ADDRESS = 200


class CameraSection(Section):
    """The camera. Which there are is found out in the background."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        self._list, self._check, self._profile = Column(gap=1), Column(gap=1), Column(gap=1)
        self._live: CameraPicture | None = None
        self._found: list[CameraInfo] = []
        known = self.settings.camera
        self._line = Line(
            self.ui, "" if known.isdigit() or known in (SIMULATED, BY_HAND) else known,
            hint=say("rtsp://… or http://…"), longest=LONGEST_ADDRESS, on_enter=self._typed,
        )  # fmt: skip
        enter = PushButton(self.ui, on_tap=lambda: self._typed(self._line.text.strip()), icon="check")
        self.panel(say("How the dice are seen"), self._list)
        self.panel(say("What it sees"), self._check)
        self.panel(say("A camera by its address"), Row(self._line, enter, gap=1))
        self.panel(
            say("Calibration"), self._profile, about=say("With a mat on the table, places and colours are right.")
        )
        learn = SwitchRow(
            self.ui, "teach", say("Learn from corrections"),
            say(
                "A die that you put right is known from then on; if the eye was sure, it asks once more. "
                "See “Teach my dice”."
            ),
            on=self.settings.learn, on_change=lambda on: self.change(learn=on),
        )  # fmt: skip
        self.panel(say("Dice that were read wrongly"), learn)
        self._show()
        worker.do(lambda: (cameras(), profiles().names()), self._ready)

    def _ready(self, found: tuple[list[CameraInfo], list[str]]) -> None:
        self._found, names = found
        self._show_list()
        self._show_profiles(names)

    def _show(self) -> None:
        self._show_list()
        self._show_check()

    def _show_list(self) -> None:
        chosen = self.settings.camera
        options = [
            Possible(SIMULATED, "dice", say("Simulated table"), say("To try everything out without a camera.")),
            Possible(BY_HAND, "tap", say("By hand"), say("Dice are entered by tapping.")),
        ]
        for info in self._found:
            options.append(Possible(str(info.number), "camera", say("Camera {n}", n=info.number), info.name))
        if chosen not in {option.value for option in options}:
            title = say("Camera {n}", n=int(chosen)) if chosen.isdigit() else chosen
            about = say("Not found just now.") if chosen.isdigit() else ""
            options.append(Possible(chosen, "camera", title, about))
        self._list.clear_widgets()
        self._list.add_widget(Options(self.ui, options, chosen, self._choose))

    def _show_check(self) -> None:
        """The live picture of what is chosen; where a game has the camera open, it comes from there."""
        self.close()
        self._check.clear_widgets()
        camera = self.settings.camera
        if camera == BY_HAND:
            self._check.add_widget(Words(self.ui, say("No camera is used."), "body", colour=self.ui.colours.faint))
            return
        self._live = CameraPicture(self.ui, camera, opened=self.app.watches(camera))
        self._check.add_widget(self._live)

    def _show_profiles(self, names: list[str]) -> None:
        self._profile.clear_widgets()
        options = [Possible("", "close", say("Without a mat"))]
        options += [Possible(name, "calibrate", name) for name in names]
        self._profile.add_widget(
            Options(self.ui, options, self.settings.profile, lambda name: self.change(profile=name))
        )

    def _choose(self, camera: str) -> None:
        self.change(camera=camera)
        self._show_check()

    def _typed(self, address: str) -> None:
        if address:
            self.change(camera=address)
            self._show()

    @property
    def busy(self) -> bool:
        return self._live is not None and not self._live.answered

    def seen(self, glimpse: Glimpse) -> None:
        if self._live is not None and self.app.watches(self.settings.camera):
            self._live.give(glimpse.image)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
