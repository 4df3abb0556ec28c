"""What a game by touch is made of: sitting down, and entering dice by hand."""

from __future__ import annotations

from typing import Any

from companion.rules import Roll, Throw
from tests.companion.app.window import AppWindow


def sit_down(window: AppWindow, state: Any) -> None:
    """From home to the table of a game whose players are known from last time."""
    from companion.app.screens.home import GameCard
    from companion.app.screens.table import TableScreen

    cards = list(window.widgets(GameCard))
    names = [name.text for card in cards for name in card.children if hasattr(name, "text")]
    title = state.table.game.name.en
    assert title in names
    window.tap(next(card for card in cards if any(getattr(part, "text", "") == title for part in card.children)))
    window.press("To the table")
    assert isinstance(window.app.screen, TableScreen)
    follow(window, state, 0)


def follow(window: AppWindow, state: Any, moves: int) -> None:
    """Wait until the app is where the rules are after so many moves; a move may leave everything as it was."""

    def there() -> bool:
        moment = window.app.moment
        return moment is not None and (moment.moves, moment.state) == (moves, state)

    window.wait(there, f"not done: {state.said}")


def enter(window: AppWindow, throw: Throw, roll: Roll) -> None:
    """Tap the dice that were thrown, name each, and enter them."""
    from companion.app.table.face_picker import FacePicker
    from companion.app.table.hand_entry import HandEntry
    from companion.app.widgets.dice import DiePicture

    def entry() -> list[Any]:
        lying = window.one(HandEntry)
        return [widget for widget in _all(lying) if isinstance(widget, DiePicture)]

    def name(face: str) -> None:
        window.tap(window.one(DiePicture, lambda die: die.face == face and die.on_tap))

    kept = list(roll.kept)
    places: list[int] = []
    for place, loose in enumerate(throw.loose):
        same = next((die for die in kept if (die.body, die.face) == (loose.body, loose.lying)), None)
        if same is not None:
            kept.remove(same)
        elif len(places) < len(roll.thrown):
            places.append(place)
    for place, die in zip(places, roll.thrown, strict=True):
        if not any(isinstance(widget, FacePicker) for widget in window.widgets(FacePicker)):
            window.tap(entry()[place])
        name(die.face)
    n = len(roll.thrown)
    window.press(f"Enter {n} dice" if n > 1 else "Enter 1 die")


def _all(widget: Any) -> Any:
    yield widget
    for child in reversed(widget.children):
        yield from _all(child)
