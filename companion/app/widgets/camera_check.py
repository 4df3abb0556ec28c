"""Which camera, and does it see the dice? A choice, the live picture, and the proof in words."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.ui import Say, Ui
from companion.app.widgets.field import Choice
from companion.app.widgets.frame_view import SHAPE
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.live_picture import LivePicture, Sees
from companion.app.widgets.words import Icon, Words
from companion.finding import Eyes
from companion.opening import BY_HAND, SIMULATED, cameras, open_eyes
from companion.rules import Text
from companion.rules.text import count, say
from vision.kits import Kit

SHARE = 0.46
"""Of the width, for the picture: a check, not a cinema."""


def camera_choices(chosen: str, *, by_hand: bool = True, only_cameras: bool = False) -> list[tuple[str, Say]]:
    """The cameras there may be, in words; one that was chosen before stays on the list though it is not there."""
    numbers = cameras()
    if chosen not in (SIMULATED, BY_HAND, *numbers):
        numbers.append(chosen)
    named: list[tuple[str, Say]] = []
    if not only_cameras:
        named.append((SIMULATED, say("Simulated table")))
    if by_hand and not only_cameras:
        named.append((BY_HAND, say("By hand")))
    return named + [(name, say("Camera {name}", name=name)) for name in numbers]


class CameraCheck(Row):
    """Choose a camera and see at once what it sees. `close` lets go of it."""

    def __init__(
        self,
        ui: Ui,
        chosen: str,
        on_choice: Callable[[str], object],
        *,
        kit: Kit | None = None,
        eyes: Callable[[str], Eyes] = open_eyes,
    ) -> None:
        super().__init__(gap=2)
        self._ui, self._on_choice, self._kit, self._eyes = ui, on_choice, kit, eyes
        self.picture: LivePicture | None = None
        self.dice = 0
        """How many are seen just now."""
        self._proof = Words(ui, "", "body", bold=True)
        self._proof.pos_hint = {"center_y": 0.5}
        self._sign = Icon(ui, "eye", 26, colour=ui.colours.faint)
        self._sign.pos_hint = {"center_y": 0.5}
        choice = Choice(ui, camera_choices(chosen), chosen, self._choose)
        self._unheld: tuple[Text, ...] = ()
        self._hints = Column(gap=0.75)
        proof = Row(self._sign, self._proof, gap=1)
        self._words = Column(choice, proof, self._hints, gap=2, pos_hint={"top": 1}, size_hint_x=1 - SHARE)
        self.add_widget(self._words)
        self._open(chosen)

    def close(self) -> None:
        """Let go of the camera."""
        if self.picture is not None:
            self.picture.close()
            self.remove_widget(self.picture)
            self.picture = None
        self._hint(())

    def _choose(self, name: str) -> None:
        self.close()
        self._open(name)
        self._on_choice(name)

    def _open(self, name: str) -> None:
        if name == BY_HAND:
            self._tell(say("No camera: you tap in what the dice show."), "tap")
            return
        self._tell(say("One moment …"), "clock")
        picture = LivePicture(self._ui, name, self._seen, kit=self._kit, eyes=self._eyes, size_hint=(SHARE, None))
        picture.pos_hint = {"top": 1}
        picture.bind(width=lambda *_: setattr(picture, "height", picture.width * SHAPE))
        self.picture = picture
        self.add_widget(picture, index=len(self.children))

    def _seen(self, peek: Sees) -> None:
        self.dice = len(peek.seen)
        self._hint(peek.unheld)
        if peek.trouble is not None:
            self._tell(say("Without a picture, dice can be tapped in."), "no camera")
        elif peek.seen:
            self._tell(count(len(peek.seen), "{n} die seen", "{n} dice seen"), "check")
        elif peek.image is not None:
            self._tell(say("No dice seen. Lay some down to try it."), "eye")

    def _hint(self, unheld: tuple[Text, ...]) -> None:
        """What the camera does not keep still, and what to do about it."""
        if unheld != self._unheld:
            self._unheld = unheld
            self._hints.clear_widgets()
            for sentence in unheld:
                self._hints.add_widget(Words(self._ui, sentence, "body", colour=self._ui.colours.faint))

    def _tell(self, words: Say, icon: str) -> None:
        self._proof.text = self._ui.words(words)
        self._sign.show(icon, self._ui.colours.good if icon == "check" else self._ui.colours.faint)
