"""Something that has to be answered, or may be put aside: a sheet over the screen, the rest veiled."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app.theme import UNIT, Colour
from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Panel, Row, Scroll
from companion.app.widgets.words import Words


class Sheet(AnchorLayout):
    """A panel in the middle of the screen. `must_answer`: it goes only by its own buttons."""

    def __init__(
        self,
        ui: Ui,
        title: Say,
        *content: Widget,
        must_answer: bool = False,
        edge: Colour | None = None,
        widest: float = 720,
        **more: Any,
    ) -> None:
        super().__init__(anchor_x="center", anchor_y="center", padding=dp(2 * UNIT), **more)
        self.ui, self.must_answer = ui, must_answer
        with self.canvas.before:
            self._veil = Color(*ui.colours.veil)
            self._cover = Rectangle()
        self.bind(pos=self._follow, size=self._follow)
        words = Words(ui, title, "heading", bold=True, pos_hint={"center_y": 0.5})
        heading = Row(words)
        if not must_answer:
            heading.add_widget(PushButton(ui, on_tap=self.dismiss, kind="quiet", icon="close"))
        self._body = Column(*content, gap=2)
        self._scroll = Scroll(self._body, ui, size_hint_y=None)
        self.panel = Panel(ui, heading, self._scroll, edge=edge or ui.colours.line, pad=2.5, gap=2)
        self.panel.size_hint_x = None
        self._widest = dp(widest)
        self._body.bind(height=self._follow)
        heading.bind(height=self._follow)
        self._heading = heading
        self.add_widget(self.panel)

    def put(self, *content: Widget) -> None:
        """Add to what stands on it."""
        for widget in content:
            self._body.add_widget(widget)

    def open(self) -> None:
        """Show it over everything."""
        Window.add_widget(self)
        self.opacity = 0
        Animation(opacity=1, duration=0.15).start(self)

    def dismiss(self) -> None:
        """Take it away."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def _follow(self, *_: object) -> None:
        self._cover.pos, self._cover.size = self.pos, self.size
        self.panel.width = min(self._widest, self.width - dp(4 * UNIT))
        room = self.height - self._heading.height - dp(14 * UNIT)
        self._scroll.height = max(dp(80), min(self._body.height, room))

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self.must_answer and not self.panel.collide_point(*touch.pos):
            self.dismiss()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True
