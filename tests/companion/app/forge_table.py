"""A table of Dice Forge in the app's window, and fingers that know where each action is touched."""

from __future__ import annotations

from typing import Any

from companion.referee.book import Notebook
from companion.rules import Action, Roll
from companion.rules.dice_forge.actions import Buy, Feat, Forge, UseTriton
from companion.rules.dice_forge.state import DiceForge
from tests.companion.app.window import HOLD, PICK_UP, AppWindow

EXPERIENCED = {
    "m3": "great-bear", "m4": "tenacious-boar", "m5": "cerberus", "m7": "sentinel", "m8": "typhon",
    "f3": "celestial-ship", "f4": "guardians-shield", "f5": "triton", "f7": "cyclops",
}  # fmt: skip


class ForgeTable:
    """The board on the screen."""

    def __init__(self, window: AppWindow, state: DiceForge | None = None) -> None:
        """At a table where people sit already, or at a new one where the game stands so."""
        from companion.app.screens.table import TableScreen

        self.window = window
        app = window.app
        if state is None:
            return
        app.home()
        app.sit_down(Notebook(state))
        app.visit(TableScreen)
        self.wait_for(state)

    @property
    def state(self) -> DiceForge:
        state: DiceForge = self.window.app.moment.state
        return state

    @property
    def board(self) -> Any:
        return self.window.app.screen.board

    def wait_for(self, state: DiceForge) -> None:
        app = self.window.app
        self.window.wait(lambda: app.moment is not None and app.moment.state == state, "the table does not follow")
        self.window.step(2)

    # --- fingers ------------------------------------------------------------------------------------------------------

    def net(self, body: str) -> Any:
        """The large net of a die."""
        from companion.app.boards.forge.net import Net

        return self.window.one(Net, lambda net: net.on_face is not None and net.die.body == body)

    def place(self, body: str, face: str) -> tuple[float, float]:
        """Where a face of the large dice is in the window."""
        net = self.net(body)
        self.window._bring_into_view(net)
        net = self.net(body)
        x, y = net.to_window(*net.centre_of(net.faces.index(face)))
        return float(x), float(y)

    def touch_face(self, body: str, face: str) -> None:
        self.touch_at(*self.place(body, face))

    def touch_at(self, x: float, y: float, to: tuple[float, float] | None = None) -> None:
        """A finger goes down, perhaps somewhere else, and up."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.window.hold(HOLD if to is None else PICK_UP)
        self.window.step(2)
        for part in (0.1, 0.4, 0.8, 1) if to is not None else ():
            assert to is not None
            touch.touch_move(x + (to[0] - x) * part, y + (to[1] - y) * part)
            self.window.step()
        touch.touch_up()
        self.window.step(2)

    def ware(self, face: str) -> Any:
        from companion.app.boards.forge.temple import Ware

        self.turn_to("temple")
        return self.window.one(Ware, lambda ware: ware.face == face)

    def card(self, card: str) -> Any:
        from companion.app.boards.forge.islands import CardKey

        self.turn_to("islands")
        return self.window.one(CardKey, lambda key: key.card.id == card)

    def turn_to(self, page: str) -> None:
        from companion.app.widgets.button import PushButton

        word = page.capitalize()
        self.window.tap(self.window.one(PushButton, lambda button: button.words.startswith(word)))

    def choose(self, words: str) -> None:
        """A choice beside the board."""
        from companion.app.boards.forge.choices import PictureButton
        from companion.app.widgets.button import PushButton, Touchable

        kinds = (PushButton, PictureButton)
        self.window.tap(self.window.one(Touchable, lambda key: isinstance(key, kinds) and key.words == words))

    def view(self, player: int) -> None:
        from companion.app.boards.forge.heroes import SmallHero

        self.window.tap(self.window.one(SmallHero, lambda hero: hero.player == player))

    # --- a move -------------------------------------------------------------------------------------------------------

    def play(self, action: Action, then: Action | None = None) -> None:
        """Make a move by touch; `then` is the forging that belongs to a purchase."""
        state = self.state
        expected = state.apply(action)
        if isinstance(action, Roll):
            self._throw(action)
        elif isinstance(action, Buy):
            assert isinstance(then, Forge)
            expected = expected.apply(then)
            self.window.tap(self.ware(action.face))
            self.touch_face(then.die, then.removes)
        elif isinstance(action, Forge):
            self.touch_face(action.die, action.removes)
        elif isinstance(action, Feat):
            self.window.tap(self.card(action.card))
            self.window.press("Perform this feat")
        else:
            words = str(state.label(action))
            if isinstance(action, UseTriton):
                tokens = state.heroes[state.turn].triton
                self.choose("Use the Triton token …" if tokens == 1 else f"Use one of {tokens} Triton tokens …")
            self.choose(words[:1].upper() + words[1:])
        self.wait_for(expected)

    def _throw(self, roll: Roll) -> None:
        assert roll.player is not None
        if self.board.viewed != roll.player:
            self.view(roll.player)
        for die in roll.thrown:
            self.touch_face(die.body, die.face)
