"""Rows, columns, panels and what scrolls: gaps in units, heights as the contents need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.effects.scroll import ScrollEffect
from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.app.theme import ROUND, UNIT, Colour
from companion.app.ui import Ui


class _Box(BoxLayout):
    def __init__(self, *children: Widget, gap: float = 1, pad: float = 0, fill: bool = False, **more: Any) -> None:
        super().__init__(spacing=dp(gap * UNIT), padding=dp(pad * UNIT), **more)
        if not fill:
            self.size_hint_y = None
            self.height = 0
            self.bind(minimum_height=self.setter("height"))
        for child in children:
            self.add_widget(child)


class Column(_Box):
    """One under the other. As high as its children, or with `fill` as high as there is room."""

    def __init__(self, *children: Widget, **more: Any) -> None:
        super().__init__(*children, orientation="vertical", **more)


class Row(_Box):
    """One beside the other."""

    def __init__(self, *children: Widget, **more: Any) -> None:
        super().__init__(*children, orientation="horizontal", **more)


class Flow(StackLayout):
    """One beside the other, in as many lines as it takes."""

    def __init__(self, *children: Widget, gap: float = 1, pad: float = 0, **more: Any) -> None:
        super().__init__(spacing=dp(gap * UNIT), padding=dp(pad * UNIT), size_hint_y=None, height=0, **more)
        self.bind(minimum_height=self._grow)
        for child in children:
            self.add_widget(child)

    def _grow(self, _: object, least: float) -> None:
        """Kivy counts a gap under the last line too, where there is nothing to be kept apart."""
        self.height = max(0.0, least - self.spacing[1])


class Level(BoxLayout):
    """Side by side, all as high as the highest of them; `shares` divides the width."""

    def __init__(self, *children: BoxLayout, gap: float = 1, shares: Sequence[float] = ()) -> None:
        super().__init__(spacing=dp(gap * UNIT), size_hint_y=None, height=0)
        for place, child in enumerate(children):
            child.unbind(minimum_height=child.setter("height"))
            child.size_hint = (shares[place] if shares else 1, 1)
            child.bind(minimum_height=self._fit)
            self.add_widget(child)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.height = max((child.minimum_height for child in self.children), default=0)


class Panel(Column):
    """A column on a surface of its own."""

    def __init__(
        self, ui: Ui, *children: Widget, colour: Colour | None = None, edge: Colour | None = None, **more: Any
    ) -> None:
        super().__init__(*children, **{"pad": 2, "gap": 1.5, **more})
        paint_round(self, colour or ui.colours.surface, edge=edge)


class Gap(Widget):
    """Room: so many units high, or with no number as much as there is."""

    def __init__(self, units: float | None = None) -> None:
        super().__init__()
        if units is not None:
            self.size_hint = (None, None)
            self.size = (dp(units * UNIT), dp(units * UNIT))


class Scroll(ScrollView):
    """Contents that may be higher than there is room."""

    def __init__(self, content: Widget, ui: Ui, **more: Any) -> None:
        super().__init__(
            do_scroll_x=False,
            bar_width=dp(6),
            bar_color=ui.colours.faint,
            bar_inactive_color=(0, 0, 0, 0),
            effect_cls=ScrollEffect,
            scroll_type=["bars", "content"],
            **more,
        )
        self.add_widget(content)

    def on_touch_down(self, touch: Any) -> bool:
        """Where there is nothing to scroll a touch need not wait until it is known to be no swipe."""
        if self.children and self.children[0].height <= self.height and self.collide_point(*touch.pos):
            return bool(self.simulate_touch_down(touch))
        return bool(super().on_touch_down(touch))


def paint_round(widget: Widget, colour: Colour, *, edge: Colour | None = None, radius: float = ROUND) -> Color:
    """A rounded surface behind a widget that follows it; the returned colour may be changed."""
    with widget.canvas.before:
        paint = Color(*colour)
        surface = SmoothRoundedRectangle(radius=[dp(radius)])
        if edge is not None:
            Color(*edge)
            line = SmoothLine(width=dp(1.2), overdraw_width=dp(0.8))

    def follow(*_: object) -> None:
        surface.pos, surface.size = widget.pos, widget.size
        if edge is not None:
            line.rounded_rectangle = (*widget.pos, *widget.size, dp(radius))

    widget.bind(pos=follow, size=follow)
    follow()
    return paint
