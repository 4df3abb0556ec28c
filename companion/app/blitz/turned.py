"""Something turned by quarter turns, so that it faces whoever sits there; touches are turned with it."""

from __future__ import annotations

from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget

from companion.app.blitz.seating import Box


class Turned(Scatter):
    """Holds one widget. `place` puts it into a box of the screen, turned."""

    def __init__(self, content: Widget) -> None:
        super().__init__(
            do_rotation=False, do_translation=False, do_scale=False, auto_bring_to_front=False, size_hint=(None, None)
        )
        self.content = content
        self.add_widget(content)

    def place(self, box: Box, angle: int) -> None:
        """Fill this box, turned counterclockwise by 0, 90, 180 or 270 degrees."""
        x, y, width, height = box
        size = (width, height) if angle % 180 == 0 else (height, width)
        self.rotation = angle
        self.size = self.content.size = size
        self.content.pos = (0, 0)
        self.center = (x + width / 2, y + height / 2)
