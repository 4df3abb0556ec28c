"""The dice of a round, large: with the names of their colours, and in the end with the sum spelt out on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Scale, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.theme import BOLD, TITLE, UNIT
from companion.app.ui import Ui
from companion.app.widgets.dice import die_texture
from companion.rules import Die
from companion.rules.dice import DieKind, body_name
from companion.rules.text import say
from companion.rules.wuerfelblitz.tally import Tally

Mark = Literal["plain", "dot", "out", "counts"]
LARGEST = 132
GAP = 1.75
UNEVEN = 0.85
"""How much of their size dice may lose for even rows."""
STEP = 0.28
"""Seconds from one die to the next while the sum is spelt out."""
FIRST = 0.5


def draw_ahead(kinds: tuple[DieKind, ...]) -> Iterator[None]:
    """Draw the faces of these dice one by one, so that nothing has to be drawn in the moment they are revealed."""
    for kind in kinds:
        for face in kind.faces:
            die_texture(kind.body, face, False, True)
            yield


class BlitzDie(ButtonBehavior, Widget):
    """A die with the name of its colour under it; marked, it tells whether it counts."""

    def __init__(self, ui: Ui, die: Die, on_tap: Callable[[], object] | None = None) -> None:
        super().__init__(size_hint=(None, None))
        self.ui, self.die, self.on_tap, self.mark = ui, die, on_tap, "plain"
        with self.canvas:
            PushMatrix()
            self._scale = Scale(1, 1, 1)
            self._paint = Color(1, 1, 1, 1)
            self._picture = Rectangle(texture=die_texture(die.body, die.face, False, True))
            PopMatrix()
            self._line_paint = Color(0, 0, 0, 0)
            self._line = SmoothLine(width=dp(3), overdraw_width=dp(1))
            self._plate_paint = Color(0, 0, 0, 0)
            self._plate = SmoothRoundedRectangle(radius=[dp(UNIT)])
        dot = die.face.startswith("dot-")
        colour = ui.words(body_name(die.face.removeprefix("dot-") if dot else die.body))
        self._name = f"• {colour}" if dot else colour
        self._caption = Label(text=self._name, font_name=BOLD, color=ui.colours.ink, halign="center", shorten=True)
        self._number = Label(text="", font_name=BOLD, color=ui.colours.on_primary)
        self.add_widget(self._caption)
        self.add_widget(self._number)
        self.bind(pos=self._follow, size=self._follow)

    def place(self, x: float, y: float, side: float, caption: float) -> None:
        """Lower left corner, side of the die, height of the words under it."""
        self.size = (side, side + caption)
        self.pos = (x, y)
        self._caption_height = caption
        self._caption.font_size = min(sp(self.ui.look.sp("small")), side * 0.19)
        self._number.font_size = side * 0.26
        self._follow()

    def show(self, mark: Mark, *, moving: bool = False, turned: bool = False) -> None:
        """Whether it counts; `moving`, it draws attention to itself; `turned`, the sum is turned around."""
        out = mark == "out" and not turned
        c = self.ui.colours
        self.mark = mark
        self._paint.a = 0.3 if mark == "out" else 1
        self._caption.text = self.ui.words(say("{colour}: out", colour=self._name)) if out else self._name
        self._caption.color = c.bad if mark == "out" else c.ink
        self._line_paint.rgba = c.bad if mark == "out" else c.accent if mark == "dot" else (0, 0, 0, 0)
        self._plate_paint.rgba = c.primary if mark == "counts" else (0, 0, 0, 0)
        self._number.text = self.die.face if mark == "counts" else ""
        self._follow()
        if moving and mark != "out":
            Animation.cancel_all(self._scale)
            (Animation(x=1.14, y=1.14, duration=0.12) + Animation(x=1, y=1, duration=0.2)).start(self._scale)

    def _follow(self, *_: object) -> None:
        side = self.width
        low = self.top - side
        self._scale.origin = (self.center_x, low + side / 2)
        self._picture.pos, self._picture.size = (self.x, low), (side, side)
        if self.mark == "out":
            inset = 0.14 * side
            self._line.points = [self.x + inset, low + inset, self.right - inset, self.top - inset]
        elif self.mark == "dot":
            gap = dp(2.5)
            self._line.rounded_rectangle = (self.x - gap, low - gap, side + 2 * gap, side + 2 * gap, 0.22 * side)
        else:
            self._line.points = []
        plate = 0.4 * side
        self._plate.size = (plate, plate)
        self._plate.pos = (self.right - 0.86 * plate, low - 0.14 * plate)
        self._number.pos, self._number.size = self._plate.pos, self._plate.size
        self._caption.size = (side + dp(UNIT), max(1.0, low - self.y))
        self._caption.text_size = self._caption.size
        self._caption.valign = "middle"
        self._caption.pos = (self.x - dp(UNIT / 2), self.y)

    def on_release(self) -> None:
        if self.on_tap is not None:
            self.on_tap()


class DiceRow(Widget):
    """The dice in as many rows as make them largest. `spell` marks them and writes the sum under them."""

    def __init__(self, ui: Ui) -> None:
        super().__init__()
        self.ui = ui
        self.dice: list[BlitzDie] = []
        self._sum = Label(font_name=TITLE, font_size=sp(ui.look.sp("title")), color=ui.colours.ink)
        self.add_widget(self._sum)
        self._todo: list[Callable[[], None]] = []
        self._next = Clock.create_trigger(self._step, STEP)
        self.bind(pos=self._follow, size=self._follow)

    @property
    def words(self) -> str:
        """The sum as it stands there."""
        return str(self._sum.text)

    def show(self, dice: tuple[Die, ...], on_tap: Callable[[Die], Callable[[], object] | None]) -> None:
        """These dice, with nothing said about them yet."""
        self._forget()
        for old in self.dice:
            self.remove_widget(old)
        self.dice = [BlitzDie(self.ui, die, on_tap(die)) for die in dice]
        for die in self.dice:
            self.add_widget(die)
        self._follow()

    def spell(self, result: Tally | None, *, moving: bool) -> None:
        """Which dice count, die by die if it may move; None: it is not to be told yet."""
        self._forget()
        if result is not None:
            terms = [die for die in self.dice if result.counts(die.die)]
            self._todo.append(lambda: self._sort(result, moving=moving))
            for number in range(len(terms)):
                self._todo.append(lambda number=number: self._add(terms, number, moving=moving))  # type: ignore[misc]
            self._todo.append(lambda: self._total(terms, result))
            if moving:
                Clock.schedule_once(self._step, FIRST)
            else:
                while self._todo:
                    self._todo.pop(0)()
        self._follow()

    def _forget(self) -> None:
        Clock.unschedule(self._step)
        self._next.cancel()
        self._todo.clear()
        self._sum.text = ""
        for die in self.dice:
            die.show("plain")

    def _step(self, *_: object) -> None:
        if self._todo:
            self._todo.pop(0)()
            self._next()

    def _sort(self, result: Tally, *, moving: bool) -> None:
        """The dots first: they say what is out."""
        for die in self.dice:
            if die.die.face.startswith("dot-"):
                die.show("dot", moving=moving)
            elif not result.counts(die.die):
                die.show("out", moving=moving, turned=bool(result.doubled))

    def _add(self, terms: list[BlitzDie], number: int, *, moving: bool) -> None:
        terms[number].show("counts", moving=moving)
        self._sum.text = " + ".join(die.die.face for die in terms[: number + 1])

    def _total(self, terms: list[BlitzDie], result: Tally) -> None:
        if len(terms) != 1:
            pips = " + ".join(die.die.face for die in terms)
            self._sum.text = f"{pips} = {result.total}" if terms else "= 0"

    # --- where they lie -----------------------------------------------------------------------------------------------

    def _follow(self, *_: object) -> None:
        under = sp(self.ui.look.sp("title")) * 1.5  # also while there is no sum: dice must not jump when it comes
        gap, caption = dp(GAP * UNIT), sp(self.ui.look.sp("small")) * 1.5
        number = len(self.dice)
        if not number or self.width < 1 or self.height < 1:
            return
        room = self.height - under

        def side(columns: int) -> float:
            rows = -(-number // columns)
            across = (self.width - gap * (columns + 1)) / columns
            return min(across, (room - gap * rows) / rows - caption, dp(LARGEST))

        def beauty(columns: int) -> float:
            """Large dice, and rather rows of the same length."""
            return side(columns) * (UNEVEN if number % columns else 1)

        columns = max(range(1, number + 1), key=beauty)
        chosen, rows = max(8.0, side(columns)), -(-number // columns)
        high = rows * (chosen + caption) + (rows - 1) * gap
        top = self.y + under + (room + high) / 2
        for place, die in enumerate(self.dice):
            row, column = divmod(place, columns)
            of = min(columns, number - row * columns)
            wide = of * chosen + (of - 1) * gap
            x = self.center_x - wide / 2 + column * (chosen + gap)
            die.place(x, top - (row + 1) * (chosen + caption) - row * gap, chosen, caption)
        self._sum.size = (self.width, under)
        self._sum.pos = (self.x, top - high - under)
