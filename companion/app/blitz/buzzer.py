"""A player's button at the edge of the screen: name, discs, and how the player stands. A touch counts as it begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from companion.app.blitz.discs import DiscTray
from companion.app.blitz.standing import Standing
from companion.app.theme import PLAYER_COLOURS, ROUND, UNIT, Colour, Size
from companion.app.ui import Ui
from companion.app.widgets.words import Icon, Words

WIDEST = 460
"""What stands on a button keeps together: in the middle, so wide (dp)."""
FITS: dict[int, tuple[float, float, Size, Size]] = {
    380: (2, 32, "heading", "body"),
    300: (1.5, 22, "lead", "small"),
    0: (1.25, 19, "body", "small"),
}
"""From which width of a button (dp): its padding (units), its discs (dp), the type of its name and words."""


def moment_of(touch: Any) -> float:
    """When a touch began, on the clock of the game; Kivy stamps it with the time of day."""
    return time.monotonic() - max(0.0, time.time() - touch.time_start)


class Buzzer(Widget):
    """The button. `press` gets the moment of the touch."""

    def __init__(self, ui: Ui, name: str, colour: int, price: int, press: Callable[[float], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.ui, self.name, self._press = ui, name, press
        self._player, self._ink = PLAYER_COLOURS[colour % len(PLAYER_COLOURS)]
        self._price = price
        self.live = True
        """Whether touches count; with a box on the table they need not."""
        with self.canvas.before:
            self._fill = Color(*self._player)
            self._surface = SmoothRoundedRectangle(radius=[dp(ROUND)])
            self._stripe_paint = Color(*self._player)
            self._stripe = SmoothRoundedRectangle(radius=[dp(ROUND / 2)])
            self._ring_paint = Color(0, 0, 0, 0)
            self._ring = SmoothLine(width=dp(3.5), overdraw_width=dp(1))
        with self.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._shadow = SmoothRoundedRectangle(radius=[dp(ROUND)])
        self._name = Words(ui, name, "heading", bold=True, lines=1)
        self._words = Words(ui, "", "body", lines=1)
        self._icon: Icon | None = None
        self.tray = DiscTray(price, dp(FITS[0][1]))
        for widget in (self._name, self._words, self.tray):
            self.add_widget(widget)
        self._name.bind(height=self._arrange)
        self._words.bind(height=self._arrange)
        self._touches: set[int] = set()
        self._standing = Standing("quiet")
        self.bind(pos=self._follow, size=self._follow)
        self.show(self._standing)

    # --- how it looks -------------------------------------------------------------------------------------------------

    def show(self, standing: Standing) -> None:
        """How the player stands now."""
        self._standing = standing
        c = self.ui.colours
        out = standing.kind == "out"
        ink: Colour = c.ink if out else self._ink
        self._fill.rgba = c.raised if out else self._player
        self._stripe_paint.rgba = self._player if out else (0, 0, 0, 0)
        for words in (self._name, self._words):
            words.color = ink
        self._words.text = self.ui.words(standing.words) if standing.words is not None else ""
        if self._icon is not None:
            self.remove_widget(self._icon)
        self._icon = Icon(self.ui, standing.icon, 18, colour=ink) if standing.icon else None
        if self._icon is not None:
            self.add_widget(self._icon)
        self._mark(standing)
        self._follow()

    @property
    def words(self) -> str:
        """What stands under the name."""
        return str(self._words.text)

    def _mark(self, standing: Standing) -> None:
        """A ring for who is asked or has won; it calls for attention and then keeps still."""
        Animation.cancel_all(self._ring_paint)
        self._ring_paint.rgba = self._ink if standing.kind in ("asked", "right", "won") else (0, 0, 0, 0)
        if standing.kind == "asked":
            beat = Animation(a=0.15, duration=0.22) + Animation(a=1, duration=0.22)
            (beat + beat + beat).start(self._ring_paint)

    def _follow(self, *_: object) -> None:
        for shape in (self._surface, self._shadow):
            shape.pos, shape.size = self.pos, self.size
        self._stripe.pos, self._stripe.size = self.pos, (dp(1.5 * UNIT), self.height)
        inset = dp(6)  # within the colour: outside of it the ring would be lost on the ground
        self._ring.rounded_rectangle = (
            self.x + inset, self.y + inset, self.width - 2 * inset, self.height - 2 * inset, dp(ROUND) - inset / 2,
        )  # fmt: skip
        self._arrange()

    def _arrange(self, *_: object) -> None:
        """In the middle of the button, where the player sits: name above, words below, the discs beside them."""
        pad, disc, name, words = next(fit for least, fit in FITS.items() if self.width >= dp(least))
        pad = dp(pad * UNIT)
        self._fit_tray(dp(disc))
        self._name.font_size, self._words.font_size = sp(self.ui.look.sp(name)), sp(self.ui.look.sp(words))
        tray, middle = self.tray, self.y + self.height / 2
        wide = min(self.width, dp(WIDEST))
        left = self.x + (self.width - wide) / 2 + pad
        tray.pos = (left + wide - 2 * pad - tray.width, middle - tray.height / 2)
        room = max(dp(40), tray.x - left - pad)
        icon = self._icon.width + dp(UNIT / 2) if self._icon is not None else 0
        self._name.width, self._words.width = room, room - icon
        low = self._words.height if self._words.text else 0
        top = middle + (self._name.height + low) / 2
        self._name.pos = (left, top - self._name.height)
        self._words.pos = (left + icon, self._name.y - low)
        if self._icon is not None:
            self._icon.pos = (left, self._words.y + (low - self._icon.height) / 2)

    def _fit_tray(self, side: float) -> None:
        if abs(self.tray.side - side) > 0.5:
            fresh = DiscTray(self._price, side)
            fresh.show(self.tray.discs)
            self.remove_widget(self.tray)
            self.tray = fresh
            self.add_widget(fresh)

    # --- touches ------------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if not self.live or not self.collide_point(*touch.pos):
            return False
        self._press(moment_of(touch))
        touch.grab(self)
        self._touches.add(touch.uid)
        Animation.cancel_all(self._shade)
        self._shade.a = 0.22
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._touches.discard(touch.uid)
        if not self._touches:
            Animation(a=0, duration=0.25).start(self._shade)
        return True
